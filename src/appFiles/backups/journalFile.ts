// Appends to one journal of this window. Lines that arrive during a write go out together, in order.
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import type { Logger } from "../../core/logger";
import { type JournalLine, lineText } from "./journalLines";

interface JournalFileOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly name: string;
  /** An earlier window may have left a torn line at its end. */
  readonly isContinued?: boolean;
}

interface Queued {
  readonly text: string;
  readonly waiter?: { resolve(): void; reject(error: unknown): void };
}

/** How long an unawaited line may wait for others. */
const laterMs = 1000;
const againMs = 10_000;

export class JournalFile {
  private queue: Queued[] = [];
  private inFlight: readonly Queued[] = [];
  private writing: Promise<void> | undefined;
  private stopTimer: (() => void) | undefined;
  private mayBeTorn: boolean;
  private isDropped = false;
  checkedAt: number;

  constructor(private readonly options: JournalFileOptions) {
    this.mayBeTorn = options.isContinued === true;
    this.checkedAt = options.clock.monotonicMs();
  }

  /** May not be on disk yet. */
  get unwritten(): string {
    return [...this.inFlight, ...this.queue].map(({ text }) => text).join("");
  }

  /** Resolves when this line and all earlier ones are on disk; rejects when the write fails. */
  async add(line: JournalLine): Promise<void> {
    const addedAt = this.options.clock.monotonicMs();
    await new Promise<void>((resolve, reject) => {
      this.queue.push({ text: lineText(line), waiter: { resolve, reject } });
      void this.flush();
    });
    // Right before it, the line's author asked whether the operation is still this window's.
    this.checkedAt = Math.max(this.checkedAt, addedAt);
  }

  /** Written within a second, or with the next line; failed writes are retried. */
  addLater(line: JournalLine): void {
    if (this.isDropped) return;
    this.queue.push({ text: lineText(line) });
    this.flushIn(laterMs);
  }

  async flush(): Promise<void> {
    this.stopTimer?.();
    this.stopTimer = undefined;
    if (!this.writing && this.queue.length > 0) this.writing = this.write();
    await this.writing;
  }

  /** Drops queued lines and accepts no more unawaited ones; resolves when no write is running. */
  async drop(): Promise<void> {
    this.isDropped = true;
    this.stopTimer?.();
    this.queue = this.queue.filter(({ waiter }) => waiter);
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.queue.length > 0) {
      this.inFlight = this.queue;
      this.queue = [];
      const isWritten = await this.append(this.inFlight);
      // Awaited lines reject; their callers may retry. The others are queued again.
      if (!isWritten && !this.isDropped) this.queue.unshift(...this.inFlight.filter(({ waiter }) => !waiter));
      this.inFlight = [];
      if (isWritten || this.queue.some(({ waiter }) => waiter)) continue;
      if (this.queue.length > 0) this.flushIn(againMs);
      break;
    }
    // No await since the check of the queue: a line that comes now starts the next round.
    this.writing = undefined;
  }

  /** Settles the awaited lines; false when the write failed. */
  private async append(lines: readonly Queued[]): Promise<boolean> {
    const { files, logger, name } = this.options;
    const text = lines.map((line) => line.text).join("");
    try {
      // An awaited line precedes a change.
      const isDurable = lines.some(({ waiter }) => waiter);
      const bytes = new TextEncoder().encode(this.mayBeTorn ? `\n${text}` : text);
      await files.append(name, bytes, { isDurable });
      this.mayBeTorn = false;
      for (const { waiter } of lines) waiter?.resolve();
      return true;
    } catch (error) {
      logger.warn(`A log of changes could not be written: ${error}`);
      this.mayBeTorn = true;
      for (const { waiter } of lines) waiter?.reject(error);
      return false;
    }
  }

  private flushIn(ms: number): void {
    this.stopTimer ??= this.options.clock.after(ms, () => {
      this.stopTimer = undefined;
      void this.flush();
    });
  }
}
