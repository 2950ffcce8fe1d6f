// One window and its user: does what VS Code does, in its order of calls, answers questions late or never,
// and checks everything that the extension reports and returns.

import type { DialectMemory } from "../../src/api/dialect/serviceDialect";
import type { ArchivedFile } from "../../src/appFiles/change/archives";
import type { BaseVersion } from "../../src/appFiles/change/base";
import { isFileProblem } from "../../src/core/errors/fileProblem";
import { isServiceError, ServiceError } from "../../src/core/errors/serviceError";
import type { KnownDialect } from "../../src/core/model/dialect";
import { ancestorsOf, isWithin, joinAppPath, overlaps, parentOf } from "../../src/core/paths/appPath";
import { firstAccount, secondAccount } from "./appNames";
import { type Checks, contentOf } from "./checks";
import type { Content, Contents } from "./contents";
import type { SimulatedDisk } from "./disk";
import { type Document, Editor } from "./editor";
import type { PlannedFaults } from "./faults";
import type { SimulatedFolder } from "./folder";
import { type NetworkParts, WindowNetwork } from "./network";
import type { Deed } from "./operations";
import type { Author, Change, Record, State } from "./record";
import { Life, type Scheduler } from "./scheduler";
import { userId } from "./service";
import type { Tallies } from "./tallies";
import { type Released, Transfers } from "./transfers";
import { type MachineClocks, VirtualClock } from "./virtualClock";
import { WindowDriver, type WindowMemory, type WindowPerson } from "./windowDriver";

export interface WorldParts extends Omit<NetworkParts, "faults"> {
  readonly disk: SimulatedDisk;
  /** Linked folders by app. */
  readonly folders: ReadonlyMap<string, SimulatedFolder>;
  /** Operations that were cut off and that some window continues. */
  readonly takenOver: Set<string>;
  /** Absent in worlds without releases. */
  readonly released?: Released;
  readonly contents: Contents;
  readonly scheduler: Scheduler;
  readonly record: Record;
  readonly checks: Checks;
  readonly tallies: Tallies;
  readonly wall: MachineClocks;
  readonly newToken: (account: string) => string;
  /** With apps of the same ids as the first one's. */
  readonly hasSecondAccount: boolean;
  readonly mostBackupBytes: number;
  readonly unpacksArchives: boolean;
  readonly wire: KnownDialect;
  readonly dialectMemory: DialectMemory;
  readonly isAlive: (windowId: string) => boolean;
}

type WindowDeed = Extract<Deed, { readonly window: number; readonly app: string }>;

/** A running action of the window. */
export interface Running {
  readonly what: string;
  readonly since: number;
  readonly life: Life;
  readonly deed: WindowDeed;
}

/** When others may create an app of the same name. */
const longestCreateMs = 15_000;
/** What else of a window ends before its files. */
const longestOtherEndMs = 500;
/** Longest delay of the user's answer. */
const latestAnswerMs = 40_000;

export class SimulatedWindow {
  life: Life;
  driver: WindowDriver;
  private transfers!: Transfers;
  readonly running = new Set<Running>();
  /** Questions that are never answered, by app and path: their actions never end. */
  private readonly unanswered = new Map<string, string[]>();
  /** The last answered question, by app and path. */
  private readonly conflicts = new Map<string, { readonly askedAt: number; readonly answeredAt: number }>();
  /** The life that was asked whether the oldest backups may be deleted. */
  private askedForRoom: Life | undefined;
  /** Deletions that were answered before they were proved. */
  readonly owed: { readonly change: Change; readonly path: string; readonly at: number }[] = [];
  private starts = 0;
  private isCreating = false;
  token: string | undefined;
  private readonly secondToken: string | undefined;
  private readonly memory: WindowMemory = { bases: new Map(), pending: new Map() };
  private readonly documents = new Map<string, Map<string, Document>>();
  private readonly editors = new Map<string, Editor>();
  /** Authors of this life other than documents, by app and path. */
  private readonly others = new Map<string, Author>();
  /** By app and path: read or stored in this life, and not deleted since. */
  private readonly handed = new Set<string>();
  private cancelling = new AbortController();
  private network: WindowNetwork;

  constructor(
    private readonly parts: WorldParts,
    private readonly index: number,
    readonly faults: PlannedFaults,
  ) {
    this.token = parts.newToken(firstAccount);
    this.secondToken = parts.hasSecondAccount ? parts.newToken(secondAccount) : undefined;
    this.life = this.newLife();
    this.network = new WindowNetwork({ ...parts, faults }, this.life);
    this.driver = this.start();
  }

  get requests(): number {
    return this.network.requests;
  }

  /** Never rejects. */
  async close(): Promise<void> {
    const { life, driver } = this;
    const { scheduler, dice } = this.parts;
    life.isEnding = true;
    const isCutOff = dice.chance(`${life.name} is cut off`, 0.7);
    driver.beginEnd(isCutOff);
    if (isCutOff) this.network.close();
    await scheduler.wait(life, dice.int(`${life.name} settles`, longestOtherEndMs), "");
    await driver.settle().catch((error: unknown) => this.requireReported(error, "close"));
  }

  die(): void {
    const { disk, checks } = this.parts;
    this.life.isAlive = false;
    this.life.diedAt = this.parts.scheduler.nowMs;
    disk.cutOff(this.life);
    this.isCreating = false;
    checks.died(this.life);
    this.running.clear();
    this.unanswered.clear();
    this.owed.length = 0;
  }

  async reborn(): Promise<void> {
    const { inFlight } = this.driver;
    this.life = this.newLife();
    this.driver = this.start();
    const editors = [...this.documents.keys()].map((app) => this.editor(app));
    for (const editor of editors) editor.begin();
    for (const editor of editors) await editor.restore();
    await this.transfers.goOn(
      [...inFlight.values()].map(({ app }) => app),
      this.cancelling.signal,
    );
  }

  signOut(): void {
    this.token = undefined;
    this.driver.sign(undefined);
  }

  signIn(): void {
    this.token = this.parts.newToken(firstAccount);
    this.driver.sign(this.token);
  }

  cancel(): void {
    this.cancelling.abort(new DOMException("Cancelled.", "AbortError"));
    this.cancelling = new AbortController();
  }

  /** Never rejects. */
  async perform(id: number, deed: WindowDeed): Promise<void> {
    if (!this.life.isAlive || this.life.isEnding) return;
    const { scheduler } = this.parts;
    const running: Running = { what: `${id} ${deed.do}`, since: scheduler.nowMs, life: this.life, deed };
    const { running: all } = this;
    all.add(running);
    const life = this.life;
    try {
      await this.act(id, deed);
    } catch (error) {
      if (life.isAlive) this.requireReported(error, deed.do);
    } finally {
      all.delete(running);
    }
  }

  /** Waits for an answer that never comes. */
  isHeldUp({ deed }: Running): boolean {
    const apps = "toApp" in deed ? [deed.app, deed.toApp] : [deed.app];
    const here = apps.flatMap((app) => this.unanswered.get(app) ?? []);
    return pathsOf(deed).some((path) => here.some((open) => overlaps(open, path)));
  }

  isUnanswered(app: string, path: string): boolean {
    return this.unanswered.get(app)?.includes(path) ?? false;
  }

  private async act(id: number, deed: WindowDeed): Promise<void> {
    const { app } = deed;
    const { contents } = this.parts;
    const editor = this.editor(app);
    switch (deed.do) {
      case "open":
        return await editor.open(deed.path);
      case "type":
        return editor.type(deed.path, contents.make(`${id}`, deed.size));
      case "save":
        await editor.open(deed.path);
        if (!editor.documents.get(deed.path)?.dirty)
          editor.type(deed.path, contents.make(`${id}`, deed.size));
        return await editor.save(deed.path);
      case "close":
        return editor.close(deed.path);
      case "resolve":
        return await editor.resolve(deed.path, deed.how);
      case "newFile":
        return await this.newFile(app, deed.path);
      case "newFolder":
        return await this.newFolder(app, deed.path);
      case "delete":
        return await this.deleteOne(app, deed.path);
      case "deleteMany":
        for (const path of deed.paths) await this.deleteOne(app, path);
        return;
      case "deleteAll":
        return await this.deleteAll(app, deed.paths);
      case "rename":
      case "copy":
        return await this.move(deed);
      case "paste": {
        const made = deed.paths.map((path, index) => ({
          path,
          content: contents.make(`${id}.${index}`, deed.size, deed.kind),
        }));
        await Promise.allSettled(made.map((each) => this.drop(app, each)));
        return;
      }
      case "write":
        return await this.write(app, deed.path, contents.make(`${id}`, deed.size));
      case "read":
        await this.read(app, deed.path);
        return;
      case "search":
        return await this.search(app, deed.path);
      case "upload":
        return await this.upload(app, deed.paths, (index) => contents.make(`${id}.${index}`, deed.size));
      case "restore":
        return await this.restore(app);
      case "look":
        return await this.look(app);
      case "create":
        return await this.create(id, deed);
      case "push":
      case "pull":
      case "undo":
      case "rollBack":
        return await this.transfers[deed.do](app, deed.choice, this.cancelling.signal);
      case "pushFiles":
        return await this.transfers.pushFiles(app, deed.paths, deed.choice, this.cancelling.signal);
    }
  }

  /** By the last listing that reached the window. */
  shownAt(app: string, path: string): State | undefined {
    const { record, scheduler } = this.parts;
    return record.knowledge(this.life, app, path, scheduler.nowMs)?.state;
  }

  private async newFile(app: string, path: string): Promise<void> {
    const mount = this.driver.mount(app);
    if (await mount.stat(path).catch(() => undefined)) return;
    await mount.stat(parentOf(path)).catch(() => this.makeFolders(app, path));
    await this.put(app, path, this.parts.contents.empty, this.other(app, path));
    await this.editor(app).open(path);
  }

  private async makeFolders(app: string, path: string): Promise<void> {
    const mount = this.driver.mount(app);
    for (const folder of ancestorsOf(path))
      if (!(await mount.stat(folder).catch(() => undefined))) await mount.createDirectory(folder);
  }

  private async newFolder(app: string, path: string): Promise<void> {
    const mount = this.driver.mount(app);
    if (await mount.stat(path).catch(() => undefined)) return;
    await mount.createDirectory(path);
    await mount.stat(path);
    await mount.readDirectory(path);
  }

  private async deleteOne(app: string, path: string): Promise<void> {
    const mount = this.driver.mount(app);
    const stat = await mount.stat(path);
    // For VS Code's undo.
    if (stat.type === "file") await this.read(app, path).catch(() => undefined);
    await mount.stat(path);
    await this.remove(app, [path], async () => {
      await mount.delete(path, { recursive: true });
      return [path];
    });
  }

  private async deleteAll(app: string, paths: readonly string[]): Promise<void> {
    await this.remove(app, [...new Set(paths)], async () => {
      const { left } = await this.driver.mount(app).deleteAll(paths);
      return paths.filter((path) => !left.some((root) => isWithin(root, path)));
    });
  }

  /** `work` resolves with the paths that are reported as deleted. */
  private async remove(
    app: string,
    paths: readonly string[],
    work: () => Promise<readonly string[]>,
  ): Promise<void> {
    const { record, checks, scheduler } = this.parts;
    const author = { name: "explorer", seen: new Set<Content>() };
    const change = record.ask({ life: this.life, app, kind: "remove", paths, author });
    const gone = await record.during(change, async () => {
      const removed = await work();
      for (const path of paths) if (!removed.includes(path)) change.left.add(record.real(path));
      return removed;
    });
    const tree = record.tree(app);
    for (const path of gone) {
      // The next author there has seen nothing.
      this.handed.delete(`${app} ${path}`);
      // The service lists no folder of this name: it was only the window's.
      const isPending = record.real(path) !== path && tree.node(path)?.type === "directory";
      if (!isPending && !checks.wasGone(tree, path, change.askedAt))
        this.owed.push({ change, path, at: scheduler.nowMs });
    }
    const engine = this.driver.engine(app);
    change.isHidden = () => paths.some((path) => engine.isHidden(path));
  }

  private async move(deed: Extract<Deed, { do: "rename" | "copy" }>): Promise<void> {
    const { app, from, to, toApp, replaces } = deed;
    const { record, checks } = this.parts;
    const mount = this.driver.mount(app);
    const target = this.driver.mount(toApp);
    if (app === toApp && from === to) return;
    const there = await target.stat(to).catch(() => undefined);
    if (there && !replaces) return;
    // VS Code deletes the file that the user agreed to replace.
    if (there) await this.deleteOne(toApp, to);
    else await target.stat(parentOf(to)).catch(() => this.makeFolders(toApp, to));
    const author = { name: `${deed.do} ${from}`, seen: new Set<Content>() };
    const kind = deed.do === "rename" ? "move" : "copy";
    const change = record.ask({
      ...{ life: this.life, app, kind, paths: [from], to, toApp, author },
      replaces: there !== undefined,
    });
    // The next author there has seen nothing.
    this.handed.delete(`${toApp} ${to}`);
    const before = record.tree(app).filesWithin(from);
    try {
      const options = { overwrite: there !== undefined };
      const how = kind === "move" ? "rename" : "copy";
      await record.during(change, async () => void (await mount[how](from, to, options, target)));
    } catch (error) {
      // The copy may have replaced what was read during the copy.
      if (change.wrote.has(to)) this.handed.delete(`${toApp} ${to}`);
      throw error;
    }
    checks.acknowledgedMove(change, before);
    for (const [path] of before) if (kind === "move") this.handed.delete(`${app} ${path}`);
    this.handed.delete(`${toApp} ${to}`);
    await target.stat(to);
  }

  /** Dropped or pasted: the existing file is deleted first if the user agrees. */
  private async drop(app: string, { path, content }: { path: string; content: Content }): Promise<void> {
    const there = await this.driver
      .mount(app)
      .stat(path)
      .catch(() => undefined);
    if (there?.type === "directory") return;
    if (there) await this.deleteOne(app, path);
    else await this.makeFolders(app, path);
    await this.put(app, path, content, this.other(app, path));
  }

  /** Another extension writes, and means to replace what the window has not read. */
  private async write(app: string, path: string, content: Content): Promise<void> {
    const author = this.other(app, path);
    const isBlind = !this.handed.has(`${app} ${path}`);
    await this.put(app, path, content, author, (change) => {
      change.isBlind = isBlind;
    });
  }

  private async read(app: string, path: string): Promise<Content> {
    const { scheduler, checks, contents } = this.parts;
    const { life } = this;
    const askedAt = scheduler.nowMs;
    const content = contents.of(await this.driver.mount(app).readFile(path));
    checks.read(life, app, path, { content, askedAt });
    this.other(app, path).seen.add(content);
    this.handed.add(`${app} ${path}`);
    return content;
  }

  /** The extension's search reads files, which counts as seen by no author. */
  private async search(app: string, path: string): Promise<void> {
    const mount = this.driver.mount(app);
    const entries = await mount.list(parentOf(path));
    for (const entry of entries)
      if (entry.type === "file") await mount.readText(joinAppPath(parentOf(path), entry.name), entry);
  }

  private async look(app: string): Promise<void> {
    const mount = this.driver.mount(app);
    await mount.poll(["/", "/d"], 1_000);
    await mount.readDirectory("/");
  }

  private async put(
    app: string,
    path: string,
    content: Content,
    author: Author,
    prepare: (change: Change) => void = () => undefined,
  ): Promise<void> {
    const { record, checks, tallies } = this.parts;
    const change = record.askPut({ life: this.life, app, path, author, content });
    author.seen.add(content);
    prepare(change);
    const options = { create: true, overwrite: true };
    try {
      await checks.put(change, () => this.driver.mount(app).writeFile(path, content.bytes, options));
    } catch (error) {
      if (change.sent.length === 0) author.seen.delete(content);
      throw error;
    } finally {
      tallies.add("ends", change.end);
    }
    // Every author of the window has seen its own upload.
    this.other(app, path).seen.add(content);
    this.handed.add(`${app} ${path}`);
  }

  private async upload(
    app: string,
    paths: readonly string[],
    make: (index: number) => Content,
  ): Promise<void> {
    const { record, checks, unpacksArchives } = this.parts;
    const { signal } = this.cancelling;
    const files = this.driver.engine(app);
    const name = `upload ${record.nextOrder()}`;
    if (unpacksArchives) {
      await this.uploadArchive(app, new Map(paths.map((path, index) => [path, make(index)])), name);
      return;
    }
    for (const [index, path] of paths.entries()) {
      const found = await files.find(path, { maxAgeMs: 0 });
      if (found) continue;
      const content = make(index);
      const author = { name, seen: new Set([content]) };
      const change = record.askPut({ life: this.life, app, path, author, content });
      await checks.put(change, () =>
        files.put(path, content.bytes, {
          ...{ base: { kind: "absent" }, author: name, priority: "normal", signal, proofWithinMs: 2_000 },
        }),
      );
    }
  }

  /** Puts files where the window last read one, or none. Files that the archive does not bring stay. */
  private async uploadArchive(app: string, made: ReadonlyMap<string, Content>, name: string): Promise<void> {
    const { record, checks, contents } = this.parts;
    const { signal } = this.cancelling;
    const engine = this.driver.engine(app);
    const files: ArchivedFile[] = [];
    const packed = new Map<string, Content>();
    const found = new Map<string, Content>();
    for (const [path, content] of made) {
      const entry = await engine.find(path, { maxAgeMs: 0 });
      if (entry && entry.type !== "file") continue;
      const read = entry && (await engine.readContent(path, entry));
      if (read) found.set(path, contents.of(read.bytes));
      const base: BaseVersion = read ? { kind: "contents", hashes: [read.hash] } : { kind: "absent" };
      files.push({ path, bytes: content.bytes, options: { base, author: name } });
      packed.set(path, content);
    }
    const changes = [...packed].map(([path, content]) => {
      const seen = new Set([content, found.get(path) ?? content]);
      return record.askPut({ life: this.life, app, path, author: { name, seen }, content });
    });
    if (files.length === 0) return;
    const { bytes } = contents.pack(packed);
    const stored = engine.putArchive(bytes, files, { signal });
    const left = (path: string) => new ServiceError("network", `${path} is left`, { outcomeUnknown: true });
    await Promise.allSettled(
      changes.map((change) =>
        checks.put(change, async () => {
          const [path = "/"] = change.paths;
          if (!(await stored).has(path)) throw left(path);
        }),
      ),
    );
  }

  /** The app that is found must be the one that was sent: the next push goes to it. */
  private async create(id: number, { name, others, fault }: Extract<Deed, { do: "create" }>): Promise<void> {
    const { scheduler, dice, service, checks, contents } = this.parts;
    if (this.isCreating) return;
    this.isCreating = true;
    if (fault) this.faults.plan({ on: "create", kind: fault, after: 0 });
    const { life } = this;
    const { sentCreates } = this.network;
    const before = sentCreates.length;
    if (others !== "none")
      scheduler.schedule(undefined, dice.int("others create", longestCreateMs), "others create", () => {
        const user = others === "runtime" ? { userId } : others === "colleague" ? { userId: "bo" } : {};
        const runtimeEnvironment = others === "runtime" ? "nodejs" : "python";
        service.addApp({ name, runtimeEnvironment, ...user });
      });
    try {
      const { signal } = this.cancelling;
      const { app } = await this.driver.createApp({ name, signal });
      const own = sentCreates.slice(before).map((sent) => service.createdBy.get(sent));
      if (!own.includes(app.id))
        checks.fail(3, "lost", `${life.name}: ${app.id} was taken for the app that was created`);
      const content = contents.make(`${id}`, 16);
      await this.put(app.id, "/a.txt", content, this.other(app.id, "/a.txt"));
    } finally {
      this.isCreating = false;
    }
  }

  /** The newest backup whose path has no file now. */
  private async restore(app: string): Promise<void> {
    const { record, checks, contents, tallies } = this.parts;
    const newest = (await this.driver.backupFiles(app)).find(({ side }) => side === "app");
    const bytes = newest && (await this.driver.backupContent(newest));
    if (!newest || !bytes) return;
    const content = contents.of(bytes);
    const { path } = newest;
    const isOfApp = record
      .tree(app)
      .history(path)
      .some((state) => contentOf(state) === content);
    if (!isOfApp) checks.fail(2, "wrong", `${app} has a backup of ${content.name}, which ${path} never held`);
    const author = { name: "restore", seen: new Set([content]) };
    const change = record.askPut({ life: this.life, app, path, author, content });
    const options = { base: { kind: "absent" }, author: "restore", priority: "interactive" } as const;
    await checks.put(change, () => this.driver.engine(app).put(path, bytes, options));
    tallies.add("kept", "restored");
  }

  private editor(app: string): Editor {
    const known = this.editors.get(app);
    if (known) return known;
    const documents = this.documents.get(app) ?? new Map<string, Document>();
    this.documents.set(app, documents);
    const window = this;
    const editor = new Editor(
      {
        get mount() {
          return window.driver.mount(app);
        },
        read: (path) => this.read(app, path),
        shownAt: (path) => this.shownAt(app, path),
        put: (path, content, author, prepare) => this.put(app, path, content, author, prepare),
      },
      documents,
    );
    this.editors.set(app, editor);
    return editor;
  }

  /** The author for everything but documents. */
  private other(app: string, path: string): Author {
    const key = `${app} ${path}`;
    const author = this.others.get(key) ?? { name: `window ${this.index}`, seen: new Set<Content>() };
    this.others.set(key, author);
    return author;
  }

  private newLife(): Life {
    const { scheduler } = this.parts;
    this.starts++;
    this.others.clear();
    this.handed.clear();
    return new Life(`w${this.index}.${this.starts}`, scheduler.nowMs, this.index * 7919 + this.starts);
  }

  private start(): WindowDriver {
    const { parts, life } = this;
    const { scheduler, disk, wall } = parts;
    this.network = new WindowNetwork({ ...parts, faults: this.faults }, life);
    const clock = new VirtualClock(scheduler, life, wall);
    const files = disk.filesFor(life);
    const driver = new WindowDriver({
      windowId: life.name.replace(".", "-"),
      clock,
      exchange: this.network,
      files,
      isWindowAlive: parts.isAlive,
      memory: this.memory,
      person: this.person(life),
      token: this.token,
      secondToken: this.secondToken,
      mostBackupBytes: parts.mostBackupBytes,
      wire: parts.wire,
      dialectMemory: parts.dialectMemory,
    });
    const requireReported = (error: unknown, what: string): void => this.requireReported(error, what);
    this.transfers = new Transfers({ ...parts, life, driver, clock, disk: files, requireReported });
    return driver;
  }

  private person(life: Life): WindowPerson {
    const { record, scheduler } = this.parts;
    const open = (app: string, path: string): Change[] =>
      record.changesOf(life).filter((change) => change.end === "open" && concernsAny(change, app, path));
    return {
      askConflict: async (app, asked) => {
        const path = record.real(asked);
        // A lagging listing may be older than a read.
        const read = record.lastLook(life, app, path, scheduler.nowMs)?.state;
        // The window knows its own uploads without a look.
        const own = record
          .changesOf(life)
          .findLast((change) => change.end === "done" && change.contents.has(path));
        const shown = [contentOf(this.shownAt(app, path)), contentOf(read), own?.contents.get(path)].filter(
          (content) => content !== undefined,
        );
        // A question that waited for an earlier one is about what was found meanwhile.
        const before = this.conflicts.get(`${app} ${path}`);
        if (before?.answeredAt === scheduler.nowMs)
          for (const state of record.shownSince(life, app, path, before.askedAt)) {
            const content = contentOf(state);
            if (content) shown.push(content);
          }
        const askedAt = scheduler.nowMs;
        const isYes = await this.answer(life, { app, path }, open(app, path), 0.6);
        this.conflicts.set(`${app} ${path}`, { askedAt, answeredAt: scheduler.nowMs });
        // Also changes that came while it was open: one answer covers all, in unknown order.
        const order = record.nextOrder();
        for (const change of open(app, path)) {
          if (change.kind === "remove") continue;
          if (isYes) for (const content of shown) agree(change, path, content);
          if (change.sent.length === 0) change.latest = order;
        }
        return isYes ? "overwrite" : "cancel";
      },
      askLoss: async (app, path, lost) => {
        const asked = open(app, record.real(path));
        const isYes = await this.answer(life, { app, path }, asked, 0.6);
        for (const change of asked) {
          if (!isYes) continue;
          for (const file of lost)
            if (file.why === "hidden") change.hasAgreedHidden = true;
            else change.agreedWithoutBackup.add(record.real(file.path));
        }
        return isYes;
      },
      askAlike: async (app, path) => {
        const asked = open(app, record.real(path));
        const isYes = await this.answer(life, { app, path }, asked, 0.6);
        if (isYes) for (const change of asked) change.hasAgreedAlike = true;
        return isYes;
      },
      askCopy: async (app, path) => await this.answer(life, { app, path }, [], 0.8),
      copySignal: () => this.cancelling.signal,
      onRemoteChange: (app, changes) => {
        for (const { type, path } of changes)
          if (type !== "deleted")
            void this.editor(app)
              .changed(path)
              .catch((error: unknown) => this.requireReported(error, "changed"));
      },
      onBackupsFull: () => {
        if (this.askedForRoom === life) return;
        this.askedForRoom = life;
        void this.answerForRoom(life).finally(() => {
          this.askedForRoom = undefined;
        });
      },
      onDeletionFailed: (app, left) => {
        // A report on a folder covers every deletion in it.
        for (const { path } of left)
          for (const owed of this.owed.filter(
            ({ change, path: own }) => change.app === app && isWithin(path, own),
          )) {
            owed.change.left.add(record.real(owed.path));
            this.owed.splice(this.owed.indexOf(owed), 1);
          }
      },
    };
  }

  /** The notice that backups are full is answered, or closed. */
  private async answerForRoom(life: Life): Promise<void> {
    const { dice, scheduler, checks, tallies } = this.parts;
    const name = `w${this.index} room`;
    tallies.add("kept", "was full");
    await scheduler.wait(life, dice.int(name, 10_000), name);
    if (!dice.chance(`${name} yes`, 0.7)) return;
    checks.roomMadeAt = scheduler.nowMs;
    await this.driver.removeOldestBackups();
  }

  /** Yes or no after a while, or never. */
  private async answer(
    life: Life,
    place: { readonly app: string; readonly path: string },
    changes: readonly Change[],
    yes: number,
  ): Promise<boolean> {
    const { dice, scheduler, record, tallies } = this.parts;
    const name = `w${this.index} answers`;
    tallies.add("questions", "asked");
    const { app, path } = place;
    for (const change of changes) change.questions++;
    if (dice.chance(`${name} never`, 0.03)) {
      tallies.add("questions", "never answered");
      this.unanswered.set(app, [...(this.unanswered.get(app) ?? []), path]);
      return await new Promise<boolean>(() => undefined);
    }
    const inMs = dice.chance(`${name} late`, 0.3) ? dice.int(name, latestAnswerMs) : dice.int(name, 1_500);
    const isYes = dice.chance(`${name} yes`, yes);
    await scheduler.wait(life, inMs, `${name} ${isYes}`);
    for (const change of changes) {
      change.questions--;
      change.latest = record.nextOrder();
    }
    return isYes;
  }

  /** Every error must be one with a sentence for the user. */
  private requireReported(error: unknown, what: string): void {
    if (isFileProblem(error) || isServiceError(error)) {
      this.parts.tallies.add("errors", error.kind);
      return;
    }
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (error instanceof Error && ["BackupFailed", "LocalFailure", "CreateProblem"].includes(error.name)) {
      this.parts.tallies.add("errors", error.name);
      return;
    }
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.parts.checks.fail(9, "wrong", `${what} failed as nobody can be told: ${text}`);
  }
}

function concernsAny(change: Change, app: string, path: string): boolean {
  if (change.app === app && change.paths.some((root) => overlaps(root, path))) return true;
  return change.to !== undefined && (change.toApp ?? change.app) === app && overlaps(change.to, path);
}

function pathsOf(deed: WindowDeed): readonly string[] {
  if ("paths" in deed) return deed.paths;
  if ("from" in deed) return [deed.from, deed.to];
  return "path" in deed ? [deed.path] : ["/"];
}

function agree(change: Change, path: string, content: Content): void {
  const agreed = change.agreed.get(path) ?? new Set();
  change.agreed.set(path, agreed.add(content));
}
