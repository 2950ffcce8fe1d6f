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
  /** Since the last write; undefined: deleted. */
  private changes = new Map<string, SyncedFile | undefined>();

  private constructor(
    private readonly file: MemoryFile,
    private readonly logger: Logger,
    private readonly synced: Map<string, SyncedFile>,
  ) {}

  /** Empty when the file is missing or damaged. An unreadable file is never replaced. */
  static async load(file: MemoryFile, logger: Logger): Promise<SyncMemory> {
    const stored = await readFile(file).catch((error: unknown) => {
      logger.warn(`what was the same on both sides cannot be read: ${error}`);
      return new Map<string, SyncedFile>();
    });
    return new SyncMemory(file, logger, stored);
  }

  get files(): PushManifest {
    return this.synced;
  }

  set(path: string, file: SyncedFile): void {
    this.synced.set(path, file);
    this.changes.set(path, file);
  }

  delete(path: string): void {
    this.synced.delete(path);
    this.changes.set(path, undefined);
  }

  /** Resolves after the write or its failure: unsaved files are compared next time. */
  async trySave(): Promise<void> {
    await this.save().catch((error: unknown) =>
      this.logger.warn(`what is the same on both sides is not remembered: ${error}`),
    );
  }

  async save(): Promise<void> {
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

  /** Another command or window may have written since. */
  private async write(): Promise<void> {
    const { changes } = this;
    if (changes.size === 0) return;
    this.changes = new Map();
    try {
      const files = await readFile(this.file);
      for (const [path, file] of changes)
        if (file) files.set(path, file);
        else files.delete(path);
      await this.file.write(files);
    } catch (error) {
      this.changes = new Map([...changes, ...this.changes]);
      throw error;
    }
  }
}

async function readFile(file: MemoryFile): Promise<Map<string, SyncedFile>> {
  return readPushManifest((await file.read()) ?? "") ?? new Map();
}
