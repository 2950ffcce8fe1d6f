// Where an app answers the web, as far as the service and the user's settings say.
import type { App } from "./model";

/** `isGuess`: nobody says that the app answers there. */
export interface WebAddress {
  readonly address: string;
  readonly isGuess: boolean;
}

/**
 * Its own domain, else what `template` makes of it ("https://{subdomain}.example.com", with {appId}, {name}, {port} and
 * {subdomain}), else its port on the service's host; undefined when it is not on the web or none of these is known.
 */
export function webAddress(baseUrl: string, app: App, template = ""): WebAddress | undefined {
  if (app.exposedViaWeb === false) return undefined;
  const ownDomain = app.customDomain === undefined ? undefined : ofHost(app.customDomain);
  const said = ownDomain ?? filledTemplate(template, app);
  if (said !== undefined) return { address: said, isGuess: false };
  if (app.externalPort === undefined) return undefined;
  return { address: `http://${new URL(baseUrl).hostname}:${app.externalPort}`, isGuess: true };
}

/** A domain that holds anything but a host would lead elsewhere. */
function ofHost(domain: string): string | undefined {
  const address = `https://${domain}`;
  if (!URL.canParse(address)) return undefined;
  return new URL(address).hostname === domain.toLowerCase() ? address : undefined;
}

function filledTemplate(template: string, app: App): string | undefined {
  const values: Readonly<Record<string, string | undefined>> = {
    appId: app.id,
    name: app.name,
    port: app.externalPort?.toString(),
    subdomain: app.subdomain,
  };
  let isWhole = template !== "";
  const address = template.replaceAll(/\{(\w{1,20})\}/g, (_all, key: string) => {
    const value = values[key];
    if (!value) isWhole = false;
    return encodeURIComponent(value ?? "");
  });
  if (!isWhole || !URL.canParse(address)) return undefined;
  return /^https?:$/.test(new URL(address).protocol) ? address : undefined;
}

/** An app's page on the service's own site, by a template as that of `webAddress`; undefined without one. */
export const appPage: (template: string, app: App) => string | undefined = filledTemplate;
