// The world's own record: what everybody meant to do, what was sent in whose name, what was shown to whom and when.
import { isFileProblem } from "../../src/core/errors/fileProblem";
import { ancestorsOf, isWithin, nameOf, parentOf } from "../../src/core/paths/appPath";
import type { AppTree, PathState } from "./appTree";
import type { Content } from "./contents";
import type { Life, Scheduler } from "./scheduler";

/** Who made what is in a place. */
export type Cause =
  | { readonly by: "start" | "colleague" | "app" }
  | { readonly by: "request"; readonly sent: Sent };

export type Tree = AppTree<Cause>;
export type State = PathState<Cause>;

/** One who writes: an editor's document, a bulk operation, or whatever else writes in a window. */
export interface Author {
  readonly name: string;
  /** Contents that this author was shown of a path or wrote there itself. */
  readonly seen: Set<Content>;
}

export type ChangeKind = "put" | "remove" | "move" | "copy" | "bulk";

/** What somebody in a window wants to be done, from the call on. */
export interface Change {
  readonly life: Life;
  readonly app: string;
  readonly kind: ChangeKind;
  /** The target of a put; what is removed, moved or copied. */
  readonly paths: readonly string[];
  /** Where a move or copy goes; `toApp` is `app` unless it goes to another. */
  readonly to?: string;
  readonly toApp?: string;
  readonly author: Author;
  /** What its author had seen when it was asked for. */
  readonly seen: ReadonlySet<Content>;
  /** What a put or a bulk change writes where. */
  readonly contents: ReadonlyMap<string, Content>;
  readonly askedAt: number;
  /** Its place among all that was asked for. */
  readonly order: number;
  /** The last place that it may have taken: what a question was asked about begins again with the answer. */
  latest: number;
  /** Contents that a person has agreed to replace or delete, by path. */
  readonly agreed: Map<string, Set<Content>>;
  /** Of a change that was planned: what the plan showed of a path, which is all that it may replace or delete there. */
  readonly planned?: (path: string) => readonly State[];
  /** A move or copy that may replace the file that is in its place. */
  readonly replaces?: boolean;
  /** Its author had been shown nothing of the path and means to replace whatever is there. */
  isBlind: boolean;
  /** A person was told what cannot be shown in it, and agreed. */
  hasAgreedHidden: boolean;
  /** Files that cannot be kept and that a person agreed to lose. */
  readonly agreedUnkept: Set<string>;
  readonly sent: Sent[];
  /** What its window was told to be there still, although it is done. */
  readonly left: Set<string>;
  /** It was answered before it was sent: whether it is hidden still. */
  isHidden: (() => boolean) | undefined;
  end: "open" | "done" | "notDone" | "unknown";
  endedAt: number | undefined;
  /** Contents that its own requests put, by path: it may take them away again. */
  readonly wrote: Map<string, Content>;
  /** How many questions are open for it. */
  questions: number;
}

/** A request on its way. */
export interface Sent {
  readonly life: Life;
  readonly app: string;
  readonly kind: "look" | "upload" | "download" | "delete" | "other";
  readonly paths: readonly string[];
  readonly content: Content | undefined;
  /** What is in the archive that it carries, by path. */
  readonly archived: ReadonlyMap<string, Content> | undefined;
  readonly sentAt: number;
  readonly fault: string | undefined;
  /** In whose name it was sent. */
  readonly changes: readonly Change[];
  /** When the client stopped waiting for it without an answer of the service. */
  givenUpAt: number | undefined;
  arrivedAt: number | undefined;
}

/** What an upload stores at a path, when all goes well. */
export function carriedTo({ kind, paths, content, archived }: Sent, path: string): Content | undefined {
  if (kind !== "upload") return undefined;
  return archived ? archived.get(path) : paths[0] === path ? content : undefined;
}

/** What the service showed of a path at the moment when it was asked, and when that reached the client. */
export interface Shown {
  readonly path: string;
  readonly sentAt: number;
  readonly evaluatedAt: number;
  readonly deliveredAt: number;
  /** Of a folder, by name; undefined when the path is no folder. */
  readonly entries: ReadonlyMap<string, State> | undefined;
  /** Of a file that was read. */
  readonly state: State | undefined;
}

/** What a window could know of one path. */
export interface Knowledge {
  readonly shown: Shown;
  readonly state: State | undefined;
}

/** Looks are remembered for so long. */
const lookMemoryMs = 200_000;
const togetherMs = 1_000;
/** A first look believes nothing that was asked for longer ago. */
const oldestFirstLookMs = 10_000;
const nobody: ReadonlyMap<string, Content> = new Map();

export class Record {
  readonly changes = new Map<Life, Change[]>();
  private readonly looks = new Map<Life, Map<string, Shown[]>>();
  private readonly unansweredLooks: { readonly key: string; readonly life: Life; readonly sentAt: number }[] =
    [];
  private orders = 0;

  constructor(
    private readonly scheduler: Scheduler,
    readonly trees: ReadonlyMap<string, Tree>,
  ) {}

  tree(app: string): Tree {
    const tree = this.trees.get(app);
    if (!tree) throw new Error(`there is no app ${app}`);
    return tree;
  }

  nextOrder(): number {
    return ++this.orders;
  }

  /** Somebody asks a window for a change. */
  ask(
    what: Pick<Change, "life" | "app" | "kind" | "paths" | "author"> &
      Partial<Pick<Change, "to" | "toApp" | "contents" | "replaces" | "planned">>,
  ): Change {
    for (const older of this.changesOf(what.life)) isOwed(older);
    const order = this.nextOrder();
    const change: Change = {
      contents: nobody,
      ...what,
      seen: new Set(what.author.seen),
      askedAt: this.scheduler.nowMs,
      order,
      latest: order,
      agreed: new Map(),
      isBlind: false,
      hasAgreedHidden: false,
      agreedUnkept: new Set(),
      sent: [],
      left: new Set(),
      isHidden: undefined,
      end: "open",
      endedAt: undefined,
      wrote: new Map(),
      questions: 0,
    };
    const contents = [...change.contents.values()].map(({ name }) => name).join(" ");
    this.scheduler.note(
      `${change.life.name} ${change.author.name}: ${change.kind} ${change.paths.join(" ")} ${contents}`,
    );
    const changes = this.changes.get(what.life) ?? [];
    changes.push(change);
    this.changes.set(what.life, changes);
    return change;
  }

  /** Somebody asks a window to put a content somewhere. */
  askPut(
    what: Pick<Change, "life" | "app" | "author"> &
      Partial<Pick<Change, "planned">> & { readonly path: string; readonly content: Content },
  ): Change {
    const { path, content, ...rest } = what;
    return this.ask({ ...rest, kind: "put", paths: [path], contents: new Map([[path, content]]) });
  }

  /** Does what was asked for, and notes how it ended. */
  async during<T>(change: Change, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.end(change, "done");
      return result;
    } catch (error) {
      this.end(change, isUnknown(error) ? "unknown" : "notDone");
      throw error;
    }
  }

  private end(change: Change, end: "done" | "notDone" | "unknown"): void {
    this.scheduler.note(
      `${change.life.name} ${change.author.name}: ${change.kind} ${change.paths.join(" ")} ended ${end}`,
    );
    change.end = end;
    change.endedAt = this.scheduler.nowMs;
  }

  changesOf(life: Life): readonly Change[] {
    return this.changes.get(life) ?? [];
  }

  /** A living window that began to use the app's files after that time. */
  heir(app: string, since: number): Life | undefined {
    return [...this.looks].find(
      ([{ isAlive, startedAt }, looks]) =>
        isAlive && startedAt > since && [...looks.keys()].some((key) => key.startsWith(`${app} `)),
    )?.[0];
  }

  /** The client has been given an answer to a look. */
  delivered(life: Life, app: string, shown: Shown): void {
    const looks = this.looks.get(life) ?? new Map<string, Shown[]>();
    this.looks.set(life, looks);
    const key = `${app} ${shown.path}`;
    const list = looks.get(key) ?? [];
    while (list.length > 4 && (list[0]?.deliveredAt ?? 0) < shown.deliveredAt - lookMemoryMs) list.shift();
    list.push(shown);
    looks.set(key, list);
  }

  /** A look was sent that is never answered: its asker uses the next one. */
  unanswered(life: Life, app: string, path: string): void {
    this.unansweredLooks.push({ key: `${app} ${path}`, life, sentAt: this.scheduler.nowMs });
  }

  /** What a window had been shown of a path last, of all that reached it until `time`; by listings only, or by reading too. */
  knowledge(
    life: Life,
    app: string,
    path: string,
    time: number,
    by: "any" | "listings" = "any",
  ): Knowledge | undefined {
    let best: Knowledge | undefined;
    const consider = (shown: Shown | undefined, state: State | undefined): void => {
      if (shown && (!best || shown.evaluatedAt > best.shown.evaluatedAt)) best = { shown, state };
    };
    const own = by === "any" ? this.lastLook(life, app, path, time) : undefined;
    if (own?.state) consider(own, own.state);
    const parent = this.lastLook(life, app, parentOf(path), time);
    consider(parent, parent?.entries?.get(nameOf(path)));
    for (const folder of ancestorsOf(path)) {
      const above = this.lastLook(life, app, parentOf(folder), time);
      // A folder that is not there, or that is a file, holds nothing.
      if (above?.entries && above.entries.get(nameOf(folder))?.node?.type !== "directory")
        consider(above, undefined);
    }
    return best;
  }

  /** All that a window was shown of a path from `since` on, and what it could know of it before. */
  shownSince(life: Life, app: string, path: string, since: number): State[] {
    const looksAt = (each: string): Shown[] =>
      (this.looks.get(life)?.get(`${app} ${each}`) ?? []).filter(({ deliveredAt }) => deliveredAt >= since);
    const listed = looksAt(parentOf(path)).map(({ entries }) => entries?.get(nameOf(path)));
    const read = looksAt(path).map(({ state }) => state);
    const before = this.knowledge(life, app, path, since)?.state;
    return [before, ...listed, ...read].filter((state) => state !== undefined);
  }

  /** When the service answered the first looks into a folder that were asked for after `since`; undefined when none was. */
  firstStat(life: Life, app: string, folder: string, since: number): number | undefined {
    const looks = (this.looks.get(life)?.get(`${app} ${folder}`) ?? []).filter(
      ({ sentAt }) => sentAt >= since,
    );
    // A folder that suddenly is empty is looked at twice, and what took too long, as in a window that stood still, is old.
    const believed = looks.filter(
      ({ entries, sentAt, deliveredAt }, index) =>
        (entries?.size !== 0 && deliveredAt - sentAt <= oldestFirstLookMs) || index === looks.length - 1,
    );
    const first = Math.min(...believed.map(({ sentAt }) => sentAt));
    const firstAnsweredAt = Math.min(
      ...believed.filter(({ sentAt }) => sentAt === first).map(({ deliveredAt }) => deliveredAt),
    );
    // Looks that go out at the same time count as one, and so does one that is answered before the first: nobody knows
    // which of them decides.
    const together = looks.filter(
      ({ sentAt, deliveredAt }) => sentAt <= first + togetherMs || deliveredAt <= firstAnsweredAt,
    );
    const isUnanswered = this.unansweredLooks.some(
      (look) =>
        look.life === life &&
        look.key === `${app} ${folder}` &&
        look.sentAt >= since &&
        look.sentAt <= first + togetherMs,
    );
    const next = isUnanswered ? looks.find(({ sentAt }) => sentAt > first + togetherMs) : undefined;
    const decisive = next ? [...together, next] : together;
    return decisive.length === 0 ? undefined : Math.max(...decisive.map(({ evaluatedAt }) => evaluatedAt));
  }

  /** The look of a window at a path that it sent last, of all that reached it until `time`. */
  lastSentLook(life: Life, app: string, path: string, time: number): Shown | undefined {
    const looks = (this.looks.get(life)?.get(`${app} ${path}`) ?? []).filter(
      ({ deliveredAt }) => deliveredAt <= time,
    );
    return looks.sort((a, b) => b.sentAt - a.sentAt)[0];
  }

  /** When the service last showed a window something in a folder; undefined when it never has. */
  lastFilled(life: Life, app: string, folder: string): number | undefined {
    const looks = this.looks.get(life)?.get(`${app} ${folder}`) ?? [];
    return looks.findLast(({ entries }) => entries && entries.size > 0)?.evaluatedAt;
  }

  /** The last look of a window at a path itself, of all that reached it until `time`. */
  lastLook(life: Life, app: string, path: string, time: number): Shown | undefined {
    let best: Shown | undefined;
    for (const shown of this.looks.get(life)?.get(`${app} ${path}`) ?? [])
      if (shown.deliveredAt <= time && (!best || shown.evaluatedAt >= best.evaluatedAt)) best = shown;
    return best;
  }
}

/** Whether the error leaves open if the change was made. */
export function isUnknown(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ((current as { outcomeUnknown?: unknown }).outcomeUnknown === true) return true;
  return isFileProblem(error, "originalLeft", "copiesLeft", "changedWhileCopied");
}

/** Whether a removal was answered and is not done yet. To be asked whenever that may have changed. */
export function isOwed(change: Change): boolean {
  if (change.isHidden && !change.isHidden()) change.isHidden = undefined;
  return change.isHidden !== undefined;
}

/** Whether a change is about a path: its target, or anything below it. */
export function concerns(change: Change, app: string, path: string): boolean {
  if (change.app === app && change.paths.some((root) => isWithin(root, path))) return true;
  return change.to !== undefined && (change.toApp ?? change.app) === app && isWithin(change.to, path);
}
