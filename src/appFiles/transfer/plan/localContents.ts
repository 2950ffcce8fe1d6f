// Hashes of a folder's files for one plan, each read once, ahead of the comparison.
import { forEachParallel } from "../../../core/async/parallel";
import type { LocalFile } from "./filePairs";

export interface LocalContent {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly sizeBytes: number;
}

const readsAtOnce = 16;

export class LocalContents {
  private readonly asked = new Map<LocalFile, Promise<LocalContent>>();
  private readonly read = new Map<LocalFile, LocalContent>();

  constructor(private readonly hash: (bytes: Uint8Array) => Promise<string>) {}

  of(file: LocalFile): Promise<LocalContent> {
    const content = this.asked.get(file) ?? this.readNow(file);
    this.asked.set(file, content);
    return content;
  }

  known(file: LocalFile): LocalContent | undefined {
    return this.read.get(file);
  }

  /** In order, until `signal` aborts. Failures reject in `of`. */
  readAhead(files: readonly LocalFile[], signal: AbortSignal): void {
    const read = async (file: LocalFile): Promise<void> => void (await this.of(file).catch(() => undefined));
    // Rejects only on abort.
    forEachParallel(files, readsAtOnce, read, signal).catch(() => undefined);
  }

  private async readNow(file: LocalFile): Promise<LocalContent> {
    const bytes = await file.read();
    const content = { hash: await this.hash(bytes), sizeBytes: bytes.byteLength };
    this.read.set(file, content);
    return content;
  }
}
