// The promises of the engine as assertions, each with its number, held against the world's own record after every step.
import { momentMs } from "../../src/appFiles/change/changeParts";
import { ancestorsOf, isWithin, nameOf, overlaps, parentOf } from "../../src/core/paths/appPath";
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
import type { Tallies } from "./tallies";

/** A promise that was broken. */
export class Violation extends Error {
  override readonly name = "Violation";

  constructor(
    readonly promise: number,
    readonly what: "lost" | "wrong",
    message: string,
  ) {
    super(`promise ${promise}: ${message}`);
  }

  /** The same for two that say the same of different files: what is said without names and numbers. */
  get rule(): string {
    return this.message.replace(
      /(?<![a-z])[\w./#%-]*[\d/][^ :,]*|document|upload|explorer|window|rename|copy|push|pull|undo|finish/g,
      "",
    );
  }
}

/** What was looked at longer before a request than this was not looked at right before it. */
const listingMaxAgeMs = 2_500;
/** A service may be so slow, and a listing so old when it arrives. */
const slowListingMs = 10_500;
/** What no listing shows for longer than this is shown by none. */
const longestLagMs = 60_000;
/** Listings that lag for longer than this may hide from a plan what another client has just put there. */
const longestSeenLagMs = 4_000;
/** A request that was given up may undo a newer change; within this time that must be put right. */
const putRightMs = 120_000;
/** An answer is on its way for no longer than this when nothing happens to it. */
const answerMs = 501;
/** A transfer of many files looks for several of them at once, within this time. */
const sharedProofMs = 3_500;
/** The service's clock is known from a header that is cut to the second. */
const clockStepMs = 1_000;
/** A request may take its time limit, and the doubt begins with what was shown a while before. */
const longestLookMs = 42_000;
/** How old a listing may be that is shown (AppFiles.lookAgeMs), and how long its answer is on its way. */
const shownForMs = 12_000;

interface Repair {
  readonly life: Life;
  readonly app: string;
  readonly path: string;
  readonly undone: Content | undefined;
  /** What was undone. */
  readonly changes: readonly Change[];
  readonly wrong: State;
  readonly until: number;
}

/** A content that a request of ours took away and that must be kept for a day. */
export interface Taken {
  readonly app: string;
  readonly path: string;
  readonly content: Content;
  readonly at: number;
}

export class Checks {
  /** The first promise that was broken. */
  broken: Violation | undefined;
  readonly taken: Taken[] = [];
  /** When the machine was last started again: nothing is known of requests from before that had no response. */
  bootedAt = Number.NEGATIVE_INFINITY;
  /** When a person last let the oldest backups go. */
  roomMadeAt = Number.NEGATIVE_INFINITY;
  /** What could not be helped: a change that came after the last look, and was overwritten or deleted. */
  races = 0;
  private repairs: Repair[] = [];
  /** Changes of requests that were all not over when those were sent. */
  private readonly unfinished = new WeakSet<readonly Change[]>();

  constructor(
    private readonly scheduler: Scheduler,
    private readonly record: Record,
    private readonly disk: {
      /** Whether the machine's kept store holds the content at this moment. */
      isKept(content: Content): boolean;
      /** Whether it was full at that time, or until shortly before: windows could not tell each other anything. */
      couldNotTellAt(ms: number): boolean;
    },
    private readonly tallies: Tallies,
  ) {}

  /** Throws the first violation; to be called when a step is over. */
  afterStep(): void {
    const now = this.scheduler.nowMs;
    if (this.repairs.length > 0 && this.repairs.some((repair) => dueAt(repair) <= now))
      this.requireRepaired(now);
    if (this.broken) throw this.broken;
  }

  fail(promise: number, what: "lost" | "wrong", message: string): void {
    this.broken ??= new Violation(promise, what, message);
  }

  /** A window has died: nobody is left who could put right what its requests do. */
  died(life: Life): void {
    this.repairs = this.repairs.filter((repair) => repair.life !== life);
  }

  /** A request of a window has changed what is in a place. */
  changed(app: string, path: string, before: State, after: State, sent: Sent): void {
    const old = before.node?.type === "file" ? before.node.content : undefined;
    const next = after.node?.type === "file" ? after.node.content : undefined;
    if (after.node?.type === "directory" || (before.node?.type === "directory" && !next)) return;
    const change = this.changeOf(sent, path, next, before);
    // A probe or an archive, under a name that no file has.
    if (!change && /^\/\.?hosted-apps-(push-)?[0-9a-f]{8}-/.test(path) && (old?.isDebris ?? true)) return;
    if (!change) {
      // Two windows put the same right: the second upload changes nothing.
      if (next && old === next) return;
      if (!next && old && this.isAsOwnAccident(sent, path, before)) {
        this.races++;
        return;
      }
      // And the half of it, which the service stored of the second one, is put right in turn.
      if (old && next && Buffer.compare(next.bytes, old.bytes.subarray(0, next.bytes.length)) === 0) {
        const until = this.scheduler.nowMs + putRightMs;
        this.repairs.push({ life: sent.life, app, path, undone: old, changes: [], wrong: after, until });
        return;
      }
      // What came into a folder right before it was taken away as a whole.
      if (!next && before.visibleAt >= sent.sentAt - listingMaxAgeMs && sent.changes.length > 0) {
        this.races++;
        return;
      }
      const what = next ? `wrote ${next.name} to` : `deleted ${old?.name} at`;
      this.fail(3, old ? "lost" : "wrong", `${sent.life.name} ${what} ${path}, which nobody had asked for`);
      return;
    }
    if (sent.givenUpAt !== undefined && sent.givenUpAt < this.scheduler.nowMs)
      this.requireLateHarmless(change, sent, path, before, after);
    // What came after a request had been sent, which arrives when it was given up long ago, it could not know of.
    const isLate = sent.givenUpAt !== undefined && sent.givenUpAt < this.scheduler.nowMs;
    if (isLate && old && !next && before.from > sent.sentAt) {
      this.races++;
      return;
    }
    if (next) change.wrote.set(path, next);
    if (!old || old === next || old.size === 0 || old.isDebris) return;
    // Whoever puts compares contents; whoever deletes what a listing shows cannot know that it has just changed.
    const by = change.kind === "put" ? "any" : "listings";
    const known = this.record.knowledge(sent.life, app, path, sent.sentAt, by);
    // What was looked at a moment ago is not looked at again (docs/engine.md#a-put): it may have come since.
    const knownBefore = this.record.knowledge(sent.life, app, path, sent.sentAt - momentMs, by);
    if (contentOf(known?.state) === old && contentOf(knownBefore?.state) !== old) {
      this.races++;
      return;
    }
    this.requireSeen(change, sent, path, { state: before, content: old, known });
  }

  /** A transfer takes something out of the machine's own folder. */
  requireKeptHere(app: string, path: string, content: Content): void {
    if (this.disk.isKept(content)) this.taken.push({ app, path, content, at: this.scheduler.nowMs });
    else this.fail(2, "lost", `${content.name} at ${path} of the folder was taken away and is not kept`);
  }

  /** Odd entries went with a folder. */
  removedHidden(app: string, path: string, sent: Sent, lost: readonly OddEntry[]): void {
    const change = this.removalOf(sent, path, undefined);
    if (change?.hasAgreedHidden) return;
    const couldSee = lost.some(({ folder, from }) => {
      const looked = this.record.lastLook(sent.life, app, folder, sent.sentAt);
      return from < sent.sentAt - listingMaxAgeMs || (looked !== undefined && from <= looked.evaluatedAt);
    });
    if (!couldSee) return;
    this.fail(3, "lost", `${sent.life.name} deleted ${path} of ${app} with entries that it cannot show`);
  }

  /** The service refused a request for its rate, and nobody had told it to. */
  refused(sent: Sent, why: string): void {
    this.tallies.add("requests", "refused for rate");
    this.fail(6, "wrong", `${sent.life.name}: ${sent.kind} of ${sent.paths.join(", ")} was refused: ${why}`);
  }

  /** Does a put, and checks what is said of it. */
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

  /** A put was acknowledged. */
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
    if (this.isTakenForOurs(change, path, content)) {
      this.races++;
      return;
    }
    const newer = this.record
      .changesOf(change.life)
      .filter((other) => other.author.name === change.author.name && other.latest > change.order);
    const isReplaced = newer.some((other) => {
      const next = other.contents.get(path);
      return next && (isThere(next, change.askedAt) || this.isTakenForOurs(other, path, next));
    });
    if (!isReplaced)
      this.fail(1, "lost", `${path} was acknowledged with ${content.name}, which it never held`);
  }

  /** The service stored it elsewhere, while at that moment somebody else wrote as many bytes there: no listing tells. */
  private isTakenForOurs(change: Change, path: string, content: Content): boolean {
    const isOfMany = /^(upload|push|undo|finish) /.test(change.author.name);
    const provedInMs = answerMs + (isOfMany ? sharedProofMs : 0);
    const isInBetween = (sent: Sent, { from, visibleAt, cause }: State): boolean =>
      cause.by !== "request" &&
      visibleAt >= sent.sentAt - clockStepMs &&
      from <= (sent.arrivedAt ?? from) + provedInMs;
    return change.sent
      .filter((sent) => carriedTo(sent, path) !== undefined && sent.fault !== undefined)
      .some((sent) =>
        this.treeOf(change)
          .history(path)
          .some((state) => contentOf(state)?.size === content.size && isInBetween(sent, state)),
      );
  }

  /** A move or copy was acknowledged; `before` is what was there when it was asked for. */
  acknowledgedMove(change: Change, before: readonly (readonly [string, FileNode])[]): void {
    const source = this.record.tree(change.app);
    const target = this.treeOf(change);
    const root = change.paths[0] ?? "/";
    // What others delete in the same window need not be copied.
    const isOther = (other: Change): boolean => other !== change;
    for (const [path, node] of before) {
      const wasLeftAlone = source
        .history(path)
        .filter((state) => state.from >= change.askedAt && state.node !== node)
        .every(({ cause }) => isBy(cause, change) && !cause.sent.changes.some(isOther));
      const wasShown = [path, ...ancestorsOf(path)].every((each) => {
        const then = source.history(each).findLast(({ from }) => from <= change.askedAt);
        return then !== undefined && then.visibleAt <= change.askedAt;
      });
      if (!wasLeftAlone || !wasShown) continue;
      const copy = (change.to ?? "/") + path.slice(root.length);
      // A listing that lags may still have shown what was there a moment before.
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
      const isTaken = [...meant].some((content) => content && this.isTakenForOurs(change, copy, content));
      if (!isCopied && !isTaken)
        this.fail(1, "lost", `${path} was said to be copied to ${copy}, which never held it`);
      if (change.kind === "move" && !this.wasGone(source, path, change.askedAt))
        this.fail(1, "wrong", `${path} was said to be moved and is still there`);
    }
  }

  /** It was gone, or it was replaced in place of that. */
  isDeletionDone(change: Change, path: string): boolean {
    const tree = this.record.tree(change.app);
    if (this.wasGone(tree, path, change.askedAt)) return true;
    // Something newer is there: what was to be deleted is not.
    if (tree.state(path).from > change.askedAt) return true;
    // A put in its place that went wrong, or that asks, tells of it by itself; one that put the same there wants it.
    const there = contentOf(tree.state(path));
    const isTold = this.record
      .changesOf(change.life)
      .some(
        (other) =>
          other.latest > change.order &&
          (other.contents.has(path) || other.to === path) &&
          (other.end === "open"
            ? other.questions > 0
            : other.end !== "done" || other.contents.get(path) === there),
      );
    if (isTold) return true;
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
      // A listing that lags goes on to show that it is gone.
      return states.some(
        (state, index) => !state.node && (states[index + 1]?.visibleAt ?? Infinity) >= since,
      );
    });
  }

  /** A put was said not to have been done: its content is not there. */
  private refusedPut(change: Change, path: string, content: Content): void {
    if (content.size === 0) return;
    if (contentOf(this.treeOf(change).state(path)) !== content) return;
    const { from, cause } = this.treeOf(change).state(path);
    // An earlier request of the same content, which had been given up, may arrive meanwhile.
    const isByAccident =
      cause.by === "request" && (cause.sent.givenUpAt !== undefined || cause.sent.life !== change.life);
    // Nobody can tell whose request it was when several want the same.
    const isOthers = this.alike(change, path).some(({ end }) => end !== "notDone");
    if (from >= change.askedAt && !isByAccident && !isOthers)
      this.fail(9, "wrong", `${path} was said not to be stored and holds ${content.name}`);
  }

  /** Bytes were handed out for a path: they were there, or were shown there, as long ago as a listing may be old. */
  read(life: Life, app: string, path: string, found: { content: Content; askedAt: number }): void {
    const known = this.knownBefore(life, app, path, found.askedAt - listingMaxAgeMs - shownForMs);
    // A folder that suddenly is empty is believed when a second look says so, however long that takes.
    const isDoubted = known?.shown.entries?.size === 0;
    const filledAt = isDoubted ? this.record.lastFilled(life, app, known.shown.path) : undefined;
    const doubtMs = isDoubted ? longestLookMs : 0;
    const checkedAt = Math.min(known?.shown.evaluatedAt ?? Infinity, found.askedAt - shownForMs);
    const since = Math.min(filledAt ?? Infinity, checkedAt - doubtMs);
    const isTrue = this.record
      .tree(app)
      .history(path)
      .some(
        (state, index, all) =>
          contentOf(state) === found.content && (all[index + 1]?.visibleAt ?? Infinity) >= since,
      );
    // What a window has just stored it takes for what is there until it looks again.
    const isOwn = this.record
      .changesOf(life)
      .some(
        (change) =>
          change.contents.get(path) === found.content &&
          change.end === "done" &&
          (change.endedAt ?? 0) >= found.askedAt - shownForMs,
      );
    if (!isTrue && !isOwn)
      this.fail(
        4,
        "wrong",
        `${life.name} was given ${found.content.name} as ${path}, which is not what it held`,
      );
  }

  /** What a window's listings had shown of a path until `time`, without the looks for where an upload came to stand. */
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

  /** Whether the window itself changed something in the folder while it was listed. */
  private isOvertaken(life: Life, path: string, known: Knowledge | undefined): boolean {
    const { sentAt = Infinity, deliveredAt = 0 } = known?.shown ?? {};
    return this.record.changesOf(life).some(({ paths, endedAt = -1 }) => {
      const isNear = paths.some((each) => parentOf(each) === parentOf(path));
      return isNear && sentAt <= endedAt && endedAt <= deliveredAt;
    });
  }

  /** A deletion that was answered and is on its way means it: what is put in its place takes the deletion back. */
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
    // What landed elsewhere is in its author's hands still.
    if (this.isStray(path, content)) return;
    const who = `${sent.life.name}, ${change.author.name}`;
    const isListed = known?.shown.entries !== undefined;
    // Of two looks that overtook each other nobody knows which of them is younger.
    const lastSent = this.record.lastSentLook(sent.life, sent.app, parentOf(path), sent.sentAt);
    const isDoubtful =
      isListed &&
      (this.isOvertaken(sent.life, path, known) ||
        contentOf(lastSent?.entries?.get(nameOf(path))) !== content);
    const wasShown = known !== undefined && contentOf(known.state) === content && !isDoubtful;
    const isOwn = change.wrote.get(path) === content && change.contents.get(path) !== content;
    const isSeenBy = (one: Change): boolean =>
      (one.agreed.get(path)?.has(content) ?? false) ||
      one.seen.has(content) ||
      this.isOfAuthor(one, path, content) ||
      this.isMeant(one, path, state);
    // Of several that put the same now it may be the request of each.
    const waiting = this.alike(change, path).filter(({ end }) => end === "open");
    const isSeen =
      isOwn ||
      isOwnAccident(sent, state) ||
      // What was acknowledged here is put back over what another window had sent before, and given up.
      (change.end === "done" && isLate(state)) ||
      [change, ...waiting].some(isSeenBy) ||
      this.isToBeDeleted(sent, path, state);
    if (!isSeen) {
      if (this.isAsOwnAccident(sent, path, state) || this.isBehindListings(change, sent, path, state)) {
        this.races++;
        return;
      }
      // What is in no listing is asked for by its name.
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
    // A person agreed to lose it, whether or not the same content is kept for another reason.
    if (change.agreedUnkept.has(path)) return;
    if (!this.disk.isKept(content)) {
      this.fail(2, "lost", `${who}: ${content.name} at ${path} was taken away and is not kept`);
      return;
    }
    // Its own copy, which it takes away again, is nobody's loss.
    if (isOwn) return;
    this.taken.push({ app: sent.app, path, content, at: this.scheduler.nowMs });
  }

  /**
   * A plan, or a deletion that a put takes the place of, knew the file by its version alone, which listings still show,
   * long after another client has replaced it: an exception (docs/engine.md#what-does-not-hold-yet). It is kept.
   */
  private isBehindListings(change: Change, { life, app, sentAt }: Sent, path: string, state: State): boolean {
    const { from, visibleAt, node } = state;
    const lags = from + longestSeenLagMs < visibleAt && sentAt < visibleAt;
    const listed = this.record.knowledge(life, app, path, sentAt, "listings")?.state;
    if (!lags || node?.type !== "file" || listed?.node?.type !== "file") return false;
    const { planned } = change;
    const isKnown = planned ? planned(path).includes(listed) : this.isMeant(change, path, listed);
    return isKnown && this.disk.isKept(node.content);
  }

  /** A request of a window put it there, and it was to go elsewhere. */
  private isStray(path: string, content: Content): boolean {
    const isWanted = ({ to, contents }: Change): boolean =>
      to === undefined ? contents.has(path) : isWithin(to, path);
    return [...this.record.changes.values()].some((changes) =>
      changes.some((change) => change.wrote.get(path) === content && !isWanted(change)),
    );
  }

  /**
   * Somebody else has put there what a request of this window carried that could still arrive then, or a colleague what one of
   * the machine carried, of which all windows know: nobody can tell the two. Nor can a window tell them that started after
   * another one was killed on a full disk, which had no room to write down what it had acknowledged.
   */
  private isAsOwnAccident({ app, life }: Sent, path: string, state: State): boolean {
    const content = contentOf(state);
    const from = state.from - putRightMs - clockStepMs;
    const isIt = (sent: Sent): boolean =>
      content !== undefined &&
      sent.app === app &&
      carriedTo(sent, path) === content &&
      (sent.givenUpAt ?? (sent.fault ? sent.sentAt : -Infinity)) >= from;
    const isOurs = state.cause.by === "request" && !this.disk.couldNotTellAt(state.from);
    const changes = isOurs ? this.record.changesOf(life) : [...this.record.changes.values()].flat();
    return changes.some(({ sent }) => sent.some(isIt));
  }

  /** A removal means what was there when it was asked for; a move what it has copied. */
  private isMeant(change: Change, path: string, state: State): boolean {
    const content = contentOf(state);
    if (change.isBlind) return true;
    // Of two that put the same nobody can tell whose request it was, and so what was planned for it.
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
    // In the place of what the window was just told to delete: the deletion had not gone out yet.
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
    return isCopied || this.isTakenForOurs(change, copy, content);
  }

  /** Whoever deletes or replaces means what is there now, which the first look tells; also when it comes back. */
  private wasThere(change: Change, app: string, path: string, state: State): boolean {
    const content = contentOf(state);
    const looked = this.record.firstStat(change.life, app, parentOf(path), change.askedAt);
    const until = Math.max(change.askedAt, looked ?? 0);
    return this.record
      .tree(app)
      .history(path)
      .some((older) => older.from <= until && (contentOf(older) === content || isSameTick(older, state)));
  }

  /** What the window had put there before, also where somebody else has put the very same since. */
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

  /** The request was given up long ago: what it does now must not undo what was done since. */
  private requireLateHarmless(change: Change, sent: Sent, path: string, before: State, after: State): void {
    // What a copy took away again it has to take away once more, and has the time for it.
    const isCopy = change.kind === "copy" || change.kind === "move";
    // What somebody else has put there since, a late request replaces like any other: nobody can hinder it.
    // If several changes put the same content, the request can be any of theirs.
    const isOthers = this.alike(change, path).some(({ end }) => end !== "notDone");
    const isTakenBack =
      change.end === "notDone" && !isOthers && ((isCopy && !before.node) || change.wrote.has(path));
    const isSame = contentOf(before) !== undefined && contentOf(before) === contentOf(after);
    // A copy that was not made was taken away again: that request is not what was said not to be done.
    const isOfCopies = sent.kind === "delete" && change.to !== undefined && isWithin(change.to, path);
    if (change.end === "notDone" && !isOthers && !isTakenBack && !isOfCopies && !isSame)
      this.fail(9, "wrong", `${path}: ${change.author.name} was told that it is not done, and now it is`);
    const changes = this.record
      .changesOf(sent.life)
      .filter(
        (other) => other.order > change.latest && concerns(other, sent.app, path) && isMadeBy(other, before),
      );
    // What was copied first goes with the rest.
    const isMoved = change.kind === "move" && this.isMeant(change, path, before);
    // A change that was not made takes back what it wrote itself, and this was that deletion.
    const isOwnStray = isTakenBack && sent.kind === "delete" && change.wrote.get(path) === contentOf(before);
    const isForgotten = this.bootedAt >= sent.sentAt;
    const life = sent.life.isAlive ? sent.life : this.record.heir(sent.app, sent.life.diedAt);
    if (isMoved || isOwnStray || (changes.length === 0 && !isTakenBack) || isForgotten || !life) return;
    const until = this.scheduler.nowMs + putRightMs;
    const undone = contentOf(before);
    // Half a file was said to be half a file; what is the same again is not undone.
    if (undone?.isDebris || (undone && undone === contentOf(after))) return;
    this.repairs.push({ life, app: sent.app, path, undone, changes, wrong: after, until });
  }

  private requireRepaired(now: number): void {
    for (const repair of this.repairs) {
      const { app, path, wrong, undone, changes, life } = repair;
      if (dueAt(repair) > now || this.record.tree(app).state(path) !== wrong) continue;
      // What nobody was told to be done is not put right.
      if (changes.length > 0 && !changes.some((done) => isDone(done, path))) continue;
      // What was to be deleted since, or moved away, is not brought back.
      const latest = Math.max(...changes.map(({ order }) => order));
      const isDeleted = this.record
        .changesOf(life)
        .some(
          (other) =>
            (other.kind === "remove" ||
              (other.kind === "move" && other.paths.some((from) => isWithin(from, path)))) &&
            other.order > latest &&
            other.end !== "notDone" &&
            concerns(other, app, path),
        );
      if (isDeleted) continue;
      const name = undone?.name ?? "a deletion";
      this.fail(1, "lost", `${life.name}: a late request undid ${name} at ${path}, and it was not put right`);
    }
    this.repairs = this.repairs.filter((repair) => dueAt(repair) > now);
  }

  /** Acknowledged, and something else is there already: somebody else's, or a later change of ours. */
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

  /** A request is on its way: those in whose name it is, later to be found in `changes` of it. */
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
    const found =
      open.findLast(isPut) ??
      // Of several copies to one place only the first comes so far.
      open.find((change) => this.isCopyOf(change, sent.app, path, content, true)) ??
      open[0] ??
      changes.findLast(isMeant) ??
      this.repairedBy(sent, path);
    return found ? [found] : [];
  }

  /** A request goes out: what was asked for later in the same window must not have gone before. */
  sending(sent: Sent): void {
    if (sent.kind !== "upload") return;
    for (const change of sent.changes) {
      const [path = "/"] = sent.archived ? change.paths : sent.paths;
      // A window that puts right what another window's late request undid sends something else in the name of that.
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
          // What was done before is put right unless something newer was done.
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

  /** Whether it puts back what another window has put there, too, since a late request undid that. */
  private isForOthers({ life, app, content }: Sent, path: string): boolean {
    const isSame = (change: Change): boolean =>
      change.life !== life && change.app === app && change.contents.get(path) === content;
    return isLate(this.record.tree(app).state(path)) && [...this.record.changes.values()].flat().some(isSame);
  }

  /** Whether a request about the path is the change's own, and not of one before it that another still waits for. */
  private isOwnRequest(change: Change, sent: Sent, path: string): boolean {
    const { app, changes, sentAt } = sent;
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
    // What went astray was found in its place nevertheless, when somebody else has put the same there.
    const astray = change.sent.flatMap(({ kind, fault, paths }) => (kind === "upload" && fault ? paths : []));
    return sent.paths.some((path) => [...change.wrote.keys(), ...astray].some((own) => isWithin(path, own)));
  }

  /** In whose name a request changes a path; undefined when nobody asked for that. */
  private changeOf(sent: Sent, path: string, next: Content | undefined, before: State): Change | undefined {
    if (next) return sent.changes.find(({ contents }) => contents.get(path) === next) ?? sent.changes[0];
    return this.removalOf(sent, path, before) ?? this.repairedBy(sent, path, before);
  }

  /** `isNow`: the original is still there. */
  private isCopyOf(change: Change, app: string, path: string, content: Content, isNow = false): boolean {
    const { to } = change;
    if (to === undefined || (change.toApp ?? change.app) !== app || !isWithin(to, path)) return false;
    const source = (change.paths[0] ?? "/") + path.slice(to.length);
    const tree = this.record.tree(change.app);
    if (isNow) return contentOf(tree.state(source)) === content;
    return tree.history(source).some((state) => contentOf(state) === content);
  }

  /** In whose name a path is removed: of several, one that meant what is there. */
  private removalOf(sent: Sent, path: string, before: State | undefined): Change | undefined {
    const gone = contentOf(before);
    const candidates = sent.changes.filter((change) => {
      const isTarget = change.app === sent.app && change.paths.some((root) => isWithin(root, path));
      if (isTarget && (change.kind === "remove" || change.kind === "move")) return true;
      // What a copy wrote itself it may take away again, and a put what landed elsewhere.
      const mayTakeBack = change.kind !== "put" || !change.contents.has(path);
      return mayTakeBack && gone !== undefined && change.wrote.get(path) === gone;
    });
    const means = (change: Change): boolean =>
      before === undefined
        ? change.hasAgreedHidden
        : (gone !== undefined && change.wrote.get(path) === gone) || this.isMeant(change, path, before);
    // What was said not to be done has sent nothing whose end is not known.
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

  /** Its author puts, or has put, this content there itself. */
  private isOfAuthor({ life, author }: Change, path: string, content: Content): boolean {
    return this.record
      .changesOf(life)
      .some((other) => other.author.name === author.name && other.contents.get(path) === content);
  }

  /** Other changes of the window that put the same content there: nobody can tell whose request it was. */
  private alike(change: Change, path: string): Change[] {
    const content = change.contents.get(path);
    const isAlike = (other: Change): boolean =>
      other !== change && other.app === change.app && other.contents.get(path) === content;
    return content ? this.record.changesOf(change.life).filter(isAlike) : [];
  }

  /** Puts back what was there before a request that came late, in the name of the change that it undid. */
  private repairedBy(
    sent: Pick<Sent, "life" | "app" | "content">,
    path: string,
    { cause, node }: State = this.record.tree(sent.app).state(path),
  ): Change | undefined {
    if (cause.by !== "request") return node ? undefined : this.deletedByOthers(sent, path);
    const { life, givenUpAt, changes } = cause.sent;
    if (givenUpAt !== undefined) return changes[0];
    // A deletion that a late listing does not show was told to have left it, and an older one may be carried out still.
    const leftBy = changes.find(({ left }) => [...left].some((root) => isWithin(root, path)));
    if (!node && leftBy) return leftBy;
    // Of a window that died the next one puts right what late requests undo, and what that window was not told to be done
    // looks the same.
    const isUntold = changes.every(({ end }) => end === "open");
    return life !== sent.life && !life.isAlive && isUntold ? changes[0] : undefined;
  }

  /**
   * What a window of the machine had put there is gone, and a deletion of one was given up: nobody can tell whether a
   * colleague has deleted it, or that request.
   */
  private deletedByOthers({ app, content }: Pick<Sent, "app" | "content">, path: string): Change | undefined {
    // A broken response leaves it open, too, and so does the end of a window that had not been told what became of it.
    const isOpen = ({ givenUpAt, fault, life, changes }: Sent): boolean =>
      (givenUpAt ?? fault) !== undefined || (!life.isAlive && changes.some(({ end }) => end === "open"));
    const isGivenUp = (sent: Sent): boolean =>
      sent.kind === "delete" && isOpen(sent) && sent.paths.some((root) => isWithin(root, path));
    // Others are told of a deletion before it is sent, and its window may die in between.
    const isOnlyTold = ({ kind, end, life, paths }: Change): boolean =>
      ["remove", "move"].includes(kind) &&
      end === "open" &&
      !life.isAlive &&
      paths.some((root) => isWithin(root, path));
    const all = [...this.record.changes.values()].flat().filter((change) => concerns(change, app, path));
    if (!all.some((change) => change.sent.some(isGivenUp) || isOnlyTold(change))) return undefined;
    return all.find(({ contents, wrote }) => contents.get(path) === content || wrote.get(path) === content);
  }
}

/** What stood still, or slept with the machine, begins to put right only when it goes on. */
function dueAt({ until, life }: Repair): number {
  return Math.max(until, life.frozenUntilMs + putRightMs);
}

export function contentOf(state: State | undefined): Content | undefined {
  return state?.node?.type === "file" ? (state.node as FileNode).content : undefined;
}

function nameOfChange({ kind, author, contents, order }: Change): string {
  const names = [...contents.values()].map(({ name }) => name);
  return `${kind} ${names.join(", ")} (${author.name}, ${order})`;
}

/**
 * The state was made by a request that a window of this machine had given up, and that nobody was told to be done: what
 * it undid is put right by whichever window was told of that.
 */
function isOwnAccident({ life }: Sent, { cause, from }: State): boolean {
  if (cause.by !== "request" || cause.sent.givenUpAt === undefined) return false;
  return (
    cause.sent.life === life ||
    (cause.sent.givenUpAt < from && cause.sent.changes.every(({ end }) => end !== "done"))
  );
}

/** The state was made by a request that had been given up by then. */
function isLate({ cause, from }: State): boolean {
  return cause.by === "request" && cause.sent.givenUpAt !== undefined && cause.sent.givenUpAt < from;
}

function isBy(cause: Cause, change: Change): cause is Extract<Cause, { by: "request" }> {
  return cause.by === "request" && cause.sent.changes.includes(change);
}

/** Two states that a listing shows alike: of one size, made in one tick of a coarse clock. */
function isSameTick({ node: a }: State, { node: b }: State): boolean {
  if (a?.type !== "file" || b?.type !== "file") return false;
  return a.content.size === b.content.size && a.modifiedAt === b.modifiedAt;
}

/** Whether its window was told that it is done there. */
function isDone({ end, left }: Change, path: string): boolean {
  return end === "done" && ![...left].some((root) => isWithin(root, path));
}

/** A state was made by a request of this change. */
function isMadeBy(change: Change, { cause }: State): boolean {
  return cause.by === "request" && change.sent.includes(cause.sent);
}

/** The state was made by a change of the same window that had been asked for before. */
function isByOlderChange(change: Change, { cause }: State): boolean {
  if (cause.by !== "request" || cause.sent.life !== change.life) return false;
  return cause.sent.changes.some((other) => other.order < change.latest);
}
