// The common state of a folder and an app, saved during a push or pull: the next one continues from it.
import type { Logger } from "../../../core/logger";
import { type PushManifest, readPushManifest, type SyncedFile } from "./pushManifest";

export interface MemoryFile {
  /** Undefined when it is missing; rejects when it cannot be read. */
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

  /** Empty when the file is missing or damaged. An unreadable file is never replaced. */
  static async load(file: MemoryFile, logger: Logger): Promise<SyncMemory> {
    try {
      return new SyncMemory(file, logger, readPushManifest((await file.read()) ?? "") ?? new Map());
    } catch (error) {
      logger.warn(`what was the same on both sides cannot be read: ${error}`);
      return new SyncMemory({ ...file, write: async () => undefined }, logger, new Map());
    }
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

  /** Resolves after the write or its failure: unsaved files are compared next time. Calls share writes. */
  async trySave(): Promise<void> {
    await this.save().catch((error: unknown) =>
      this.logger.warn(`what is the same on both sides is not remembered: ${error}`),
    );
  }

  private async save(): Promise<void> {
    const before = this.saving;
    this.next ??= (async () => {
      // Its own callers get its failure.
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
