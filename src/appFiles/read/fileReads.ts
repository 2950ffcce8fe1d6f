// Brings the exact bytes of a file: from the text of GET files where that proves itself, else by a download.
import type { CallOptions } from "../../api/http/exchange";
import { ServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { nameOf } from "../../core/paths/appPath";
import type { AppWire } from "./appWire";
import { exactBytes, hasReplacedCharacters, mayBeText } from "./exactText";

/** What was read, and the entry that it has been proved against. */
export interface ExactFile {
  readonly bytes: Uint8Array;
  readonly entry: FileEntry;
}

export class FileReads {
  /** `relist` lists the file's folder again; undefined when it lacks the file. */
  constructor(
    private readonly wire: AppWire,
    private readonly relist: (path: string) => Promise<FileEntry | undefined>,
  ) {}

  /**
   * The file's bytes, exactly. `entry` is the file as it was last listed. ServiceError "badResponse" when no way brings
   * them whole, "notFound" when the file is gone, "badInput" when it is a folder now.
   */
  async read(path: string, entry: FileEntry, options: CallOptions): Promise<ExactFile> {
    if (!mayBeText(entry.name, entry.sizeBytes)) return await this.download(path, entry, options);
    const { content } = await this.wire.observe(path, options);
    if (content.isDirectory) throw new ServiceError("badInput", "a folder was read as if it were a file");
    const { text } = content;
    const exact = text === undefined ? undefined : exactBytes(text, entry.sizeBytes);
    if (exact) return { bytes: exact, entry };
    if (text === undefined || hasReplacedCharacters(text)) return await this.download(path, entry, options);
    // It may have grown since it was listed, as a log does.
    const listed = await this.listedNow(path);
    const exactNow = exactBytes(text, listed.sizeBytes);
    return exactNow ? { bytes: exactNow, entry: listed } : await this.download(path, listed, options);
  }

  /** The file as the service decodes it, undefined when it sends no text. Not to be saved. */
  async readText(path: string, options: CallOptions): Promise<string | undefined> {
    const { content } = await this.wire.observe(path, options);
    return content.isDirectory ? undefined : content.text;
  }

  private async download(path: string, entry: FileEntry, options: CallOptions): Promise<ExactFile> {
    let listed = entry;
    for (let attempt = 1; ; attempt++) {
      const bytes = await this.wire.download(path, { ...options, expectedBytes: listed.sizeBytes });
      if (bytes.length === listed.sizeBytes) return { bytes, entry: listed };
      listed = await this.listedNow(path);
      if (bytes.length === listed.sizeBytes) return { bytes, entry: listed };
      if (attempt === 2) throw notWhole(path, bytes.length, listed.sizeBytes);
    }
  }

  private async listedNow(path: string): Promise<FileEntry> {
    const entry = await this.relist(path);
    if (!entry) throw new ServiceError("notFound", "the file is no longer listed");
    return entry;
  }
}

function notWhole(path: string, bytes: number, listedBytes: number): ServiceError {
  return new ServiceError(
    "badResponse",
    `a download brought ${bytes} bytes of a file that is listed with ${listedBytes}`,
    { serviceText: `${nameOf(path)} could not be read whole; it may be changing right now.` },
  );
}
