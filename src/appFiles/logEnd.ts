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

/** Undefined without a log. Rejects with a ServiceError. */
export async function readLogEnd(loadFiles: LoadFiles, app: AppKey): Promise<LogEnd | undefined> {
  const files = (await loadFiles()).get(app);
  const list = async (directory: string) => await files.list(directory, { maxAgeMs: 0 });
  const [log] = await findLogs(async (directory) => [...(await list(directory)).entries.values()]);
  if (!log) return undefined;
  const { path, entry } = log;
  const text = entry.sizeBytes > largestBytes ? undefined : await files.readText(path, entry);
  return { name: path.slice(1), lines: lastLines(text ?? "") };
}
