// Detects how an upload names its path, and sends none that could overwrite a file by landing elsewhere
// (docs/interface.md#paths): the first upload of an account is sent when no file is where it would land if its path were
// ignored, else after a probe with names that no file has.

import { Emitter } from "../../core/async/emitter";
import { isServiceError, ServiceError } from "../../core/errors/serviceError";
import type { FileEntry } from "../../core/model/model";
import { joinAppPath, nameOf, parentOf } from "../../core/paths/appPath";
import type { PathAnswer } from "./answers";
import { LandingPlaces, type PathMeaning } from "./landingPlaces";
import { SeenFolders } from "./seenFolders";
import { misplacedError } from "./spelling";
import { type NoteProbe, type ProbeParts, UploadProbe } from "./uploadProbe";

/** An upload that went out, until it is known what became of it. */
interface SentUpload {
  /** It goes out to show how uploads are spelled: others wait for it. */
  readonly isTrial: boolean;
  /** When it was sent, in the order of the listings that were seen. */
  readonly since: number;
  /** What was in the places where it could land, as far as listings had shown it. */
  readonly before: ReadonlyMap<string, FileEntry | "absent">;
  readonly ended: Promise<void>;
  readonly end: () => void;
}

/** An upload that was not seen at its path, or was refused with `failure`. */
interface UnseenUpload {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly failure?: ServiceError | undefined;
  /** A listing that lags behind would show it by now. */
  readonly isSure: boolean;
}

/** How old a listing may be that says what is not there, in milliseconds. */
const seenMaxAgeMs = 60_000;
/** The same right before an upload that may land there. */
const seenLatelyMs = 1_000;
/** How long other uploads wait for what becomes of the first, in milliseconds. */
const longestTrialMs = 20_000;

/** Nothing was sent: how an upload is spelled must be found out first. It is tried again once `until` resolves. */
export class NotReady extends Error {
  constructor(readonly until: () => Promise<void>) {
    super("not sent yet");
  }
}

export class UploadSpelling {
  private readonly seen = new SeenFolders();
  private readonly sent = new Map<string, SentUpload>();
  /** Where uploads were meant to go, and when they were sent (monotonic): a file there is no stray. */
  private readonly meant = new Map<string, number>();
  private readonly probe: UploadProbe;
  private readonly places: LandingPlaces;
  private readonly learning = new Emitter<Promise<unknown>>();
  private underWay: Promise<unknown> = Promise.resolve();
  private learners = 0;

  noteProbe: NoteProbe = async () => () => undefined;

  /** Fires when it is being found out, with what settles at the end. */
  readonly onWillLearn = this.learning.event;

  constructor(private readonly parts: ProbeParts) {
    this.places = new LandingPlaces(parts);
    const note: NoteProbe = (...probe) => this.noteProbe(...probe);
    this.probe = new UploadProbe({ ...parts, note }, this.places);
  }

  /** An answer to a listing that was asked for at `askedAt` (monotonic). */
  saw(appId: string, path: string, { content }: PathAnswer, askedAt: number): void {
    if (content.isDirectory) this.seen.note(appId, path, content.entries, askedAt);
  }

  /**
   * Right before an upload is sent: `begin` must follow when it is. Rejects, and then it must not be sent, with NotReady,
   * so that what others need for it is free meanwhile; or with a ServiceError "misplaced" while nothing may be written.
   */
  async requireReady(appId: string, path: string): Promise<void> {
    const { spelling } = this.parts;
    spelling.requireWritable();
    if (spelling.certaintyOf("uploadPathParameter") === "set") await this.requireApplied(appId, path);
    if (this.isKnownFor(path)) return;
    if (spelling.isUploadPathUnknown && parentOf(path) !== "/") throw uploadUnknown();
    if (this.isLearning || this.trialsBeside(appId, path).length > 0)
      throw new NotReady(() => this.othersEnded(appId, path));
    if (this.isArchiveUnknown(path) || !(await this.isSafe(appId, path)))
      throw new NotReady(() => this.learn(appId, path));
  }

  /** A name that the user has set may be wrong: a listing of the folder tells, before anything lands elsewhere. */
  private async requireApplied(appId: string, path: string): Promise<void> {
    if (parentOf(path) === "/" || this.parts.spelling.isShown("listPathParameter")) return;
    try {
      await this.parts.calls.readPath(appId, parentOf(path), { priority: "interactive" });
    } catch (error) {
      if (!isServiceError(error, "notFound", "server")) throw error;
    }
  }

  /** The upload is sent. */
  begin(appId: string, path: string): void {
    this.ended(appId, path);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const before = this.seenAt(appId, [joinAppPath("/", nameOf(path)), parentOf(path), path]);
    this.meant.set(keyOf(appId, path), this.parts.clock.monotonicMs());
    this.sent.set(keyOf(appId, path), {
      isTrial: !this.isKnownFor(path),
      since: this.seen.now,
      before,
      ended,
      end,
    });
  }

  isTrial(appId: string, path: string): boolean {
    return this.sent.get(keyOf(appId, path))?.isTrial ?? false;
  }

  /** Nothing more will be told of the upload. */
  ended(appId: string, path: string): void {
    const key = keyOf(appId, path);
    this.sent.get(key)?.end();
    this.sent.delete(key);
  }

  /**
   * Finds out how uploads are spelled. Rejects with a ServiceError "wire" when that cannot be done, and "badInput" when it
   * shows that a zip file cannot be stored.
   */
  private async learn(appId: string, path: string): Promise<void> {
    await this.alone(async () => {
      if (!this.isKnownFor(path) && !(await this.probe.run(appId, { isArchive: isArchive(path) })))
        throw uploadUnknown();
    });
    if (isArchive(path) && this.parts.spelling.get("archiveUploads") === "extracted") throw zipNotStored();
  }

  /** It is proved that an upload came to stand at `path`. */
  proved(appId: string, path: string): void {
    const { spelling } = this.parts;
    if (!this.sent.has(keyOf(appId, path)) || parentOf(path) === "/") return;
    spelling.learn("uploadPathParameter", spelling.get("uploadPathParameter"));
    spelling.learn("uploadTarget", spelling.get("uploadTarget"));
  }

  /**
   * What was sent did not come to stand at `path`, or was refused with `failure`: finds out where it landed, takes away
   * what is certainly ours, and learns from it; once that `isSure`, also by a probe. True when it is worth
   * sending again. Rejects only with a ServiceError "misplaced".
   */
  async recover(appId: string, unseen: UnseenUpload): Promise<boolean> {
    const { path, failure } = unseen;
    const sent = this.sent.get(keyOf(appId, path));
    const isAboutPath = !failure || isServiceError(failure, "refused", "notFound", "conflict", "server");
    if (!sent || parentOf(path) === "/" || !isAboutPath) return false;
    // What was shown is doubted only when something has landed elsewhere.
    if (failure && !sent.isTrial) return false;
    try {
      return await this.alone(() => this.learnWhere(appId, unseen, sent));
    } catch (error) {
      if (isServiceError(error, "misplaced")) throw error;
      this.parts.logger.warn(`It could not be found out where an upload landed: ${error}`);
      return false;
    }
  }

  private async learnWhere(
    appId: string,
    { path, bytes, failure, isSure }: UnseenUpload,
    { before, since, isTrial }: SentUpload,
  ): Promise<boolean> {
    const { spelling } = this.parts;
    const listed = (folder: string) => this.seen.entriesIn(appId, folder, since);
    const landing = failure ? undefined : await this.places.find(appId, { path, bytes, before, listed });
    if (!landing && !(isTrial && isSure)) return false;
    const shown = landing && !isTrial ? await this.showAgain(appId) : undefined;
    // Uploads land where they are meant to: another client has moved the file.
    if (shown === "same") return false;
    const isCleared = landing && (await this.places.clear(appId, path, landing));
    // What is listed from now on must not show it.
    if (landing) this.seen.forget(appId, parentOf(landing.place));
    if (landing?.meaning === "ignored") spelling.sawUnknown(false);
    // Into a folder that was not there it can only be the name that was refused.
    const isRefused = failure !== undefined && before.get(parentOf(path)) === "absent";
    const isLearnt =
      shown === "other" || (await this.learnFrom(appId, isRefused ? "ignored" : landing?.meaning));
    if (isCleared) this.requireGone(appId, path, landing.place);
    return isLearnt;
  }

  /** Probes whether uploads are spelled as was shown before; undefined when no probe shows it. */
  private async showAgain(appId: string): Promise<"same" | "other" | undefined> {
    const { spelling } = this.parts;
    const spelled = () => `${spelling.get("uploadTarget")} ${spelling.get("uploadPathParameter")}`;
    const before = spelled();
    spelling.unlearn("uploadPathParameter", "uploadTarget");
    if (!(await this.probe.run(appId, { isArchive: false }))) return undefined;
    return spelled() === before ? "same" : "other";
  }

  /** What was said to be deleted may be listed again by now. */
  private requireGone(appId: string, wanted: string, landed: string): void {
    const entry = this.seen.at(appId, landed, this.parts.clock.monotonicMs() - seenMaxAgeMs);
    if (entry === undefined || entry === "absent") return;
    this.parts.spelling.stopWrites({ wanted, landed });
    throw misplacedError({ wanted, landed });
  }

  private async learnFrom(appId: string, meaning: PathMeaning | undefined): Promise<boolean> {
    const { spelling } = this.parts;
    if (spelling.certaintyOf("uploadPathParameter") === "set") return false;
    const name = spelling.get("uploadPathParameter");
    spelling.unlearn("uploadPathParameter", "uploadTarget");
    if (meaning === "file" || meaning === "directory") {
      spelling.learn("uploadPathParameter", name);
      spelling.learn("uploadTarget", meaning);
      return true;
    }
    const isIgnored = meaning === "ignored";
    return await this.probe.run(appId, { isArchive: false, isIgnored });
  }

  /** What listings no older than `maxAgeMs` have shown of the places; nothing of those where uploads were sent since. */
  private seenAt(
    appId: string,
    places: readonly string[],
    maxAgeMs = seenMaxAgeMs,
  ): ReadonlyMap<string, FileEntry | "absent"> {
    const now = this.parts.clock.monotonicMs();
    const since = now - maxAgeMs;
    const known = new Map<string, FileEntry | "absent">();
    for (const [key, sentAt] of this.meant) if (sentAt < now - seenMaxAgeMs) this.meant.delete(key);
    for (const place of places) {
      const seen = this.seen.at(appId, place, since);
      if (seen && !this.meant.has(keyOf(appId, place))) known.set(place, seen);
    }
    return known;
  }

  private get isLearning(): boolean {
    return this.learners > 0;
  }

  /** One upload at a time shows how they are spelled. */
  private trialsBeside(appId: string, path: string): (readonly [string, SentUpload])[] {
    const own = keyOf(appId, path);
    return [...this.sent].filter(([key, { isTrial }]) => isTrial && key !== own);
  }

  private async othersEnded(appId: string, path: string): Promise<void> {
    await this.underWay;
    for (const [key, { ended }] of this.trialsBeside(appId, path)) {
      await Promise.race([ended, this.parts.clock.sleep(longestTrialMs)]);
      this.sent.delete(key);
    }
    await this.underWay;
  }

  /** Runs one at a time. */
  private async alone<T>(work: () => Promise<T>): Promise<T> {
    this.learners++;
    const running = this.underWay.then(work).finally(() => {
      this.learners--;
    });
    this.underWay = running.catch(() => undefined);
    this.learning.fire(this.underWay);
    return await running;
  }

  private isKnownFor(path: string): boolean {
    if (this.isArchiveUnknown(path)) return false;
    return parentOf(path) === "/" || this.parts.spelling.isKnown("uploadPathParameter", "uploadTarget");
  }

  private isArchiveUnknown(path: string): boolean {
    return isArchive(path) && !this.parts.spelling.isKnown("archiveUploads");
  }

  /** Nothing is where the upload would land if its path were ignored, as far as a listing of just now shows. */
  private async isSafe(appId: string, path: string): Promise<boolean> {
    const place = joinAppPath("/", nameOf(path));
    const seen = this.seenAt(appId, [place], seenLatelyMs).get(place);
    if (seen === undefined) return !(await this.places.entriesIn(appId, "/")).has(nameOf(path));
    return seen === "absent";
  }
}

function keyOf(appId: string, path: string): string {
  return JSON.stringify([appId, path]);
}

function isArchive(path: string): boolean {
  return nameOf(path).toLowerCase().endsWith(".zip");
}

/** Of a file that would be unpacked instead. */
export function zipNotStored(): ServiceError {
  return new ServiceError("badInput", "the service unpacks zip files, so one can't be stored as a file");
}

function uploadUnknown(): ServiceError {
  return new ServiceError(
    "wire",
    "POST /v1/apps/{appId}/upload: it could not be found out how the service names the path of an upload, " +
      "so nothing was uploaded; see wire.uploadPathParameter in the setting service.hosts",
  );
}
