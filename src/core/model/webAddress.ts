import type { App } from "./model";

/** `isGuess`: neither the service nor the settings name it. */
export interface WebAddress {
  readonly address: string;
  readonly isGuess: boolean;
}

/**
 * The app's own domain, else the filled `template` ("https://{subdomain}.example.com", with {appId}, {name}, {port}
 * and {subdomain}), else its port on the service's host; undefined when the app is not on the web or none of these is
 * known.
 */
export function webAddress(baseUrl: string, app: App, template?: string): WebAddress | undefined {
  if (app.exposedViaWeb === false) return undefined;
  const ownDomain = app.customDomain === undefined ? undefined : ofHost(app.customDomain);
  const said = ownDomain ?? filledTemplate(template, app);
  if (said !== undefined) return { address: said, isGuess: false };
  if (app.externalPort === undefined) return undefined;
  return { address: `http://${new URL(baseUrl).hostname}:${app.externalPort}`, isGuess: true };
}

/** A domain with anything beyond a host name would lead elsewhere. */
function ofHost(domain: string): string | undefined {
  const address = `https://${domain}`;
  if (!URL.canParse(address)) return undefined;
  return new URL(address).hostname === domain.toLowerCase() ? address : undefined;
}

/** Fills the template as for `webAddress`; undefined when a value is missing or the result is no web page. */
export function filledTemplate(
  template: string | undefined,
  app: Pick<App, "id" | "name" | "externalPort" | "subdomain">,
): string | undefined {
  const values = new Map([
    ["appId", app.id],
    ["name", app.name],
    ["port", app.externalPort?.toString()],
    ["subdomain", app.subdomain],
  ]);
  let isWhole = true;
  const address = (template ?? "").replaceAll(/\{(\w{1,20})\}/g, (_all, key: string) => {
    const value = values.get(key);
    if (!value) isWhole = false;
    return encodeURIComponent(value ?? "");
  });
  return isWhole && isWebPage(address) ? address : undefined;
}

export function isWebPage(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** The template gives an address for an app of which everything is known. */
export function isAppTemplate(template: string): boolean {
  return filledTemplate(template, { id: "a", name: "a", externalPort: 1, subdomain: "a" }) !== undefined;
}
