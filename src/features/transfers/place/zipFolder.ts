// A zip as a folder to write to. Each complete file becomes an entry and leaves the memory.

import { Deflater } from "../../../core/archive/deflate";
import { ZipWriter } from "../../../core/archive/zipWriter";
import type { LocalFolder, LocalWriter } from "../../../core/disk/localFolder";

interface ZipFolder extends LocalFolder {
  /** The size of each entry in bytes, by path. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Writes the end of the zip. Rejects when an entry could not be written. */
  end(): Promise<void>;
  dispose(): void;
}

/** `modifiedAt` is the time of all entries, in milliseconds since 1970. */
export function zipFolder(append: LocalWriter["append"], modifiedAt: number, signal: AbortSignal): ZipFolder {
  const deflater = new Deflater();
  const zip = new ZipWriter(append);
  const sizes = new Map<string, number>();
  let count = 0;
  const never = (): never => {
    throw new Error("a zip that is being written holds nothing to be read");
  };
  return {
    ...{ isWindows: false, ignoresCase: false, holdsFiles: true, isUnsaved: () => false },
    ...{ list: never, stat: never, read: never, delete: never, createFolder: never },
    tryStat: async () => undefined,
    open: async (path) => {
      const pieces: Uint8Array[] = [];
      return {
        append: async (bytes) => void pieces.push(bytes),
        commit: async () => {
          const bytes = Buffer.concat(pieces.splice(0));
          const entry = await deflater.deflate(bytes, signal, () => undefined);
          await zip.add(count++, { path, modifiedAt }, entry);
          sizes.set(path, bytes.byteLength);
        },
        abort: async () => void pieces.splice(0),
      };
    },
    sizes,
    end: () => zip.end(),
    dispose: () => deflater.dispose(),
  };
}
