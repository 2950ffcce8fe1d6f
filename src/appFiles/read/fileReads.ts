// Reads exact bytes: as text where no other bytes could have produced it, since decodings are undocumented,
// else by a download.

import type { CallOptions } from "../../api/http/exchange";
import { ServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { nameOf } from "../../core/paths/appPath";
import { isAscii } from "../../core/text/ascii";
import type { FileService } from "./fileService";

interface ExactFile {
  readonly bytes: Uint8Array;
  readonly entry: FileEntry;
}

export class FileReads {
  /** `relist` lists the file's folder again; undefined when it lacks the file. */
  constructor(
    private readonly service: FileService,
    private readonly relist: (path: string) => Promise<FileEntry | undefined>,
  ) {}

  /** ServiceError "badResponse": no exact bytes; "notFound": deleted; "badInput": a folder now. */
  async read(path: string, entry: FileEntry, options: CallOptions): Promise<ExactFile> {
    if (this.mustDownload(entry)) return await this.download(path, entry, options);
    const { content } = await this.service.observe(path, options);
    if (content.isDirectory) throw new ServiceError("badInput", "a folder was read as if it were a file");
    const { text } = content;
    if (text === undefined || isDoubtful(text)) return await this.download(path, entry, options);
    const bytes = new TextEncoder().encode(text);
    if (bytes.length === entry.sizeBytes) return { bytes, entry };
    // It may have grown since its listing, as a log does. A file with text exists, even when unlisted.
    const listed = (await this.relist(path)) ?? entry;
    return bytes.length === listed.sizeBytes
      ? { bytes, entry: listed }
      : await this.download(path, listed, options);
  }

  mustDownload({ name, sizeBytes }: Pick<FileEntry, "name" | "sizeBytes">): boolean {
    return !mayBeText(name, sizeBytes) || (this.service.losesCharacters?.() ?? false);
  }

  /** As the service decodes it; undefined without text. Must not be saved. */
  async readText(path: string, options: CallOptions): Promise<string | undefined> {
    const { content } = await this.service.observe(path, options);
    return content.isDirectory ? undefined : content.text;
  }

  private async download(path: string, entry: FileEntry, options: CallOptions): Promise<ExactFile> {
    let listed = entry;
    for (let attempt = 1; ; attempt++) {
      const bytes = await this.service.download(path, { ...options, expectedBytes: listed.sizeBytes });
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
    { serviceText: `${nameOf(path)} couldn't be read completely; it may be changing right now.` },
  );
}

const largestTextBytes = 1024 * 1024;

const binaryExtensions = new Set(
  (
    "7z a avif bin bmp br bz2 class db dll dylib eot exe flac gif gz heic ico jar jpeg jpg mkv mo mov mp3 mp4 o " +
    "ogg onnx otf parquet pdf pickle pkl png psd pt pyc pyd rar so sqlite sqlite3 tar tgz tif tiff ttf wasm wav " +
    "webm webp whl woff woff2 xls xlsx xz zip zst"
  ).split(" "),
);

/** By size and extension. */
export function mayBeText(name: string, sizeBytes: number): boolean {
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1).toLowerCase() : "";
  return sizeBytes <= largestTextBytes && !binaryExtensions.has(extension);
}

/** The decoder lost bytes, whatever the length of the text. */
export function hasReplacedCharacters(text: string): boolean {
  // Length is no proof: F0 9F 98 41 decodes to U+FFFD and "A", which is four bytes again.
  return /[\uFFFD\p{Surrogate}]/u.test(text);
}

/** Bytes above ASCII, by the Windows-1252 character that UTF-8 encodes in several bytes. */
const bytesOf1252 = new Map(
  Array.from({ length: 32 }, (_, index) => 0x80 + index).map((byte) => [
    new TextDecoder("windows-1252").decode(Uint8Array.of(byte)).charCodeAt(0),
    byte,
  ]),
);

/** The text may be UTF-8 that was decoded as ISO 8859-1 or Windows-1252. */
function mayBeOfSingleBytes(text: string): boolean {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const byte = code <= 0xff ? code : bytesOf1252.get(code);
    if (byte === undefined) return false;
    bytes[index] = byte;
  }
  const decoded = new TextDecoder().decode(bytes);
  // ASCII decodes the same everywhere.
  return decoded !== text && !decoded.includes("\uFFFD");
}

/** Other control characters than line breaks, tabs, ANSI colors and overstrikes show a 7-bit decoding. */
function mayBeOfSevenBits(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that tell
  return isAscii(text) && /[\u0000-\u0007\u000b\u000e-\u001a\u001c-\u001f]/.test(text);
}

/** Lengths prove nothing for such text: a newer file, mis-decoded, may have the older one's length. */
function isDoubtful(text: string): boolean {
  return hasReplacedCharacters(text) || mayBeOfSingleBytes(text) || mayBeOfSevenBits(text);
}

/** Undefined unless `text` is provably the whole file. */
export function exactBytes(text: string, sizeBytes: number): Uint8Array | undefined {
  const bytes = new TextEncoder().encode(text);
  return bytes.length === sizeBytes && !isDoubtful(text) ? bytes : undefined;
}
