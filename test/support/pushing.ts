// A push and a pull as the commands do them, over a folder in memory, for tests and the bench.
import type { AppFiles } from "../../src/api/appFiles";
import type { Clock } from "../../src/core/clock";
import { silentLogger } from "../../src/core/logger";
import type { PullRow } from "../../src/core/pullPlan";
import { manifestText, type PushManifest } from "../../src/core/pushManifest";
import type { PushRow } from "../../src/core/pushPlan";
import type { LocalFile } from "../../src/core/syncedFiles";
import { TransferList } from "../../src/core/transferList";
import { type LocalTarget, type PullResult, runPull } from "../../src/features/deploy/pullRun";
import { type PushResult, type PushRun, runPush } from "../../src/features/deploy/pushRun";
import { readPullPlan } from "../../src/features/deploy/readPullPlan";
import { type ReadPlan, readPushPlan } from "../../src/features/deploy/readPushPlan";
import { rememberCreated } from "../../src/features/deploy/rememberCreated";
import { type MemoryFile, SyncMemory } from "../../src/features/deploy/syncMemory";

/** A memory that outlives a push, as its file on disk does. */
export class StoredMemory implements MemoryFile {
  text: string | undefined;
  writes = 0;

  async read(): Promise<string | undefined> {
    return this.text;
  }

  async write(manifest: PushManifest): Promise<void> {
    this.writes++;
    this.text = manifestText(manifest);
  }
}

export class PushedFolder {
  readonly files = new Map<string, Uint8Array>();
  readonly memory = new StoredMemory();
  readonly transfers: TransferList;
  /** Told of each local file that is read. */
  onRead: (path: string) => void = () => undefined;
  leavesOut: (path: string) => boolean = () => false;
  modifiedAt: number | undefined;
  /** Paths of files that are here and not sent. */
  readonly keptBack = new Set<string>();

  constructor(
    private readonly app: AppFiles,
    private readonly clock: Clock,
    files: Readonly<Record<string, string | Uint8Array>> = {},
  ) {
    this.transfers = new TransferList(clock);
    for (const [path, content] of Object.entries(files)) this.put(path, content);
  }

  put(path: string, content: string | Uint8Array): void {
    this.files.set(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }

  get local(): LocalFile[] {
    return [...this.files].map(([path, { byteLength }]) => ({
      path,
      sizeBytes: byteLength,
      modifiedAt: this.modifiedAt,
      read: async () => {
        this.onRead(path);
        const bytes = this.files.get(path);
        if (!bytes) throw new Error(`${path} is not there`);
        return bytes;
      },
    }));
  }

  async plan(signal = new AbortController().signal): Promise<ReadPlan & { readonly memory: SyncMemory }> {
    const memory = await SyncMemory.load(this.memory, silentLogger);
    const read = await readPushPlan({
      local: this.local,
      files: this.app,
      memory,
      leavesOut: this.leavesOut,
      keepsBack: async (path) => this.keptBack.has(path),
      clock: this.clock,
      signal,
      onProgress: () => undefined,
    });
    return { ...read, memory };
  }

  /** What follows when the app was created from this folder. */
  async rememberCreated(packedAt = Number.POSITIVE_INFINITY): Promise<void> {
    await rememberCreated({
      local: this.local,
      files: this.app,
      memory: await SyncMemory.load(this.memory, silentLogger),
      leavesOut: this.leavesOut,
      packedAt,
      signal: new AbortController().signal,
    });
  }

  async remembered(): Promise<PushManifest> {
    return (await SyncMemory.load(this.memory, silentLogger)).files;
  }

  /** Pushes what is chosen by default, or what `choose` takes. */
  async push(
    options: {
      readonly signal?: AbortSignal;
      readonly choose?: (row: PushRow) => boolean;
      readonly onProgress?: (done: number) => void;
      readonly archive?: NonNullable<PushRun["archive"]>;
    } = {},
  ): Promise<PushResult> {
    const {
      signal = new AbortController().signal,
      choose = (row) => row.isChosen,
      onProgress,
      archive,
    } = options;
    const { plan, listedAt, memory } = await this.plan(signal);
    return await runPush({
      accountId: "one",
      appId: "app",
      rows: plan.rows.filter(choose),
      files: this.app,
      listedAt,
      memory,
      transfers: this.transfers,
      clock: this.clock,
      signal,
      leastMsEach: 3_000,
      onProgress: ({ done }) => onProgress?.(done),
      ...(archive ? { archive } : {}),
    });
  }

  /** Paths that are links here. */
  readonly links = new Set<string>();
  /** Paths with unsaved text in an editor. */
  readonly unsaved = new Set<string>();

  async planPull(signal = new AbortController().signal) {
    const memory = await SyncMemory.load(this.memory, silentLogger);
    const plan = await readPullPlan({
      local: this.local,
      files: this.app,
      memory,
      leavesOut: this.leavesOut,
      isWindows: false,
      isUnsaved: (path) => this.unsaved.has(path),
      signal,
      onProgress: () => undefined,
    });
    return { plan, memory };
  }

  /** Pulls what is chosen by default, or what `choose` takes. */
  async pull(
    options: {
      readonly signal?: AbortSignal;
      readonly choose?: (row: PullRow) => boolean;
      readonly onProgress?: (done: number) => void;
    } = {},
  ): Promise<PullResult> {
    const { signal = new AbortController().signal, choose = (row) => row.isChosen, onProgress } = options;
    const { plan, memory } = await this.planPull(signal);
    return await runPull({
      rows: plan.rows.filter(choose),
      files: this.app,
      target: this.target,
      memory,
      signal,
      onProgress: ({ done }) => onProgress?.(done),
    });
  }

  private get target(): LocalTarget {
    return {
      look: async (path) => {
        if (this.links.has(path)) return { type: "directory", isLink: true };
        if (this.files.has(path)) return { type: "file", isLink: false };
        const isFolder = [...this.files.keys()].some((file) => file.startsWith(`${path}/`));
        return isFolder ? { type: "directory", isLink: false } : undefined;
      },
      read: async (path) => this.files.get(path) ?? new Uint8Array(),
      write: async (path, bytes) => void this.files.set(path, new Uint8Array(bytes)),
      delete: async (path) => void this.files.delete(path),
      isUnsaved: (path) => this.unsaved.has(path),
    };
  }
}
