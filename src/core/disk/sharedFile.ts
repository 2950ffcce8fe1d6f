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
/** A timer that is late by half of this shows that the window was suspended: no answer could arrive either. */
const timerMs = 500;
/** How long a window works without the file after a slow or failed disk. */
export const aloneForMs = 60_000;
/** A lock whose token is unchanged for this long is abandoned: a change takes a few milliseconds. */
const staleLockMs = 1_500;
/** Within this time no other window can have broken the lock: after it, the holder looks. */
const longestHoldMs = staleLockMs / 2;
const retryMs = 20;
const mostRounds = 5;

/** Settles as `work` does. Rejects when the disk takes longer than `longestDiskMs` for it while the window runs. */
export function inTime<T>(clock: Pick<Clock, "after" | "monotonicMs">, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let stopTimer = (): void => undefined;
    const wait = (leftMs: number): void => {
      const lateAt = clock.monotonicMs() + 1.5 * timerMs;
      stopTimer = clock.after(timerMs, () => {
        const restMs = clock.monotonicMs() < lateAt ? leftMs - timerMs : leftMs;
        if (restMs > 0) wait(restMs);
        else reject(new Error(`no answer from the disk within ${longestDiskMs} ms`));
      });
    };
    wait(longestDiskMs);
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
    for (let round = 1; round <= mostRounds; round++) {
      const { token, lockedAt } = await this.lock();
      const isHeld = async (): Promise<boolean> =>
        clock.monotonicMs() - lockedAt <= longestHoldMs || (await this.textOf(this.lockName)) === token;
      const written = this.writtenUnder(token);
      try {
        const next = change(await this.read());
        if (next === undefined) return;
        if (!(await isHeld())) continue;
        await files.append(written, new TextEncoder().encode(token + next), { isDurable: isDurable() });
        // A window that breaks the lock removes what was written under it, so that this renames nothing.
        if ((await isHeld()) && (await files.rename(written, name))) return;
        await files.remove(written);
      } catch (error) {
        await files.remove(written).catch(() => undefined);
        throw error;
      } finally {
        // Other windows break a lock that could not be removed, after `staleLockMs`.
        if (await isHeld().catch(() => false)) await files.remove(this.lockName).catch(() => undefined);
      }
    }
    throw new Error(`the disk is too slow to change ${name}`);
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

  /** The lock file holds a unique token, which is the first line of the text written under it. */
  private async lock(): Promise<{ readonly token: string; readonly lockedAt: number }> {
    const { files, clock, windowId } = this.options;
    const token = `${windowId}.${++this.locks}.${clock.monotonicMs()}\n`;
    let held: string | undefined;
    let heldSince = 0;
    for (;;) {
      const lockedAt = clock.monotonicMs();
      if (await files.create(this.lockName, new TextEncoder().encode(token))) return { token, lockedAt };
      const holder = await this.textOf(this.lockName);
      const now = clock.monotonicMs();
      if (holder !== held) [held, heldSince] = [holder, now];
      if (holder !== undefined && now - heldSince >= staleLockMs) await this.breakLock(holder);
      else await clock.sleep(retryMs);
    }
  }

  private writtenUnder(token: string): string {
    return `${this.lockName}.${token.trim()}`;
  }

  private async breakLock(holder: string): Promise<void> {
    const { files, windowId } = this.options;
    const aside = `${this.lockName}.${windowId}`;
    if (!(await files.rename(this.lockName, aside))) return;
    const found = await this.textOf(aside);
    // Another window was quicker, and this is its lock.
    if (found !== undefined && found !== holder)
      await files.create(this.lockName, new TextEncoder().encode(found));
    else if (/^[\w.-]{1,200}\n$/.test(holder)) await files.remove(this.writtenUnder(holder));
    await files.remove(aside);
  }
}
