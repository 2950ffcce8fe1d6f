// What can be read from the service's own word for an app's state, of which it documents only "active".
import type { App } from "./model";

/** True when the word can only mean that the app does not run because something went wrong. */
export function saysFailed({ status, metrics }: App): boolean {
  return metrics?.online !== true && /crash|fail|error|exceed|killed/i.test(status);
}
