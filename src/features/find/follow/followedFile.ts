// Follows one growing text file of an app: polls its listing, reads its text when that shows a change, and reports what
// is new. Free of VS Code.

import { type FileVersion, isSameVersion } from "../../../appFiles/read/serviceTime";
import type { Clock } from "../../../core/async/clock";
import { Poller } from "../../../core/async/poller";
import { isFileProblem } from "../../../core/errors/fileProblem";
import { isServiceError } from "../../../core/errors/serviceError";
import type { Logger } from "../../../core/logger";
import type { FileEntry } from "../../../core/model/model";
import { nameOf, parentOf } from "../../../core/paths/appPath";
import { largestLogBytes } from "../../../core/paths/logFiles";
import type { FindableFiles } from "../files/findServices";
import { settledText, tailChange } from "./tail";

/** Why a file cannot be followed, or no longer is. */
export type FollowEnd = "tooLarge" | "notText" | "signedOut";

/** `text`: all of the file. */
export type FollowEvent =
  | { readonly kind: "started" | "grew" | "restarted" | "returned"; readonly text: string }
  | { readonly kind: "vanished" | "recovered" }
  | { readonly kind: "failing"; readonly error: unknown }
  | { readonly kind: "ended"; readonly reason: FollowEnd };

interface FollowOptions {
  readonly path: string;
  /** The app's files; rejects with a FileProblem "signedOut" when its account is gone. */
  readonly openFiles: () => Promise<FindableFiles>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onEvent: (event: FollowEvent) => void;
}

/** The file's content, "same" when its version did not change, or why there is none. */
type FileState =
  | { readonly version: FileVersion; readonly text: string }
  | "same"
  | "notFound"
  | Exclude<FollowEnd, "signedOut">;

const intervalMs = 3_000;
/** Younger than the interval, so that each poll lists; files of one folder share a listing. */
const listingAgeMs = 2_000;

export class FollowedFile {
  private readonly poller: Poller;
  private readonly disposed = new AbortController();
  private version: FileVersion | undefined;
  private text = "";
  private isGone = false;
  private isFailing = false;

  constructor(private readonly options: FollowOptions) {
    this.poller = new Poller({
      name: `following ${options.path}`,
      intervalMs: () => intervalMs,
      clock: options.clock,
      logger: options.logger,
      load: (signal) => this.load(signal),
    });
  }

  /**
   * Reads the file and reports "started", or resolves with the reason why it cannot be followed. Rejects when it cannot
   * be read.
   */
  async start(): Promise<"following" | "notFound" | FollowEnd> {
    const found = await this.read(this.disposed.signal);
    if (found === "same") return "following";
    if (typeof found === "string") return found;
    this.text = found.text;
    this.version = found.version;
    this.report({ kind: "started", text: found.text });
    return "following";
  }

  /** Polls while it is wanted. */
  setWanted(isWanted: boolean): void {
    this.poller.setWanted(isWanted && !this.disposed.signal.aborted);
  }

  /** Polls at once, or when it is wanted again: a sign-in may have changed the result. */
  checkNow(): void {
    this.poller.restart();
  }

  dispose(): void {
    this.disposed.abort();
    this.poller.dispose();
  }

  private async load(signal: AbortSignal): Promise<void> {
    try {
      const found = await this.read(signal, this.version);
      signal.throwIfAborted();
      if (this.isFailing) {
        this.isFailing = false;
        this.report({ kind: "recovered" });
      }
      this.take(found);
    } catch (error) {
      if (signal.aborted) throw error;
      if (isFileProblem(error, "signedOut")) {
        this.end("signedOut");
        return;
      }
      if (!this.isFailing) {
        this.isFailing = true;
        this.report({ kind: "failing", error });
      }
      throw error;
    }
  }

  private take(found: FileState): void {
    if (found === "same") return;
    if (found === "notFound") {
      if (!this.isGone) this.report({ kind: "vanished" });
      this.isGone = true;
      this.version = undefined;
      return;
    }
    if (typeof found === "string") {
      this.end(found);
      return;
    }
    const { kind } = tailChange(this.text, found.text);
    this.text = found.text;
    this.version = found.version;
    if (this.isGone) {
      this.isGone = false;
      this.report({ kind: "returned", text: found.text });
    } else if (kind !== "same") this.report({ kind, text: found.text });
  }

  private async read(signal: AbortSignal, known?: FileVersion): Promise<FileState> {
    const { path, openFiles } = this.options;
    const files = await openFiles();
    const entry = await findFile(files, path);
    signal.throwIfAborted();
    if (!entry) return "notFound";
    if (known && isSameVersion(entry, known)) return "same";
    if (entry.sizeBytes > largestLogBytes) return "tooLarge";
    const text = await files.readText(path, entry, { signal });
    signal.throwIfAborted();
    return text === undefined ? "notText" : { version: entry, text: settledText(text) };
  }

  private end(reason: FollowEnd): void {
    this.report({ kind: "ended", reason });
    this.dispose();
  }

  private report(event: FollowEvent): void {
    if (!this.disposed.signal.aborted) this.options.onEvent(event);
  }
}

/** A missing folder has no files; the root folder is never missing. */
async function findFile(files: FindableFiles, path: string): Promise<FileEntry | undefined> {
  const directory = parentOf(path);
  try {
    const entries = await files.list(directory, listingAgeMs);
    return entries.find(({ name, type }) => name === nameOf(path) && type === "file");
  } catch (error) {
    if (directory !== "/" && isServiceError(error, "notFound")) return undefined;
    throw error;
  }
}
