// Creates an app: packs the folder, sends it once, and watches until the service reports the app online.
import { l10n } from "vscode";
import type { Account } from "../../api/accounts";
import { saysFailed } from "../../core/appStatus";
import type { Clock } from "../../core/clock";
import { formatBytes } from "../../core/format";
import type { App, NewAppSettings } from "../../core/model";
import { isPackProblem } from "../../core/packProblem";
import { isServiceError } from "../../core/serviceError";
import type { Progress } from "../../editor/progress";
import { packProblemSentence } from "./folderWords";
import type { NodeDeflater } from "./nodeDeflate";
import type { ProjectFolder } from "./projectFolder";

export interface CreatedApp {
  readonly app: App;
  /** False: it did not come up within the limit. */
  readonly online: boolean;
}

export interface CreateOptions {
  readonly account: Account;
  readonly project: ProjectFolder;
  readonly settings: NewAppSettings;
  readonly maxArchiveBytes: number;
  readonly clock: Clock;
}

const onlineLimitMs = 60_000;
const lookPauseMs = 1_500;

/** interface.md POST /v1/apps/create. Cancel while packing sends nothing; cancel later leaves the created app. */
export async function createApp(options: CreateOptions, progress: Progress): Promise<CreatedApp> {
  const { account, settings } = options;
  const archive = await pack(options, progress);
  const known = await knownAppIds(account, progress.signal);
  progress.report(l10n.t("sending {0}", formatBytes(archive.size)), 0.7);
  let app: App;
  try {
    app = await account.client.createApp(settings, archive, { signal: progress.signal });
  } catch (error) {
    if (!isServiceError(error) || !error.outcomeUnknown) throw error;
    progress.report(l10n.t("the answer was lost; looking whether the app was created"));
    app = await findLostApp(account, settings.name, known, error);
  }
  account.apps.put(app);
  progress.report(l10n.t("waiting for {0} to come online", settings.name), 0.9);
  return await waitUntilOnline(options, app, progress.signal);
}

async function pack({ project, maxArchiveBytes }: CreateOptions, progress: Progress): Promise<Blob> {
  const total = formatBytes(project.totalBytes);
  const { packArchive } = await import("../../core/archive");
  const deflater = await nodeDeflater();
  try {
    return await packArchive(project.files, {
      signal: progress.signal,
      maxBytes: maxArchiveBytes,
      deflate: deflater?.deflate,
      onProgress: (readBytes) =>
        progress.report(
          l10n.t("packing {0} of {1}", formatBytes(readBytes), total),
          project.totalBytes === 0 ? undefined : (readBytes / project.totalBytes) * 0.6,
        ),
    });
  } catch (error) {
    if (!isPackProblem(error)) throw error;
    throw new Error(packProblemSentence(error, formatBytes(maxArchiveBytes)), { cause: error });
  } finally {
    deflater?.dispose();
  }
}

/** A browser's extension host has no Node; there the archive uses what every platform has. */
async function nodeDeflater(): Promise<NodeDeflater | undefined> {
  if (globalThis.process?.versions?.node === undefined) return undefined;
  const { NodeDeflater } = await import("./nodeDeflate");
  return new NodeDeflater();
}

async function knownAppIds(account: Account, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const apps = await account.client.listApps({ signal });
  return new Set(apps.map(({ id }) => id));
}

/** A create is never sent twice: an app of that name that was not there before is the one. */
async function findLostApp(
  account: Account,
  name: string,
  known: ReadonlySet<string>,
  lost: Error,
): Promise<App> {
  const apps = await account.client.listApps();
  const created = apps.find((app) => app.name === name && !known.has(app.id));
  if (!created) throw lost;
  return created;
}

async function waitUntilOnline(options: CreateOptions, app: App, signal: AbortSignal): Promise<CreatedApp> {
  const { account, clock } = options;
  const deadline = clock.now() + onlineLimitMs;
  let latest = app;
  let upSince: number | undefined;
  while (clock.now() < deadline) {
    // The app exists: cancelling only ends the wait.
    if (signal.aborted) break;
    latest = await account.apps.refreshApp(app.id);
    const { online, startedAt = 0 } = latest.metrics ?? {};
    // Seen twice in one run: an app that crashes at once is up for a moment.
    if (online === true && upSince === startedAt) return { app: latest, online: true };
    upSince = online === true ? startedAt : undefined;
    if (saysFailed(latest)) break;
    await clock.sleep(lookPauseMs);
  }
  return { app: latest, online: false };
}
