// Transfers between a folder in memory and the files of an app, as the commands run them.
import type { AppFiles } from "../../src/appFiles/appFiles";
import type { OperationLog } from "../../src/appFiles/backups/operation";
import { ListAhead } from "../../src/appFiles/transfer/plan/listAhead";
import type { LocalContent } from "../../src/appFiles/transfer/plan/localContents";
import { readLocalTree } from "../../src/appFiles/transfer/plan/localTree";
import { planDownload, readSelection } from "../../src/appFiles/transfer/plan/planDownload";
import type { PullPlan } from "../../src/appFiles/transfer/plan/planPull";
import type { PushPlan } from "../../src/appFiles/transfer/plan/planPush";
import { planUpload } from "../../src/appFiles/transfer/plan/planUpload";
import { manifestText, type PushManifest } from "../../src/appFiles/transfer/plan/pushManifest";
import { readFilesPlan } from "../../src/appFiles/transfer/plan/readFilesPlan";
import {
  readPullPlan,
  readPushPlan,
  rememberCreated,
  type SyncInput,
} from "../../src/appFiles/transfer/plan/readPlans";
import { type MemoryFile, SyncMemory } from "../../src/appFiles/transfer/plan/syncMemory";
import type { TransferRow } from "../../src/appFiles/transfer/plan/transferPlan";
import type { TransferProgress } from "../../src/appFiles/transfer/runProgress";
import type { RowEnd } from "../../src/appFiles/transfer/runTransfer";
import { runTransfer, type TransferRun } from "../../src/appFiles/transfer/runTransfer";
import type { Clock } from "../../src/core/async/clock";
import { silentLogger } from "../../src/core/logger";
import type { FolderChoices } from "../../src/core/project/folderRules";
import { readFolder } from "../../src/core/project/readFolder";
import { TransferList } from "../../src/core/transfers/transferList";
import { RememberedChanges } from "./appFilesHarness";
import { MemoryFolder } from "./memoryFolder";

/** Outlives a transfer, like a file. */
export class StoredMemory implements MemoryFile {
  text: string | undefined;
  writes = 0;
  isDiskFull = false;

  async read(): Promise<string | undefined> {
    return this.text;
  }

  async write(manifest: PushManifest): Promise<void> {
    if (this.isDiskFull) throw new Error("the disk is full");
    this.writes++;
    this.text = manifestText(manifest);
  }
}

export interface Outcome {
  readonly rows: readonly TransferRow[];
  readonly ends: readonly RowEnd[];
  /** Paths in the app, in order. */
  readonly put: readonly string[];
  readonly removed: readonly string[];
  /** With the problem, such as "/a.txt changedInApp". */
  readonly failed: readonly string[];
  readonly cancelled: readonly string[];
}

export interface TransferOptions {
  readonly signal?: AbortSignal;
  /** The default selection when absent. */
  readonly choose?: (row: TransferRow) => boolean;
  readonly onProgress?: (progress: TransferProgress) => void;
  readonly archive?: TransferRun["archive"];
  readonly log?: OperationLog;
  /** Between the plan and the first change. */
  readonly onPlanned?: (rows: readonly TransferRow[]) => void | Promise<void>;
}

const { signal: never } = new AbortController();

export class TransferredFolder {
  readonly folder: MemoryFolder;
  readonly memory = new StoredMemory();
  readonly transfers: TransferList;
  /** Of the last transfer without its own log. */
  log = new RememberedChanges();
  choices: FolderChoices | undefined;
  maxFileBytes: number | undefined;

  constructor(
    readonly app: AppFiles,
    private readonly clock: Clock,
    files: Readonly<Record<string, string | Uint8Array>> = {},
    folder: MemoryFolder = new MemoryFolder({ now: () => clock.now() }),
  ) {
    this.folder = folder;
    this.transfers = new TransferList(clock);
    for (const [path, content] of Object.entries(files)) folder.put(path, content);
  }

  put(path: string, content: string | Uint8Array): void {
    this.folder.put(path, content);
  }

  async planPush(signal = never): Promise<PushPlan & { readonly memory: SyncMemory }> {
    const input = await this.input(signal);
    return { ...(await readPushPlan(input)), memory: input.memory };
  }

  async planPull(signal = never): Promise<PullPlan & { readonly memory: SyncMemory }> {
    const input = await this.input(signal);
    return { ...(await readPullPlan(input)), memory: input.memory };
  }

  async push(options: TransferOptions = {}): Promise<Outcome> {
    const { rows, memory } = await this.planPush(options.signal);
    return await this.run(rows, memory, options);
  }

  /** A plan for these files only. */
  async planFiles(paths: readonly string[], signal = never) {
    const memory = await SyncMemory.load(this.memory, silentLogger);
    const local = await Promise.all(
      paths.map(async (path) => {
        const { sizeBytes, modifiedAt } = await this.folder.stat(path);
        return { path, sizeBytes, modifiedAt, read: () => this.folder.read(path) };
      }),
    );
    const plan = await readFilesPlan({ app: this.app, local, problems: [], memory, signal });
    return { ...plan, memory };
  }

  async pushFiles(paths: readonly string[], options: TransferOptions = {}): Promise<Outcome> {
    const { rows, memory } = await this.planFiles(paths, options.signal);
    return await this.run(rows, memory, options);
  }

  async pull(options: TransferOptions = {}): Promise<Outcome> {
    const { rows, memory } = await this.planPull(options.signal);
    return await this.run(rows, memory, options);
  }

  /** To the app's folder `target`. */
  async upload(
    names: readonly string[],
    options: TransferOptions & { readonly target?: string } = {},
  ): Promise<Outcome> {
    const { signal = never, target = "/" } = options;
    const sources = names.map((name) => ({ folder: this.folder, name }));
    const { rows } = await planUpload(await readLocalTree(sources, signal), target, this.app, signal);
    return await this.run(rows, undefined, options);
  }

  /** App paths and their local names. */
  async download(sources: Readonly<Record<string, string>>, options: TransferOptions = {}): Promise<Outcome> {
    const { signal = never } = options;
    const chosen = Object.entries(sources).map(([path, localName]) => ({ path, localName }));
    const selection = await readSelection(this.app, chosen, { signal, onFound: () => undefined });
    const { rows, folders } = await planDownload(selection, this.folder, signal);
    const outcome = await this.run(rows, undefined, options);
    for (const { localPath } of folders) await this.folder.createFolder(localPath);
    return outcome;
  }

  /** As after creating the app from these contents, by default those of the folder. */
  async rememberCreated(packed: ReadonlyMap<string, Uint8Array> = this.folder.files): Promise<void> {
    const contents = new Map<string, LocalContent>();
    for (const [path, bytes] of packed)
      contents.set(path, { hash: await this.app.hash(bytes), sizeBytes: bytes.byteLength });
    await rememberCreated(await this.input(never), contents);
  }

  async remembered(): Promise<PushManifest> {
    return (await SyncMemory.load(this.memory, silentLogger)).files;
  }

  async run(
    rows: readonly TransferRow[],
    memory: SyncMemory | undefined,
    options: TransferOptions = {},
  ): Promise<Outcome> {
    const { choose = (row) => row.isChosen, onPlanned, archive } = options;
    await onPlanned?.(rows);
    this.log = new RememberedChanges();
    const ends = await runTransfer({
      key: { accountId: "one", appId: "app" },
      rows: rows.filter((row) => choose(row) && row.kind !== "blocked"),
      app: this.app,
      folder: this.folder,
      log: options.log ?? this.log,
      memory,
      transfers: this.transfers,
      clock: this.clock,
      signal: options.signal ?? never,
      limits: { uploadEveryMs: 3_000, downloads: { perPeriod: 18, periodMs: 60_000 } },
      onProgress: options.onProgress ?? (() => undefined),
      ...(archive ? { archive } : {}),
    });
    const pathsOf = (isMeant: (end: RowEnd) => boolean): string[] =>
      ends.filter(isMeant).map(({ row }) => row.path);
    const isPut = ({ row }: RowEnd): boolean =>
      (row.backup ?? (row.direction === "toApp" ? row.local : row.remote)) !== undefined;
    const blocked = rows.flatMap(({ kind, path, reason }) =>
      kind === "blocked" ? [`${path} ${reason?.kind}`] : [],
    );
    const failed = ends.flatMap((end) =>
      "problem" in end ? [`${end.row.path} ${end.end === "notKnown" ? "notKnown" : end.problem.kind}`] : [],
    );
    return {
      rows,
      ends,
      put: pathsOf((end) => end.end === "done" && isPut(end)).sort(),
      removed: pathsOf((end) => end.end === "done" && !isPut(end)).sort(),
      failed: [...failed, ...blocked].sort(),
      cancelled: pathsOf(({ end }) => end === "cancelled"),
    };
  }

  private async input(signal: AbortSignal): Promise<SyncInput> {
    const memory = await SyncMemory.load(this.memory, silentLogger);
    const ahead = new ListAhead(this.app, memory.files.keys(), this.clock);
    const { files, problems, rules } = await readFolder(this.folder, {
      signal,
      choices: this.choices,
      ignoresCase: this.folder.ignoresCase,
      onFolder: (path) => ahead.expect(`/${path}`),
      ...(this.maxFileBytes === undefined ? {} : { maxFileBytes: this.maxFileBytes }),
    }).finally(() => ahead.stop());
    return {
      app: this.app,
      folder: this.folder,
      local: files,
      problems: problems.map(({ path, kind, cause }) => ({
        path,
        problem: kind === "unreadable" ? { kind, error: cause } : { kind },
      })),
      rules,
      memory,
      ahead,
      signal,
      onProgress: () => undefined,
    };
  }
}

/** Such as "x added /a.txt": selection, kind, path and reason. */
export function rowText({ isChosen, kind, path, reason }: TransferRow): string {
  return `${isChosen ? "x" : "-"} ${kind} ${path}${reason ? ` (${reason.kind})` : ""}`;
}
