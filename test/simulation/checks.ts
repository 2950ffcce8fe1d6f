// The engine's promises but fairness (7) as numbered assertions, checked against the world's record after every step.
import { recheckAfterMs } from "../../src/appFiles/change/changeParts";
import { lastCheckWithinMs } from "../../src/appFiles/change/lateFile";
import { ancestorsOf, isWithin, joinAppPath, nameOf, overlaps, parentOf } from "../../src/core/paths/appPath";
import { foldedPath } from "../../src/core/paths/localNames";
import type { FileNode, OddEntry } from "./appTree";
import type { Content } from "./contents";
import {
  type Cause,
  type Change,
  carriedTo,
  concerns,
  isOwed,
  type Knowledge,
  type Record,
  type Sent,
  type State,
  type Tree,
} from "./record";
import type { Life, Scheduler } from "./scheduler";
import type { SimulatedService } from "./service";
import type { Tallies } from "./tallies";

/** A broken promise. */
export class Violation extends Error {
  override readonly name = "Violation";

  constructor(
    readonly promise: number,
    readonly what: "lost" | "wrong",
    message: string,
  ) {
    super(`promise ${promise}: ${message}`);
  }

  /** The message without names and numbers: equal for two violations of one kind. */
  get rule(): string {
    return this.message.replace(
      /(?<![a-z])[\w./#%-]*[\d/][^ :,]*|document|upload|explorer|window|rename|copy|push|pull|undo|rollback|finish/g,
      "",
    );
  }
}

/** Oldest listing that counts as a look right before a request. */
const listingMaxAgeMs = 2_500;
/** The same for a slow service. */
const slowListingMs = 10_500;
/** Longest lag of a listing. */
const longestLagMs = 60_000;
/** A longer lag may hide another client's new file from a plan. */
const longestSeenLagMs = 4_000;
/** Longest time until an abandoned request's effect must be undone. */
const putRightMs = 120_000;
/** Longest way of a response without faults. */
const answerMs = 501;
/** Time in which a transfer looks for several files at once. */
const sharedProofMs = 3_500;
/** Resolution of the Date header. */
const clockStepMs = 1_000;
/** A request's time limit plus the age of the listing before it. */
const longestLookMs = 42_000;
/** Age of a listing for display (AppFiles.lookAgeMs) plus the way of its response. */
const shownForMs = 12_000;

interface Repair {
  readonly life: Life;
  readonly app: string;
  readonly path: string;
  readonly undone: Content | undefined;
  readonly changes: readonly Change[];
  readonly wrong: State;
  readonly until: number;
}

/** A replaced or deleted content, which must stay in the backups for a day. */
export interface Taken {
  readonly app: string;
  readonly path: string;
  readonly content: Content;
  readonly at: number;
}

export class Checks {
  broken: Violation | undefined;
  readonly taken: Taken[] = [];
  /** Acknowledged though another client's file of the same size is there in their place. */
  readonly takenForOurs = new Set<Content>();
  /** Last restart of the machine: earlier requests without a response are forgotten. */
  bootedAt = Number.NEGATIVE_INFINITY;
  /** When the user last deleted the oldest backups. */
  roomMadeAt = Number.NEGATIVE_INFINITY;
  /** Changes right after the last look that were overwritten or deleted, which the engine cannot prevent. */
  races = 0;
  private repairs: Repair[] = [];
  /** Changes of requests that had unfinished predecessors when sent. */
  private readonly unfinished = new WeakSet<readonly Change[]>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly record: Record,
    private readonly disk: {
      /** In the backups at this moment. */
      backsUp(content: Content): boolean;
      /** Full at that time or shortly before: windows could not share anything. */
      couldNotTellAt(ms: number): boolean;
    },
    private readonly service: Pick<SimulatedService, "downloadsUsedUpAt" | "settings">,
    private readonly tallies: Tallies,
    readonly areTimesConstant: boolean,
    /** A stray that could not be deleted: no window may upload, and each upload says so. */
    private readonly areWritesStopped: () => boolean,
  ) {}

  /** Call at the end of a step. */
  afterStep(): void {
    const now = this.scheduler.nowMs;
    if (this.repairs.length > 0 && this.repairs.some((repair) => this.dueAt(repair) <= now))
      this.requireRepaired(now);
    if (this.broken) throw this.broken;
  }

  fail(promise: number, what: "lost" | "wrong", message: string): void {
    this.broken ??= new Violation(promise, what, message);
  }

  /** Its requests' late effects cannot be undone by it any more. */
  died(life: Life): void {
    this.repairs = this.repairs.filter((repair) => repair.life !== life);
  }

  /** Called when a window's request has changed the file at a path. */
  changed(app: string, path: string, before: State, after: State, sent: Sent): void {
    if (!before.node) this.requireAgreedAlike(app, path, before, sent);
    const old = before.node?.type === "file" ? before.node.content : undefined;
    const next = after.node?.type === "file" ? after.node.content : undefined;
    if (after.node?.type === "directory" || (before.node?.type === "directory" && !next)) return;
    const change = this.changeOf(sent, path, next, before);
    // A probe or an archive has a unique name.
    const isTemporary = /^\/\.?hosted-apps-(push-)?[0-9a-f]{8}-/.test(path);
    if (!change && isTemporary && (!old || old.isDebris || old.size === 0)) return;
    if (!change) {
      // Two windows restored the same content: the second upload changes nothing.
      if (next && old === next) return;
      if (!next && old && this.isAsOwnAccident(sent, path, before)) {
        this.races++;
        return;
      }
      // A partial file of the second upload is restored in turn.
      if (old && next && Buffer.compare(next.bytes, old.bytes.subarray(0, next.bytes.length)) === 0) {
        const until = this.scheduler.nowMs + putRightMs;
        this.repairs.push({ life: sent.life, app, path, undone: old, changes: [], wrong: after, until });
        return;
      }
      // A repair that landed elsewhere.
      if (sent.kind === "delete" && isMisplacedBy(sent.life, path, before)) return;
      // Came into a folder right before its deletion.
      if (!next && before.visibleAt >= sent.sentAt - listingMaxAgeMs && sent.changes.length > 0) {
        this.races++;
        return;
      }
      const what = next ? `wrote ${next.name} to` : `deleted ${old?.name} at`;
      this.fail(3, old ? "lost" : "wrong", `${sent.life.name} ${what} ${path}, which nobody had asked for`);
      return;
    }
    const wasGivenUp = sent.givenUpAt !== undefined && sent.givenUpAt < this.scheduler.nowMs;
    if (wasGivenUp) this.requireLateHarmless(change, sent, path, before, after);
    // The sender could not know of changes after sending.
    if (wasGivenUp && old && !next && before.from > sent.sentAt) {
      this.races++;
      return;
    }
    const isOwnDone = change.end === "done" && change.contents.get(path) === old;
    if (!next && old && old.size > 0 && isOwnDone && !isLate(before))
      this.fail(1, "lost", `${sent.life.name} deleted ${old.name} at ${path}, which had been acknowledged`);
    if (next) for (const each of sent.archived ? [change] : sent.changes) each.wrote.set(path, next);
    if (!old || old === next || old.size === 0 || old.isDebris) return;
    // A put compares contents; a deletion by listing cannot know that the listing is outdated.
    const by = change.kind === "put" ? "any" : "listings";
    const known = this.record.knowledge(sent.life, app, path, sent.sentAt, by);
    // A recent look is not repeated (docs/engine.md#a-put): this change may have come since.
    const knownBefore = this.record.knowledge(sent.life, app, path, sent.sentAt - recheckAfterMs, by);
    const isJustNow = before.visibleAt >= sent.sentAt - listingMaxAgeMs;
    if (isJustNow && contentOf(known?.state) === old && contentOf(knownBefore?.state) !== old) {
      this.races++;
      return;
    }
    this.requireSeen(change, sent, path, { state: before, content: old, known });
  }

  /** A new name that differs from a known one only in letter case or accents was asked about. */
  private requireAgreedAlike(app: string, path: string, before: State, sent: Sent): void {
    const [change] = sent.changes;
    const targets = sent.archived ? [...sent.archived.keys()] : sent.paths;
    // A misplaced upload has a name that no person has chosen.
    if (!targets.some((target) => isWithin(path, target))) return;
    // What restores an earlier change asks nothing.
    if (sent.kind !== "upload" || sent.givenUpAt !== undefined || change?.life !== sent.life) return;
    // A renaming that was cut off goes on.
    if (change.author.name.startsWith("finish ")) return;
    // With several open puts of one content, the request may be that of any.
    const others = targets
      .flatMap((target) => this.alike(change, target))
      .filter(({ end }) => end === "open");
    if (change.end !== "open" || [change, ...others].some(({ hasAgreedAlike }) => hasAgreedAlike)) return;
    const since = change.askedAt - slowListingMs;
    // Another window deleted it while the change waited.
    if (before.visibleAt >= since) return;
    const known = this.record.lastLook(sent.life, app, parentOf(path), sent.sentAt)?.entries;
    const folded = foldedPath(nameOf(path));
    for (const name of known?.keys() ?? []) {
      const other = joinAppPath(parentOf(path), name);
      const { node, visibleAt } = this.record.tree(app).state(other);
      const isThere = node !== undefined && visibleAt < since;
      const isAlike = isThere && name !== nameOf(path) && foldedPath(name) === folded;
      const isOwnSource = change.kind === "move" && change.paths.some((from) => isWithin(from, other));
      if (isAlike && !isOwnSource)
        this.fail(3, "wrong", `${sent.life.name} put ${path} beside ${other}, which nobody had agreed to`);
    }
  }

  /** For a content that a transfer overwrites or deletes in the local folder. */
  requireKeptHere(app: string, path: string, content: Content): void {
    if (this.disk.backsUp(content)) this.taken.push({ app, path, content, at: this.scheduler.nowMs });
    else this.fail(2, "lost", `${content.name} at ${path} of the folder was taken away and is not kept`);
  }

  removedHidden(app: string, path: string, sent: Sent, lost: readonly OddEntry[]): void {
    const change = this.removalOf(sent, path, undefined);
    if (change?.hasAgreedHidden) return;
    // An entry of the same moment may have come after the listing.
    const couldSee = lost.some(({ folder, from }) => {
      const looked = this.record.lastLook(sent.life, app, folder, sent.sentAt);
      return from < sent.sentAt - listingMaxAgeMs || (looked !== undefined && from < looked.evaluatedAt);
    });
    if (!couldSee) return;
    this.fail(3, "lost", `${sent.life.name} deleted ${path} of ${app} with entries that it cannot show`);
  }

  /** Called for an unexpected 429. */
  refused(sent: Sent, why: string): void {
    this.tallies.add("requests", "refused for rate");
    this.fail(6, "wrong", `${sent.life.name}: ${sent.kind} of ${sent.paths.join(", ")} was refused: ${why}`);
  }

  /** Runs a put and checks its result. */
  async put<T>(change: Change, work: () => Promise<T>): Promise<T> {
    const [[path, content] = ["/", undefined]] = change.contents;
    if (!content) throw new Error("a put without a content");
    try {
      const result = await this.record.during(change, work);
      this.acknowledged(change, path, content);
      return result;
    } catch (error) {
      if (change.end === "notDone") this.refusedPut(change, path, content);
      throw error;
    }
  }

  private acknowledged(change: Change, path: string, content: Content): void {
    const tree = this.treeOf(change);
    const isThere = (wanted: Content, since: number): boolean =>
      tree
        .history(path)
        .some(
          (state, index, all) => contentOf(state) === wanted && (all[index + 1]?.from ?? Infinity) >= since,
        );
    if (isThere(content, change.askedAt)) {
      if (contentOf(tree.state(path)) !== content) this.requireReplacedByOthers(change, path, content);
      return;
    }
    if (this.isTakenForOurs(change, path)) {
      this.takenForOurs.add(content);
      this.races++;
      return;
    }
    const newer = this.record
      .changesOf(change.life)
      .filter((other) => other.author.name === change.author.name && other.latest > change.order);
    const isReplaced = newer.some((other) => {
      const next = other.contents.get(path);
      return next && (isThere(next, change.askedAt) || this.isTakenForOurs(other, path));
    });
    if (!isReplaced)
      this.fail(1, "lost", `${path} was acknowledged with ${content.name}, which it never held`);
  }

  /**
   * Not stored there, while another client wrote as many bytes to the path: an exception
   * (docs/engine.md#what-does-not-hold-yet).
   */
  private isTakenForOurs(change: Change, path: string): boolean {
    const isOfMany = /^(upload|push|undo|rollback|finish) /.test(change.author.name);
    const provedInMs = answerMs + (isOfMany ? sharedProofMs : 0);
    const isInBetween = (sent: Sent, { from, visibleAt, cause }: State): boolean =>
      cause.by !== "request" &&
      visibleAt >= sent.sentAt - clockStepMs &&
      from <= (sent.arrivedAt ?? from) + provedInMs;
    return change.sent
      .filter(({ fault }) => fault !== undefined)
      .some((sent) => {
        const content = carriedTo(sent, path);
        const isIt = (state: State): boolean =>
          contentOf(state)?.size === content?.size && isInBetween(sent, state);
        return content !== undefined && this.treeOf(change).history(path).some(isIt);
      });
  }

  /** `before`: the files when the move or copy was requested. */
  acknowledgedMove(change: Change, before: readonly (readonly [string, FileNode])[]): void {
    const source = this.record.tree(change.app);
    const target = this.treeOf(change);
    const root = change.paths[0] ?? "/";
    // What others delete meanwhile need not be copied.
    const isOther = (other: Change): boolean => other !== change;
    for (const [path, node] of before) {
      const wasLeftAlone = source
        .history(path)
        .filter((state) => state.from >= change.askedAt && state.node !== node)
        .every(({ cause }) => isBy(cause, change) && !cause.sent.changes.some(isOther));
      const wasShown = [path, ...ancestorsOf(path)].every((each) => {
        const then = stateAt(source, each, change.askedAt);
        return then !== undefined && then.visibleAt <= change.askedAt;
      });
      if (!wasLeftAlone || !wasShown) continue;
      const copy = (change.to ?? "/") + path.slice(root.length);
      // A lagging listing may have shown the state before.
      const meant = new Set([node.content]);
      for (const [index, state] of source.history(path).entries()) {
        const content = contentOf(state);
        if (content && (source.history(path)[index + 1]?.visibleAt ?? Infinity) >= change.askedAt)
          meant.add(content);
      }
      const isCopied = target.history(copy).some((state, index, all) => {
        const content = contentOf(state);
        return content && meant.has(content) && (all[index + 1]?.from ?? Infinity) >= change.askedAt;
      });
      if (!isCopied && !this.isTakenForOurs(change, copy))
        this.fail(1, "lost", `${path} was said to be copied to ${copy}, which never held it`);
      if (change.kind === "move" && !this.wasGone(source, path, change.askedAt))
        this.fail(1, "wrong", `${path} was said to be moved and is still there`);
    }
  }

  /** Deleted, or replaced by another client. */
  isDeletionDone(change: Change, asked: string): boolean {
    const path = this.record.real(asked);
    const tree = this.record.tree(change.app);
    if (this.wasGone(tree, path, change.askedAt)) return true;
    // A newer file is there, so it was not to be deleted.
    if (tree.state(path).from > change.askedAt) return true;
    // A failed or asking put there reports itself; one that put the same content wants it. One whose upload
    // another client's file was taken for has replaced the deletion.
    const there = contentOf(tree.state(path));
    const isReported = this.record
      .changesOf(change.life)
      .some(
        (other) =>
          other.latest > change.order &&
          (other.contents.has(path) || other.to === path) &&
          (other.end === "open"
            ? other.questions > 0
            : other.end !== "done" || other.contents.get(path) === there || this.isTakenForOurs(other, path)),
      );
    if (isReported) return true;
    return tree
      .history(path)
      .some(
        ({ cause }) =>
          cause.by === "request" && cause.sent.changes.some((other) => other.latest > change.order),
      );
  }

  wasGone(tree: Tree, path: string, since: number): boolean {
    return [path, ...ancestorsOf(path)].some((each) => {
      const states = tree.history(each);
      // A lagging listing still shows the deletion.
      return states.some(
        (state, index) => !state.node && (states[index + 1]?.visibleAt ?? Infinity) >= since,
      );
    });
  }

  /** A put that reported "not done" must not have stored its content. */
  private refusedPut(change: Change, path: string, content: Content): void {
    if (content.size === 0) return;
    if (contentOf(this.treeOf(change).state(path)) !== content) return;
    const { from, cause } = this.treeOf(change).state(path);
    // An earlier abandoned request of the same content may arrive by then, or another client move it there.
    const isByAccident =
      cause.by !== "request" || cause.sent.givenUpAt !== undefined || cause.sent.life !== change.life;
    // With several requests for one content, any of them may have been carried out.
    const isOthers =
      this.alike(change, path).some(({ end }) => end !== "notDone") ||
      this.record
        .changesOf(change.life)
        .some((other) => other.end !== "notDone" && this.isCopyOf(other, change.app, path, content));
    const isExcepted = isOthers || this.isMistakenForText(change, path, content);
    if (from >= change.askedAt && !isByAccident && !isExcepted)
      this.fail(9, "wrong", `${path} was said not to be stored and holds ${content.name}`);
  }

  /**
   * The service decodes each byte as a character, the content is no UTF-8, and an older listing has the length
   * that the characters have in UTF-8: an exception (docs/engine.md#what-does-not-hold-yet).
   */
  private isMistakenForText(change: Change, path: string, { bytes, size }: Content): boolean {
    if (this.service.settings.decodes !== "latin1") return false;
    const encodedSize = Buffer.byteLength(Buffer.from(bytes).toString("latin1"));
    const isUtf8 = Buffer.from(Buffer.from(bytes).toString("utf8")).equals(bytes);
    const history = this.treeOf(change).history(path);
    const isIt = (state: State, index: number): boolean =>
      contentOf(state)?.size === encodedSize && (history[index + 1]?.visibleAt ?? Infinity) >= change.askedAt;
    return !isUtf8 && encodedSize !== size && history.some(isIt);
  }

  /** The bytes that a read returned existed, or were shown, within the age of a listing. */
  read(life: Life, app: string, asked: string, found: { content: Content; askedAt: number }): void {
    const path = this.record.real(asked);
    const known = this.knownBefore(life, app, path, found.askedAt - listingMaxAgeMs - shownForMs);
    // A suddenly empty folder counts only after a second listing, however long that takes.
    const isDoubted = known?.shown.entries?.size === 0;
    const filledAt = isDoubted ? this.record.lastFilled(life, app, known.shown.path) : undefined;
    const doubtMs = isDoubted ? longestLookMs : 0;
    const checkedAt = Math.min(known?.shown.evaluatedAt ?? Infinity, found.askedAt - shownForMs);
    const since = Math.min(filledAt ?? Infinity, checkedAt - doubtMs);
    const history = this.record.tree(app).history(path);
    const shown = history.filter((_, index) => (history[index + 1]?.visibleAt ?? Infinity) >= since);
    const isTrue = shown.some((state) => contentOf(state) === found.content);
    // A window takes its own last upload for the present state until the next look.
    const isOwn = this.record
      .changesOf(life)
      .some(
        (change) =>
          change.contents.get(path) === found.content &&
          change.end === "done" &&
          (change.endedAt ?? 0) >= found.askedAt - shownForMs,
      );
    // A change in the same tick of a clock that is behind the Date header has the same version.
    const isBehind =
      this.service.settings.filesBehindMs > 0 &&
      history.some(
        (old) => contentOf(old) === found.content && shown.some((state) => isSameTick(old, state)),
      );
    const areTimesWrong = this.areTimesConstant || isBehind;
    if (!isTrue && !isOwn && !this.mayTrustTimes(life, app, found.askedAt, areTimesWrong))
      this.fail(
        4,
        "wrong",
        `${life.name} was given ${found.content.name} as ${path}, which is not what it held`,
      );
  }

  /**
   * An exception (docs/engine.md#what-does-not-hold-yet): until a listing proves an upload of the window, the
   * engine cannot know that times never change, or come from another clock.
   */
  private mayTrustTimes(life: Life, app: string, time: number, areWrong = this.areTimesConstant): boolean {
    const isListed = (change: Change): boolean => {
      const { kind, end, endedAt = Infinity, contents } = change;
      if (kind !== "put" || end !== "done" || endedAt >= time || change.app !== app) return false;
      return [...contents.keys()].some((path) => this.isProvedByListing(change, path, endedAt));
    };
    return areWrong && !this.record.changesOf(life).some(isListed);
  }

  /**
   * Until `time`. An archive's files may have the times that are in it, a file that gets the content that it
   * has may be the old one in a listing that lags, and what a read proved may be another client's later.
   */
  private isProvedByListing(change: Change, path: string, time: number): boolean {
    const { life, app } = change;
    const listed = (until: number) => this.record.knowledge(life, app, path, until, "listings");
    const state = listed(time)?.state;
    if (state?.cause.by !== "request" || !change.sent.includes(state.cause.sent)) return false;
    let firstAt = time;
    for (let known = listed(time); known?.state === state; known = listed(firstAt))
      firstAt = known.shown.sentAt;
    if (this.record.lastSentLook(life, app, path, firstAt)?.state === state) return false;
    const history = this.record.tree(app).history(path);
    const before = history[history.indexOf(state) - 1];
    return !state.cause.sent.archived && contentOf(before) !== contentOf(state);
  }

  /** The window's knowledge of a path until `time`, without looks for misplaced uploads. */
  private knownBefore(life: Life, app: string, path: string, time: number): Knowledge | undefined {
    const isForUpload = ({ shown }: Knowledge): boolean =>
      this.record
        .changesOf(life)
        .some(
          ({ sent, askedAt, endedAt = Infinity }) =>
            askedAt <= shown.sentAt &&
            shown.sentAt <= endedAt &&
            sent.some(({ kind, fault }) => kind === "upload" && fault !== undefined),
        );
    const last = this.record.knowledge(life, app, path, time, "listings");
    let known = last;
    while (known && isForUpload(known))
      known = this.record.knowledge(life, app, path, known.shown.deliveredAt - 1, "listings");
    return known ?? last;
  }

  /** The window changed something in the folder during its listing. */
  private isSuperseded(life: Life, path: string, known: Knowledge | undefined): boolean {
    const { sentAt = Infinity, deliveredAt = 0 } = known?.shown ?? {};
    return this.record.changesOf(life).some(({ paths, endedAt = -1 }) => {
      const isNear = paths.some((each) => parentOf(each) === parentOf(path));
      return isNear && sentAt <= endedAt && endedAt <= deliveredAt;
    });
  }

  /** An answered, queued deletion: a put at the path cancels it. */
  private isToBeDeleted({ life, app }: Sent, path: string, state: State): boolean {
    return this.record
      .changesOf(life)
      .some(
        (other) =>
          other.kind === "remove" &&
          other.end === "done" &&
          concerns(other, app, path) &&
          !other.sent.some((request) => this.isOwnRequest(other, request, path)) &&
          this.isMeant(other, path, state),
      );
  }

  private requireSeen(
    change: Change,
    sent: Sent,
    path: string,
    found: { readonly state: State; readonly content: Content; readonly known: Knowledge | undefined },
  ): void {
    const { state, content, known } = found;
    // A misplaced upload's author still has its content.
    if (this.isStray(path, content)) return;
    if (path.endsWith(".bin") && this.mayTrustTimes(sent.life, sent.app, change.askedAt)) {
      this.races++;
      return;
    }
    const who = `${sent.life.name}, ${change.author.name}`;
    const isListed = known?.shown.entries !== undefined;
    // With two concurrent looks the newer one is unknown.
    const lastSent = this.record.lastSentLook(sent.life, sent.app, parentOf(path), sent.sentAt);
    const isDoubtful =
      isListed &&
      (this.isSuperseded(sent.life, path, known) ||
        contentOf(lastSent?.entries?.get(nameOf(path))) !== content);
    const wasShown = known !== undefined && contentOf(known.state) === content && !isDoubtful;
    const isOwn = change.wrote.get(path) === content && change.contents.get(path) !== content;
    const isSeenBy = (one: Change): boolean =>
      (one.agreed.get(path)?.has(content) ?? false) ||
      one.seen.has(content) ||
      this.isOfAuthor(one, path, content) ||
      this.isMeant(one, path, state);
    const isCopyOfMove =
      change.kind === "move" &&
      change.end === "unknown" &&
      sent.kind === "upload" &&
      !change.paths.includes(path);
    // With several puts of one content, the request may belong to each.
    const waiting = this.alike(change, path).filter(({ end }) => end === "open");
    const isSeen =
      isOwn ||
      isOwnAccident(sent, state) ||
      // Restores an acknowledged content over an older, abandoned request of another window. The copy of a move is
      // acknowledged even when the move ends as unknown, because its source has changed.
      ((change.end === "done" || isCopyOfMove) && isLate(state)) ||
      [change, ...waiting].some(isSeenBy) ||
      this.isToBeDeleted(sent, path, state);
    if (!isSeen) {
      if (this.isAsOwnAccident(sent, path, state) || this.isBehindListings(change, sent, path, state)) {
        this.races++;
        return;
      }
      // Unlisted files are requested by name.
      const lastLook = this.record.lastLook(sent.life, sent.app, path, sent.sentAt);
      const wasAskedFor = lastLook !== undefined && lastLook.evaluatedAt >= state.from;
      const isUnlisted = state.visibleAt - state.from > longestLagMs && sent.paths.includes(path);
      if (isUnlisted && !wasAskedFor && state.from < change.askedAt) {
        this.fail(2, "lost", `${who}: ${content.name} at ${path} was destroyed and never asked for`);
        return;
      }
      if (wasShown) {
        this.fail(2, "lost", `${who}: ${content.name} at ${path} was destroyed unseen`);
        return;
      }
      const { deliveredAt = -Infinity, evaluatedAt = -Infinity } = known?.shown ?? {};
      const isOld = sent.sentAt - deliveredAt > listingMaxAgeMs || sent.sentAt - evaluatedAt > slowListingMs;
      const couldSee = state.visibleAt < sent.sentAt - listingMaxAgeMs;
      if (isOld && couldSee) {
        const when = known ? `${sent.sentAt - evaluatedAt} ms before` : "never";
        this.fail(2, "lost", `${who}: ${content.name} at ${path} was destroyed; last looked at ${when}`);
        return;
      }
      this.races++;
      return;
    }
    if (!wasShown) return;
    // The user agreed to lose it, even if the same content is kept for another reason.
    if (change.agreedWithoutBackup.has(path)) return;
    // A person has removed the oldest backups since the request was sent.
    if (sent.sentAt <= this.roomMadeAt) return;
    if (!this.disk.backsUp(content)) {
      this.fail(2, "lost", `${who}: ${content.name} at ${path} was taken away and is not kept`);
      return;
    }
    // Its own copy, which it removes again.
    if (isOwn) return;
    this.taken.push({ app: sent.app, path, content, at: this.scheduler.nowMs });
  }

  /**
   * A plan or a canceled deletion knew the file only by a version that lagging listings still show after
   * another client's change: an exception (docs/engine.md#what-does-not-hold-yet). The content is backed up.
   */
  private isBehindListings(change: Change, { life, app, sentAt }: Sent, path: string, state: State): boolean {
    const { from, visibleAt, node } = state;
    // The listing right before the request may still be without it.
    const lags = from + longestSeenLagMs < visibleAt && sentAt < visibleAt + listingMaxAgeMs;
    const listed = this.record.knowledge(life, app, path, sentAt, "listings")?.state;
    if (!lags || node?.type !== "file" || listed?.node?.type !== "file") return false;
    const { planned } = change;
    const isKnown = planned ? planned(path).includes(listed) : this.isMeant(change, path, listed);
    return isKnown && this.disk.backsUp(node.content);
  }

  /** A misplaced upload of one of the windows. */
  private isStray(path: string, content: Content): boolean {
    const isWanted = ({ to, contents }: Change): boolean =>
      to === undefined ? contents.has(path) : isWithin(to, path);
    return [...this.record.changes.values()].some((changes) =>
      changes.some((change) => change.wrote.get(path) === content && !isWanted(change)),
    );
  }

  /**
   * Another client put the content of a request of this machine that could still arrive: the two cannot be
   * told apart. Nor can a window that started after another was killed on a full disk, which could not record
   * what it had acknowledged.
   */
  private isAsOwnAccident({ app, life }: Sent, path: string, state: State): boolean {
    const content = contentOf(state);
    const couldNotTell = this.disk.couldNotTellAt(state.from);
    // Its effect is looked for so long.
    const longestMs = couldNotTell ? putRightMs + lastCheckWithinMs : putRightMs;
    const from = state.from - longestMs - clockStepMs;
    const isIt = (sent: Sent): boolean =>
      content !== undefined &&
      sent.app === app &&
      carriedTo(sent, path) === content &&
      (sent.givenUpAt ?? (sent.fault ? sent.sentAt : -Infinity)) >= from;
    const { cause } = state;
    // Its window died before it could tell the others.
    const isUntold = (by: Sent): boolean => !by.life.isAlive && by.changes.every(({ end }) => end === "open");
    const isOurs = cause.by === "request" && !couldNotTell && !isUntold(cause.sent);
    const changes = isOurs ? this.record.changesOf(life) : [...this.record.changes.values()].flat();
    return changes.some(({ sent }) => sent.some(isIt));
  }

  /** A removal covers what existed when it was requested, a move what it has copied. */
  private isMeant(change: Change, path: string, state: State): boolean {
    const content = contentOf(state);
    if (change.isBlind) return true;
    // With two puts of one content, it is unknown whose plan applies.
    if (change.planned)
      return [change, ...this.alike(change, path)]
        .flatMap(({ planned }) => planned?.(path) ?? [])
        .some((shown) => contentOf(shown) === content || isSameTick(shown, state));
    if (change.kind === "remove")
      return this.wasThere(change, change.app, path, state) || this.isOlderWork(change, path, state);
    if (
      change.replaces &&
      path === change.to &&
      this.wasThere(change, change.toApp ?? change.app, path, state)
    )
      return true;
    // In place of a file that the window was told to delete, before that request was sent.
    const isDeletedBefore =
      (change.to === undefined || isWithin(change.to, path)) &&
      this.record
        .changesOf(change.life)
        .some(
          (other) =>
            other.kind === "remove" &&
            other.order < change.latest &&
            concerns(other, change.toApp ?? change.app, path) &&
            this.isMeant(other, path, state),
        );
    if (isDeletedBefore) return true;
    if (change.kind !== "move" || !content || change.to === undefined) return false;
    const root = change.paths[0] ?? "/";
    if (!isWithin(root, path)) return false;
    const copy = change.to + path.slice(root.length);
    const target = this.record.tree(change.toApp ?? change.app);
    const isCopied = target.history(copy).some((copied) => contentOf(copied) === content);
    return isCopied || this.isTakenForOurs(change, copy);
  }

  /** A change covers what its first look found, also when it reappears. */
  private wasThere(change: Change, app: string, path: string, state: State): boolean {
    const content = contentOf(state);
    const looked = this.record.firstStat(change.life, app, parentOf(path), change.askedAt);
    const until = Math.max(change.askedAt, looked ?? 0);
    return this.record
      .tree(app)
      .history(path)
      .some((older) => older.from <= until && (contentOf(older) === content || isSameTick(older, state)));
  }

  /** An earlier upload of the window, even if another client has put the same content since. */
  private isOlderWork(change: Change, path: string, state: State): boolean {
    const content = contentOf(state);
    return this.record
      .tree(change.app)
      .history(path)
      .some(
        (older) =>
          isByOlderChange(change, older) &&
          (older === state || (content !== undefined && contentOf(older) === content)),
      );
  }

  /** A request that was abandoned long ago must not undo newer changes. */
  private requireLateHarmless(change: Change, sent: Sent, path: string, before: State, after: State): void {
    // A copy must remove its late file again, and has the time to.
    const isCopy = change.kind === "copy" || change.kind === "move";
    // A late request may replace another client's file: nothing can prevent that. With several changes of one
    // content, it may belong to any.
    const isOthers = this.alike(change, path).some(({ end }) => end !== "notDone");
    const isTakenBack =
      change.end === "notDone" && !isOthers && ((isCopy && !before.node) || change.wrote.has(path));
    const isSame = contentOf(before) !== undefined && contentOf(before) === contentOf(after);
    // The deletion of an unfinished copy's files is not the request that was reported as not done.
    const isOfCopies = sent.kind === "delete" && change.to !== undefined && isWithin(change.to, path);
    if (change.end === "notDone" && !isOthers && !isTakenBack && !isOfCopies && !isSame)
      this.fail(9, "wrong", `${path}: ${change.author.name} was told that it is not done, and now it is`);
    const changes = this.record.changesOf(sent.life).filter(
      (other) =>
        other.order > change.latest &&
        concerns(other, sent.app, path) &&
        isMadeBy(other, before) &&
        // An exception (docs/engine.md#what-does-not-hold-yet).
        !isOfOtherName(sent, before),
    );
    const isMoved = change.kind === "move" && this.isMeant(change, path, before);
    // An unfinished change removes its own files; this was that deletion.
    const isOwnStray = isTakenBack && sent.kind === "delete" && change.wrote.get(path) === contentOf(before);
    // Two exceptions (docs/engine.md#what-does-not-hold-yet).
    const isElsewhere = sent.kind === "upload" && !sent.archived && !sent.paths.includes(path);
    const isForgotten = this.bootedAt >= sent.sentAt;
    const life = sent.life.isAlive ? sent.life : this.record.heir(sent.app, sent.life.diedAt);
    if (
      isMoved ||
      isOwnStray ||
      (changes.length === 0 && !isTakenBack) ||
      isElsewhere ||
      isForgotten ||
      !life
    )
      return;
    const until = this.scheduler.nowMs + putRightMs;
    const undone = contentOf(before);
    // A partial file was reported as such; equal content is no loss.
    if (undone?.isDebris || (undone && undone === contentOf(after))) return;
    this.repairs.push({ life, app: sent.app, path, undone, changes, wrong: after, until });
  }

  /** A window that was frozen or slept begins to restore when it continues, and a check may need a download. */
  private dueAt({ until, life }: Repair): number {
    const busyUntil = Math.min(this.service.downloadsUsedUpAt + putRightMs, until + lastCheckWithinMs);
    return Math.max(until, life.frozenUntilMs + putRightMs, busyUntil);
  }

  private requireRepaired(now: number): void {
    for (const repair of this.repairs) {
      const { app, path, wrong, undone, changes, life } = repair;
      if (this.dueAt(repair) > now || this.record.tree(app).state(path) !== wrong) continue;
      // Only an archive can put a file there.
      if (undone && this.service.settings.uploadPath === "ignored" && parentOf(path) !== "/") continue;
      // Restored only if it was reported as done. Where a window died before it could prove a deletion that it
      // had answered, the next one offers to finish it.
      const isRestored = (done: Change): boolean =>
        isDone(done, path) && (done.life.isAlive || !isOwed(done));
      if (changes.length > 0 && !changes.some(isRestored)) continue;
      if (undone && this.areWritesStopped()) continue;
      // A later deletion or move is not undone, nor is a later put of the content that arrived late.
      const latest = Math.max(...changes.map(({ order }) => order));
      const isMeant = (other: Change): boolean =>
        other.kind === "remove" ||
        (other.kind === "move" && other.paths.some((from) => isWithin(from, path))) ||
        (other.kind === "put" && other.end === "done" && other.contents.get(path) === contentOf(wrong));
      const isChangedSince = this.record
        .changesOf(life)
        .some(
          (other) =>
            isMeant(other) && other.order > latest && other.end !== "notDone" && concerns(other, app, path),
        );
      // Another window has moved or deleted what the request had taken away.
      const isMoved = [...this.record.changes.values()]
        .flat()
        .some(
          ({ end, endedAt = 0, kind, ...other }) =>
            ["move", "remove"].includes(kind) &&
            end === "done" &&
            endedAt >= wrong.from &&
            other.app === app &&
            other.paths.some((root) => isWithin(root, path)),
        );
      // Or has sent the content that came back, and died before it could report that.
      const isUntold = ({ life: { isAlive }, end, contents, ...other }: Change): boolean =>
        !isAlive && end === "open" && other.app === app && contents.get(path) === contentOf(wrong);
      // Or has sent it since: the file may be that one, and must not be deleted.
      const history = this.record.tree(app).history(path);
      const since = history[history.indexOf(wrong) - 1]?.from ?? Infinity;
      const isSentSince = ({ end, sent }: Change): boolean =>
        end !== "notDone" &&
        sent.some(
          (each) => each.app === app && each.sentAt >= since && carriedTo(each, path) === contentOf(wrong),
        );
      const isOthers =
        wrong.node &&
        [...this.record.changes.values()].flat().some((each) => isUntold(each) || isSentSince(each));
      // An empty file that no listing shows counts as missing: some services respond so for a missing file.
      const isHidden = wrong.visibleAt - wrong.from > longestLagMs && contentOf(wrong)?.size === 0;
      if (isChangedSince || isOthers || isHidden || (isMoved && !wrong.node)) continue;
      const name = undone?.name ?? "a deletion";
      this.fail(1, "lost", `${life.name}: a late request undid ${name} at ${path}, and it was not put right`);
    }
    this.repairs = this.repairs.filter((repair) => this.dueAt(repair) > now);
  }

  /** The path must have been replaced by another client, or by a later change of the window. */
  private requireReplacedByOthers(change: Change, path: string, content: Content): void {
    const { cause, from } = this.treeOf(change).state(path);
    if (cause.by !== "request" || cause.sent.life !== change.life) return;
    const own = this.record
      .changesOf(change.life)
      .filter((other) => concerns(other, change.toApp ?? change.app, path));
    const isLater = own.some((other) => other.latest > change.order && cause.sent.changes.includes(other));
    const isLate = cause.sent.givenUpAt !== undefined && cause.sent.givenUpAt < from;
    if (!isLater && !isLate)
      this.fail(1, "lost", `${path} was acknowledged with ${content.name} and held something else by then`);
  }

  private treeOf(change: Change): Tree {
    return this.record.tree(change.toApp ?? change.app);
  }

  /** The changes on whose behalf a request is sent. */
  attribute(sent: Omit<Sent, "changes">): Change[] {
    const changes = this.record.changesOf(sent.life);
    const [path = "/"] = sent.paths;
    if (sent.kind === "delete") {
      const all = changes.filter((change) => this.mayRemove(change, sent));
      const open = all.filter((change) => change.end === "open" || isOwed(change));
      const isOwned = (path: string): boolean => open.some(({ paths }) => paths.includes(path));
      if (!sent.paths.every(isOwned)) return all;
      this.unfinished.add(open);
      return open;
    }
    const { content, archived } = sent;
    if (sent.kind !== "upload" || !content) return [];
    if (archived) {
      const isIn = ([path, own]: [string, Content]): boolean => archived.get(path) === own;
      return changes.filter(({ app, contents }) => app === sent.app && [...contents].some(isIn));
    }
    const isPut = (change: Change): boolean =>
      (change.toApp ?? change.app) === sent.app && change.contents.get(path) === content;
    const isMeant = (change: Change): boolean =>
      isPut(change) || this.isCopyOf(change, sent.app, path, content);
    const open = changes.filter((change) => change.end === "open" && isMeant(change));
    const put = open.findLast(isPut);
    const copies = open.filter((change) => this.isCopyOf(change, sent.app, path, content, true));
    // Any of several copies of one content to one path.
    if (!put && copies.length > 0) return copies;
    const found = put ?? open[0] ?? changes.findLast(isMeant) ?? this.repairedBy(sent, path);
    return found ? [found] : [];
  }

  /** An earlier change of the window must not be overtaken by a later one. */
  sending(sent: Sent): void {
    if (sent.kind !== "upload") return;
    for (const change of sent.changes) {
      const [path = "/"] = sent.archived ? change.paths : sent.paths;
      // A window that undoes another's late request sends another content on that change's behalf.
      const isItsOwn = change.kind === "put" && change.contents.get(path) === carriedTo(sent, path);
      const isMaybeCopy = this.record
        .changesOf(sent.life)
        .some(
          (other) =>
            other.end === "open" && sent.content && this.isCopyOf(other, sent.app, path, sent.content),
        );
      if (!isItsOwn || isMaybeCopy || this.isForOthers(sent, path) || this.alike(change, path).length > 0)
        continue;
      const later = this.record.changesOf(sent.life).find(
        (other) =>
          other.order > change.latest &&
          (other.kind === "put" || other.kind === "remove") &&
          concerns(other, sent.app, path) &&
          this.alike(other, path).length === 0 &&
          // An earlier change is restored unless a newer one is done.
          (change.end !== "done" || isDone(other, path)) &&
          other.sent.some((request) => this.isOwnRequest(other, request, path)),
      );
      if (later)
        this.fail(
          5,
          "lost",
          `${path}: ${nameOfChange(change)} is sent after ${nameOfChange(later)} that came after it`,
        );
    }
  }

  /** It restores a content that another window has put there, too. */
  private isForOthers({ life, app, content }: Sent, path: string): boolean {
    const isSame = (change: Change): boolean =>
      change.life !== life && change.app === app && change.contents.get(path) === content;
    return isLate(this.record.tree(app).state(path)) && [...this.record.changes.values()].flat().some(isSame);
  }

  /** The request is the change's own, not that of an earlier change for which another caller waits. */
  private isOwnRequest(change: Change, sent: Sent, path: string): boolean {
    const { app, changes, kind, life, sentAt } = sent;
    // A misplaced upload is removed on its own behalf.
    const then = stateAt(this.record.tree(app), path, sentAt);
    if (kind === "delete" && then && isMisplacedBy(life, path, then)) return false;
    const isTarget = (of: Change, { paths }: Sent): boolean =>
      paths.some((root) => of.paths.includes(root) && isWithin(root, path));
    if (!isTarget(change, sent)) return false;
    const isOpen = (other: Change): boolean =>
      (other.endedAt ?? Infinity) >= sentAt || this.unfinished.has(changes);
    return !changes.some(
      (other) => other.order < change.order && concerns(other, app, path) && isOpen(other),
    );
  }

  private mayRemove(change: Change, sent: Pick<Sent, "app" | "paths">): boolean {
    const isTarget = (path: string): boolean => change.paths.some((root) => overlaps(root, path));
    if (change.kind === "remove" || change.kind === "move")
      if (change.app === sent.app && sent.paths.some(isTarget)) return true;
    // A misplaced upload can still be found at its path when another client put the same content there.
    const astray = change.sent.flatMap(({ kind, fault, paths }) => (kind === "upload" && fault ? paths : []));
    return sent.paths.some((path) => [...change.wrote.keys(), ...astray].some((own) => isWithin(path, own)));
  }

  /** The change on whose behalf a request changes a path; undefined for none. */
  private changeOf(sent: Sent, path: string, next: Content | undefined, before: State): Change | undefined {
    if (next) return sent.changes.find(({ contents }) => contents.get(path) === next) ?? sent.changes[0];
    const found = this.removalOf(sent, path, before) ?? this.repairedBy(sent, path, before);
    if (found || sent.givenUpAt === undefined) return found;
    // A repair that comes late: it was for the file at the time of sending.
    const then = stateAt(this.record.tree(sent.app), path, sent.sentAt);
    return then && this.repairedBy(sent, path, then);
  }

  /** `isNow`: the original still exists. */
  private isCopyOf(change: Change, app: string, path: string, content: Content, isNow = false): boolean {
    const { to } = change;
    if (to === undefined || (change.toApp ?? change.app) !== app || !isWithin(to, path)) return false;
    const source = (change.paths[0] ?? "/") + path.slice(to.length);
    const tree = this.record.tree(change.app);
    if (isNow) return contentOf(tree.state(source)) === content;
    return tree.history(source).some((state) => contentOf(state) === content);
  }

  /** The removal that covers the file, of several. */
  private removalOf(sent: Sent, path: string, before: State | undefined): Change | undefined {
    const gone = contentOf(before);
    const candidates = sent.changes.filter((change) => {
      const isTarget = change.app === sent.app && change.paths.some((root) => isWithin(root, path));
      if (isTarget && (change.kind === "remove" || change.kind === "move")) return true;
      // A copy may delete its own files, a put its misplaced upload.
      const mayTakeBack = change.kind !== "put" || !change.contents.has(path);
      return mayTakeBack && gone !== undefined && change.wrote.get(path) === gone;
    });
    const means = (change: Change): boolean =>
      before === undefined
        ? change.hasAgreedHidden
        : (gone !== undefined && change.wrote.get(path) === gone) || this.isMeant(change, path, before);
    // A change that reported "not done" has no requests with an unknown end.
    const likely = candidates.filter(({ end }) => end !== "notDone");
    const own = likely.filter((change) => this.isOwnRequest(change, sent, path));
    return (
      own.findLast(means) ??
      likely.findLast(means) ??
      own.at(-1) ??
      likely.at(-1) ??
      candidates.findLast(means) ??
      candidates.at(-1)
    );
  }

  private isOfAuthor({ life, author }: Change, path: string, content: Content): boolean {
    return this.record
      .changesOf(life)
      .some((other) => other.author.name === author.name && other.contents.get(path) === content);
  }

  /** Other changes of the window with the same content there: the request may be any one's. */
  private alike(change: Change, path: string): Change[] {
    const content = change.contents.get(path);
    const isAlike = (other: Change): boolean =>
      other !== change && other.app === change.app && other.contents.get(path) === content;
    return content ? this.record.changesOf(change.life).filter(isAlike) : [];
  }

  /** Restores what a late request replaced, on behalf of the change that it undid. */
  private repairedBy(
    sent: Pick<Sent, "life" | "app" | "content">,
    path: string,
    { cause, node }: State = this.record.tree(sent.app).state(path),
  ): Change | undefined {
    if (cause.by !== "request") return node ? undefined : this.deletedByOthers(sent, path);
    const { life, givenUpAt, changes } = cause.sent;
    if (givenUpAt !== undefined) return changes[0];
    // A deletion that a lagging listing hid was reported as not done, and an older one may still be carried
    // out.
    const leftBy = changes.find(({ left }) => [...left].some((root) => isWithin(root, path)));
    if (!node && leftBy) return leftBy;
    // The next window restores for a dead one; changes without a reported end look the same.
    const isUntold = changes.every(({ end }) => end === "open");
    return life !== sent.life && !life.isAlive && isUntold ? changes[0] : undefined;
  }

  /**
   * A window's file is gone while a deletion had been abandoned: a colleague or that request may have deleted
   * it.
   */
  private deletedByOthers({ app, content }: Pick<Sent, "app" | "content">, path: string): Change | undefined {
    // A broken response leaves it unknown, too, as does the death of a window before its response.
    const isOpen = ({ givenUpAt, fault, life, changes }: Sent): boolean =>
      (givenUpAt ?? fault) !== undefined || (!life.isAlive && changes.some(({ end }) => end === "open"));
    const isGivenUp = (sent: Sent): boolean =>
      sent.kind === "delete" && isOpen(sent) && sent.paths.some((root) => isWithin(root, path));
    // Deletions are shared with other windows before they are sent; the window may die in between.
    const isOnlyReported = ({ kind, end, life, paths }: Change): boolean =>
      ["remove", "move"].includes(kind) &&
      end === "open" &&
      !life.isAlive &&
      paths.some((root) => isWithin(root, path));
    const all = [...this.record.changes.values()].flat().filter((change) => concerns(change, app, path));
    if (!all.some((change) => change.sent.some(isGivenUp) || isOnlyReported(change))) return undefined;
    const puts = all.filter(({ contents, wrote }) =>
      [contents, wrote].some((of) => of.get(path) === content),
    );
    return puts.findLast(({ end }) => end === "done") ?? puts[0];
  }
}

export function contentOf(state: State | undefined): Content | undefined {
  return state?.node?.type === "file" ? (state.node as FileNode).content : undefined;
}

/** `time`: as the scheduler's `nowMs`. */
function stateAt(tree: Tree, path: string, time: number): State | undefined {
  return tree.history(path).findLast(({ from }) => from <= time);
}

function nameOfChange({ kind, author, contents, order }: Change): string {
  const names = [...contents.values()].map(({ name }) => name);
  return `${kind} ${names.join(", ")} (${author.name}, ${order})`;
}

/**
 * Made by an abandoned request of a window of this machine that was not reported as done: any window that
 * knows of it restores.
 */
function isOwnAccident({ life }: Sent, { cause, from }: State): boolean {
  if (cause.by !== "request" || cause.sent.givenUpAt === undefined) return false;
  return (
    cause.sent.life === life ||
    (cause.sent.givenUpAt < from && cause.sent.changes.every(({ end }) => end !== "done"))
  );
}

function isMisplacedBy(life: Life, path: string, { cause }: State): boolean {
  if (cause.by !== "request" || cause.sent.kind !== "upload" || cause.sent.archived) return false;
  return cause.sent.life === life && !cause.sent.paths.includes(path);
}

/** Made by a request that had been abandoned by then. */
function isLate({ cause, from }: State): boolean {
  return cause.by === "request" && cause.sent.givenUpAt !== undefined && cause.sent.givenUpAt < from;
}

function isBy(cause: Cause, change: Change): cause is Extract<Cause, { by: "request" }> {
  return cause.by === "request" && cause.sent.changes.includes(change);
}

/** Equal size and the same tick of a coarse clock: listings show no difference. */
function isSameTick({ node: a }: State, { node: b }: State): boolean {
  if (a?.type !== "file" || b?.type !== "file") return false;
  return a.content.size === b.content.size && a.modifiedAt === b.modifiedAt;
}

/** Reported as done to its window. */
function isDone({ end, left }: Change, path: string): boolean {
  return end === "done" && ![...left].some((root) => isWithin(root, path));
}

function isMadeBy(change: Change, { cause }: State): boolean {
  return cause.by === "request" && change.sent.includes(cause.sent);
}

/** The service takes the names of both requests for one, the window doesn't. */
function isOfOtherName({ paths, asked }: Sent, { cause }: State): boolean {
  if (cause.by !== "request") return false;
  const { sent } = cause;
  const isWithinAny = (path: string, roots: readonly string[]): boolean =>
    roots.some((root) => isWithin(root, path));
  return (
    sent.paths.some((path) => isWithinAny(path, paths)) &&
    !sent.asked.some((path) => isWithinAny(path, asked))
  );
}

/** Made by a change of the same window that was requested earlier. */
function isByOlderChange(change: Change, { cause }: State): boolean {
  if (cause.by !== "request" || cause.sent.life !== change.life) return false;
  return cause.sent.changes.some((other) => other.order < change.latest);
}
