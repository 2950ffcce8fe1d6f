// The machine's disk with the extension's files, shared by all windows. Operations take time and fail on a
// full disk; a dying window's operation is done, half done (an append) or not done. A power failure takes
// what was not flushed.
import type { MachineFiles, WriteOptions } from "../../src/core/disk/machineFiles";
import { MemoryMachineFiles, type Stored } from "../support/memoryMachineFiles";
import type { Dice } from "./random";
import type { Life, Scheduler } from "./scheduler";
import { wallStart } from "./virtualClock";

interface Pending {
  readonly what: string;
  readonly apply: () => Promise<unknown>;
  /** Writes the part that remains when the window dies midway. */
  readonly tear: ((keep: number) => Promise<unknown>) | undefined;
}

const longestMs = 4;
/** Of a backup, which may be large. */
const slowestMs = 6_000;

export class SimulatedDisk {
  /** For checks from outside of the world. */
  readonly files: MemoryMachineFiles;
  private readonly pending = new Map<Life, Set<Pending>>();
  /** Full between these moments (`nowMs`). */
  fullFromMs = Number.POSITIVE_INFINITY;
  fullUntilMs = Number.NEGATIVE_INFINITY;
  /** The same of earlier times. */
  readonly wasFull: { readonly fromMs: number; readonly untilMs: number }[] = [];
  operations = 0;
  /** On-disk state of each file that changed since its last flush. */
  private readonly flushed = new Map<string, Stored | undefined>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly dice: Dice,
    wall: { readonly aheadMs: number },
  ) {
    this.files = new MemoryMachineFiles(() => wallStart + scheduler.nowMs + wall.aheadMs);
    this.files.failing = (operation, name) =>
      scheduler.nowMs < this.fullUntilMs && ["write", "create", "append"].includes(operation)
        ? Object.assign(new Error(`ENOSPC: no space left on device, write '${name}'`), { code: "ENOSPC" })
        : undefined;
  }

  holds(bytes: Uint8Array): boolean {
    // A release is no backup.
    return [...this.files.files].some(
      ([name, file]) => !name.startsWith("releases/") && Buffer.compare(file.bytes, bytes) === 0,
    );
  }

  /** Each unflushed file keeps its earlier or its present state. */
  losePower(): void {
    for (const [name, stored] of this.flushed) {
      if (this.dice.chance(`power ${name}`, 0.5)) continue;
      if (stored) this.files.files.set(name, stored);
      else this.files.files.delete(name);
    }
    this.flushed.clear();
  }

  private willChange(name: string): void {
    const { files } = this.files;
    for (const each of [name, ...[...files.keys()].filter((other) => other.startsWith(`${name}/`))])
      if (!this.flushed.has(each)) this.flushed.set(each, files.get(each));
  }

  /** As one window uses it. */
  filesFor(life: Life): MachineFiles {
    const { files } = this;
    const change = async <T>(names: readonly string[], work: () => Promise<T>): Promise<T> => {
      for (const name of names) this.willChange(name);
      return await work();
    };
    const write = async (name: string, work: () => Promise<void>, options?: WriteOptions): Promise<void> => {
      await change([name], work);
      if (options?.isDurable) this.flushed.delete(name);
    };
    const run = <T>(what: string, apply: () => Promise<T>, tear?: Pending["tear"]): Promise<T> =>
      new Promise((resolve, reject) => {
        const pending: Pending = { what, apply, tear };
        this.pendingOf(life).add(pending);
        this.operations++;
        const isSlow = what.startsWith("writes backups/") && this.dice.chance(`slow ${life.name}`, 0.01);
        const inMs = this.dice.int(`disk ${life.name}`, isSlow ? slowestMs : longestMs);
        this.scheduler.schedule(life, inMs, `${life.name} ${what}`, () => {
          this.pendingOf(life).delete(pending);
          apply().then(resolve, reject);
        });
      });
    return {
      read: (name) => run(`reads ${name}`, () => files.read(name)),
      write: (name, bytes, options) => {
        const copy = bytes.slice();
        return run(`writes ${name}`, () => write(name, () => files.write(name, copy), options));
      },
      create: (name, bytes) => {
        const copy = bytes.slice();
        return run(`creates ${name}`, () => change([name], () => files.create(name, copy)));
      },
      append: (name, bytes, options) => {
        const copy = bytes.slice();
        const add = (piece: Uint8Array) => write(name, () => files.append(name, piece), options);
        return run(
          `appends to ${name}`,
          () => add(copy),
          (keep) => add(copy.slice(0, Math.floor(copy.length * keep))),
        );
      },
      rename: (from, to) =>
        run(`renames ${from}`, async () => {
          const isDurable = !this.flushed.has(from);
          const isDone = await change([from, to], () => files.rename(from, to));
          // Like `write`: a flushed file exists under one of its names.
          if (isDurable && isDone) for (const name of [from, to]) this.flushed.delete(name);
          return isDone;
        }),
      remove: (name) => run(`removes ${name}`, () => change([name], () => files.remove(name))),
      list: (folder) => run(`lists ${folder}`, () => files.list(folder)),
    };
  }

  /** A dead window's operation was done, or not, or (an append) in part. */
  cutOff(life: Life): void {
    for (const { what, apply, tear } of this.pendingOf(life)) {
      const luck = this.dice.roll(`cut off ${what}`);
      const done = luck < 0.4 ? apply() : luck < 0.7 ? tear?.(this.dice.roll(`torn ${what}`)) : undefined;
      // On a full disk nothing was done, and the window is dead.
      done?.catch(() => undefined);
    }
    this.pending.delete(life);
  }

  private pendingOf(life: Life): Set<Pending> {
    const pending = this.pending.get(life) ?? new Set();
    this.pending.set(life, pending);
    return pending;
  }
}
