// Where a misplaced upload can be: the root (path ignored), its folder's path, or one folder too deep.

import { isServiceError } from "../../core/errors/serviceError";
import type { Logger } from "../../core/logger";
import type { Dialect } from "../../core/model/dialect";
import type { FileEntry } from "../../core/model/model";
import { joinAppPath, nameOf, parentOf } from "../../core/paths/appPath";
import { isAscii } from "../../core/text/ascii";
import type { CallOptions, DownloadOptions, SendOptions } from "../http/exchange";
import type { Deletion, PathAnswer } from "./answers";
import { misplacedError, type ServiceDialect } from "./serviceDialect";

export interface LandingCalls {
  readPath(appId: string, path: string, options: CallOptions): Promise<PathAnswer>;
  downloadFile(appId: string, path: string, options: DownloadOptions): Promise<Uint8Array>;
  deleteFiles(appId: string, paths: readonly string[], options: SendOptions): Promise<Deletion>;
}

/** Called before requests that may come late; the returned function gets the paths that may be left. */
export type NoteRequests = (
  appId: string,
  kind: "put" | "remove",
  paths: readonly string[],
) => Promise<(left: readonly string[]) => void>;

export interface LandingParts {
  readonly dialect: ServiceDialect;
  readonly calls: LandingCalls;
  readonly logger: Logger;
  readonly note: NoteRequests;
}

/** How the service read the path parameter. */
export type PathMeaning = "ignored" | "file" | "directory";

export interface LandedUpload {
  readonly meaning: PathMeaning;
  readonly place: string;
  /** To be deleted: the file, or the folder that the upload created. */
  readonly stray: string;
  /** An earlier file there was overwritten. */
  readonly isReplaced: boolean;
  readonly entry: FileEntry;
  readonly bytes: Uint8Array;
}

const interactive = { priority: "interactive" } as const;

export class LandingPlaces {
  constructor(private readonly parts: LandingParts) {}

  /** Undefined when the bytes are at none of these places. `before`: the known earlier entries. */
  async find(
    appId: string,
    sent: {
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly before: ReadonlyMap<string, FileEntry | "absent">;
      readonly target: Dialect["uploadTarget"];
      /** Entries of a folder in a listing after the upload. */
      readonly listed: (folder: string) => ReadonlyMap<string, FileEntry> | undefined;
    },
  ): Promise<LandedUpload | undefined> {
    const { path, bytes, before } = sent;
    const root = joinAppPath("/", nameOf(path));
    const other: readonly [PathMeaning, string, string] =
      sent.target === "directory"
        ? ["file", parentOf(path), parentOf(path)]
        : // One folder too deep: the folder is of our making too.
          ["directory", joinAppPath(path, nameOf(path)), path];
    const places = [["ignored", root, root], other] as const;
    for (const [meaning, place, stray] of places) {
      const was = before.get(stray);
      // Without the earlier entry, equal content proves nothing.
      if (place === path || place === "/" || was === undefined) continue;
      const folder = parentOf(place);
      const entries = sent.listed(folder) ?? (await this.entriesIn(appId, folder));
      const found = await this.holding(appId, { place, bytes, entry: entries.get(nameOf(place)) });
      if (!found || (was !== "absent" && isSameEntry(was, found))) continue;
      return { meaning, place, stray, isReplaced: was !== "absent", entry: found, bytes };
    }
    return undefined;
  }

  /** False when another client has changed the stray. Rejects with "misplaced", which stops all writes. */
  async clear(appId: string, wanted: string, landing: LandedUpload): Promise<boolean> {
    const { meaning, place, stray, isReplaced } = landing;
    let isChanged = false;
    let noteLeft: Awaited<ReturnType<NoteRequests>> | undefined;
    const beforeSend = async (): Promise<void> => {
      isChanged = !(await this.isThere(appId, landing));
      if (isChanged) throw new Error("another client has changed it since");
      noteLeft = await this.parts.note(appId, "remove", [stray]);
    };
    const isGone = async (): Promise<boolean> => {
      const isDeleted = await this.wasDeleted(appId, [stray], beforeSend);
      noteLeft?.(isDeleted ? [] : [stray]);
      return isDeleted || (!isChanged && !(await this.isLeft(appId, landing)));
    };
    // One lost response must not stop the account's uploads.
    const isRemoved = !isReplaced && ((await isGone()) || (!isChanged && (await isGone())));
    if (isChanged) return false;
    if (!isRemoved) {
      this.parts.dialect.stopWrites({ wanted, landed: place });
      throw misplacedError({ wanted, landed: place });
    }
    this.parts.logger.info(`An upload landed elsewhere (its path was taken as: ${meaning}); it was removed.`);
    return true;
  }

  /** True when the stray file is unchanged and alone in the folder that the upload created. */
  private async isThere(appId: string, { place, stray, entry, bytes }: LandedUpload): Promise<boolean> {
    const entries = await this.entriesIn(appId, parentOf(place));
    const found = await this.holding(appId, { place, bytes, entry: entries.get(nameOf(place)) });
    return found !== undefined && isSameEntry(found, entry) && (stray === place || entries.size === 1);
  }

  /** By name; empty for anything but a folder. */
  async entriesIn(appId: string, folder: string): Promise<ReadonlyMap<string, FileEntry>> {
    try {
      const { content } = await this.parts.calls.readPath(appId, folder, interactive);
      return new Map(content.isDirectory ? content.entries.map((entry) => [entry.name, entry]) : []);
    } catch (error) {
      if (!isServiceError(error, "notFound", "refused", "badInput")) throw error;
      return new Map();
    }
  }

  /** By name. False after any other failure. */
  async isAbsent(appId: string, path: string): Promise<boolean> {
    try {
      await this.parts.calls.readPath(appId, path, interactive);
      return false;
    } catch (error) {
      return isServiceError(error, "notFound");
    }
  }

  /** By name, also what no listing shows yet. False where nothing, or certainly something else, is there. */
  async mayHold(appId: string, path: string, bytes: Uint8Array): Promise<boolean> {
    if (await this.isAbsent(appId, path)) return false;
    try {
      return isSameBytes(await this.contentOf(appId, path, bytes), bytes);
    } catch (error) {
      return !isServiceError(error, "notFound");
    }
  }

  /** Deletes probe files from the root; resolves with the paths that a listing still shows. */
  async takeAway(appId: string, names: readonly string[]): Promise<string[]> {
    const paths = names.map((name) => joinAppPath("/", name));
    await this.wasDeleted(appId, paths);
    const root = await this.entriesIn(appId, "/");
    return paths.filter((path) => root.has(nameOf(path)));
  }

  private async wasDeleted(
    appId: string,
    paths: readonly string[],
    beforeSend?: () => Promise<void>,
  ): Promise<boolean> {
    try {
      const answer = await this.parts.calls.deleteFiles(appId, paths, { ...interactive, beforeSend });
      return answer.deleted.length > 0;
    } catch (error) {
      this.parts.logger.warn(`What landed elsewhere could not be removed: ${error}`);
      return false;
    }
  }

  /** By name: a listing may still show what was deleted. */
  async isLeft(appId: string, landing: LandedUpload): Promise<boolean> {
    return (await this.holding(appId, landing)) !== undefined;
  }

  /** The file when it has exactly these bytes. */
  private async holding(
    appId: string,
    landed: Pick<LandedUpload, "place" | "bytes"> & { readonly entry: FileEntry | undefined },
  ): Promise<FileEntry | undefined> {
    const { place, bytes, entry } = landed;
    if (entry?.type !== "file" || entry.sizeBytes !== bytes.byteLength) return undefined;
    try {
      return isSameBytes(await this.contentOf(appId, place, bytes), bytes) ? entry : undefined;
    } catch (error) {
      // Deleted since the listing.
      if (isServiceError(error, "notFound")) return undefined;
      throw error;
    }
  }

  /** Text comes with a listing, which has no rate limit; other content, and text that may be garbled, needs a download. */
  private async contentOf(appId: string, path: string, bytes: Uint8Array): Promise<Uint8Array> {
    const text = new TextDecoder().decode(bytes);
    const { calls, dialect } = this.parts;
    if (!dialect.losesCharacters && isSameBytes(new TextEncoder().encode(text), bytes)) {
      const { content } = await calls.readPath(appId, path, interactive);
      const listed = new TextEncoder().encode(content.isDirectory ? "" : (content.text ?? ""));
      if (isAscii(text) || isSameBytes(listed, bytes)) return listed;
    }
    return await calls.downloadFile(appId, path, { ...interactive, expectedBytes: bytes.byteLength });
  }
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}

function isSameEntry(a: FileEntry, b: FileEntry): boolean {
  return a.type === b.type && a.sizeBytes === b.sizeBytes && a.modifiedAt === b.modifiedAt;
}
