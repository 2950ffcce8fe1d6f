// The contents of a folder's files for one plan, each read once. Those that will have to be compared are read while the
// app is still being listed: the disk and the service need not wait for each other.
import { forEachParallel } from "../../../core/async/parallel";
import type { LocalFile } from "./filePairs";

/** What a file holds, in short. */
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

  /** Rejects as reading does. */
  of(file: LocalFile): Promise<LocalContent> {
    const content = this.asked.get(file) ?? this.readNow(file);
    this.asked.set(file, content);
    return content;
  }

  /** What was read already. */
  known(file: LocalFile): LocalContent | undefined {
    return this.read.get(file);
  }

  /** Begins with the files, in order, until `signal` aborts. What cannot be read rejects when it is asked for. */
  readAhead(files: readonly LocalFile[], signal: AbortSignal): void {
    const read = async (file: LocalFile): Promise<void> => void (await this.of(file).catch(() => undefined));
    // It rejects only when it is to end.
    forEachParallel(files, readsAtOnce, read, signal).catch(() => undefined);
  }

  private async readNow(file: LocalFile): Promise<LocalContent> {
    const bytes = await file.read();
    const content = { hash: await this.hash(bytes), sizeBytes: bytes.byteLength };
    this.read.set(file, content);
    return content;
  }
}
