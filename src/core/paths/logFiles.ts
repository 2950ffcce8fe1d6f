import type { FileEntry } from "../model/model";
import { joinAppPath } from "./appPath";

export interface LogFile {
  readonly path: string;
  readonly entry: FileEntry;
}

export const largestLogBytes = 5 * 1024 * 1024;

const logName = /\.log$|^nohup\.out$/i;
export function isLogName(name: string): boolean {
  return logName.test(name);
}

const growingName = /\.(log|out|err|txt|jsonl|csv|tsv)$/i;
/** The name suggests a file that its app appends to. */
export function mayGrow(name: string): boolean {
  return growingName.test(name);
}

const logFolder = /^\.?logs?$/i;
/** Each log folder costs one request. */
const mostFolders = 2;

/** The non-empty logs of the app's root folder and of its log folders, newest first. */
export async function findLogs(
  list: (directory: string) => Promise<readonly FileEntry[]>,
): Promise<LogFile[]> {
  const entries = await list("/");
  const folders = entries.filter(({ name, type }) => type === "directory" && logFolder.test(name));
  const below = await Promise.all(
    folders.slice(0, mostFolders).map(async ({ name }) => {
      const directory = joinAppPath("/", name);
      // A folder that cannot be listed must not hide the other logs.
      return logsOf(directory, await list(directory).catch(() => []));
    }),
  );
  return [...logsOf("/", entries), ...below.flat()].sort((a, b) => b.entry.modifiedAt - a.entry.modifiedAt);
}

function logsOf(directory: string, entries: readonly FileEntry[]): LogFile[] {
  return entries
    .filter(({ name, type, sizeBytes }) => type === "file" && sizeBytes > 0 && logName.test(name))
    .map((entry) => ({ path: joinAppPath(directory, entry.name), entry }));
}
