// The last lines of an app's newest log, which mostly say why it crashed.
import type { AppKey } from "../core/model/appKey";
import { findLogs, largestLogBytes } from "../core/paths/logFiles";
import { lastLines } from "../core/text/logText";
import type { FilesOfAccounts } from "./filesOfAccounts";

export interface LogEnd {
  readonly name: string;
  readonly lines: readonly string[];
}

export type LoadFiles = () => Promise<Pick<FilesOfAccounts, "get">>;

const largestClockDifferenceMs = 24 * 3_600_000;

/** Undefined without a log since the app's start; no lines where each is too large. Rejects with a ServiceError. */
export async function readLogEnd(
  loadFiles: LoadFiles,
  app: AppKey,
  startedAt = 0,
): Promise<LogEnd | undefined> {
  const files = (await loadFiles()).get(app);
  const list = async (directory: string) => await files.list(directory, { maxAgeMs: 0 });
  const found = await findLogs(async (directory) => [...(await list(directory)).entries.values()]);
  const earliest = startedAt - largestClockDifferenceMs;
  const logs = found.filter(({ entry }) => entry.modifiedAt === 0 || entry.modifiedAt >= earliest);
  // Without a start, an older log may be of another run.
  const log = logs
    .slice(0, startedAt > 0 ? undefined : 1)
    .find(({ entry }) => entry.sizeBytes <= largestLogBytes);
  const text = log && (await files.readText(log.path, log.entry));
  const { path } = log ?? logs[0] ?? {};
  return path === undefined ? undefined : { name: path.slice(1), lines: lastLines(text ?? "") };
}
