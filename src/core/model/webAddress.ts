// Where an app answers the web, as far as the service says.
import type { App } from "./model";

/** Its own domain, or its port on the service's host; undefined when it has neither. */
export function webAddress(baseUrl: string, app: App): string | undefined {
  if (app.customDomain) return `https://${app.customDomain}`;
  if (app.externalPort === undefined) return undefined;
  return `http://${new URL(baseUrl).hostname}:${app.externalPort}`;
}
