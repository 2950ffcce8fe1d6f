// Thrown for a folder with more files than any app's source, with the largest folders.
import { mostFiles } from "../archive/zipWriter";
import { foldersAbove } from "./relativePath";

export const maxFiles = mostFiles;

interface FolderPart {
  readonly rule: string;
  /** Number of files that were found before reading stopped. */
  readonly count: number;
}

const deepestPart = 3;
const mostParts = 30;

/** The folder holds more than `maxFiles` of these that would be sent; `message` is for logs. */
export class TooManyFilesError extends Error {
  override readonly name = "TooManyFilesError";

  constructor(
    private readonly found: readonly string[] = [],
    readonly what: "files" | "folders" = "files",
  ) {
    super("too many files");
  }

  /** The folders with the most files in them, and the most frequent endings beside them. */
  largestParts(): FolderPart[] {
    const counts = new Map<string, number>();
    const count = (rule: string): void => void counts.set(rule, (counts.get(rule) ?? 0) + 1);
    for (const path of this.found) {
      const folders = foldersAbove(path.split("/", deepestPart + 1).join("/"));
      for (const folder of folders) count(`/${escaped(folder)}/`);
      const ending = folders.length === 0 ? /.(\.\w{1,20})$/.exec(path)?.[1] : undefined;
      if (ending !== undefined) count(`/*${ending}`);
    }
    const parts = [...counts].map(([rule, number]) => ({ rule, count: number }));
    return parts
      .filter((part) => part.count > 1)
      .sort((a, b) => b.count - a.count)
      .slice(0, mostParts);
  }
}

function escaped(path: string): string {
  return path.replaceAll(/[\\*?[ ]/g, "\\$&");
}
