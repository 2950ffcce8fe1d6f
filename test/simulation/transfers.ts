// One window pushes, pulls, undoes and rolls back: the engine's transfers, with a user who looks at the plan for a while
// and selects rows. Only what the plan showed may be replaced or deleted.
import type { AppFiles } from "../../src/appFiles/appFiles";
import type { Operation, OperationHeader, OperationLog } from "../../src/appFiles/backups/operation";
import { undoPlan } from "../../src/appFiles/backups/undoPlan";
import { canBeFinished, finishCopy, finishRemoval } from "../../src/appFiles/finishCutOff";
import { createdBy, filesAfter, newestOf } from "../../src/appFiles/transfer/filesAfter";
import type { LocalFile } from "../../src/appFiles/transfer/plan/filePairs";
import { ListAhead } from "../../src/appFiles/transfer/plan/listAhead";
import { planRollback } from "../../src/appFiles/transfer/plan/planRollback";
import { planUndo } from "../../src/appFiles/transfer/plan/planUndo";
import { manifestText, type PushManifest } from "../../src/appFiles/transfer/plan/pushManifest";
import { readFilesPlan } from "../../src/appFiles/transfer/plan/readFilesPlan";
import { readPullPlan, readPushPlan, type SyncInput } from "../../src/appFiles/transfer/plan/readPlans";
import { SyncMemory } from "../../src/appFiles/transfer/plan/syncMemory";
import type { TransferApp } from "../../src/appFiles/transfer/plan/transferApp";
import { isPossible, type TransferRow } from "../../src/appFiles/transfer/plan/transferPlan";
import { RowProblem } from "../../src/appFiles/transfer/plan/transferProblem";
import type { RowEnd } from "../../src/appFiles/transfer/runTransfer";
import { runTransfer } from "../../src/appFiles/transfer/runTransfer";
import type { LocalFolder } from "../../src/core/disk/localFolder";
import type { MachineFiles } from "../../src/core/disk/machineFiles";
import { silentLogger } from "../../src/core/logger";
import { isWithin } from "../../src/core/paths/appPath";
import { readFolder } from "../../src/core/project/readFolder";
import { type AppRelease, changedSince } from "../../src/core/transfers/release";
import { TransferList } from "../../src/core/transfers/transferList";
import { appKeyOf, nameOfKey } from "./appNames";
import { type Checks, contentOf } from "./checks";
import { type Contents, hashOf } from "./contents";
import type { LocalState, SimulatedFolder } from "./folder";
import type { Choice } from "./operations";
import type { Dice } from "./random";
import { type Author, type Change, isUnknown, type Record, type State } from "./record";
import type { Life, Scheduler } from "./scheduler";
import type { Tallies } from "./tallies";
import type { VirtualClock } from "./virtualClock";
import type { WindowDriver } from "./windowDriver";

/** By app and the hash of its list: the files of each release, by path with their hashes. */
export type Released = Map<string, PushManifest>;

export interface TransferParts {
  readonly life: Life;
  readonly driver: WindowDriver;
  readonly clock: VirtualClock;
  readonly disk: MachineFiles;
  readonly folders: ReadonlyMap<string, SimulatedFolder>;
  /** Operations that were cut off and that some window continues. */
  readonly takenOver: Set<string>;
  /** Absent in worlds without releases. */
  readonly released?: Released;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly record: Record;
  readonly checks: Checks;
  readonly contents: Contents;
  readonly tallies: Tallies;
  /** Every error must be one with a sentence for the user. */
  readonly requireReported: (error: unknown, what: string) => void;
}

/** The selected rows of a plan, with what was shown for it. */
interface Chosen {
  readonly app: string;
  readonly kind: "push" | "pull" | "undo" | "rollback";
  /** Number and list of a rollback's release. */
  readonly release?: AppRelease | undefined;
  /** The plan looked at the whole app. */
  readonly isWhole?: boolean;
  /** All rows of the plan. */
  readonly all: readonly TransferRow[];
  readonly rows: readonly TransferRow[];
  readonly plannedAt: number;
  readonly planned: Planned;
  readonly memory: SyncMemory | undefined;
  readonly signal: AbortSignal;
  /** Location of the folder and its rules at planning. */
  readonly place?: SimulatedFolder["place"];
  readonly rules?: SimulatedFolder["rules"];
}

/** What the window was shown of a path for the plan. */
type Planned = (path: string) => readonly State[];

type Asked = Pick<Chosen, "app" | "kind" | "plannedAt" | "place" | "rules">;

type End = Exclude<Change["end"], "open">;

const folderUri = "file:///folder";
/** Between the last look at a local file and its change, another program's write cannot be noticed. */
const localRaceMs = 60;
/** The same for text in an editor of the window, which the engine asks about without waiting. */
const unsavedRaceMs = 5;
const longestThoughtMs = 8_000;

export class Transfers {
  private readonly transfers: TransferList;
  /** Apps with a running transfer: a window does not start a second one. */
  private readonly running = new Set<string>();

  constructor(private readonly parts: TransferParts) {
    this.transfers = new TransferList(parts.clock);
  }

  async push(app: string, choice: Choice, signal: AbortSignal): Promise<void> {
    await this.sync("push", app, choice, signal);
  }

  async pushFiles(app: string, paths: readonly string[], choice: Choice, signal: AbortSignal): Promise<void> {
    await this.once(app, async () => {
      const plannedAt = this.parts.scheduler.nowMs;
      const { place } = this.folderOf(app);
      const memory = await this.memory(app);
      const folder = this.folder(app, new Map(), new Map());
      const local: LocalFile[] = [];
      for (const path of paths) {
        const stat = await folder.tryStat(path);
        if (stat) local.push({ ...stat, path, read: () => folder.read(path) });
      }
      const { rows } = await readFilesPlan({
        ...{ app: this.parts.driver.engine(app), local, problems: [], memory, signal },
      });
      await this.choose({ app, kind: "push", plannedAt, memory, signal, place }, rows, choice);
    });
  }

  async pull(app: string, choice: Choice, signal: AbortSignal): Promise<void> {
    await this.sync("pull", app, choice, signal);
  }

  /** Undoes an operation of the last day, also one that was cut off. */
  async undo(app: string, choice: Choice, signal: AbortSignal): Promise<void> {
    const { driver, dice } = this.parts;
    const all = (await driver.operations(app)).filter((operation) => canBeUndone(operation));
    const index = dice.chance("undoes the newest", 0.6) ? 0 : dice.int("undoes", all.length);
    const operation = all[index];
    if (operation) await this.undoOne(operation, choice, signal);
  }

  /** At a window's start: the user ignores, finishes or undoes operations that were cut off. */
  async goOn(apps: readonly string[], signal: AbortSignal): Promise<void> {
    const { driver, dice, life, folders } = this.parts;
    for (const app of new Set(apps.filter((each) => folders.has(each)))) {
      const cutOff = (await driver.operations(app)).filter(({ state }) => state === "cutOff");
      for (const operation of cutOff) {
        this.parts.takenOver.add(operation.id);
        // On a full disk no window has claimed it; the next start offers it again.
        const log = await driver.takeOver(operation.id).catch(() => undefined);
        if (!log) continue;
        await this.think(`cut off ${operation.header.kind}`);
        const what = dice.weighted(`${life.name} goes on`, [
          [2, "finish"],
          [2, "undo"],
          [1, "leave"],
        ]);
        await this.end(operation, log, what, signal).catch((error: unknown) =>
          this.parts.requireReported(error, `${what} ${operation.header.kind}`),
        );
      }
    }
  }

  /** To one of the last releases of the machine. */
  async rollBack(app: string, choice: Choice, signal: AbortSignal): Promise<void> {
    const { driver, dice, released } = this.parts;
    if (!released) return;
    const all = await driver.releases.list(appKeyOf(app));
    const before = dice.chance("rolls back to the last", 0.6) ? 1 : dice.int("rolls back", all.length);
    const release = all[before];
    if (release) await this.rollBackTo(app, release, choice, signal);
  }

  private async rollBackTo(
    app: string,
    release: AppRelease,
    choice: Choice,
    signal: AbortSignal,
  ): Promise<void> {
    await this.once(app, async () => {
      const { driver, scheduler } = this.parts;
      const { releases } = driver;
      const key = appKeyOf(app);
      const plannedAt = scheduler.nowMs;
      const { place } = this.folderOf(app);
      const memory = await this.memory(app);
      const files = await releases.filesOf(key, release);
      const all = await releases.list(key);
      const [newest] = all;
      const last = newest && (await releases.filesOf(key, newest));
      if (!files) return;
      const { rows } = await planRollback({
        ...{ app: driver.engine(app), files, known: newestOf(last ?? new Map(), memory.files), signal },
        since: changedSince(all, release),
        kept: await releases.kept(key),
        read: async (hash) => {
          const bytes = await releases.content(key, hash);
          if (bytes) return bytes;
          throw new RowProblem({ kind: "notBackedUp" });
        },
      });
      await this.choose({ app, kind: "rollback", release, plannedAt, memory, signal, place }, rows, choice);
    });
  }

  /** What the transfer has left becomes a release. A full disk keeps none. */
  private async recordRelease(
    { app, kind, all: planned, isWhole = false, memory }: Chosen,
    ends: readonly RowEnd[],
  ): Promise<void> {
    const { driver, released, checks, record, life } = this.parts;
    const changes = ends.filter(({ row, end }) => row.direction === "toApp" && end === "done");
    if (!released || kind === "pull" || changes.length === 0) return;
    const folder = this.folder(app, new Map(), new Map());
    const sent = new Map(changes.map(({ row }) => [row.path, row]));
    const known = new Map(memory?.files ?? []);
    const add = driver.releases.add(appKeyOf(app), async ({ files: before }) => {
      const files = filesAfter({ memory: known, before, planned, ends, isWhole });
      released.set(`${app} ${hashOf(new TextEncoder().encode(manifestText(files)))}`, files);
      for (const [path, { hash }] of files) {
        const contents = [...record.tree(app).history(path).map(contentOf), ...checks.takenForOurs];
        if (hash !== "" && !contents.some((content) => hashOf(content?.bytes ?? new Uint8Array()) === hash))
          checks.fail(4, "wrong", `${life.name}: ${path} is released with what the app never held`);
      }
      return {
        ...{ kind, result: "complete", folder: folderUri, settings: {}, changed: [...sent.keys()], files },
        created: createdBy(ends),
        read: async (path) =>
          await (sent.get(path)?.backup?.read() ?? folder.read(sent.get(path)?.localPath ?? path.slice(1))),
      };
    });
    await add.catch(() => undefined);
    this.parts.tallies.add("transfers", "release");
  }

  private async end(
    operation: Operation,
    log: OperationLog,
    what: string,
    signal: AbortSignal,
  ): Promise<void> {
    const { header } = operation;
    const { kind } = header;
    this.parts.tallies.add("cut off", `${what} ${kind}`);
    if (what === "finish" && canBeFinished(operation)) return await this.finish(operation, log);
    await log.end("cancelled");
    if (what === "undo" && canBeUndone(operation)) await this.undoOne(operation, "proposed", signal);
    if (what === "finish" && kind === "rollback") {
      const all = await this.parts.driver.releases.list(header);
      const release = all.find(({ number }) => number === header.title?.release);
      if (release) await this.rollBackTo(nameOfKey(header), release, "proposed", signal);
    }
    if (what === "finish" && (kind === "push" || kind === "pull"))
      await this.sync(kind, nameOfKey(header), "proposed", signal);
  }

  private async finish(operation: Operation, log: OperationLog): Promise<void> {
    const { life, driver, record, scheduler } = this.parts;
    const { header, changes } = operation;
    const { title, kind } = header;
    const app = nameOfKey(header);
    const since = scheduler.nowMs;
    const author = { name: `finish ${record.nextOrder()}`, seen: new Set<never>() } as unknown as Author;
    const made = new Set(
      changes.flatMap(({ before, after }) => [
        before.kind === "content" ? before.hash : "",
        after.hash ?? "",
      ]),
    );
    // Files made before or after the interruption may be deleted.
    const isMade = ({ node, cause }: State): boolean =>
      (cause.by === "request" && cause.sent.changes.some((change) => change.author === author)) ||
      (node?.type === "file" && made.has(hashOf(node.content.bytes)));
    const isMovedFrom = (path: string): boolean =>
      kind === "move" && isWithin(record.real(title?.from ?? "/"), path);
    const planned: Planned = (path) =>
      isMovedFrom(path)
        ? record.shownSince(life, app, path, since)
        : record.tree(app).history(path).filter(isMade);
    scheduler.note(`${life.name} ${author.name}: ${kind} ${operation.id}`);
    const files = this.recorded(driver.engine(app), { app, planned }, author, new Map());
    if (kind === "delete") return await finishRemoval(files, operation, log);
    await finishCopy(files, operation, {
      log,
      dialog: {
        confirm: async () => true,
        withProgress: (_estimate, work) =>
          work({ signal: new AbortController().signal, report: () => undefined }),
      },
    });
  }

  private async undoOne(operation: Operation, choice: Choice, signal: AbortSignal): Promise<void> {
    const { driver, scheduler } = this.parts;
    const app = nameOfKey(operation.header);
    const plannedAt = scheduler.nowMs;
    const plan = await planUndo(undoPlan(operation), {
      app: driver.engine(app),
      folder: this.folder(app, new Map(), new Map()),
      readContent: (content) => driver.backupContent(content),
      signal,
    });
    const memory = operation.header.title?.folder === undefined ? undefined : await this.memory(app);
    const expects = new Set(undoPlan(operation).steps.flatMap((step) => step.expects.hashes));
    await this.choose({ app, kind: "undo", plannedAt, memory, signal, expects }, plan.rows, choice);
  }

  private async sync(kind: "push" | "pull", app: string, choice: Choice, signal: AbortSignal): Promise<void> {
    await this.once(app, async () => {
      const plannedAt = this.parts.scheduler.nowMs;
      const { place, rules } = this.folderOf(app);
      const input = await this.input(app, signal);
      const { rows } = await (kind === "push" ? readPushPlan : readPullPlan)(input);
      const { memory } = input;
      await this.choose({ app, kind, isWhole: true, plannedAt, memory, signal, place, rules }, rows, choice);
    });
  }

  private async once(app: string, work: () => Promise<void>): Promise<void> {
    if (this.running.has(app)) return;
    this.running.add(app);
    try {
      await work();
    } finally {
      this.running.delete(app);
    }
  }

  private async input(app: string, signal: AbortSignal): Promise<SyncInput> {
    const { driver, clock } = this.parts;
    const engine = driver.engine(app);
    const memory = await this.memory(app);
    const folder = this.folder(app, new Map(), new Map());
    const ahead = new ListAhead(engine, memory.files.keys(), clock);
    const { files, problems, rules } = await readFolder(folder, {
      signal,
      ignoresCase: folder.ignoresCase,
      onFolder: (path) => ahead.expect(`/${path}`),
    }).finally(() => ahead.stop());
    return {
      ...{ app: engine, folder, local: files, rules, memory, ahead, signal },
      problems: problems.map(({ path, kind, cause: error }) => ({
        path,
        problem: kind === "unreadable" ? { kind, error } : { kind },
      })),
      onProgress: () => undefined,
    };
  }

  private async memory(app: string): Promise<SyncMemory> {
    const { disk } = this.parts;
    // The state in common with the app belongs to the folder's location.
    const name = `pushed/${app}.${this.parts.folders.get(app)?.place.index}.json`;
    const file = {
      read: async () => {
        const bytes = await disk.read(name);
        return bytes && new TextDecoder().decode(bytes);
      },
      write: async (manifest: Parameters<typeof manifestText>[0]) =>
        await disk.write(name, new TextEncoder().encode(manifestText(manifest))),
    };
    return await SyncMemory.load(file, silentLogger);
  }

  /** The user looks at the plan for a while. */
  private async choose(
    plan: Omit<Chosen, "rows" | "all" | "planned"> & { readonly expects?: ReadonlySet<string> },
    rows: readonly TransferRow[],
    choice: Choice,
  ): Promise<void> {
    const { app, plannedAt, kind } = plan;
    const { life, record, dice, tallies } = this.parts;
    // The window knows its own uploads although listings lag.
    const isOwn = ({ cause }: State): boolean => cause.by === "request" && cause.sent.life === life;
    // Undo expects the content that the operation left, also from another author.
    const isExpected = ({ node }: State): boolean =>
      node?.type === "file" && (plan.expects?.has(hashOf(node.content.bytes)) ?? false);
    // Known from the shared memory of the folder, or read earlier under a version that a lagging listing
    // still shows.
    const isRemembered = ({ node }: State, { synced, remoteHash }: TransferRow): boolean =>
      node?.type === "file" && [synced?.hash, remoteHash].includes(hashOf(node.content.bytes));
    const shown = new Map(
      rows.map((row) => {
        const { path } = row;
        const known = record
          .tree(app)
          .history(path)
          .filter((state) => isOwn(state) || isRemembered(state, row));
        return [record.real(path), [...record.shownSince(life, app, path, plannedAt), ...known]] as const;
      }),
    );
    const planned: Planned = (path) => [
      ...(shown.get(path) ?? []),
      ...record.tree(app).history(path).filter(isExpected),
    ];
    await this.think(kind);
    const isWanted = (row: TransferRow): boolean => {
      if (choice === "proposed") return row.isChosen;
      return choice === "all" || dice.chance(`${life.name} chooses`, 0.5);
    };
    const chosen = rows.filter((row) => isPossible(row) && isWanted(row));
    if (choice === "proposed" && plan.place) for (const row of chosen) await this.requireKnown(row, plan);
    tallies.add("transfers", kind);
    if (chosen.length > 0) await this.run({ ...plan, all: rows, rows: chosen, planned });
  }

  /**
   * A plan's default replaces or deletes only what both sides had, at the folder's present location; it takes
   * no existing file for missing and uploads nothing against the rules.
   */
  private async requireKnown(row: TransferRow, { app, kind, plannedAt, place, rules }: Asked): Promise<void> {
    const { checks, record, life, contents } = this.parts;
    const { path, localPath, local, remote } = row;
    const who = `${life.name}, ${kind}`;
    const here = await this.folderOf(app).state(localPath);
    const history = record.tree(app).history(path);
    const isRuled = rules?.from === this.folderOf(app).rules.from && rules.text === `/${localPath}\n`;
    if (kind === "push" && isRuled && rules.from < plannedAt)
      checks.fail(3, "wrong", `${who}: ${path} is proposed, which the folder's rules leave out`);
    if (kind === "push" && !local && here?.bytes && here.name === localPath && here.from < plannedAt)
      checks.fail(9, "lost", `${who}: ${path} is proposed as deleted and is in the folder`);
    if ((kind === "push" || kind === "rollback") && remote && place) {
      // Listed, or read while listings lag.
      const isShown = ({ node }: State, index: number): boolean => {
        const isRead = (history[index + 1]?.from ?? Infinity) > plannedAt;
        return node?.type === "file" && (isRead || isSameVersion(node.content.size, node.modifiedAt));
      };
      const isSameVersion = (size: number, modifiedAt: number): boolean =>
        size === remote.sizeBytes && modifiedAt === remote.modifiedAt;
      // Pushed from this folder, and no listing shows it yet.
      const isHidden = (state: State): boolean =>
        state.from <= plannedAt &&
        state.visibleAt > plannedAt &&
        hashOf(contentOf(state)?.bytes ?? new Uint8Array()) === row.synced?.hash;
      // An exception (docs/engine.md#what-does-not-hold-yet): it came between an upload and its response.
      const isTakenForUpload = (state: State, index: number): boolean => {
        const { cause } = history[index - 1] ?? {};
        const sent = cause?.by === "request" && cause.sent.kind === "upload" ? cause.sent : undefined;
        const isSoon = sent?.changes.some(({ endedAt = Infinity }) => endedAt >= state.from);
        return isSoon === true && contentOf(state)?.size === contentOf(history[index - 1])?.size;
      };
      const shown = history
        .filter((state, index) => isShown(state, index) || isHidden(state))
        .flatMap((state) => contentOf(state) ?? []);
      const isReleased = (bytes: Uint8Array): boolean =>
        kind === "rollback" &&
        [...(this.parts.released ?? [])].some(
          ([name, files]) => name.startsWith(`${app} `) && files.get(path)?.hash === hashOf(bytes),
        );
      const isHeld = shown.some(({ bytes }) => place.held.has(localPath, bytes) || isReleased(bytes));
      if (shown.length > 0 && !isHeld && !history.some((state, index) => isTakenForUpload(state, index)))
        checks.fail(
          2,
          "lost",
          `${who}: what replaces ${path} is proposed, and the folder never had what is there`,
        );
    }
    if (kind === "pull" && local && place && here?.bytes && here.from < plannedAt) {
      const { bytes } = here;
      const isShown = (index: number): boolean => (history[index + 1]?.visibleAt ?? Infinity) >= place.since;
      // Where times never change, a stale text may have counted as the app's, if what replaced it has its size
      // (docs/engine.md#what-does-not-hold-yet).
      const isMistaken = (index: number): boolean =>
        checks.areTimesConstant &&
        history.some((state, at) => at > index && contentOf(state)?.size === bytes.byteLength && isShown(at));
      const isInApp = history.some(
        (state, index) => contentOf(state) === contents.of(bytes) && (isShown(index) || isMistaken(index)),
      );
      if (!isInApp && !place.brought.has(localPath, bytes))
        checks.fail(
          2,
          "lost",
          `${who}: what replaces ${localPath} here is proposed, and the app never had it`,
        );
    }
  }

  private folderOf(app: string): SimulatedFolder {
    const folder = this.parts.folders.get(app);
    if (!folder) throw new Error(`${app} has no folder`);
    return folder;
  }

  private async think(what: string): Promise<void> {
    const { life, scheduler, dice } = this.parts;
    const inMs = dice.int(`${life.name} thinks`, longestThoughtMs);
    await scheduler.wait(life, inMs, `${life.name} ${what}: chosen`);
  }

  private async run(chosen: Chosen): Promise<void> {
    const { app, kind, rows, memory, signal } = chosen;
    const { driver, clock, record, checks, tallies, scheduler, life } = this.parts;
    const header: OperationHeader = {
      ...{ kind, ...appKeyOf(app) },
      title: { folder: folderUri, count: rows.length, release: chosen.release?.number },
    };
    const log = await driver.beginOperation(header);
    const ends = new Map<string, End>();
    const author = { name: `${kind} ${record.nextOrder()}`, seen: new Set<never>() } as unknown as Author;
    const byLocalPath = new Map(rows.map((row) => [row.localPath, row]));
    scheduler.note(
      `${life.name} ${author.name}: ${rows.map(({ path, direction }) => `${direction} ${path}`)}`,
    );
    const done = await runTransfer({
      key: appKeyOf(app),
      rows,
      app: this.recorded(driver.engine(app), chosen, author, ends),
      folder: this.folder(app, byLocalPath, ends),
      log,
      memory,
      transfers: this.transfers,
      clock,
      signal,
      limits: { uploadEveryMs: 3_000, downloads: { perPeriod: 18, periodMs: 60_000 } },
      onProgress: () => undefined,
    });
    for (const end of done) {
      tallies.add("transfers", `${kind} ${end.end}`);
      this.requireTrue(end, ends.get(keyOf(end.row)), chosen);
    }
    const isFailed = done.some(({ end }) => end === "failed" || end === "notKnown");
    const isCancelled = done.some(({ end }) => end === "cancelled");
    await log.end(isFailed ? "failed" : isCancelled ? "cancelled" : "done");
    await this.recordRelease(chosen, done);
    if (rows.length !== done.length) checks.fail(9, "wrong", `${author.name}: a row has no end`);
  }

  /** A row's reported end must be true. */
  private requireTrue(end: RowEnd, made: End | undefined, { kind }: Chosen): void {
    const { checks, requireReported } = this.parts;
    const { row } = end;
    if ("problem" in end && end.problem.kind === "error")
      requireReported(end.problem.error, `${kind} ${row.path}`);
    const isTrue =
      end.end === "done"
        ? made === "done"
        : end.end === "notKnown"
          ? made === "unknown"
          : made === undefined || made === "notDone" || made === "unknown";
    if (!isTrue)
      checks.fail(
        9,
        "wrong",
        `${kind} of ${row.path} was said to be ${end.end} and is ${made ?? "not done"}`,
      );
  }

  /** Records each change before it is requested. */
  private recorded(
    engine: AppFiles,
    { app, planned, release }: Pick<Chosen, "app" | "planned" | "release">,
    author: Author,
    ends: Map<string, End>,
  ): AppFiles {
    const { life, record, checks, contents } = this.parts;
    const put: TransferApp["put"] = async (path, bytes, options) => {
      this.parts.folders.get(app)?.place.held.add(path.slice(1), bytes);
      const files = release && this.parts.released?.get(`${app} ${release.files}`);
      const hash = hashOf(bytes);
      // The app may now have the file under its name in another form of accents.
      const isIt = ([own, file]: [string, { readonly hash: string }]): boolean =>
        own.normalize() === path.normalize() && file.hash === hash;
      if (release && ![...(files ?? [])].some(isIt))
        checks.fail(4, "wrong", `${author.name}: ${path} is sent with what its release does not have`);
      const change = record.askPut({ life, app, path, author, planned, content: contents.of(bytes) });
      change.hasAgreedAlike = options.mayStandBeside?.(path) ?? false;
      const stored = checks.put(change, () => engine.put(path, bytes, options));
      return await stored.finally(() => ends.set(`toApp ${path}`, endOf(change)));
    };
    const remove: TransferApp["remove"] = async (targets, options) => {
      const paths = targets.map(({ path }) => path);
      const change = record.ask({ life, app, kind: "remove", paths, author, planned });
      try {
        const { gone, left } = await record.during(change, async () => {
          const result = await engine.remove(targets, options);
          for (const { path } of result.left) change.left.add(record.real(path));
          return result;
        });
        for (const { path, error } of left)
          ends.set(`toApp ${path}`, isUnknown(error) ? "unknown" : "notDone");
        for (const path of gone) {
          ends.set(`toApp ${path}`, "done");
          if (!checks.isDeletionDone(change, path))
            checks.fail(1, "wrong", `${author.name}: ${path} was said to be deleted and is still there`);
        }
        return { gone, left };
      } catch (error) {
        for (const path of paths) ends.set(`toApp ${path}`, endOf(change));
        throw error;
      }
    };
    const own: Partial<TransferApp> = { put, remove };
    return new Proxy(engine, {
      get: (target, name) => {
        const value: unknown = Reflect.get(own, name) ?? Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /** Allows only changes of the selected rows, after a backup. */
  private folder(app: string, rows: ReadonlyMap<string, TransferRow>, ends: Map<string, End>): LocalFolder {
    return this.folderOf(app).openFor(this.parts.life, (path, before, after) => {
      const row = rows.get(path);
      this.requireLocal(app, path, row, before, after);
      if (row) ends.set(keyOf(row), "done");
    });
  }

  private requireLocal(
    app: string,
    path: string,
    row: TransferRow | undefined,
    before: LocalState | undefined,
    after: Uint8Array | undefined,
  ): void {
    const { life, checks, contents, scheduler, record } = this.parts;
    const who = `${life.name}, in the folder`;
    if (row?.direction !== "toLocal") {
      checks.fail(3, "lost", `${who}: ${path} was changed, which nobody had chosen`);
      return;
    }
    const old = before?.bytes && contents.of(before.bytes);
    if (after && row.backup && row.backup.hash !== hashOf(after))
      checks.fail(4, "wrong", `${who}: ${path} got something else than what was kept`);
    if (after && !row.backup) {
      const found = { content: contents.of(after), askedAt: scheduler.nowMs };
      const wasShown = record
        .tree(app)
        .history(row.path)
        .some((state) => state.node?.type === "file" && state.node.content === found.content);
      if (!wasShown) checks.fail(4, "wrong", `${who}: ${path} got what the app never held`);
    }
    if (!old || (after && contents.of(after) === old)) return;
    const unsavedForMs = scheduler.nowMs - this.folderOf(app).unsavedSince(life, path);
    if (unsavedForMs >= unsavedRaceMs)
      checks.fail(2, "lost", `${who}: ${path} was changed under an editor with unsaved text`);
    const isAsShown =
      row.local?.sizeBytes === old.size &&
      row.local.modifiedAt === before?.modifiedAt &&
      before !== undefined;
    const isRace = before !== undefined && before.from > scheduler.nowMs - localRaceMs;
    if (!isAsShown && isRace) checks.races++;
    else if (!isAsShown)
      checks.fail(2, "lost", `${who}: ${old.name} at ${path} is not what the plan showed, and was destroyed`);
    else if (old.size > 0) checks.requireKeptHere(app, path, old);
  }
}

function endOf({ end }: Change): End {
  return end === "open" ? "unknown" : end;
}

function keyOf({ direction, path }: TransferRow): string {
  return `${direction} ${path}`;
}

function canBeUndone(operation: Operation): boolean {
  return operation.state !== "running" && undoPlan(operation).steps.length > 0;
}
