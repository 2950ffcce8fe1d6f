// What can be read from the service's own word for an app's state, of which it documents only "active".
import type { App } from "./model";

/** True when the word can only mean that the app does not run because something went wrong. */
export function saysFailed({ status, metrics }: App): boolean {
  return metrics?.online !== true && /crash|fail|error|exceed|killed/i.test(status);
}

/** True when the word can only mean that the app ran to its end, or was ended. */
export function saysEnded({ status, metrics }: App): boolean {
  return metrics?.online !== true && /stopped|exited|ended|finished|terminated|completed/i.test(status);
}

/** Whether what was changed of the app, its settings or its files, counts from its next start only. */
export function needsRestart({ restartRequired, filesChanged }: App): boolean {
  return restartRequired || filesChanged === true;
}

/** The same of an app that is not down: one that is down starts with what was changed. */
export function isRestartAwaited(app: App): boolean {
  return needsRestart(app) && app.metrics?.online !== false;
}
