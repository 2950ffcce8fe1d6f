import type { Clock } from "../async/clock";
import type { MachineFiles } from "./machineFiles";

export interface SharedFileOptions {
  readonly files: MachineFiles;
  readonly name: string;
  readonly clock: Clock;
  /** Identifies this window, and is valid in a file name; never that of another window, now or later. */
  readonly windowId: string;
}

/** A slower disk counts as failed: the user is waiting. */
const longestDiskMs = 4_000;
/** A timer later than this shows that the process was suspended, so the disk's answer could not arrive either. */
const longestDelayMs = 20;
/** How long a window works without the file after a slow or failed disk. */
export const aloneForMs = 60_000;
/** A lock whose token is unchanged for this long is abandoned: a change takes a few milliseconds. */
const staleLockMs = 1_500;
/** A holder that took longer starts again, well before others may break its lock. */
const longestHoldMs = staleLockMs / 2;
const retryMs = 20;

/** Settles as `work` does. Rejects when the disk takes longer than `longestDiskMs` for it. */
export function inTime<T>(clock: Clock, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let stopTimer = (): void => undefined;
    const wait = (): void => {
      const dueAt = clock.monotonicMs() + longestDiskMs;
      stopTimer = clock.after(longestDiskMs, () => {
        if (clock.monotonicMs() > dueAt + longestDelayMs) wait();
        else reject(new Error(`no answer from the disk within ${longestDiskMs} ms`));
      });
    };
    wait();
    void work.then(resolve, reject).finally(() => stopTimer());
  });
}

/** A small text that the windows of a machine change in turn, under a lock file; a dead window's lock is soon broken. */
export class SharedFile {
  private readonly lockName: string;
  private locks = 0;

  constructor(private readonly options: SharedFileOptions) {
    this.lockName = `${options.name}.lock`;
  }

  /**
   * Replaces the text by what `change` returns; undefined leaves it. `change` is called first without the lock, and
   * again each time the text may have changed: the last call counts. `isDurable`: whether the new text must survive a
   * loss of power. Rejects as the disk does.
   */
  async update(
    change: (text: string | undefined) => string | undefined,
    isDurable: () => boolean = () => false,
  ): Promise<void> {
    const { files, clock, name } = this.options;
    if (change(await this.read()) === undefined) return;
    for (;;) {
      const token = await this.lock();
      const lockedAt = clock.monotonicMs();
      try {
        const next = change(await this.read());
        // A window that was suspended may have lost its lock to another one.
        if (clock.monotonicMs() - lockedAt > longestHoldMs) {
          await this.unlock(token);
          continue;
        }
        if (next === undefined) return await files.remove(this.lockName);
        // The lock becomes the file, so that the new text and the end of the lock are one step.
        await files.append(this.lockName, new TextEncoder().encode(next), {
          isDurable: isDurable(),
        });
        if (await files.rename(this.lockName, name)) return;
      } catch (error) {
        await this.unlock(token);
        throw error;
      }
    }
  }

  /** Undefined when the file does not exist. */
  async read(): Promise<string | undefined> {
    const found = await this.textOf(this.options.name);
    return found?.slice(found.indexOf("\n") + 1);
  }

  private async textOf(name: string): Promise<string | undefined> {
    const bytes = await this.options.files.read(name);
    return bytes && new TextDecoder().decode(bytes);
  }

  /** The first line of the lock file is a unique token; the text follows it. */
  private async lock(): Promise<string> {
    const { files, clock, windowId } = this.options;
    const token = `${windowId}.${++this.locks}.${clock.monotonicMs()}\n`;
    let held: string | undefined;
    let heldSince = 0;
    while (!(await files.create(this.lockName, new TextEncoder().encode(token)))) {
      const holder = await this.textOf(this.lockName);
      const now = clock.monotonicMs();
      if (holder !== held) [held, heldSince] = [holder, now];
      if (holder !== undefined && now - heldSince >= staleLockMs) await this.breakLock(holder);
      else await clock.sleep(retryMs);
    }
    return token;
  }

  /** Never rejects: other windows break a lock that could not be removed, after `staleLockMs`. */
  private async unlock(token: string): Promise<void> {
    const held = await this.textOf(this.lockName).catch(() => undefined);
    if (held?.startsWith(token)) await this.options.files.remove(this.lockName).catch(() => undefined);
  }

  private async breakLock(holder: string): Promise<void> {
    const { files, windowId } = this.options;
    const aside = `${this.lockName}.${windowId}`;
    if (!(await files.rename(this.lockName, aside))) return;
    const found = await this.textOf(aside);
    // Another window was quicker, and this is its lock.
    if (found !== undefined && found !== holder)
      await files.create(this.lockName, new TextEncoder().encode(found));
    await files.remove(aside);
  }
}
