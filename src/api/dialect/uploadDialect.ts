// Detects how uploads name their path without overwriting a file (docs/interface.md#paths): the first upload
// is the trial when no file is where it would land with its path ignored, else a probe goes first.

import { Emitter } from "../../core/async/emitter";
import { isServiceError, ServiceError } from "../../core/errors/serviceError";
import type { Dialect } from "../../core/model/dialect";
import type { FileEntry } from "../../core/model/model";
import { joinAppPath, nameOf, parentOf } from "../../core/paths/appPath";
import { foldedPath } from "../../core/paths/localNames";
import type { PathAnswer } from "./answers";
import { type LandedUpload, LandingPlaces, type NoteRequests, type PathMeaning } from "./landingPlaces";
import { SeenFolders } from "./seenFolders";
import { misplacedError } from "./serviceDialect";
import { type ProbeParts, UploadProbe } from "./uploadProbe";

type Wire = Pick<Dialect, "uploadPathParameter" | "uploadTarget">;

interface SentUpload {
  readonly appId: string;
  /** Shows the dialect; other uploads wait for it. */
  readonly isTrial: boolean;
  readonly beganAt: number;
  /** As it was sent: another response may change what is likely before its end. */
  readonly wire: Wire;
  readonly listingOrder: number;
  /** Entries before it where it could land, as far as listings showed them; not where a later own upload goes. */
  readonly before: Map<string, FileEntry | "absent">;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/**
 * "retry": worthwhile, or it ends with the error that no name is applied. "removed": it had landed elsewhere, and the
 * dialect is not known. "unknown": it may have landed elsewhere.
 */
export type Recovery = "retry" | "removed" | "unknown" | "none";

/** "trial": sent before any response showed the dialect; "unproved": before one showed the name that the user set. */
export type UploadDoubt = "trial" | "unproved";

/** An upload that no listing shows at its path, or that was refused with `failure`. */
export interface UnseenUpload {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly failure?: ServiceError | undefined;
  /** A lagging listing would show it by now. */
  readonly isSure: boolean;
  /** A listing shows a file of its size at its path. */
  readonly isListed?: boolean | undefined;
}

/** Oldest listing that proves a file's absence. */
const seenMaxAgeMs = 60_000;
/** The same right before an upload that may overwrite the file. */
const seenLatelyMs = 1_000;
const longestLagMs = 10_000;
const longestWaitForTrialMs = 20_000;

/** Nothing was sent: the dialect must be detected first. The upload is retried once `until` resolves. */
export class NotReady extends Error {
  constructor(readonly until: () => Promise<void>) {
    super("not sent yet");
  }
}

export class UploadDialect {
  private readonly seen = new SeenFolders();
  private readonly sent = new Map<string, SentUpload>();
  /** Paths of uploads with their time (monotonic): a file there is not a stray. */
  private readonly meant = new Map<string, number>();
  private readonly probe: UploadProbe;
  private readonly places: LandingPlaces;
  private readonly learning = new Emitter<Promise<unknown>>();
  private inFlight: Promise<unknown> = Promise.resolve();
  private learners = 0;

  note: NoteRequests = async () => () => undefined;

  /** Fires when detection starts, with a promise of its end. */
  readonly onWillLearn = this.learning.event;

  constructor(private readonly parts: Omit<ProbeParts, "note">) {
    const noted = { ...parts, note: (...args: Parameters<NoteRequests>) => this.note(...args) };
    this.places = new LandingPlaces(noted);
    this.probe = new UploadProbe(noted, this.places);
  }

  /** `askedAt`: when the listing was requested (monotonic). */
  saw(appId: string, path: string, { content }: PathAnswer, askedAt: number): void {
    if (content.isDirectory) this.seen.note(appId, path, content.entries, askedAt);
  }

  /** Call before `begin`. Rejects with NotReady, which frees the slot for the detection, or "misplaced". */
  async requireReady(appId: string, path: string): Promise<void> {
    const { dialect } = this.parts;
    dialect.requireWritable();
    if (dialect.certaintyOf("uploadPathParameter") === "set") await this.requireApplied(appId, path);
    if (this.isKnownFor(path)) return;
    if (dialect.isUploadPathUnknown && parentOf(path) !== "/") throw uploadUnknown();
    if (this.learners > 0 || this.trialsBeside(appId, path).length > 0)
      throw new NotReady(() => this.othersEnded(appId, path));
    if (this.isArchiveUnknown(path) || !(await this.isSafe(appId, path)))
      throw new NotReady(() => this.learn(appId, path));
  }

  /** The user's name may be wrong: a listing of the folder shows that before anything lands elsewhere. */
  private async requireApplied(appId: string, path: string): Promise<void> {
    if (parentOf(path) === "/" || this.parts.dialect.isShown("listPathParameter")) return;
    try {
      await this.parts.calls.readPath(appId, parentOf(path), { priority: "interactive" });
    } catch (error) {
      if (!isServiceError(error, "notFound", "server")) throw error;
    }
  }

  begin(appId: string, path: string): void {
    this.ended(appId, path);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const before = this.seenAt(appId, [joinAppPath("/", nameOf(path)), parentOf(path), path]);
    const beganAt = this.parts.clock.monotonicMs();
    this.meant.set(keyOf(appId, path), beganAt);
    for (const other of this.sent.values()) if (other.appId === appId) other.before.delete(path);
    this.sent.set(keyOf(appId, path), {
      appId,
      isTrial: !this.isKnownFor(path),
      beganAt,
      wire: this.wire,
      listingOrder: this.seen.lastOrder,
      before,
      ended,
      end,
    });
  }

  doubtOf(appId: string, path: string): UploadDoubt | undefined {
    if (this.sent.get(keyOf(appId, path))?.isTrial) return "trial";
    const isProved = parentOf(path) === "/" || this.parts.dialect.isProved("uploadPathParameter");
    return isProved ? undefined : "unproved";
  }

  ended(appId: string, path: string): void {
    const key = keyOf(appId, path);
    this.sent.get(key)?.end();
    this.sent.delete(key);
  }

  /** ServiceError "dialect" when no name is applied, "badInput" when zip files are unpacked. */
  private async learn(appId: string, path: string): Promise<void> {
    await this.alone(async () => {
      if (!this.isKnownFor(path) && !(await this.probe.run(appId, { isArchive: isArchive(path) })))
        throw uploadUnknown(this.parts.dialect.isKnown("uploadPathParameter") ? "archiveUploads" : undefined);
    });
    if (isArchive(path) && this.parts.dialect.get("archiveUploads") === "extracted") throw zipNotStored();
  }

  /** A read or a listing shows the upload at its path. */
  proved(appId: string, path: string): void {
    const sent = this.sent.get(keyOf(appId, path));
    if (!sent || parentOf(path) === "/" || !(sent.isTrial || this.isStill(sent.wire))) return;
    this.learnWire(sent.wire);
  }

  private get wire(): Wire {
    const { dialect } = this.parts;
    return {
      uploadPathParameter: dialect.get("uploadPathParameter"),
      uploadTarget: dialect.get("uploadTarget"),
    };
  }

  private isStill({ uploadPathParameter, uploadTarget }: Wire): boolean {
    const { wire } = this;
    return wire.uploadPathParameter === uploadPathParameter && wire.uploadTarget === uploadTarget;
  }

  private learnWire({ uploadPathParameter, uploadTarget }: Wire): void {
    this.parts.dialect.learn("uploadPathParameter", uploadPathParameter);
    this.parts.dialect.learn("uploadTarget", uploadTarget);
  }

  /**
   * For an upload that is not at its path, or was refused with `failure`: finds where it landed, deletes what
   * is certainly this client's, and learns the dialect from it; with `isSure` also by a probe. Rejects only with
   * a ServiceError "misplaced".
   */
  async recover(appId: string, unseen: UnseenUpload): Promise<Recovery> {
    const { path, failure } = unseen;
    const sent = this.sent.get(keyOf(appId, path));
    const isAboutPath = !failure || isServiceError(failure, "refused", "notFound", "conflict", "server");
    if (!sent || parentOf(path) === "/" || !isAboutPath) return "none";
    // A shown dialect is doubted only after an upload landed elsewhere.
    if (failure && !sent.isTrial) return "none";
    try {
      return await this.alone(() => this.learnWhere(appId, unseen, sent));
    } catch (error) {
      if (isServiceError(error, "misplaced")) throw error;
      this.parts.logger.warn(`It could not be found out where an upload landed: ${error}`);
      return "unknown";
    }
  }

  private async learnWhere(
    appId: string,
    { path, bytes, failure, isSure, isListed = false }: UnseenUpload,
    sent: SentUpload,
  ): Promise<Recovery> {
    const { dialect } = this.parts;
    const { before, listingOrder, isTrial, wire } = sent;
    const listed = (folder: string) => this.seen.entriesIn(appId, folder, listingOrder);
    const sought = { path, bytes, before, listed, target: wire.uploadTarget };
    const found = failure ? undefined : await this.places.find(appId, sought);
    const isHidden = !found && isListed && (await this.places.mayHold(appId, `/${nameOf(path)}`, bytes));
    // Listings may lag, and another client may have put the same content at the path.
    if (isHidden) await this.parts.clock.sleep(longestLagMs);
    const landing = isHidden ? await this.places.find(appId, { ...sought, listed: () => undefined }) : found;
    if (isHidden && !landing) return "unknown";
    if (!landing && !(isTrial && isSure)) return "none";
    const shown = landing && (!isTrial || isListed) ? await this.showAgain(appId, wire) : undefined;
    // The dialect is unchanged: another client has moved the file, or has one like it.
    if (shown === "same") return "none";
    const isCleared = landing && (await this.places.clear(appId, path, landing));
    // Later listings must not show the stray.
    if (landing) this.seen.forget(appId, parentOf(landing.place));
    if (landing?.meaning === "ignored") dialect.sawUnknown(false);
    const isDetected = shown === "other" || (await this.learnFrom(appId, sent, landing?.meaning));
    if (isCleared) await this.requireGone(appId, path, landing);
    if (isDetected || (isTrial && isCleared && dialect.isUploadPathUnknown)) return "retry";
    if (!isTrial || !landing) return "none";
    return isCleared ? "removed" : "unknown";
  }

  /** Probes the dialect again; undefined when no probe shows it. */
  private async showAgain(appId: string, wire: Wire): Promise<"same" | "other" | undefined> {
    this.parts.dialect.unlearn("uploadPathParameter", "uploadTarget");
    if (!(await this.probe.run(appId, { isArchive: false }))) return undefined;
    return this.isStill(wire) ? "same" : "other";
  }

  /** Some services say "deleted" of a file that they keep. */
  private async requireGone(appId: string, wanted: string, landing: LandedUpload): Promise<void> {
    const landed = landing.place;
    const entry = this.seen.at(appId, landed, this.parts.clock.monotonicMs() - seenMaxAgeMs);
    if (entry === undefined || entry === "absent" || !(await this.places.isLeft(appId, landing))) return;
    await this.parts.clock.sleep(longestLagMs);
    if (!(await this.places.isLeft(appId, landing))) return;
    this.parts.dialect.stopWrites({ wanted, landed });
    throw misplacedError({ wanted, landed });
  }

  private async learnFrom(appId: string, sent: SentUpload, meaning?: PathMeaning): Promise<boolean> {
    const { dialect } = this.parts;
    const { isTrial, wire } = sent;
    const isSet = (part: keyof Wire): boolean => dialect.certaintyOf(part) === "set";
    if (isSet("uploadPathParameter") && isSet("uploadTarget")) return false;
    // Another upload has shown the dialect since, and this one landed nowhere else.
    if (isTrial && !meaning && dialect.isKnown("uploadPathParameter", "uploadTarget"))
      return !this.isStill(wire);
    dialect.unlearn("uploadPathParameter", "uploadTarget");
    if (meaning === "file" || meaning === "directory") {
      this.learnWire({ ...wire, uploadTarget: meaning });
      return true;
    }
    const ignored = meaning === "ignored" ? wire.uploadPathParameter : undefined;
    return await this.probe.run(appId, { isArchive: false, ignored });
  }

  /** From listings no older than `maxAgeMs`; undefined for places that an upload may have changed since. */
  private seenAt(appId: string, places: readonly string[], maxAgeMs = seenMaxAgeMs): SentUpload["before"] {
    const now = this.parts.clock.monotonicMs();
    const since = now - maxAgeMs;
    const known = new Map<string, FileEntry | "absent">();
    for (const [key, beganAt] of this.meant) if (beganAt < now - seenMaxAgeMs) this.meant.delete(key);
    for (const place of places) {
      const seen = this.seen.at(appId, place, since);
      if (seen && !this.meant.has(keyOf(appId, place))) known.set(place, seen);
    }
    return known;
  }

  private trialsBeside(appId: string, path: string): SentUpload[] {
    const own = this.sent.get(keyOf(appId, path));
    const since = this.parts.clock.monotonicMs() - longestWaitForTrialMs;
    return [...this.sent.values()].filter((each) => each.isTrial && each !== own && each.beganAt > since);
  }

  private async othersEnded(appId: string, path: string): Promise<void> {
    await this.inFlight;
    for (const { ended, beganAt } of this.trialsBeside(appId, path)) {
      const leftMs = beganAt + longestWaitForTrialMs - this.parts.clock.monotonicMs();
      await Promise.race([ended, this.parts.clock.sleep(leftMs)]);
    }
    await this.inFlight;
  }

  private async alone<T>(work: () => Promise<T>): Promise<T> {
    this.learners++;
    const running = this.inFlight.then(work).finally(() => {
      this.learners--;
    });
    this.inFlight = running.catch(() => undefined);
    this.learning.fire(this.inFlight);
    return await running;
  }

  private isKnownFor(path: string): boolean {
    if (this.isArchiveUnknown(path)) return false;
    return parentOf(path) === "/" || this.parts.dialect.isKnown("uploadPathParameter", "uploadTarget");
  }

  private isArchiveUnknown(path: string): boolean {
    return isArchive(path) && !this.parts.dialect.isKnown("archiveUploads");
  }

  /** True when no file is where the upload would land with its path ignored, and none of a nearly equal name is listed. */
  private async isSafe(appId: string, path: string): Promise<boolean> {
    const name = nameOf(path);
    const folded = foldedPath(name);
    const place = joinAppPath("/", name);
    const isSeen = this.seenAt(appId, [place], seenLatelyMs).has(place);
    let entries = (isSeen && this.seen.entriesIn(appId, "/", 0)) || (await this.places.entriesIn(appId, "/"));
    // An empty root counts only after a second listing.
    if (entries.size === 0) entries = await this.places.entriesIn(appId, "/");
    const isListed = [...entries.keys()].some((each) => foldedPath(each) === folded);
    // A listing may lag.
    return !isListed && (await this.places.isAbsent(appId, place));
  }
}

function keyOf(appId: string, path: string): string {
  return JSON.stringify([appId, path]);
}

function isArchive(path: string): boolean {
  return nameOf(path).toLowerCase().endsWith(".zip");
}

/** For a zip that the service would unpack. */
export function zipNotStored(): ServiceError {
  return new ServiceError("badInput", "the service unpacks zip files, so one can't be stored as a file");
}

function uploadUnknown(part: "uploadPathParameter" | "archiveUploads" = "uploadPathParameter"): ServiceError {
  const what =
    part === "archiveUploads" ? "whether it unpacks zip files" : "how it names the path of an upload";
  return new ServiceError(
    "dialect",
    `POST /v1/apps/{appId}/upload: the service has not shown ${what}, so nothing was uploaded; ` +
      `see wire.${part} in the setting service.hosts`,
  );
}
