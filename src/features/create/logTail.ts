// The end of an app's log file, which says best why it did not come online.
import type { AppFiles } from "../../appFiles/appFiles";
import type { FileEntry } from "../../core/model/model";

export interface LogTail {
  /** Absolute within the app. */
  readonly path: string;
  /** The last lines; none when the file is too large to be read for this, or cannot be read. */
  readonly lines: readonly string[];
}

const maxBytes = 1024 * 1024;
const maxLines = 2;
const maxLineLength = 160;

/** The newest `*.log` in the app's own folder that holds something; undefined without one. Never rejects. */
export async function readLogTail(files: AppFiles): Promise<LogTail | undefined> {
  const log = await files.list("/").then(
    ({ entries }) => newestLog([...entries.values()]),
    () => undefined,
  );
  if (!log) return undefined;
  const path = `/${log.name}`;
  if (log.sizeBytes > maxBytes) return { path, lines: [] };
  const bytes = await files.read(path, log).catch(() => new Uint8Array());
  return { path, lines: lastLines(new TextDecoder().decode(bytes)) };
}

/** The last lines that hold something, each of a readable length. */
export function lastLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(-maxLines)
    .map((line) => (line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line));
}

function newestLog(entries: readonly FileEntry[]): FileEntry | undefined {
  return entries
    .filter(({ name, type, sizeBytes }) => type === "file" && sizeBytes > 0 && /\.log$/i.test(name))
    .sort((a, b) => b.modifiedAt - a.modifiedAt)[0];
}
