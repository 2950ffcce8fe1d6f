// Looks for an app whose creation was sent and not confirmed: the service may have created it, or may be at it still.
import type { Account } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import type { App, NewAppSettings } from "../../core/model/model";

/** Creations of an app of the same name by other windows of the machine. */
export interface OtherCreations {
  readonly appIds: readonly string[];
  /** One of them was sent, and the id of its app is not known yet. */
  readonly isOpen: boolean;
}

export interface CreatedAppSearch {
  readonly account: Account;
  readonly clock: Clock;
  /** The settings that were sent. */
  readonly settings: Pick<NewAppSettings, "name" | "runtime"> & { readonly teamId?: string | undefined };
  /** Ids of the apps that were there before. */
  readonly known: ReadonlySet<string>;
  readonly others: () => PromiseLike<OtherCreations>;
  /** Time of sending, by the machine's clock; now when absent. */
  readonly sentAt?: number;
  /** A few seconds instead of a quarter of a minute. */
  readonly isBrief?: boolean;
  readonly signal?: AbortSignal;
}

const pausesMs = [0, 1_000, 2_000, 4_000, 8_000] as const;
const quickTries = 3;
/** Times of services may lack their offset, and clocks may be wrong. */
const largestSkewMs = 24 * 3_600_000;
/** An app that appears later than an upload takes may be another one of the user's. */
const nearMs = 10 * 60_000;

/** The app, as far as the lists show it. */
export type FoundApp =
  | { readonly kind: "found"; readonly app: App }
  /** The last list was whole and does not have it. */
  | { readonly kind: "notFound" }
  /** The last list could not be read or lacks apps, or has these of its name, any of which may be it or another user's. */
  | { readonly kind: "unknown"; readonly maybe: readonly App[] };

export async function findCreatedApp(options: CreatedAppSearch): Promise<FoundApp> {
  const { account, clock, signal, settings, known, sentAt = clock.now() } = options;
  let wasRead = false;
  let maybe: readonly App[] = [];
  for (const pauseMs of options.isBrief ? pausesMs.slice(0, quickTries) : pausesMs) {
    try {
      await clock.sleep(pauseMs, signal);
      const { apps, missing } = await account.client.listApps({ signal });
      // Read after the list: each creation was recorded before it was sent.
      const { appIds, isOpen } = await options.others();
      wasRead = missing === undefined;
      const isNew = ({ createdAt = Infinity }: App): boolean => createdAt > sentAt - largestSkewMs;
      // A day may have passed since then, for a window that was closed.
      const isNear = ({ createdAt = Infinity }: App): boolean =>
        [clock.now(), createdAt].some((time) => Math.abs(time - sentAt) <= nearMs);
      const isSent = (app: App): boolean => isOwn(app, account, settings) && isNew(app);
      maybe = apps
        .filter(({ id, name }) => name === settings.name && !known.has(id) && !appIds.includes(id))
        .filter((app) => isSent(app) || app.userId === undefined);
      // The other window may soon hear which app is its own.
      if (isOpen && maybe.length > 0) continue;
      const [app, ...more] = maybe.filter(isSent);
      if (app && more.length === 0 && isNear(app)) return { kind: "found", app };
      if (maybe.length > 0) break;
    } catch {
      wasRead = false;
      if (signal?.aborted) break;
    }
  }
  return wasRead && maybe.length === 0 ? { kind: "notFound" } : { kind: "unknown", maybe };
}

/** The app names this user as its creator: a colleague may create an app of the same name at the same time. */
function isOwn(app: App, account: Account, { runtime, teamId }: CreatedAppSearch["settings"]): boolean {
  const isRuntime = app.runtime === undefined || app.runtime === runtime;
  return app.userId === account.userId && app.teamId === teamId && isRuntime;
}
