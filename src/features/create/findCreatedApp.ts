// Looks for an app whose creation was sent and never answered: the service may have created it, or may be at it still.
import type { Account } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import type { App } from "../../core/model/model";

export interface FindOptions {
  readonly account: Account;
  readonly clock: Clock;
  readonly name: string;
  /** Ids of the apps that were there before. */
  readonly known: ReadonlySet<string>;
  /** A few seconds instead of a quarter of a minute. */
  readonly isBrief?: boolean;
  readonly signal?: AbortSignal;
}

const pausesMs = [0, 1_000, 2_000, 4_000, 8_000] as const;
const quickTries = 3;

/** The app; "notFound" when lists could be read and the last of them does not have it, "unknown" when not. */
export async function findCreatedApp(options: FindOptions): Promise<App | "notFound" | "unknown"> {
  const { account, clock, signal } = options;
  let wasRead = false;
  for (const pauseMs of options.isBrief ? pausesMs.slice(0, quickTries) : pausesMs) {
    try {
      await clock.sleep(pauseMs, signal);
      const { apps } = await account.client.listApps({ signal });
      wasRead = true;
      const created = apps.find(({ id, name }) => name === options.name && !options.known.has(id));
      if (created) return created;
    } catch {
      // What this list would have said is not known; the next one may.
      wasRead = false;
      if (signal?.aborted) break;
    }
  }
  return wasRead ? "notFound" : "unknown";
}
