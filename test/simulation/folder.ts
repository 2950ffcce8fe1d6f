// A folder of the machine, linked to one app: windows push and pull it, and its person edits what is in it. Each operation
// of a window takes a moment; what a dying window had under way was done or not.
import type { LocalFolder, LocalWriter } from "../../src/core/disk/localFolder";
import { isWithin } from "../../src/core/paths/appPath";
import { MemoryFolder } from "../support/memoryFolder";
import { hashOf } from "./contents";
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

/** The file with the folder's rules. */
export const rulesName = ".deployignore";

/** Something of the folder cannot be read at this moment. */
export class LocalFailure extends Error {
  override readonly name = "LocalFailure";
}

class PathContents {
  private readonly hashes = new Map<string, Set<string>>();

  add(path: string, bytes: Uint8Array): void {
    this.hashes.set(path, (this.hashes.get(path) ?? new Set()).add(hashOf(bytes)));
  }

  has(path: string, bytes: Uint8Array): boolean {
    return this.hashes.get(path)?.has(hashOf(bytes)) ?? false;
  }
}

/** Where a folder lies since a moment (of `nowMs`), and what was there since. */
class FolderPlace {
  /** What each path of the folder has held, or a transfer of it has put into the app. */
  readonly held = new PathContents();
  /** What a transfer has put into the folder. */
  readonly brought = new PathContents();

  constructor(
    readonly index: number,
    readonly since: number,
  ) {}
}

export class SimulatedFolder {
  private readonly files: MemoryFolder;
  private readonly since = new Map<string, number>();
  /** What cannot be read, each until that moment (of `nowMs`). */
  readonly failing = new Map<string, number>();
  /** Where it lies. */
  place = new FolderPlace(0, Number.NEGATIVE_INFINITY);

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
    this.note(path, bytes);
  }

  fail(path: string, ms: number): void {
    this.failing.set(path, this.scheduler.nowMs + ms);
  }

  /** Its person moves it: all it holds gets a new time. */
  move(): void {
    this.place = new FolderPlace(this.place.index + 1, this.scheduler.nowMs);
    for (const [path, bytes] of this.files.files) this.write(path, bytes);
  }

  /** The rules as they are, and since when. */
  get rules(): { readonly text: string; readonly from: number } {
    const bytes = this.files.files.get(rulesName);
    return { text: new TextDecoder().decode(bytes), from: this.since.get(rulesName) ?? 0 };
  }

  private note(path: string, bytes: Uint8Array | undefined): void {
    this.since.set(path, this.scheduler.nowMs);
    if (bytes) this.place.held.add(path, bytes);
  }

  private requireReadable(path: string): void {
    for (const [failing, untilMs] of this.failing)
      if (this.scheduler.nowMs < untilMs && isWithin(`/${failing}`, `/${path}`))
        throw new LocalFailure(`${path} is busy`);
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
    /** `needs`: what must be readable for it. */
    const read = <T>(what: string, needs: string, work: () => Promise<T>): Promise<T> =>
      after(what, async () => {
        this.requireReadable(needs);
        return await work();
      });
    const change = async (path: string, bytes: Uint8Array | undefined, work: () => Promise<void>) => {
      // Done at once and answered late, or the other way round: a window that dies in between leaves either.
      const isEarly = this.dice.chance(`folder ${life.name} early`, 0.5);
      const make = async (): Promise<void> => {
        onChange(path, await this.state(path), bytes);
        await work();
        this.note(path, bytes);
        if (bytes) this.place.brought.add(path, bytes);
        this.scheduler.note(`${life.name} ${bytes ? "writes" : "deletes"} ${path} here`);
      };
      if (isEarly) await make();
      await after(`changes ${path}`, isEarly ? async () => undefined : make);
    };
    return {
      isWindows: false,
      ignoresCase: false,
      list: (path) => read(`lists ${path}`, path, () => files.list(path)),
      stat: (path) => read(`stats ${path}`, parentOf(path), () => files.stat(path)),
      tryStat: (path) => read(`looks at ${path}`, parentOf(path), () => files.tryStat(path)),
      read: (path) => read(`reads ${path}`, path, () => files.read(path)),
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

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
