// One journal that this window adds lines to. Lines that come while others are being written go out together, in their order.
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import type { Logger } from "../../core/logger";
import { type JournalLine, lineText } from "./journalLines";

interface JournalFileOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly name: string;
  /** A window that is gone may have left a torn piece at its end. */
  readonly isContinued?: boolean;
}

interface Queued {
  readonly text: string;
  /** The caller that waits for the line to be written. */
  readonly waiter?: { resolve(): void; reject(error: unknown): void };
}

/** For so long a line that nobody waits for may wait for others. */
const laterMs = 1000;
/** After the disk would not take it. */
const againMs = 10_000;

export class JournalFile {
  private queue: Queued[] = [];
  private underWay: readonly Queued[] = [];
  private writing: Promise<void> | undefined;
  private stopTimer: (() => void) | undefined;
  private mayBeTorn: boolean;
  private isDropped = false;
  /** When the disk last took a line; monotonic. */
  writtenAt: number;

  constructor(private readonly options: JournalFileOptions) {
    this.mayBeTorn = options.isContinued === true;
    this.writtenAt = options.clock.monotonicMs();
  }

  /** What was said and may not be on the disk yet. */
  get unwritten(): string {
    return [...this.underWay, ...this.queue].map(({ text }) => text).join("");
  }

  /** Resolves once the line is on the disk, with all that were said before; rejects when the disk would not take it. */
  async add(line: JournalLine): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.queue.push({ text: lineText(line), waiter: { resolve, reject } });
      void this.flush();
    });
  }

  /** Writes the line within a second, or with the next one; again and again while the disk will not take it. */
  addLater(line: JournalLine): void {
    if (this.isDropped) return;
    this.queue.push({ text: lineText(line) });
    this.flushIn(laterMs);
  }

  /** Writes what waits; never rejects. */
  async flush(): Promise<void> {
    this.stopTimer?.();
    this.stopTimer = undefined;
    if (!this.writing && this.queue.length > 0) this.writing = this.write();
    await this.writing;
  }

  /** Forgets what waits, and takes no more that nobody waits for; resolves once nothing is being written. */
  async drop(): Promise<void> {
    this.isDropped = true;
    this.stopTimer?.();
    this.queue = this.queue.filter(({ waiter }) => waiter);
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.queue.length > 0) {
      this.underWay = this.queue;
      this.queue = [];
      const isWritten = await this.append(this.underWay);
      // The caller that waits for a line is told, and writes it again or not; the other lines come again.
      if (!isWritten && !this.isDropped) this.queue.unshift(...this.underWay.filter(({ waiter }) => !waiter));
      this.underWay = [];
      if (isWritten || this.queue.some(({ waiter }) => waiter)) continue;
      if (this.queue.length > 0) this.flushIn(againMs);
      break;
    }
    // In the same turn as the last look at the queue: a line that comes now starts the next round.
    this.writing = undefined;
  }

  /** Tells the callers that wait for the lines; false when the disk would not take them. */
  private async append(lines: readonly Queued[]): Promise<boolean> {
    const { files, clock, logger, name } = this.options;
    const text = lines.map((line) => line.text).join("");
    try {
      // A line that is waited for comes before a change.
      const isDurable = lines.some(({ waiter }) => waiter);
      const bytes = new TextEncoder().encode(this.mayBeTorn ? `\n${text}` : text);
      await files.append(name, bytes, { isDurable });
      this.mayBeTorn = false;
      this.writtenAt = clock.monotonicMs();
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
