// Searches the text of an app's files: lists and reads at the same time, within a budget, so that a search does not
// copy the whole app. Free of VS Code.

import { mayBeText } from "../../../appFiles/read/fileReads";
import { WorkQueue } from "../../../core/async/parallel";
import { isFileProblem } from "../../../core/errors/fileProblem";
import { isServiceError } from "../../../core/errors/serviceError";
import { nameOf, parentOf } from "../../../core/paths/appPath";
import type { TreeEntry } from "../../../core/paths/walkTree";
import type { FindableFiles } from "../files/findServices";
import { listFiles } from "../files/listFiles";
import { findMatches, type TextMatch } from "./textQuery";

export interface FileMatches {
  readonly path: string;
  readonly matches: readonly TextMatch[];
}

/** Counts of a search so far. */
export interface SearchTally {
  readonly files: number;
  readonly filesWithMatches: number;
  readonly matches: number;
  /** Too large, or not text. */
  readonly notText: number;
  readonly filesFailed: number;
  readonly foldersFailed: number;
  /** Left out by the built-in rules, such as node_modules. */
  readonly foldersSkipped: number;
  /** The limit that ended the search early. */
  readonly spent: "files" | "bytes" | "matches" | undefined;
}

export interface FileSearch {
  readonly root: string;
  readonly pattern: RegExp;
  readonly files: FindableFiles;
  readonly signal: AbortSignal;
  readonly onMatches: (found: FileMatches) => void;
  readonly onProgress: (tally: SearchTally) => void;
  readonly budget?: SearchBudget;
  /** Returns undefined for work that takes too long; for regular expressions, which may never end. */
  readonly limitTime?: (<T>(work: () => T) => T | undefined) | undefined;
}

/** The pattern took too long in this file; in others it would as well. */
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

/** Rejects when the root cannot be listed, when the service stops responding, with SlowPatternError, or on abort. */
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
      // Aborted: the budget is spent, or a read failed, with which the queue rejects.
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
    // Each file that was being read would block for the whole time limit again.
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

/** After these failures, further requests would fail as well. */
function endsSearch(error: unknown): boolean {
  return (
    error instanceof SlowPatternError ||
    isServiceError(error, "unauthorized", "network", "certificate", "dialect") ||
    isFileProblem(error, "signedOut", "notAllowed")
  );
}
