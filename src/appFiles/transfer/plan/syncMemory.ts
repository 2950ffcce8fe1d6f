// What a folder and an app are known to share, kept on disk while a push or a pull goes on, so that one that is cut
// off is known by the next.
import type { Logger } from "../../../core/logger";
import { type PushManifest, readManifest, type SyncedFile } from "./pushManifest";

/** Where the text of a memory lies. */
export interface MemoryFile {
  /** Undefined when there is none that can be read. */
  read(): Promise<string | undefined>;
  write(manifest: PushManifest): Promise<void>;
}

export class SyncMemory {
  private saving: Promise<void> | undefined;
  private next: Promise<void> | undefined;
  private isChanged = false;

  private constructor(
    private readonly file: MemoryFile,
    private readonly logger: Logger,
    private readonly synced: Map<string, SyncedFile>,
  ) {}

  /** Remembers nothing when the file is missing or broken. */
  static async load(file: MemoryFile, logger: Logger): Promise<SyncMemory> {
    return new SyncMemory(file, logger, readManifest((await file.read()) ?? ""));
  }

  get files(): PushManifest {
    return this.synced;
  }

  set(path: string, file: SyncedFile): void {
    this.synced.set(path, file);
    this.isChanged = true;
  }

  delete(path: string): void {
    if (this.synced.delete(path)) this.isChanged = true;
  }

  /**
   * Resolves when what is remembered now is on disk, or cannot be written there: what is not remembered is compared the
   * next time. Calls while it is being written become one write more.
   */
  async trySave(): Promise<void> {
    await this.save().catch((error: unknown) =>
      this.logger.warn(`what is the same on both sides is not remembered: ${error}`),
    );
  }

  private async save(): Promise<void> {
    const before = this.saving;
    this.next ??= (async () => {
      // Whether the write before this one worked is told to its own callers.
      await before?.catch(() => undefined);
      this.next = undefined;
      this.saving = this.write();
      await this.saving;
    })();
    await this.next;
  }

  private async write(): Promise<void> {
    if (!this.isChanged) return;
    this.isChanged = false;
    try {
      await this.file.write(this.synced);
    } catch (error) {
      this.isChanged = true;
      throw error;
    }
  }
}
