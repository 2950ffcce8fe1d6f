// A folder of the machine, linked to one app: windows push and pull it, and its person edits what is in it. Each operation
// of a window takes a moment; what a dying window had under way was done or not.
import type { LocalFolder, LocalWriter } from "../../src/core/disk/localFolder";
import { MemoryFolder } from "../support/memoryFolder";
import type { Dice } from "./random";
import type { Life, Scheduler } from "./scheduler";
import { wallStart } from "./virtualClock";

/** What is in a place of the folder, and since when (of `nowMs`). */
export interface LocalState {
  readonly bytes: Uint8Array | undefined;
  readonly modifiedAt: number;
  readonly from: number;
}

/** Told right before a window changes a file; `after` is undefined when the file is deleted. */
export type LocalChange = (
  path: string,
  before: LocalState | undefined,
  after: Uint8Array | undefined,
) => void;

const longestMs = 4;

export class SimulatedFolder {
  private readonly files: MemoryFolder;
  private readonly since = new Map<string, number>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly dice: Dice,
    wall: { readonly aheadMs: number },
  ) {
    this.files = new MemoryFolder({ now: () => wallStart + scheduler.nowMs + wall.aheadMs });
  }

  /** Its person saves a file; undefined deletes it. */
  write(path: string, bytes: Uint8Array | undefined): void {
    if (bytes) this.files.put(path, bytes);
    else this.files.drop(path);
    this.since.set(path, this.scheduler.nowMs);
  }

  /** Undefined when nothing was ever there. */
  async state(path: string): Promise<LocalState | undefined> {
    const from = this.since.get(path);
    if (from === undefined) return undefined;
    const { modifiedAt = 0 } = (await this.files.tryStat(path)) ?? {};
    return { bytes: this.files.files.get(path), modifiedAt, from };
  }

  /** The folder as one window uses it. */
  openFor(life: Life, onChange: LocalChange): LocalFolder {
    const { files } = this;
    const after = <T>(what: string, work: () => Promise<T>): Promise<T> => this.after(life, what, work);
    const change = async (path: string, bytes: Uint8Array | undefined, work: () => Promise<void>) => {
      // Done at once and answered late, or the other way round: a window that dies in between leaves either.
      const isEarly = this.dice.chance(`folder ${life.name} early`, 0.5);
      const make = async (): Promise<void> => {
        onChange(path, await this.state(path), bytes);
        await work();
        this.since.set(path, this.scheduler.nowMs);
        this.scheduler.note(`${life.name} ${bytes ? "writes" : "deletes"} ${path} here`);
      };
      if (isEarly) await make();
      await after(`changes ${path}`, isEarly ? async () => undefined : make);
    };
    return {
      isWindows: false,
      ignoresCase: false,
      list: (path) => after(`lists ${path}`, () => files.list(path)),
      stat: (path) => after(`stats ${path}`, () => files.stat(path)),
      tryStat: (path) => after(`looks at ${path}`, () => files.tryStat(path)),
      read: (path) => after(`reads ${path}`, () => files.read(path)),
      createFolder: (path) => after(`creates ${path}`, () => files.createFolder(path)),
      isUnsaved: () => false,
      delete: (path) => change(path, undefined, () => files.delete(path)),
      open: async (path) => {
        const writer = await after(`opens ${path}`, () => files.open(path));
        return this.writer(writer, (bytes) => change(path, bytes, () => writer.commit()));
      },
    };
  }

  private writer(writer: LocalWriter, commit: (bytes: Uint8Array) => Promise<void>): LocalWriter {
    const pieces: Uint8Array[] = [];
    return {
      append: async (bytes) => {
        pieces.push(bytes.slice());
        await writer.append(bytes);
      },
      commit: () => commit(Buffer.concat(pieces)),
      abort: () => writer.abort(),
    };
  }

  private async after<T>(life: Life, what: string, work: () => Promise<T>): Promise<T> {
    const inMs = this.dice.int(`folder ${life.name}`, longestMs);
    await this.scheduler.wait(life, inMs, `${life.name} ${what} here`);
    return await work();
  }
}
