import type { App } from "../model/model";
import { readDialectSetting } from "../model/readDialect";
import { parseServiceAddress } from "../model/serviceAddress";
import { isAppTemplate, isWebPage, type WebAddress, webAddress } from "../model/webAddress";
import { field, readFields, wrongField } from "../parse";
import { isObject } from "../text/isObject";

/** An ignored entry, and its wrong field: undefined when the address is wrong, empty when all of the entry is. */
export interface UnusableHost {
  readonly address: string;
  readonly part: string | undefined;
}

const textThat = (isRight: (text: string) => boolean) =>
  field.readBy((value) => (typeof value === "string" && isRight(value) ? value : undefined));

const hostFields = {
  tokenPage: textThat(isWebPage),
  /** Templates: of an app's page on the service's own site, and of its web address. */
  appPage: textThat(isAppTemplate),
  webAddress: textThat(isAppTemplate),
  wire: field.readBy(readDialectSetting),
};

/**
 * The user's settings (hostedApps.service.hosts) for the service at `baseUrl`, written as accounts have it: the valid
 * entry of that address, or of the nearest one above it.
 */
export function hostSettings(
  hosts: unknown,
  baseUrl: string,
): Partial<ReturnType<typeof readFields<typeof hostFields>>> {
  let nearest = "";
  let found: unknown;
  for (const [address, entry] of entriesOf(hosts)) {
    const host = baseOf(address);
    if (host === undefined || host.length <= nearest.length || !`${baseUrl}/`.startsWith(`${host}/`))
      continue;
    if (wrongField(hostFields, entry) !== undefined) continue;
    nearest = host;
    found = entry;
  }
  // Called for thousands of rows, mostly without a setting.
  return found === undefined ? {} : readFields(hostFields, found);
}

/** Web address of an app. The local service's apps are known to answer at the ports that it names. */
export function webAddressOf(
  { baseUrl, isLocal }: { readonly baseUrl: string; readonly isLocal: boolean },
  app: App,
  hosts: unknown,
): WebAddress | undefined {
  const found = webAddress(baseUrl, app, hostSettings(hosts, baseUrl).webAddress);
  return found && { ...found, isGuess: found.isGuess && !isLocal };
}

/** The entries that are ignored: with an invalid address (`part` undefined), or with an invalid field (`part`). */
export function unusableHosts(hosts: unknown): UnusableHost[] {
  return entriesOf(hosts).flatMap(([address, entry]): UnusableHost[] => {
    if (baseOf(address) === undefined) return [{ address, part: undefined }];
    const part = wrongField(hostFields, entry);
    return part === undefined ? [] : [{ address, part }];
  });
}

function entriesOf(hosts: unknown): [string, unknown][] {
  return isObject(hosts) ? Object.entries(hosts) : [];
}

function baseOf(address: string): string | undefined {
  const parsed = parseServiceAddress(address);
  return "baseUrl" in parsed ? parsed.baseUrl : undefined;
}
