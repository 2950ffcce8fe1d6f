// A local folder linked to an app: windows push and pull it, and its user edits it. Operations take time; a
// dying window's operation is done or not.
import type { LocalFolder, LocalWriter } from "../../src/core/disk/localFolder";
import { isWithin } from "../../src/core/paths/appPath";
import { foldedPath } from "../../src/core/paths/localNames";
import { MemoryFolder } from "../support/memoryFolder";
import { hashOf } from "./contents";
import type { Dice } from "./random";
import type { Life, Scheduler } from "./scheduler";
import { wallStart } from "./virtualClock";

/** Since `from` (`nowMs`). */
export interface LocalState {
  readonly bytes: Uint8Array | undefined;
  readonly modifiedAt: number;
  readonly from: number;
  /** Its path on the disk. */
  readonly name: string;
}

/** Right before a window changes a file; `after` is undefined for a deletion. */
export type LocalChange = (
  path: string,
  before: LocalState | undefined,
  after: Uint8Array | undefined,
) => void;

const longestMs = 4;
/** Between a look at a file and an editor's change right after it. */
const typedInMs = 1;

/** Text of an editor: unsaved since that moment (`nowMs`), or after so many more looks at the file. */
interface Unsaved {
  looksLeft: number;
  since: number;
}

/** Ignore rules. */
export const rulesName = ".deployignore";

/** A file that cannot be read now. */
export class LocalFailure extends Error {
  override readonly name = "LocalFailure";
}

/** Both forms of an accent are one path; so are both letter cases where the disk ignores them. */
class PathContents {
  private readonly hashes = new Map<string, Set<string>>();

  constructor(private readonly foldsNames: boolean) {}

  private keyOf(path: string): string {
    return this.foldsNames ? foldedPath(path) : path.normalize("NFC");
  }

  add(path: string, bytes: Uint8Array): void {
    const key = this.keyOf(path);
    this.hashes.set(key, (this.hashes.get(key) ?? new Set()).add(hashOf(bytes)));
  }

  has(path: string, bytes: Uint8Array): boolean {
    return this.hashes.get(this.keyOf(path))?.has(hashOf(bytes)) ?? false;
  }
}

/** One location of the folder since a moment (`nowMs`), with its history. */
class FolderPlace {
  /** Every content that each path has had, or that a transfer has uploaded from it. */
  readonly held: PathContents;
  /** Written by transfers. */
  readonly brought: PathContents;

  constructor(
    readonly index: number,
    readonly since: number,
    foldsNames: boolean,
  ) {
    this.held = new PathContents(foldsNames);
    this.brought = new PathContents(foldsNames);
  }
}

export class SimulatedFolder {
  private readonly files: MemoryFolder;
  private readonly since = new Map<string, number>();
  /** By window and path. */
  private readonly unsaved = new Map<string, Unsaved>();
  /** Unreadable paths, until that moment (`nowMs`). */
  readonly failing = new Map<string, number>();
  place: FolderPlace;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly dice: Dice,
    wall: { readonly aheadMs: number },
    private readonly foldsNames = false,
  ) {
    this.place = new FolderPlace(0, Number.NEGATIVE_INFINITY, foldsNames);
    const now = (): number => wallStart + scheduler.nowMs + wall.aheadMs;
    this.files = new MemoryFolder({ now, ignoresCase: foldsNames });
  }

  /** Its path on the disk. */
  private real(path: string): string {
    const folded = this.foldsNames ? foldedPath(path) : path;
    return (
      [...this.files.files.keys()].find((each) => this.foldsNames && foldedPath(each) === folded) ?? path
    );
  }

  /** By the user; undefined deletes. */
  write(asked: string, bytes: Uint8Array | undefined): void {
    const path = this.real(asked);
    if (bytes) this.files.put(path, bytes);
    else this.files.drop(path);
    for (const key of this.unsaved.keys()) if (key.endsWith(` ${path}`)) this.unsaved.delete(key);
    this.note(path, bytes);
  }

  /** By the user, in an editor; unsaved until the file's next `write`. */
  type(window: number, path: string, afterLooks: number): void {
    const since = afterLooks === 0 ? this.scheduler.nowMs : Number.POSITIVE_INFINITY;
    this.unsaved.set(`w${window} ${this.real(path)}`, { looksLeft: afterLooks, since });
  }

  /** Infinity for a file without unsaved text in the window. */
  unsavedSince(life: Life, path: string): number {
    return this.unsavedOf(life, path)?.since ?? Number.POSITIVE_INFINITY;
  }

  private unsavedOf({ name }: Life, path: string): Unsaved | undefined {
    return this.unsaved.get(`${name.split(".")[0]} ${this.real(path)}`);
  }

  private lookedAt(life: Life, path: string): void {
    const unsaved = this.unsavedOf(life, path);
    if (!unsaved || --unsaved.looksLeft !== 0) return;
    this.scheduler.schedule(undefined, typedInMs, `${life.name}: typed into ${path} here`, () => {
      unsaved.since = this.scheduler.nowMs;
    });
  }

  fail(path: string, ms: number): void {
    this.failing.set(path, this.scheduler.nowMs + ms);
  }

  /** By the user: every file gets a new time. */
  move(): void {
    this.place = new FolderPlace(this.place.index + 1, this.scheduler.nowMs, this.foldsNames);
    for (const [path, bytes] of this.files.files) this.write(path, bytes);
  }

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

  /** Undefined when the path never existed. */
  async state(asked: string): Promise<LocalState | undefined> {
    const path = this.real(asked);
    const from = this.since.get(path);
    if (from === undefined) return undefined;
    const { modifiedAt = 0 } = (await this.files.tryStat(path)) ?? {};
    return { bytes: this.files.files.get(path), modifiedAt, from, name: path };
  }

  /** As one window uses it. */
  openFor(life: Life, onChange: LocalChange): LocalFolder {
    const { files } = this;
    const after = <T>(what: string, work: () => Promise<T>): Promise<T> => this.after(life, what, work);
    /** `needs`: must be readable for this. */
    const read = <T>(what: string, needs: string, work: () => Promise<T>): Promise<T> =>
      after(what, async () => {
        this.requireReadable(needs);
        return await work();
      });
    const change = async (path: string, bytes: Uint8Array | undefined, work: () => Promise<void>) => {
      // Done early or late within the wait: a window that dies meanwhile leaves either.
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
      ignoresCase: this.foldsNames,
      list: (path) => read(`lists ${path}`, path, () => files.list(path)),
      stat: (path) => read(`stats ${path}`, parentOf(path), () => files.stat(path)),
      tryStat: (path) =>
        read(`looks at ${path}`, parentOf(path), () => {
          this.lookedAt(life, path);
          return files.tryStat(path);
        }),
      read: (path) => read(`reads ${path}`, path, () => files.read(path)),
      createFolder: (path) => after(`creates ${path}`, () => files.createFolder(path)),
      isUnsaved: (path) => this.unsavedSince(life, path) <= this.scheduler.nowMs,
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
