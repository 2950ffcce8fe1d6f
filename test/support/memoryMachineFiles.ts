// Files that windows share, in memory: operations take microtasks only, and can be made to fail by name.
import type { MachineEntry, MachineFiles } from "../../src/core/disk/machineFiles";

export type MachineOperation = "read" | "write" | "create" | "append" | "rename" | "remove" | "list";

export interface Stored {
  readonly bytes: Uint8Array;
  readonly modifiedAt: number;
}

/** Shared by several windows of one machine. */
export class MemoryMachineFiles implements MachineFiles {
  /** Tests may read and change them. */
  readonly files = new Map<string, Stored>();
  /** By operation. */
  readonly counts = new Map<MachineOperation, number>();
  /** False: written bytes are not copied, since they are large and never change. */
  copies = true;
  /** An error to reject with, before any change. */
  failing: (operation: MachineOperation, name: string) => Error | undefined = () => undefined;

  /** `now`: modification times, in milliseconds since the epoch. */
  constructor(private readonly now: () => number = () => 0) {}

  textOf(name: string): string | undefined {
    const file = this.files.get(name);
    return file && new TextDecoder().decode(file.bytes);
  }

  put(name: string, text: string): void {
    this.files.set(name, { bytes: new TextEncoder().encode(text), modifiedAt: this.now() });
  }

  get operations(): number {
    let sum = 0;
    for (const count of this.counts.values()) sum += count;
    return sum;
  }

  async read(name: string): Promise<Uint8Array | undefined> {
    await this.begin("read", name);
    return this.files.get(name)?.bytes.slice();
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    const copy = this.copies ? bytes.slice() : bytes;
    await this.begin("write", name);
    this.files.set(name, { bytes: copy, modifiedAt: this.now() });
  }

  async create(name: string, bytes: Uint8Array): Promise<boolean> {
    const copy = this.copies ? bytes.slice() : bytes;
    await this.begin("create", name);
    if (this.files.has(name)) return false;
    this.files.set(name, { bytes: copy, modifiedAt: this.now() });
    return true;
  }

  async append(name: string, bytes: Uint8Array): Promise<void> {
    const copy = this.copies ? bytes.slice() : bytes;
    await this.begin("append", name);
    const before = this.files.get(name)?.bytes ?? new Uint8Array();
    const joined = new Uint8Array(before.length + copy.length);
    joined.set(before);
    joined.set(copy, before.length);
    this.files.set(name, { bytes: joined, modifiedAt: this.now() });
  }

  async rename(from: string, to: string): Promise<boolean> {
    await this.begin("rename", from);
    const file = this.files.get(from);
    if (!file) return false;
    this.files.delete(from);
    this.files.set(to, file);
    return true;
  }

  async remove(name: string): Promise<void> {
    await this.begin("remove", name);
    for (const other of [...this.files.keys()])
      if (other === name || other.startsWith(`${name}/`)) this.files.delete(other);
  }

  async list(folder: string): Promise<readonly MachineEntry[]> {
    await this.begin("list", folder);
    const prefix = folder === "" ? "" : `${folder}/`;
    const entries = new Map<string, MachineEntry>();
    for (const [path, { bytes, modifiedAt }] of this.files) {
      if (!path.startsWith(prefix)) continue;
      const [name = "", ...rest] = path.slice(prefix.length).split("/");
      const isFolder = rest.length > 0;
      entries.set(name, { name, isFolder, sizeBytes: isFolder ? 0 : bytes.length, modifiedAt });
    }
    return [...entries.values()];
  }

  private async begin(operation: MachineOperation, name: string): Promise<void> {
    this.counts.set(operation, (this.counts.get(operation) ?? 0) + 1);
    // Like a disk, never done in the same turn.
    await Promise.resolve();
    await Promise.resolve();
    const error = this.failing(operation, name);
    if (error) throw error;
  }
}

/** Wraps each operation, for example in a wait or a hang. */
export function around(files: MachineFiles, each: <T>(work: () => Promise<T>) => Promise<T>): MachineFiles {
  return new Proxy(files, {
    get: (target, key) => {
      const found: unknown = Reflect.get(target, key, target);
      if (typeof found !== "function") return found;
      return (...given: unknown[]) =>
        each(async () => (await Reflect.apply(found, target, given)) as unknown);
    },
  });
}
