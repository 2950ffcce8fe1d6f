// Searches the text of an app's files: lists and reads at the same time, within a budget that keeps it from becoming
// a copy of the app. Knows nothing of VS Code.

import { mayBeText } from "../../../appFiles/read/fileReads";
import type { ReadOptions } from "../../../appFiles/read/readParts";
import { WorkQueue } from "../../../core/async/parallel";
import { isFileProblem } from "../../../core/errors/fileProblem";
import { isServiceError } from "../../../core/errors/serviceError";
import type { FileEntry } from "../../../core/model/model";
import { nameOf, parentOf } from "../../../core/paths/appPath";
import type { TreeEntry } from "../../../core/paths/walkTree";
import { listFiles } from "../files/listFiles";
import { findMatches, type TextMatch } from "./textQuery";

/** What a search needs of an app's files; MountedApp is the real one. */
export interface SearchedFiles {
  list(directory: string): Promise<readonly FileEntry[]>;
  readText(path: string, entry: FileEntry, options?: ReadOptions): Promise<string | undefined>;
}

/** The matches of one file. */
export interface FileMatches {
  readonly path: string;
  readonly matches: readonly TextMatch[];
}

/** How far a search is, and what it left out. */
export interface SearchTally {
  /** Files that were searched. */
  readonly files: number;
  readonly filesWithMatches: number;
  readonly matches: number;
  /** Files that are too large, or not text. */
  readonly notText: number;
  readonly filesFailed: number;
  readonly foldersFailed: number;
  /** Folders that tools fill. */
  readonly foldersSkipped: number;
  /** The part of the budget that was used up before all was searched. */
  readonly spent: "files" | "bytes" | "matches" | undefined;
}

export interface FileSearch {
  /** A folder of the app, or one of its files. */
  readonly root: string;
  readonly pattern: RegExp;
  readonly files: SearchedFiles;
  readonly signal: AbortSignal;
  readonly onMatches: (found: FileMatches) => void;
  readonly onProgress: (tally: SearchTally) => void;
  readonly budget?: SearchBudget;
  /** Ends work that takes too long, with undefined; for patterns that may never come to an end. */
  readonly limitTime?: (<T>(work: () => T) => T | undefined) | undefined;
}

/** Finding the pattern in this file took too long. Those after it would not do better. */
export class SlowPatternError extends Error {
  constructor(readonly path: string) {
    super(`the pattern takes too long on ${path}`);
  }
}

interface SearchBudget {
  readonly files: number;
  readonly bytes: number;
  readonly matches: number;
}

export const searchBudget: SearchBudget = { files: 2_000, bytes: 50 * 1024 * 1024, matches: 5_000 };

export const emptyTally: SearchTally = {
  files: 0,
  filesWithMatches: 0,
  matches: 0,
  notText: 0,
  filesFailed: 0,
  foldersFailed: 0,
  foldersSkipped: 0,
  spent: undefined,
};

const readsAtOnce = 8;

/** Resolves with what was searched; rejects when the root cannot be listed, the service stops answering, with SlowPatternError,
 * or on abort. */
export async function searchFiles(search: FileSearch): Promise<SearchTally> {
  return await new SearchRun(search).run();
}

class SearchRun {
  private tally = emptyTally;
  private filesTaken = 0;
  private bytesTaken = 0;
  private tooSlow: SlowPatternError | undefined;
  private readonly budget: SearchBudget;
  private readonly enough = new AbortController();
  private readonly queue = new WorkQueue<TreeEntry>(readsAtOnce, (file) => this.searchFile(file));

  constructor(private readonly search: FileSearch) {
    this.budget = search.budget ?? searchBudget;
  }

  async run(): Promise<SearchTally> {
    const { signal } = this.search;
    try {
      await this.collect();
    } catch (error) {
      // Enough was found; or reading failed, which is what the queue then rejects with.
      if (!this.enough.signal.aborted) {
        this.queue.clear();
        await this.queue.finished();
        throw error;
      }
    }
    await this.queue.finished();
    signal.throwIfAborted();
    return this.tally;
  }

  private async collect(): Promise<void> {
    const { root, files, signal } = this.search;
    if (root !== "/") {
      const entry = (await files.list(parentOf(root))).find(({ name }) => name === nameOf(root));
      if (entry?.type === "file") {
        this.take({ path: root, entry });
        return;
      }
    }
    await listFiles({
      root,
      list: (directory) => files.list(directory),
      signal: AbortSignal.any([signal, this.enough.signal]),
      onFiles: (found) => {
        for (const file of found) this.take(file);
      },
      onSkipped: () => this.count({ foldersSkipped: this.tally.foldersSkipped + 1 }),
      onFailure: (_directory, error) => {
        if (endsSearch(error)) throw error;
        this.count({ foldersFailed: this.tally.foldersFailed + 1 });
      },
    });
  }

  private take(file: TreeEntry): void {
    if (this.enough.signal.aborted) return;
    const { name, sizeBytes } = file.entry;
    if (!mayBeText(name, sizeBytes)) {
      this.count({ notText: this.tally.notText + 1 });
      return;
    }
    if (this.filesTaken >= this.budget.files) this.stop("files");
    else if (this.bytesTaken + sizeBytes > this.budget.bytes) this.stop("bytes");
    else {
      this.filesTaken++;
      this.bytesTaken += sizeBytes;
      this.queue.add(file);
    }
  }

  private async searchFile({ path, entry }: TreeEntry): Promise<void> {
    const { files, signal, onMatches } = this.search;
    if (this.tally.spent === "matches") return;
    try {
      signal.throwIfAborted();
      const text =
        entry.sizeBytes === 0 ? "" : await files.readText(path, entry, { priority: "background", signal });
      signal.throwIfAborted();
      if (text === undefined || text.includes("\0")) {
        this.count({ notText: this.tally.notText + 1 });
        return;
      }
      const room = this.budget.matches - this.tally.matches;
      const matches = this.matchesIn(path, text, room + 1);
      if (matches.length > room) this.stop("matches");
      const found = matches.slice(0, room);
      if (found.length > 0) onMatches({ path, matches: found });
      this.count({
        files: this.tally.files + 1,
        filesWithMatches: this.tally.filesWithMatches + (found.length > 0 ? 1 : 0),
        matches: this.tally.matches + found.length,
      });
    } catch (error) {
      if (signal.aborted || endsSearch(error)) {
        this.enough.abort();
        throw error;
      }
      this.count({ filesFailed: this.tally.filesFailed + 1 });
    }
  }

  private matchesIn(path: string, text: string, limit: number): readonly TextMatch[] {
    const { pattern, limitTime } = this.search;
    if (!limitTime) return findMatches(text, pattern, limit);
    // Files that were being read meanwhile would each hold everything up once more.
    if (this.tooSlow) throw this.tooSlow;
    const matches = limitTime(() => findMatches(text, pattern, limit));
    if (matches) return matches;
    this.tooSlow = new SlowPatternError(path);
    throw this.tooSlow;
  }

  private stop(spent: NonNullable<SearchTally["spent"]>): void {
    this.enough.abort();
    if (spent === "matches") this.queue.clear();
    this.count({ spent });
  }

  private count(change: Partial<SearchTally>): void {
    this.tally = { ...this.tally, ...change };
    this.search.onProgress(this.tally);
  }
}

/** Failures after which each further request would only fail as well. */
function endsSearch(error: unknown): boolean {
  return (
    error instanceof SlowPatternError ||
    isServiceError(error, "unauthorized", "network", "certificate", "dialect") ||
    isFileProblem(error, "signedOut", "notAllowed")
  );
}
