// The world's record: requested changes, requests with the changes behind them, and what was shown to whom.
import { isFileProblem } from "../../src/core/errors/fileProblem";
import { ancestorsOf, isWithin, nameOf, parentOf } from "../../src/core/paths/appPath";
import type { AppTree, PathState } from "./appTree";
import type { Content } from "./contents";
import type { Life, Scheduler } from "./scheduler";

/** Who made a state. */
export type Cause =
  | { readonly by: "start" | "colleague" | "app" }
  | { readonly by: "request"; readonly sent: Sent };

export type Tree = AppTree<Cause>;
export type State = PathState<Cause>;

/** An editor's document, a bulk operation, or another writer of a window. */
export interface Author {
  readonly name: string;
  /** Contents that the author was shown at a path or wrote there. */
  readonly seen: Set<Content>;
}

export type ChangeKind = "put" | "remove" | "move" | "copy" | "bulk";

/** A requested change. */
export interface Change {
  readonly life: Life;
  readonly app: string;
  readonly kind: ChangeKind;
  /** Target of a put, or the removed, moved or copied paths. */
  readonly paths: readonly string[];
  /** Target of a move or copy; `toApp` is `app` unless it is another. */
  readonly to?: string;
  readonly toApp?: string;
  readonly author: Author;
  /** What the author had seen at the request. */
  readonly seen: ReadonlySet<Content>;
  /** By path. */
  readonly contents: ReadonlyMap<string, Content>;
  readonly askedAt: number;
  /** In the order of requests. */
  readonly order: number;
  /** Latest place that it may have taken: an answered question starts the change again. */
  latest: number;
  /** Contents that the user has agreed to replace or delete, by path. */
  readonly agreed: Map<string, Set<Content>>;
  /** What the plan showed of a path: the change may replace or delete nothing else there. */
  readonly planned?: (path: string) => readonly State[];
  /** A move or copy that may replace its target. */
  readonly replaces?: boolean;
  /** The author had seen nothing of the path and means to replace any content. */
  isBlind: boolean;
  /** The user knew of hidden entries and agreed. */
  hasAgreedHidden: boolean;
  /** Files without a backup that the user agreed to lose. */
  readonly agreedWithoutBackup: Set<string>;
  /** The user agreed to a name that differs from another only in letter case or accents. */
  hasAgreedAlike: boolean;
  readonly sent: Sent[];
  /** Reported as still existing, although deleted. */
  readonly left: Set<string>;
  /** For a removal that was answered before sending: whether the path is still hidden. */
  isHidden: (() => boolean) | undefined;
  end: "open" | "done" | "notDone" | "unknown";
  endedAt: number | undefined;
  /** By path: its own uploads, which it may delete again. */
  readonly wrote: Map<string, Content>;
  /** Open questions. */
  questions: number;
}

export interface Sent {
  readonly life: Life;
  readonly app: string;
  readonly kind: "look" | "upload" | "download" | "delete" | "create" | "apps" | "other";
  readonly paths: readonly string[];
  /** The same paths, as the window spells them. */
  readonly asked: readonly string[];
  readonly content: Content | undefined;
  /** Contents of its archive, by path. */
  readonly archived: ReadonlyMap<string, Content> | undefined;
  readonly sentAt: number;
  readonly fault: string | undefined;
  /** On whose behalf it was sent. */
  readonly changes: readonly Change[];
  /** When the client abandoned it without a response. */
  givenUpAt: number | undefined;
  arrivedAt: number | undefined;
}

/** What a successful upload stores at a path. */
export function carriedTo({ kind, paths, content, archived }: Sent, path: string): Content | undefined {
  if (kind !== "upload") return undefined;
  return archived ? archived.get(path) : paths[0] === path ? content : undefined;
}

/** What a response showed of a path, with the time at the service and at the client. */
export interface Shown {
  readonly path: string;
  readonly sentAt: number;
  readonly evaluatedAt: number;
  readonly deliveredAt: number;
  /** By name; undefined for anything but a folder. */
  readonly entries: ReadonlyMap<string, State> | undefined;
  /** Of a file's content. */
  readonly state: State | undefined;
}

export interface Knowledge {
  readonly shown: Shown;
  readonly state: State | undefined;
}

/** How long looks are remembered. */
const lookMemoryMs = 200_000;
const togetherMs = 1_000;
/** A first look, up to a second after a listing's response, ignores listings older than ten seconds. */
const oldestFirstLookMs = 9_000;
const noContents: ReadonlyMap<string, Content> = new Map();

export class Record {
  readonly changes = new Map<Life, Change[]>();
  private readonly looks = new Map<Life, Map<string, Shown[]>>();
  private readonly unansweredLooks: { life: Life; app: string; path: string; sentAt: number }[] = [];
  private orders = 0;

  constructor(
    private readonly scheduler: Scheduler,
    readonly trees: ReadonlyMap<string, Tree>,
    /** The path under which the service stores a file. */
    readonly real: (path: string) => string,
  ) {}

  tree(app: string): Tree {
    const tree = this.trees.get(app);
    if (!tree) throw new Error(`there is no app ${app}`);
    return tree;
  }

  nextOrder(): number {
    return ++this.orders;
  }

  ask(
    what: Pick<Change, "life" | "app" | "kind" | "paths" | "author"> &
      Partial<Pick<Change, "to" | "toApp" | "contents" | "replaces" | "planned">>,
  ): Change {
    for (const older of this.changesOf(what.life)) isOwed(older);
    const order = this.nextOrder();
    const change: Change = {
      ...what,
      paths: what.paths.map(this.real),
      contents: new Map(
        [...(what.contents ?? noContents)].map(([path, content]) => [this.real(path), content]),
      ),
      ...(what.to === undefined ? {} : { to: this.real(what.to) }),
      seen: new Set(what.author.seen),
      askedAt: this.scheduler.nowMs,
      order,
      latest: order,
      agreed: new Map(),
      isBlind: false,
      hasAgreedHidden: false,
      agreedWithoutBackup: new Set(),
      hasAgreedAlike: false,
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

  askPut(
    what: Pick<Change, "life" | "app" | "author"> &
      Partial<Pick<Change, "planned">> & { readonly path: string; readonly content: Content },
  ): Change {
    const { path, content, ...rest } = what;
    return this.ask({ ...rest, kind: "put", paths: [path], contents: new Map([[path, content]]) });
  }

  /** Runs the work and records its end. */
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

  /** The client received the response to a look. */
  delivered(life: Life, app: string, shown: Shown): void {
    const looks = this.looks.get(life) ?? new Map<string, Shown[]>();
    this.looks.set(life, looks);
    const key = `${app} ${shown.path}`;
    const list = looks.get(key) ?? [];
    while (list.length > 4 && (list[0]?.deliveredAt ?? 0) < shown.deliveredAt - lookMemoryMs) list.shift();
    list.push(shown);
    looks.set(key, list);
  }

  /** A look without a response, or one that failed: its caller uses the next one. */
  unanswered({ life, app, paths: [path = "/"], sentAt }: Sent): void {
    this.unansweredLooks.push({ life, app, path, sentAt });
  }

  /**
   * The window's last knowledge of a path, of what reached it until `time`; by listings only, or also by
   * reads.
   */
  knowledge(
    life: Life,
    app: string,
    asked: string,
    time: number,
    by: "any" | "listings" = "any",
  ): Knowledge | undefined {
    const path = this.real(asked);
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
      // A folder that is missing, or a file, is empty.
      if (above?.entries && above.entries.get(nameOf(folder))?.node?.type !== "directory")
        consider(above, undefined);
    }
    return best;
  }

  /** Everything shown of a path since `since`, and what the window could know before. */
  shownSince(life: Life, app: string, asked: string, since: number): State[] {
    const path = this.real(asked);
    const looksAt = (each: string): Shown[] =>
      (this.looks.get(life)?.get(`${app} ${each}`) ?? []).filter(({ deliveredAt }) => deliveredAt >= since);
    const listed = looksAt(parentOf(path)).map(({ entries }) => entries?.get(nameOf(path)));
    const read = looksAt(path).map(({ state }) => state);
    const before = this.knowledge(life, app, path, since)?.state;
    return [before, ...listed, ...read].filter((state) => state !== undefined);
  }

  /**
   * When the service responded to the first looks into a folder requested after `since`; undefined without
   * any.
   */
  firstStat(life: Life, app: string, folder: string, since: number): number | undefined {
    const looks = (this.looks.get(life)?.get(`${app} ${folder}`) ?? []).filter(
      ({ sentAt }) => sentAt >= since,
    );
    // A suddenly empty folder is listed twice, and a response that took too long, as in a frozen window, is
    // outdated.
    const believed = looks.filter(
      ({ entries, sentAt, deliveredAt }, index) =>
        (entries?.size !== 0 && deliveredAt - sentAt <= oldestFirstLookMs) || index === looks.length - 1,
    );
    const first = Math.min(...believed.map(({ sentAt }) => sentAt));
    const firstAnsweredAt = Math.min(
      ...believed.filter(({ sentAt }) => sentAt === first).map(({ deliveredAt }) => deliveredAt),
    );
    // Concurrent looks count as one, as does one that has its response before the first: which of them
    // decides is unknown.
    const together = looks.filter(
      ({ sentAt, deliveredAt }) => sentAt <= first + togetherMs || deliveredAt <= firstAnsweredAt,
    );
    // A caller that waits for a folder above looks into this one later, and not at what others listed.
    const isUnanswered = this.unansweredLooks.some(
      (look) =>
        look.life === life &&
        look.app === app &&
        isWithin(look.path, folder) &&
        look.sentAt >= since &&
        look.sentAt <= first + togetherMs,
    );
    const next = isUnanswered ? looks.find(({ sentAt }) => sentAt > first + togetherMs) : undefined;
    const decisive = next ? [...together, next] : together;
    return decisive.length === 0 ? undefined : Math.max(...decisive.map(({ evaluatedAt }) => evaluatedAt));
  }

  /** The look at a path that was sent last, of those that reached the window until `time`. */
  lastSentLook(life: Life, app: string, path: string, time: number): Shown | undefined {
    const looks = (this.looks.get(life)?.get(`${app} ${path}`) ?? []).filter(
      ({ deliveredAt }) => deliveredAt <= time,
    );
    return looks.sort((a, b) => b.sentAt - a.sentAt)[0];
  }

  /** Last response with a file of the folder; undefined without any. */
  lastFilled(life: Life, app: string, folder: string): number | undefined {
    const looks = this.looks.get(life)?.get(`${app} ${folder}`) ?? [];
    return looks.findLast(({ entries }) => entries && entries.size > 0)?.evaluatedAt;
  }

  /** Last look at the path itself, of those that reached the window until `time`. */
  lastLook(life: Life, app: string, path: string, time: number): Shown | undefined {
    let best: Shown | undefined;
    for (const shown of this.looks.get(life)?.get(`${app} ${this.real(path)}`) ?? [])
      if (shown.deliveredAt <= time && (!best || shown.evaluatedAt >= best.evaluatedAt)) best = shown;
    return best;
  }
}

/** The error does not say whether the change was made. */
export function isUnknown(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ((current as { outcomeUnknown?: unknown }).outcomeUnknown === true) return true;
  return isFileProblem(error, "originalLeft", "copiesLeft", "changedWhileCopied");
}

/** A removal that was answered and is not done yet. Call after every possible change of that. */
export function isOwed(change: Change): boolean {
  if (change.isHidden && !change.isHidden()) change.isHidden = undefined;
  return change.isHidden !== undefined;
}

/** Covers the path, its target or anything below. */
export function concerns(change: Change, app: string, path: string): boolean {
  if (change.app === app && change.paths.some((root) => isWithin(root, path))) return true;
  return change.to !== undefined && (change.toApp ?? change.app) === app && isWithin(change.to, path);
}
