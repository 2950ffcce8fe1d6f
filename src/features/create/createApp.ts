// Creates an app: packs the folder, sends it once, and watches until the service reports the app online.

import type { Account } from "../../accounts/accounts";
import type { ArchiveFile } from "../../core/archive/archive";
import type { Clock } from "../../core/async/clock";
import { isServiceError, mayBeDone } from "../../core/errors/serviceError";
import { saysEnded, saysFailed } from "../../core/model/appStatus";
import type { App, NewAppSettings } from "../../core/model/model";
import { CreateProblem } from "./createProblem";
import type { CreateRecords } from "./createRecords";
import { findCreatedApp } from "./findCreatedApp";

/** The app that was created, and what became of it. */
export interface CreatedApp {
  readonly app: App;
  /**
   * "failed": the service's word says so, or that the app has ended. "limit": nothing showed within a minute that it is up. "cancelled": the user
   * waits no longer. "gone": it was deleted meanwhile. "unwatched": its state cannot be read.
   */
  readonly result: "online" | "failed" | "limit" | "cancelled" | "gone" | "unwatched";
}

export type CreateStep =
  | { readonly kind: "packing"; readonly readBytes: number }
  | { readonly kind: "sending"; readonly archiveBytes: number }
  /** No answer confirms it: the list of apps is read. */
  | { readonly kind: "looking" }
  | { readonly kind: "waiting" };

/** Remembers how far it is, for a window that is closed midway. Each call is awaited before going on. */
type CreateJournal = Pick<ReturnType<CreateRecords["journalOf"]>, "sending" | "created" | "others">;

interface CreateOptions {
  readonly account: Account;
  readonly files: readonly ArchiveFile[];
  readonly settings: NewAppSettings;
  readonly maxArchiveBytes: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onStep: (step: CreateStep) => void;
  readonly journal: CreateJournal;
}

const onlineLimitMs = 60_000;
const pollPauseMs = 1_500;

/**
 * docs/interface.md#create-an-app, sent at most once. Aborting before it is sent sends nothing; aborting later looks
 * whether the app was created. Rejects with a PackProblem, a CreateProblem, a ServiceError, or the signal's
 * reason.
 */
export async function createApp(options: CreateOptions): Promise<CreatedApp> {
  const { account, clock, signal, onStep, journal } = options;
  const archive = await pack(options);
  const { apps } = await account.client.listApps({ signal });
  // This list may lack apps that an earlier one had.
  const known = new Set([...apps, ...(account.apps.snapshot.apps ?? [])].map(({ id }) => id));
  await journal.sending([...known], clock.now());
  signal.throwIfAborted();
  onStep({ kind: "sending", archiveBytes: archive.size });
  const app = await sendOnce(options, archive, known);
  account.apps.put(app);
  await journal.created(app);
  onStep({ kind: "waiting" });
  const ended = await waitUntilOnline(options, app);
  // The result message already reports this; suppress the offline notification.
  if (ended.result === "failed" || ended.result === "limit") account.apps.announceRestart(app.id, "down");
  return ended;
}

async function pack({ files, signal, onStep, maxArchiveBytes }: CreateOptions): Promise<Blob> {
  const { packArchive } = await import("../../core/archive/archive");
  const archive = await packArchive(files, {
    signal,
    maxBytes: maxArchiveBytes,
    onProgress: (readBytes) => onStep({ kind: "packing", readBytes }),
  });
  signal.throwIfAborted();
  return archive;
}

/**
 * Whatever happens, a second request is never sent: the list of apps tells what became of the first. A refusal is
 * believed where the list agrees.
 */
async function sendOnce(options: CreateOptions, archive: Blob, known: ReadonlySet<string>): Promise<App> {
  const { account, clock, settings, signal, onStep, journal } = options;
  try {
    const app = await account.client.createApp(settings, archive, { signal });
    notePermission(options, undefined);
    return app;
  } catch (error) {
    notePermission(options, error);
    const cancelled = signal.aborted;
    const isLost = isServiceError(error) && error.outcomeUnknown;
    if (!cancelled && !mayBeDone(error)) throw error;
    onStep({ kind: "looking" });
    const found = await findCreatedApp({
      account,
      clock,
      settings,
      known,
      others: () => journal.others(),
      // After Cancel no progress is shown, and after a refusal the service is done: a few looks find an app that just came up.
      isBrief: cancelled || !isLost,
      ...(!cancelled && { signal }),
    });
    if (found.kind === "found") return found.app;
    if (found.kind === "notFound" && !isLost && !cancelled) throw error;
    throw new CreateProblem({ ...found, cancelled: cancelled || signal.aborted }, error);
  }
}

/** The answer of a team tells whether the user may create apps, whatever their flags say. */
function notePermission({ account, settings: { teamId } }: CreateOptions, error: unknown): void {
  if (teamId === undefined || (error && !isServiceError(error, "forbidden"))) return;
  const permission = "canCreateApplication";
  account.permissions.answered({ teamId }, permission, !error);
  if (!isServiceError(error)) return;
  error.app = account.permissions.named({ teamId });
  if (error.request) error.request = { ...error.request, permission };
}

/** The app exists: what goes wrong from here on only ends the wait. */
async function waitUntilOnline(options: CreateOptions, created: App): Promise<CreatedApp> {
  const { account, clock, signal } = options;
  const deadline = clock.monotonicMs() + onlineLimitMs;
  let app = created;
  let upSince: number | undefined;
  // A status from before the first start proves nothing.
  let wasInFlight = !saysEnded(created);
  let endedLooks = 0;
  let lastLookFailed = false;
  while (clock.monotonicMs() < deadline) {
    if (signal.aborted) return { app, result: "cancelled" };
    try {
      app = await account.apps.refreshApp(created.id, { signal });
      lastLookFailed = false;
      const { online, startedAt = 0 } = app.metrics ?? {};
      // Seen twice in one run: an app that crashes at once is up for a moment.
      if (online === true && upSince === startedAt) return { app, result: "online" };
      upSince = online === true ? startedAt : undefined;
      wasInFlight ||= !saysEnded(app);
      endedLooks = wasInFlight && saysEnded(app) ? endedLooks + 1 : 0;
      // Twice: a service may stop an app between its first start and the next.
      if (saysFailed(app) || endedLooks === 2) return { app, result: "failed" };
    } catch (error) {
      if (signal.aborted) return { app, result: "cancelled" };
      if (isServiceError(error, "notFound")) return { app, result: "gone" };
      if (isServiceError(error, "unauthorized", "forbidden")) return { app, result: "unwatched" };
      lastLookFailed = true;
    }
    await clock.sleep(pollPauseMs, signal).catch(() => undefined);
  }
  return { app, result: lastLookFailed ? "unwatched" : "limit" };
}
