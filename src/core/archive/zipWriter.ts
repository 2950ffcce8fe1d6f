import type { Deflated } from "./deflate";
import { PackProblem } from "./packProblem";

/** A zip without the 64-bit extension counts entries in 16 bits and bytes in 32; the highest numbers mark the extension. */
export const mostFiles = 0xfffe;
export const mostBytes = 0xffff_fffe;

/**
 * Writes a zip by APPNOTE.TXT 6.3.10, section 4.3: each entry as soon as its file is deflated, the directory at the
 * end. Calls are queued, so that entries are written one at a time. After a failure every later call fails with the
 * same error.
 */
export class ZipWriter {
  /** Size of the zip if it ended now: 22 bytes are its end record. */
  sizeBytes = 22;
  private writtenBytes = 0;
  private readonly directory: Uint8Array[][] = [];
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly append: (part: Uint8Array) => Promise<void>) {}

  /** The entry's place in the directory is `index`, whenever it is written. */
  add(
    index: number,
    { path, modifiedAt }: { readonly path: string; readonly modifiedAt: number },
    { content, sizeBytes, crc32, isDeflated, isScript }: Deflated,
  ): Promise<void> {
    return this.inTurn(async () => {
      if (index >= mostFiles) throw new PackProblem("tooManyFiles", "");
      const name = new TextEncoder().encode(path);
      const sizes = [content.byteLength, sizeBytes, name.byteLength, 0];
      // 20: version 2.0 of the format; 0x0800: the name is UTF-8.
      const method = isDeflated ? 8 : 0;
      const fields = littleEndian("222444422", 20, 0x0800, method, zipTime(modifiedAt), crc32, ...sizes);
      // A regular file made on Unix; executable when it begins with "#!".
      const mode = (isScript ? 0o100755 : 0o100644) * 2 ** 16;
      const place = littleEndian("22244", 0, 0, 0, mode, this.writtenBytes);
      this.directory[index] = [littleEndian("42", 0x02014b50, 0x0314), fields, place, name];
      this.sizeBytes += 76 + content.byteLength + 2 * name.byteLength;
      for (const part of [littleEndian("4", 0x04034b50), fields, name, content]) await this.write(part);
    });
  }

  end(): Promise<void> {
    return this.inTurn(async () => {
      const entries = this.directory.filter(Boolean);
      const start = this.writtenBytes;
      for (const part of entries.flat()) await this.write(part);
      const ends = [entries.length, entries.length, this.writtenBytes - start, start, 0];
      await this.write(littleEndian("42222442", 0x06054b50, 0, 0, ...ends));
    });
  }

  private inTurn(work: () => Promise<void>): Promise<void> {
    this.last = this.last.then(work);
    return this.last;
  }

  private async write(part: Uint8Array): Promise<void> {
    this.writtenBytes += part.byteLength;
    await this.append(part);
  }
}

/** An MS-DOS time: without a zone (UTC here, as servers run in it), from 1980 on, in steps of two seconds. */
function zipTime(modifiedAt: number): number {
  const earliest = Date.UTC(1980, 0, 1);
  const latest = Date.UTC(2107, 11, 31);
  const at = new Date(
    Math.min(latest, Math.max(earliest, Number.isFinite(modifiedAt) ? modifiedAt : earliest)),
  );
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return day * 2 ** 16 + time;
}

/** `sizes` has a digit for each number: its length in bytes, 2 or 4. */
function littleEndian(sizes: string, ...numbers: readonly number[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer([...sizes].reduce((sum, size) => sum + Number(size), 0)));
  let at = 0;
  for (const [index, size] of [...sizes].entries()) {
    if (size === "2") bytes.setUint16(at, numbers[index] ?? 0, true);
    else bytes.setUint32(at, numbers[index] ?? 0, true);
    at += Number(size);
  }
  return new Uint8Array(bytes.buffer);
}
