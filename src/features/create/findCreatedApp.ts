// Looks for an app whose creation was sent and never answered: the service may have created it, or may be at it still.
import type { Account } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import type { App, NewAppSettings } from "../../core/model/model";

export interface FindOptions {
  readonly account: Account;
  readonly clock: Clock;
  /** What was sent. */
  readonly settings: Pick<NewAppSettings, "name" | "runtime"> & { readonly teamId?: string | undefined };
  /** Ids of the apps that were there before. */
  readonly known: ReadonlySet<string>;
  /** By the machine's clock; now when absent. */
  readonly sentAt?: number;
  /** A few seconds instead of a quarter of a minute. */
  readonly isBrief?: boolean;
  readonly signal?: AbortSignal;
}

const pausesMs = [0, 1_000, 2_000, 4_000, 8_000] as const;
const quickTries = 3;
/** Times of services may lack their offset, and clocks may be wrong. */
const largestSkewMs = 24 * 3_600_000;

/**
 * The app; "notFound" when lists could be read and the last of them does not have it; "unknown" when not, and when it
 * has one of the name that may be another user's.
 */
export async function findCreatedApp(options: FindOptions): Promise<App | "notFound" | "unknown"> {
  const { account, clock, signal, settings, known, sentAt = clock.now() } = options;
  let wasRead = false;
  for (const pauseMs of options.isBrief ? pausesMs.slice(0, quickTries) : pausesMs) {
    try {
      await clock.sleep(pauseMs, signal);
      const { apps } = await account.client.listApps({ signal });
      wasRead = true;
      const found = apps.filter(({ id, name }) => name === settings.name && !known.has(id));
      const isNew = ({ createdAt = Infinity }: App): boolean => createdAt > sentAt - largestSkewMs;
      const [own, ...more] = found.filter((app) => isOwn(app, account, settings) && isNew(app));
      if (own && more.length === 0) return own;
      if (own || found.some(({ userId }) => userId === undefined)) return "unknown";
    } catch {
      // What this list would have said is not known; the next one may.
      wasRead = false;
      if (signal?.aborted) break;
    }
  }
  return wasRead ? "notFound" : "unknown";
}

/** By a user who is named: a colleague may create an app of the same name at the same time. */
function isOwn(app: App, account: Account, { runtime, teamId }: FindOptions["settings"]): boolean {
  const isRuntime = app.runtime === undefined || app.runtime === runtime;
  return app.userId === account.userId && app.teamId === teamId && isRuntime;
}
