import type { Clock } from "../core/async/clock";
import type { MachineFiles } from "../core/disk/machineFiles";
import { hasCode } from "../core/errors/errorCode";
import type { Logger } from "../core/logger";
import { isObject } from "../core/text/isObject";

interface HeartbeatOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Identifies this window; never used by another one. */
  readonly id: string;
  /** The process of this window's extensions; absent in a browser. */
  readonly pid: number | undefined;
  readonly isProcessAlive: (pid: number) => boolean;
}

const beatEveryMs = 20_000;

/** A window that is silent for this long is gone; a process with its id may be another program's. */
const silentForMs = 2 * 60_000;

const folder = "windows";

/**
 * Tells other windows of this machine by a heartbeat that this one is running, and knows which of them are: the work
 * of a window that is gone may be taken over, that of a running one may not.
 */
export class Heartbeat {
  readonly id: string;
  private stopTimer: (() => void) | undefined;
  private isDisposed = false;
  private lastBeatAt: number;
  /** Monotonic time at which this machine resumed after sleep: silence before it means nothing. */
  private awakeSince = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: HeartbeatOptions) {
    this.id = options.id;
    this.lastBeatAt = options.clock.monotonicMs();
  }

  /** Writes the first heartbeat and goes on; removes the files of windows that are gone. */
  async start(): Promise<void> {
    await this.beat();
    await this.removeGone().catch((error: unknown) => {
      this.options.logger.debug(`Windows that are gone could not be looked for: ${error}`);
    });
  }

  /** The window with this id exists. */
  async isAlive(id: string): Promise<boolean> {
    if (id === this.id) return !this.isDisposed;
    const bytes = await this.options.files.read(nameOf(id));
    const said = bytes && readBeat(bytes);
    if (!said) return false;
    const { clock, isProcessAlive } = this.options;
    const now = clock.monotonicMs();
    // A time in the future: the machine has restarted since.
    if (said.beatAt > now) return false;
    if (said.pid !== undefined && !isProcessAlive(said.pid)) return false;
    const isSilent = now - said.beatAt > silentForMs;
    return !isSilent || (said.pid !== undefined && this.hasJustWoken(now));
  }

  async isAlone(): Promise<boolean> {
    for (const { name } of await this.options.files.list(folder)) {
      const id = idIn(name);
      if (id !== undefined && id !== this.id && (await this.isAlive(id))) return false;
    }
    return true;
  }

  async dispose(): Promise<void> {
    this.isDisposed = true;
    this.stopTimer?.();
    await this.options.files.remove(nameOf(this.id));
  }

  private async beat(): Promise<void> {
    const { files, clock, logger, pid } = this.options;
    const beatAt = clock.monotonicMs();
    if (this.isLate(beatAt)) this.awakeSince = beatAt;
    this.lastBeatAt = beatAt;
    this.stopTimer = clock.after(beatEveryMs, () => void this.beat());
    try {
      await files.write(nameOf(this.id), new TextEncoder().encode(JSON.stringify({ pid, beatAt })));
    } catch (error) {
      logger.warn(`Other windows can't see that this one is open: ${error}`);
    }
    // The heartbeat was disposed during the write.
    if (this.isDisposed) await files.remove(nameOf(this.id)).catch(() => undefined);
  }

  private hasJustWoken(now: number): boolean {
    return this.isLate(now) || now - this.awakeSince <= silentForMs;
  }

  private isLate(now: number): boolean {
    return now - this.lastBeatAt > 2 * beatEveryMs;
  }

  private async removeGone(): Promise<void> {
    for (const { name } of await this.options.files.list(folder)) {
      const id = idIn(name);
      if (id !== undefined && !(await this.isAlive(id))) await this.options.files.remove(nameOf(id));
    }
  }
}

/** The heartbeat of this window, not started yet. */
export function ownHeartbeat(options: Pick<HeartbeatOptions, "files" | "clock" | "logger">): Heartbeat {
  const process: NodeJS.Process | undefined = globalThis.process;
  return new Heartbeat({
    ...options,
    id: crypto.randomUUID(),
    pid: process?.pid,
    isProcessAlive: (pid) => isRunning(process, pid),
  });
}

function isRunning(process: NodeJS.Process, pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists and belongs to another user.
    return hasCode(error, "EPERM");
  }
}

function nameOf(id: string): string {
  return `${folder}/${id}.json`;
}

function idIn(name: string): string | undefined {
  return /^(.+)\.json$/.exec(name)?.[1];
}

function readBeat(bytes: Uint8Array): { readonly pid?: number; readonly beatAt: number } | undefined {
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isObject(found) || typeof found["beatAt"] !== "number") return undefined;
    const { pid, beatAt } = found;
    // A process id of 0 or less would mean a group of processes.
    return typeof pid === "number" && Number.isInteger(pid) && pid > 0 ? { pid, beatAt } : { beatAt };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
