// The last lines of an app's newest log, which mostly say why it crashed.
import type { AppKey } from "../core/model/appKey";
import { findLogs } from "../core/paths/logFiles";
import { lastLines } from "../core/text/logText";
import type { FilesOfAccounts } from "./filesOfAccounts";

export interface LogEnd {
  readonly name: string;
  /** Empty for a log that is too large to read. */
  readonly lines: readonly string[];
}

export type LoadFiles = () => Promise<Pick<FilesOfAccounts, "get">>;

const largestBytes = 1024 * 1024;
/** The service's clock and that of the app's machine may differ. */
const clockDifferenceMs = 60_000;

/** Undefined without a log that the app may have written since its start. Rejects with a ServiceError. */
export async function readLogEnd(
  loadFiles: LoadFiles,
  app: AppKey,
  startedAt = 0,
): Promise<LogEnd | undefined> {
  const files = (await loadFiles()).get(app);
  const list = async (directory: string) => await files.list(directory, { maxAgeMs: 0 });
  const [log] = await findLogs(async (directory) => [...(await list(directory)).entries.values()]);
  if (!log) return undefined;
  const { path, entry } = log;
  if (entry.modifiedAt > 0 && entry.modifiedAt < startedAt - clockDifferenceMs) return undefined;
  const text = entry.sizeBytes > largestBytes ? undefined : await files.readText(path, entry);
  return { name: path.slice(1), lines: lastLines(text ?? "") };
}
