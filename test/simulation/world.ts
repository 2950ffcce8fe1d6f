// A simulated world for one history: runs its operations, lets everything come to rest, and checks what is
// left.
import { leaseMs } from "../../src/api/limits/limitState";
import type { Backups } from "../../src/appFiles/backups/backups";
import type { BackupFile } from "../../src/appFiles/backups/operation";
import { defaultDialect } from "../../src/core/model/dialect";
import { field, readFields } from "../../src/core/parse";
import { accountOf, appKeyOf, nameOfKey, secondAccount } from "./appNames";
import type { OddEntry } from "./appTree";
import { Checks, type Taken, Violation } from "./checks";
import { Contents, hashOf } from "./contents";
import { SimulatedDisk } from "./disk";
import { PlannedFaults } from "./faults";
import { rulesName, SimulatedFolder } from "./folder";
import type { Deed, Operation, WorldSettings } from "./operations";
import { Dice, type Rolls } from "./random";
import { type Cause, Record, type Sent, type Tree } from "./record";
import { Life, Scheduler } from "./scheduler";
import { SimulatedService } from "./service";
import { Tallies } from "./tallies";
import type { Released } from "./transfers";
import { VirtualClock } from "./virtualClock";
import { SimulatedWindow, type WorldParts } from "./window";
import { backupsOf, type WindowDriver } from "./windowDriver";

/** A history and its world. */
export interface Played {
  readonly settings: WorldSettings;
  readonly operations: readonly Operation[];
}

export interface Outcome {
  readonly violation: Violation | undefined;
  readonly traceHash: number;
  readonly tallies: Tallies;
  readonly lines: readonly string[] | undefined;
  /** Number of operations that were started. */
  readonly begun: number;
  /** By name. */
  readonly rolled: Rolls;
}

/** Longest time for everything to end without faults. */
const restMs = 20 * 60_000;
/** Longest time until an answered deletion is done or reported. */
const owedMs = 10 * 60_000;
/**
 * How long after a full disk windows may still be unaware of each other: they retry after a minute, and a
 * dead window's requests of that minute count for another one.
 */
const aloneMs = 130_000;
const rebootMs = 20_000;
/** How long VS Code waits for an extension's end. */
const longestEndMs = 5_000;
/** How long after a freeze a window may send one request too many. */
const thawMs = 10_000;
/** Longest time for which the service counts an account's requests. */
const countedMs = 60_000;
const dayMs = 24 * 3_600_000;

const { uploadPathParameter: _name, uploadTarget: _target, ...dialectWithoutUploads } = defaultDialect;

const startFiles = ["/a.txt", "/b.txt", "/d/a.txt", "/d/e/c.txt", "/d/e/x.bin"] as const;

class World {
  readonly scheduler: Scheduler;
  readonly tallies = new Tallies();
  readonly dice: Dice;
  private readonly contents: Contents;
  private readonly wall = {
    aheadMs: 0,
    bootedAtMs: 0,
    sleptMs: 0,
    asleepSinceMs: undefined as number | undefined,
  };
  private readonly disk: SimulatedDisk;
  private readonly service: SimulatedService;
  private readonly record: Record;
  readonly checks: Checks;
  private readonly folders = new Map<string, SimulatedFolder>();
  private readonly takenOver = new Set<string>();
  private readonly released: Released = new Map();
  private readonly windows: SimulatedWindow[] = [];
  /** For events while no window runs. */
  private readonly machine = new Life("machine", 0, 0);
  private readonly tokens = new Set<string>();
  private tokenCount = 0;
  private clockSetAtMs = 0;
  /** The dialect that responses have shown, remembered by the machine. */
  private shownDialect: object | undefined;
  /** When a window continued after a freeze that outlasted its lease. */
  private thawedMs = Number.NEGATIVE_INFINITY;
  begun = 0;

  constructor(
    private readonly settings: WorldSettings,
    keepsLines: boolean,
  ) {
    const { luck } = settings;
    this.scheduler = new Scheduler(typeof luck === "number" ? luck : undefined, keepsLines);
    this.dice = new Dice(luck);
    this.contents = new Contents(settings.decodes === "utf8");
    const { scheduler, dice, contents, wall } = this;
    this.disk = new SimulatedDisk(scheduler, dice, wall);
    const serviceSettings = { ...settings, aheadMs: settings.serviceAheadMs };
    this.service = new SimulatedService(scheduler, dice, contents, serviceSettings, {
      onChange: (app, path, { before, after }) => {
        const { cause } = after;
        const node = after.node?.type === "file" ? after.node.content.name : (after.node?.type ?? "nothing");
        scheduler.note(`${app}${path} = ${node} by ${nameOfCause(cause)}`);
        if (cause.by === "request") this.checks.changed(app, path, before, after, cause.sent);
      },
      onHiddenLost: (app, path, { sent, lost }) => this.checks.removedHidden(app, path, sent, lost),
      onRefused: (sent, why) => {
        // On a full disk windows cannot share anything.
        const isAlone = scheduler.nowMs < this.disk.fullUntilMs + aloneMs;
        // A frozen window's slot went to another one after its lease.
        const isThawed = scheduler.nowMs < this.thawedMs + thawMs;
        // Uses of the last minute were not flushed before the power failure.
        const isRebooted = scheduler.nowMs < this.checks.bootedAt + countedMs;
        if (isThawed) this.tallies.add("requests", "refused after a freeze");
        else if (isRebooted) this.tallies.add("requests", "refused after a loss of power");
        else if (!isAlone) this.checks.refused(sent, why);
      },
    });
    this.record = new Record(scheduler, this.service.trees as ReadonlyMap<string, Tree>, (path) =>
      this.service.real(path),
    );
    this.checks = new Checks(
      scheduler,
      this.record,
      {
        backsUp: (content) => this.disk.holds(content.bytes),
        couldNotTellAt: (ms) => this.couldNotTellAt(ms),
      },
      this.service,
      this.tallies,
      settings.fileTimes !== "written",
      () => readFields({ misplaced: field.anything }, this.shownDialect).misplaced !== undefined,
    );
    scheduler.afterStep = () => this.checks.afterStep();
    scheduler.onDeath = (life) => this.end(life);
    scheduler.onStandstill = (what) => this.checks.fail(10, "wrong", `time stands still at "${what}"`);
    for (const app of settings.apps)
      for (const path of startFiles) {
        const kind = path.endsWith(".bin") ? "binary" : "text";
        const content = contents.make(`${app}${path}`, 16, kind);
        this.service.write(app, path, content, "start");
        if (settings.hasFolders) this.folder(app).write(path.slice(1), content.bytes);
      }
    for (let index = 0; index < settings.windows; index++)
      this.windows.push(new SimulatedWindow(this.parts(), index, new PlannedFaults()));
  }

  async run(operations: readonly Operation[]): Promise<Violation | undefined> {
    const { scheduler } = this;
    const note = (error: unknown): void =>
      this.checks.fail(10, "wrong", `a promise was rejected and nobody noticed: ${textOf(error)}`);
    process.on("unhandledRejection", note);
    const { randomUUID } = crypto;
    const { now } = performance;
    // A slice of long work never ends: what goes on in between would depend on the machine.
    performance.now = () => 0;
    // Names of probes and archives, equal in every run of a history.
    let names = 0;
    crypto.randomUUID = () => `${String(++names).padStart(8, "0")}-0000-0000-0000-000000000000`;
    try {
      for (const operation of operations) {
        await scheduler.run(scheduler.nowMs + operation.gapMs);
        scheduler.note(`#${operation.id} ${JSON.stringify(operation.deed)}`);
        this.tallies.add("operations", operation.deed.do);
        this.begun++;
        if (operation.deed.do === "sleep") await this.sleep(operation.id, operation.deed);
        else this.begin(operation.id, operation.deed);
        await scheduler.run(scheduler.nowMs);
        this.checks.afterStep();
      }
      await this.rest();
      await this.last();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
    } finally {
      // A rejection so far is handled before the event loop continues, in no other world.
      await new Promise((resolve) => setImmediate(resolve));
      process.off("unhandledRejection", note);
      crypto.randomUUID = randomUUID;
      performance.now = now;
      this.count();
    }
    return this.checks.broken;
  }

  private async sleep(id: number, { ms, isCounted, writes }: Extract<Deed, { do: "sleep" }>): Promise<void> {
    const { scheduler, wall } = this;
    if (writes)
      scheduler.schedule(undefined, ms / 2, "", () => this.begin(id, { do: "colleagueWrite", ...writes }));
    if (!isCounted) wall.asleepSinceMs = scheduler.nowMs;
    const lives = [this.machine, ...this.windows.map(({ life }) => life)];
    await scheduler.sleep(lives, ms, isCounted);
    if (!isCounted) {
      wall.sleptMs += ms;
      // Windows that cannot share retry after a minute by their own clock.
      this.disk.fullUntilMs += ms;
    }
    wall.asleepSinceMs = undefined;
    if (ms > leaseMs) this.thawedMs = Math.max(...lives.map(({ frozenUntilMs }) => frozenUntilMs));
  }

  private begin(id: number, deed: Exclude<Deed, { do: "sleep" }>): void {
    const { scheduler, service, contents } = this;
    switch (deed.do) {
      case "fault":
        this.windows[deed.window]?.faults.plan(deed);
        return;
      case "clockJump":
        // Ages are exact while a clock is set by up to two days and the machine is not restarted.
        if (Math.abs(this.wall.aheadMs + deed.ms) > dayMs || this.isWithinDay(this.wall.bootedAtMs)) return;
        this.wall.aheadMs += deed.ms;
        this.clockSetAtMs = scheduler.nowMs;
        return;
      case "diskFull":
        // A second one goes on from the first, as far as windows could not tell.
        if (!this.couldNotTellAt(scheduler.nowMs)) {
          this.disk.wasFull.push({ fromMs: this.disk.fullFromMs, untilMs: this.disk.fullUntilMs });
          this.disk.fullFromMs = scheduler.nowMs;
        }
        this.disk.fullUntilMs = Math.max(this.disk.fullUntilMs, scheduler.nowMs + deed.ms);
        return;
      case "cancel":
        this.windows[deed.window]?.cancel();
        return;
      case "signOut":
      case "tokenEnds": {
        const window = this.windows[deed.window];
        if (deed.do === "signOut") window?.signOut();
        else if (window?.token !== undefined) this.tokens.delete(window.token);
        scheduler.schedule(this.machine, 1 + this.dice.int("sign in", 20_000), "signs in", () =>
          window?.signIn(),
        );
        return;
      }
      case "freeze": {
        const life = this.windows[deed.window]?.life;
        if (life) life.frozenUntilMs = Math.max(life.frozenUntilMs, scheduler.nowMs + deed.ms);
        if (deed.ms > leaseMs) this.thawedMs = scheduler.nowMs + deed.ms;
        return;
      }
      case "kill": {
        const window = this.windows[deed.window];
        if (!window?.life.isAlive) return;
        window.life.isClosed = deed.isClosed ?? false;
        if (deed.afterEvents === 0) this.end(window.life);
        else window.life.eventsLeft = deed.afterEvents;
        return;
      }
      case "powerLoss":
        if (this.isWithinDay(this.clockSetAtMs)) return;
        for (const { life } of this.windows) this.kill(life, rebootMs);
        this.disk.losePower();
        this.wall.bootedAtMs = scheduler.nowMs;
        this.wall.sleptMs = 0;
        this.checks.bootedAt = scheduler.nowMs;
        return;
      case "colleagueWrite":
      case "appWrite": {
        const by = deed.do === "appWrite" ? "app" : "colleague";
        const kind = deed.path.endsWith(".bin") ? "binary" : "text";
        service.write(deed.app, deed.path, contents.make(`${id}`, deed.size, kind), by);
        return;
      }
      case "colleagueDelete":
        service.tree(deed.app).remove(deed.path, { by: "colleague" });
        return;
      case "colleagueMove": {
        const { cause } = service.tree(deed.app).state(deed.from);
        // Another client does not know where an upload was meant to land.
        if (cause.by === "request" && cause.sent.paths.includes(deed.to)) return;
        service.move(deed.app, deed.from, deed.to);
        return;
      }
      case "oddEntry": {
        const tree = service.tree(deed.app);
        if (tree.node(deed.path)?.type !== "directory") return;
        const entries = tree.odd.get(deed.path) ?? new Map<string, OddEntry>();
        const entry = {
          content: contents.make(`odd ${id}`, 16),
          folder: deed.path,
          from: scheduler.nowMs,
        };
        tree.odd.set(deed.path, entries.set(deed.name, entry));
        return;
      }
      case "folderWrite": {
        const kind = deed.path.endsWith(".bin") ? "binary" : "text";
        this.folder(deed.app).write(deed.path, contents.make(`${id}`, deed.size, kind).bytes);
        return;
      }
      case "folderDelete":
        this.folder(deed.app).write(deed.path, undefined);
        return;
      case "folderFails":
        this.folder(deed.app).fail(deed.path, deed.ms);
        return;
      case "folderType":
        this.folder(deed.app).type(deed.window, deed.path, deed.afterLooks);
        return;
      case "folderRules": {
        const text = deed.leavesOut && new TextEncoder().encode(`/${deed.leavesOut}\n`);
        this.folder(deed.app).write(rulesName, text || undefined);
        return;
      }
      case "folderMove":
        this.folder(deed.app).move();
        return;
      default:
        void this.windows[deed.window]?.perform(id, deed);
    }
  }

  private folder(app: string): SimulatedFolder {
    const folder =
      this.folders.get(app) ??
      new SimulatedFolder(this.scheduler, this.dice, this.wall, this.settings.diskFoldsNames);
    this.folders.set(app, folder);
    return folder;
  }

  private isWithinDay(atMs: number): boolean {
    return atMs > 0 && this.scheduler.nowMs - atMs < dayMs;
  }

  /** Kills it, or closes it first. */
  private end(life: Life): void {
    if (!life.isClosed) {
      this.kill(life);
      return;
    }
    const window = this.windows.find((each) => each.life === life);
    if (!window || !life.isAlive || life.isEnding) return;
    this.scheduler.note(`${life.name} is closed`);
    this.tallies.add("operations", "windows closed");
    const inMs = this.dice.int(`${life.name} ends`, longestEndMs);
    this.scheduler.schedule(this.machine, inMs, `${life.name} has ended`, () => this.kill(life));
    void window.close();
  }

  private kill(life: Life, shortestAwayMs = 200): void {
    const window = this.windows.find((each) => each.life === life);
    if (!window || !life.isAlive) return;
    this.scheduler.note(`${life.name} dies`);
    this.tallies.add("operations", "deaths");
    window.die();
    const awayMs = shortestAwayMs + this.dice.int(`${life.name} away`, 20_000);
    this.scheduler.schedule(this.machine, awayMs, `${life.name} starts again`, () => {
      void this.requireCutOffKnown(window.driver.inFlight);
      void window.reborn();
    });
  }

  /** The next start must know the operations that were cut off. */
  private async requireCutOffKnown(inFlight: WindowDriver["inFlight"]): Promise<void> {
    const clock = this.clockNow();
    const store = this.backupsNow();
    for (const [id, { app, changes, failedAtEnd }] of inFlight) {
      // The id begins with the start time. Backups are kept for a day.
      const isOld = clock.now() - Number.parseInt(id, 36) > dayMs;
      if (changes === 0 || isOld || this.takenOver.has(id)) continue;
      const operations = await store.operations(appKeyOf(app));
      const operation = operations.find((each) => each.id === id);
      const state = operation?.state ?? "forgotten";
      if (state !== "cutOff") this.checks.fail(8, "wrong", `${id} was cut off and is ${state}`);
      // Files that are to be put are compared again.
      const left = operation?.changes.find(
        ({ what, path, end }) => what === "remove" && end === "notDone" && failedAtEnd.has(path),
      );
      if (left) this.checks.fail(8, "wrong", `${id} was cut off, and Finish leaves ${left.path}`);
    }
  }

  /** At this moment, from outside of the world. */
  private backupsNow(): Backups {
    return backupsOf({
      clock: this.clockNow(),
      files: this.disk.files,
      isWindowAlive: (id) => this.isAlive(id),
    });
  }

  private clockNow(): VirtualClock {
    return new VirtualClock(this.scheduler, new Life("world", 0, 0), this.wall);
  }

  private couldNotTellAt(ms: number): boolean {
    const { fullFromMs: fromMs, fullUntilMs: untilMs, wasFull } = this.disk;
    return [...wasFull, { fromMs, untilMs }].some((full) => full.fromMs <= ms && ms < full.untilMs + aloneMs);
  }

  private isAlive(windowId: string): boolean {
    return this.windows.some(({ life }) => life.isAlive && life.name.replace(".", "-") === windowId);
  }

  /** Without faults, everything that was started must end. */
  private async rest(): Promise<void> {
    const { scheduler } = this;
    this.disk.fullUntilMs = Math.min(this.disk.fullUntilMs, scheduler.nowMs);
    for (const folder of this.folders.values()) folder.failing.clear();
    for (const window of this.windows) {
      window.faults.clear();
      if (!window.driver.isSignedIn) window.signIn();
    }
    await scheduler.run(scheduler.nowMs + restMs);
    for (const window of this.windows) {
      for (const running of window.running) {
        const { what, since, life } = running;
        if (life.isAlive && !window.isHeldUp(running))
          this.checks.fail(
            10,
            "wrong",
            `${life.name}: "${what}" has not ended in ${Math.round((scheduler.nowMs - since) / 1000)} s`,
          );
      }
      for (const { change, path, at } of window.owed)
        if (
          scheduler.nowMs - at > owedMs &&
          !window.isUnanswered(change.app, path) &&
          !this.checks.isDeletionDone(change, path)
        )
          this.checks.fail(
            1,
            "wrong",
            `${change.life.name}: ${path} was answered as deleted ${scheduler.nowMs - change.askedAt} ms ago, is still there, and nobody was told`,
          );
    }
    const store = this.backupsNow();
    for (const app of this.settings.apps) {
      const running = (await store.operations(appKeyOf(app))).find(({ state }) => state === "running");
      // A question may never be answered.
      if (running && this.windows.every((window) => window.running.size === 0))
        this.checks.fail(8, "wrong", `${running.id} of ${app} has no end`);
      const tree = this.service.tree(app);
      for (const path of tree.pathsBelow("/")) {
        const { cause } = tree.state(path);
        // On a full disk its name was in no journal when its window died.
        const isUnknown = ({ life, sentAt }: Sent): boolean => !life.isAlive && this.couldNotTellAt(sentAt);
        const isOurs = cause.by === "request" && !isUnknown(cause.sent);
        if (isOurs && /\/\.hosted-apps-push-/.test(path))
          this.checks.fail(3, "wrong", `${path} of ${app} was left there`);
      }
    }
    this.checks.afterStep();
  }

  /** Everything deleted or replaced in the last day must be restorable. */
  private async last(): Promise<void> {
    const { scheduler } = this;
    const store = this.backupsNow();
    for (const app of this.settings.apps) {
      const kept = await store.list(appKeyOf(app));
      this.tallies.add("kept", "files", kept.length);
      for (const taken of this.checks.taken) {
        if (taken.app !== app || scheduler.nowMs - taken.at > dayMs - 3_600_000) continue;
        if (taken.at <= this.checks.roomMadeAt) continue;
        const isListed = await this.isListed(store, kept, taken);
        if (!isListed)
          this.checks.fail(
            2,
            "lost",
            `${taken.content.name}, taken from ${taken.path}, is not in the list of what is kept`,
          );
      }
    }
    this.checks.afterStep();
  }

  private async isListed(
    store: Backups,
    kept: readonly BackupFile[],
    { path, content }: Taken,
  ): Promise<boolean> {
    const hash = hashOf(content.bytes);
    for (const file of kept) {
      const isOfPath = file.path === path || this.service.real(file.path) === path;
      if (!isOfPath || file.hash !== hash) continue;
      const bytes = await store.readContent(file);
      if (bytes && Buffer.compare(bytes, content.bytes) === 0) return true;
    }
    return false;
  }

  private count(): void {
    const { tallies, windows, checks } = this;
    for (const { requests } of windows) tallies.add("requests", "sent", requests);
    tallies.add("requests", "arrived", this.service.requests);
    tallies.add("requests", "refused for rate", 0);
    tallies.add("kept", "disk operations", this.disk.operations);
    tallies.add("kept", "taken away", checks.taken.length);
    tallies.add("kept", "races", checks.races);
    for (const { faults } of windows)
      for (const [kind, count] of faults.counts) tallies.add("faults", kind, count);
  }

  private parts(): Omit<WorldParts, "faults"> {
    const { scheduler, dice, record, checks, contents, service, disk, tallies, wall, settings, tokens } =
      this;
    return {
      ...{ scheduler, dice, record, checks, contents, service, disk, tallies, wall },
      folders: this.folders,
      takenOver: this.takenOver,
      ...(settings.hasReleases && { released: this.released }),
      jitterMs: settings.jitterMs,
      mostBackupBytes: settings.mostBackupBytes,
      unpacksArchives: settings.unpacksArchives,
      wire: settings.uploadPath === "set" ? defaultDialect : dialectWithoutUploads,
      dialectMemory: {
        read: () => this.shownDialect,
        write: (shown) => {
          this.shownDialect = shown;
        },
      },
      hasSecondAccount: settings.apps.some((app) => accountOf(app) === secondAccount),
      accountOf: (token) => (tokens.has(token) ? accountOf(token) : undefined),
      newToken: (account) => {
        const token = nameOfKey({ appId: `token${++this.tokenCount}`, accountId: account });
        tokens.add(token);
        return token;
      },
      isAlive: (id) => this.isAlive(id),
    };
  }
}

export async function simulate(
  { settings, operations }: Played,
  options: { readonly keepsLines?: boolean } = {},
): Promise<Outcome> {
  const world = new World(settings, options.keepsLines ?? false);
  const violation = await world.run(operations);
  const { traceHash, lines } = world.scheduler;
  const { begun, tallies, dice } = world;
  return { violation, traceHash, tallies, lines, begun, rolled: dice.rolled };
}

function nameOfCause(cause: Cause): string {
  return cause.by === "request" ? `${cause.sent.life.name}` : cause.by;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
