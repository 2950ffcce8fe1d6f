// The machine's disk, shared by all windows: the files of the extension's own. Each operation takes a moment; the disk
// may be full; what a dying window had under way is done, half done (an append) or not done at all.
import type { MachineEntry, MachineFiles } from "../../src/core/disk/machineFiles";
import { keyOf } from "./contents";
import type { Dice } from "./random";
import type { Life, Scheduler } from "./scheduler";
import { wallStart } from "./virtualClock";

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly key: string;
  readonly modifiedAt: number;
}

interface Pending {
  readonly what: string;
  readonly apply: () => unknown;
  /** What is left of it when its window dies half way. */
  readonly tear?: ((keep: number) => void) | undefined;
}

const longestMs = 4;

export class SimulatedDisk {
  private readonly files = new Map<string, StoredFile>();
  /** How many files hold these bytes. */
  private readonly holders = new Map<string, number>();
  private readonly pending = new Map<Life, Set<Pending>>();
  /** No operation that needs room succeeds before this moment (of `nowMs`). */
  fullUntilMs = Number.NEGATIVE_INFINITY;
  operations = 0;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly dice: Dice,
    private readonly wall: { readonly aheadMs: number },
  ) {}

  /** Whether some file holds exactly these bytes. */
  holds(bytes: Uint8Array): boolean {
    return (this.holders.get(keyOf(bytes)) ?? 0) > 0;
  }

  /** The disk as one window uses it. */
  filesFor(life: Life): MachineFiles {
    const run = <T>(what: string, apply: () => T, tear?: (keep: number) => void): Promise<T> =>
      new Promise((resolve, reject) => {
        const pending: Pending = { what, apply, tear };
        this.pendingOf(life).add(pending);
        this.operations++;
        const inMs = this.dice.int(`disk ${life.name}`, longestMs);
        this.scheduler.schedule(life, inMs, `${life.name} ${what}`, () => {
          this.pendingOf(life).delete(pending);
          try {
            resolve(apply());
          } catch (error) {
            reject(error);
          }
        });
      });
    return {
      read: (name) => run(`reads ${name}`, () => this.files.get(name)?.bytes.slice()),
      write: (name, bytes) => {
        const copy = bytes.slice();
        return run(`writes ${name}`, () => this.put(name, copy));
      },
      create: (name, bytes) => {
        const copy = bytes.slice();
        return run(`creates ${name}`, () => {
          if (this.files.has(name)) return false;
          this.put(name, copy);
          return true;
        });
      },
      append: (name, bytes) => {
        const copy = bytes.slice();
        const add = (piece: Uint8Array): void => this.put(name, joined(this.files.get(name)?.bytes, piece));
        return run(
          `appends to ${name}`,
          () => add(copy),
          (keep) => add(copy.slice(0, Math.floor(copy.length * keep))),
        );
      },
      rename: (from, to) =>
        run(`renames ${from}`, () => {
          const file = this.files.get(from);
          if (!file) return false;
          this.drop(from);
          this.set(to, file);
          return true;
        }),
      remove: (name) =>
        run(`removes ${name}`, () => {
          for (const other of [...this.files.keys()])
            if (other === name || other.startsWith(`${name}/`)) this.drop(other);
        }),
      list: (folder) => run(`lists ${folder}`, () => this.list(folder)),
    };
  }

  /** The disk as it is, for looking at it from outside of the world: every answer is there at once. */
  snapshot(): MachineFiles {
    const refuse = async (): Promise<never> => {
      throw new Error("only for looking at");
    };
    return {
      read: async (name) => this.files.get(name)?.bytes.slice(),
      list: async (folder) => this.list(folder),
      ...{ write: refuse, create: refuse, append: refuse, rename: refuse, remove: refuse },
    };
  }

  /** A window has died: what it had under way was done, or not, or (an append) in part. */
  cutOff(life: Life): void {
    for (const { what, apply, tear } of this.pendingOf(life)) {
      const luck = this.dice.roll(`cut off ${what}`);
      try {
        if (luck < 0.4) apply();
        else if (luck < 0.7) tear?.(this.dice.roll(`torn ${what}`));
      } catch {
        // The disk was full: nothing was done, and nobody is left to be told.
      }
    }
    this.pending.delete(life);
  }

  private pendingOf(life: Life): Set<Pending> {
    const pending = this.pending.get(life) ?? new Set();
    this.pending.set(life, pending);
    return pending;
  }

  private put(name: string, bytes: Uint8Array): void {
    if (this.scheduler.nowMs < this.fullUntilMs)
      throw Object.assign(new Error(`ENOSPC: no space left on device, write '${name}'`), { code: "ENOSPC" });
    const modifiedAt = wallStart + this.scheduler.nowMs + this.wall.aheadMs;
    this.set(name, { bytes, key: keyOf(bytes), modifiedAt });
  }

  private set(name: string, file: StoredFile): void {
    this.drop(name);
    this.files.set(name, file);
    this.holders.set(file.key, (this.holders.get(file.key) ?? 0) + 1);
  }

  private drop(name: string): void {
    const file = this.files.get(name);
    if (!file) return;
    this.files.delete(name);
    const left = (this.holders.get(file.key) ?? 1) - 1;
    if (left > 0) this.holders.set(file.key, left);
    else this.holders.delete(file.key);
  }

  private list(folder: string): MachineEntry[] {
    const prefix = folder === "" ? "" : `${folder}/`;
    const entries = new Map<string, MachineEntry>();
    for (const [path, { bytes, modifiedAt }] of this.files) {
      if (!path.startsWith(prefix)) continue;
      const rest = path.slice(prefix.length);
      const end = rest.indexOf("/");
      const name = end < 0 ? rest : rest.slice(0, end);
      entries.set(name, { name, isFolder: end >= 0, sizeBytes: end < 0 ? bytes.length : 0, modifiedAt });
    }
    return [...entries.values()];
  }
}

function joined(before: Uint8Array | undefined, piece: Uint8Array): Uint8Array {
  const all = new Uint8Array((before?.length ?? 0) + piece.length);
  if (before) all.set(before);
  all.set(piece, before?.length ?? 0);
  return all;
}
