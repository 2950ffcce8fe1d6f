// What is overwritten or deleted is kept here for a day, and what is being done is written down, so that it can be brought
// back, undone, and known to the next start. All windows of the machine read it; each writes only segments of its own.

import { present } from "../../api/present";
import type { Clock } from "../../core/async/clock";
import type { MachineEntry, MachineFiles } from "../../core/disk/machineFiles";
import { KeepingFailed } from "../../core/errors/keepingFailed";
import type { Logger } from "../../core/logger";
import { type AppKey, keyText } from "../../core/model/appKey";
import { isOutdated, keptForMs, stampOf } from "./age";
import type { ChangeLog } from "./changeLog";
import { joinLines, lineText, readLines } from "./journalLines";
import { type FoundSegment, holderOf, isOfApp, isVisible, keptFilesOf, operationOf } from "./journalViews";
import type { ContentFile, KeptFile, Operation, OperationHeader, OperationLog } from "./operation";
import { safeName } from "./safeName";
import { journalOf, Segment, type SegmentOptions, segmentOf } from "./segment";

export interface BackupsOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  /** SHA-256 in lower-case hexadecimal. */
  readonly hash: (bytes: Uint8Array) => Promise<string>;
  /** Letters, digits, "-" and "_"; a new one whenever the window is loaded. */
  readonly windowId: string;
  readonly isWindowAlive: (id: string) => Promise<boolean> | boolean;
  /** All contents of the machine together, in bytes: from then on nothing is replaced or deleted. */
  readonly mostBytes?: number;
  /** Called when a change was refused because they take more than that. */
  readonly onFull?: (() => void) | undefined;
}

export const mostKeptBytes = 500 * 1024 * 1024;
/** A younger content is not removed to make room: the line that names it may not be written yet. */
const freshMs = 5 * 60_000;
const purgeEveryMs = 60 * 60_000;
/** Single changes go into a new segment after this, so that old ones can be removed while the window lasts. */
const segmentForMs = 60 * 60_000;

const root = "backups";

/** A content on the disk; `isAwaited`: its change has not ended, and may be sent only after a long wait or a sleep. */
type ContentEntry = MachineEntry & { readonly path: string; readonly isAwaited: boolean };

export class Backups {
  /** The segments that this window writes, by id. */
  private readonly open = new Map<string, Segment>();
  /** The newest segment of each app's single changes. */
  private readonly singles = new Map<string, Segment>();
  private nextSegment = 1;
  /** Of all contents, as they were last counted, and what this window has written since; not counted yet. */
  private usedBytes = Number.POSITIVE_INFINITY;
  private purging: Promise<readonly ContentEntry[]> | undefined;

  constructor(private readonly options: BackupsOptions) {
    if (!/^[A-Za-z0-9_-]{1,80}$/.test(options.windowId))
      throw new Error(`not an id for a window: ${options.windowId}`);
  }

  /** The journal of a new operation. Rejects with a KeepingFailed when the disk would not take it. */
  async begin(header: OperationHeader): Promise<OperationLog> {
    const { clock, windowId } = this.options;
    const id = this.newId();
    const segment = this.openSegment(id, `${appFolder(header)}/${id}`, { isClaimable: true });
    const { kind, accountId, appId, appName, title } = header;
    const fields = present({ kind, accountId, appId, appName, title: title && present(title) });
    try {
      await segment.add({ type: "begin", window: windowId, ...fields, ...stampOf(clock) });
    } catch (error) {
      this.open.delete(id);
      throw new KeepingFailed("", "disk", { cause: error });
    }
    return segment;
  }

  /** The journal of this window's single changes of an app. */
  single(key: AppKey): ChangeLog {
    return {
      // Nothing can be lost, and nobody undoes a single change: not even a full disk need stop it.
      will: async (planned) =>
        planned.before === "absent" ? "" : await this.singleSegment(key).will(planned),
      did: async (change, end, after) => await this.open.get(segmentOf(change))?.did(change, end, after),
    };
  }

  /** What can be brought back of one app or of all, newest first. */
  async list(key?: AppKey): Promise<KeptFile[]> {
    const now = stampOf(this.options.clock);
    const kept: KeptFile[] = [];
    for (const segment of await this.segments(key))
      if (!key || isOfApp(segment, key)) kept.push(...keptFilesOf(segment, now, key));
    return kept.reverse().sort((a, b) => b.lostAt - a.lostAt);
  }

  /** Those of the last day, of one app or of all; those that began last come first. */
  async operations(key?: AppKey): Promise<Operation[]> {
    const now = stampOf(this.options.clock);
    const found: Operation[] = [];
    for (const segment of await this.segments(key)) {
      if (!segment.begin || (key && !isOfApp(segment, key))) continue;
      const state = await this.stateOf(segment);
      if (isVisible(segment, state, now)) found.push(operationOf(segment, segment.begin, state, now));
    }
    return found.reverse().sort((a, b) => b.startedAt - a.startedAt);
  }

  /** Undefined when it is not there any more, or not whole. */
  async readContent({ file, hash }: ContentFile): Promise<Uint8Array | undefined> {
    const bytes = await this.options.files.read(file);
    if (!bytes || (await this.options.hash(bytes)) === hash) return bytes;
    this.options.logger.warn(`A kept file is not what it was: ${hash}`);
    return undefined;
  }

  /**
   * Takes over an operation that was cut off, so that it can be finished or undone. False when it is not cut off, or
   * another window was quicker.
   */
  async claim(operationId: string): Promise<boolean> {
    const { files, clock, windowId } = this.options;
    const segment = await this.find(operationId);
    if (!segment?.begin || segment.end) return false;
    if (segment.owners.at(-1) === windowId) return true;
    if ((await this.stateOf(segment)) !== "cutOff") return false;
    const line = { type: "owner", window: windowId, turn: segment.owners.length, ...stampOf(clock) } as const;
    // The dead window may have left a torn line.
    await files.append(journalOf(segment.folder), new TextEncoder().encode(`\n${lineText(line)}`));
    // Another window may have been quicker, and the first one may have ended it before it died.
    const now = await this.read(segment.folder);
    return !now.end && holderOf(now) === windowId;
  }

  /** The journal of an operation that this window has claimed, to go on with it or to end it. */
  async reopen(operationId: string): Promise<OperationLog | undefined> {
    const segment = await this.find(operationId);
    if (!segment || segment.end || segment.owners.at(-1) !== this.options.windowId) return undefined;
    const known = this.open.get(operationId);
    if (known) return known;
    // Not Math.max of them all: there may be more than a call takes.
    const firstChange = segment.changes.reduce((highest, { will }) => Math.max(highest, will.change), 0) + 1;
    return this.openSegment(operationId, segment.folder, { firstChange, isClaimable: true });
  }

  /** Removes what is a day old, and counts the contents that are left. One at a time. */
  async purge(): Promise<readonly ContentEntry[]> {
    this.purging ??= this.purgeNow().finally(() => {
      this.purging = undefined;
    });
    return await this.purging;
  }

  /** Removes the oldest, though they are younger than a day, until half of the room is free. Resolves with whether there is room. */
  async removeOldest(): Promise<boolean> {
    const { files, logger, mostBytes = mostKeptBytes } = this.options;
    const removable = (await this.purge()).filter(
      (content) => !content.isAwaited && this.fileAgeMs(content) > freshMs,
    );
    let removed = 0;
    for (const { path, sizeBytes } of removable.sort((a, b) => a.modifiedAt - b.modifiedAt)) {
      if (this.usedBytes <= mostBytes / 2) break;
      await files.remove(path);
      this.usedBytes -= sizeBytes;
      removed++;
    }
    logger.info(`${removed} copies were removed to make room`);
    return this.usedBytes <= mostBytes;
  }

  /** Purges now and every hour, and does what else is to be done as often. */
  startPurging(also: () => Promise<unknown> = async () => undefined): { dispose(): void } {
    let stop = (): void => undefined;
    const round = (): void => {
      stop = this.options.clock.after(purgeEveryMs, round);
      void Promise.all([this.purge(), also()]).catch((error: unknown) => this.purgeFailed(error));
    };
    round();
    return { dispose: () => stop() };
  }

  /** Removes all that was kept of an account. */
  async forgetAccount(accountId: string): Promise<void> {
    const folder = accountFolder(accountId);
    for (const [name, segment] of this.singles) if (segment.isIn(folder)) this.singles.delete(name);
    for (const [id, segment] of this.open) {
      if (!segment.isIn(folder)) continue;
      this.open.delete(id);
      await segment.drop();
    }
    await this.options.files.remove(folder);
  }

  /** Writes what waits, and ends all timers. */
  async dispose(): Promise<void> {
    for (const segment of [...this.open.values()]) {
      await segment.close();
      await segment.drop();
    }
  }

  private singleSegment(key: AppKey): Segment {
    const { clock } = this.options;
    const { accountId, appId } = key;
    const newest = this.singles.get(keyText(key));
    if (newest && clock.monotonicMs() - newest.openedAt < segmentForMs) return newest;
    if (newest && !newest.hasOpen) void newest.close();
    const id = this.newId();
    const segment = this.openSegment(id, `${appFolder(key)}/${id}`);
    segment.addLater({ type: "single", accountId, appId, ...stampOf(clock) });
    this.singles.set(keyText(key), segment);
    return segment;
  }

  private newId(): string {
    const { clock, windowId } = this.options;
    return `${clock.now().toString(36)}-${windowId}-${(this.nextSegment++).toString(36)}`;
  }

  /** `isClaimable`: it is an operation, which other windows may take over. */
  private openSegment(
    id: string,
    folder: string,
    { isClaimable = false, ...options }: Pick<SegmentOptions, "firstChange"> & { isClaimable?: boolean } = {},
  ): Segment {
    const { files, clock, logger, hash, windowId } = this.options;
    const isStillOurs = async () => holderOf(await this.read(folder)) === windowId;
    // What an operation has begun it may end.
    let isAdmitted = options.firstChange !== undefined;
    const segment = new Segment({
      ...{ files, clock, logger, hash, id, folder, ...options },
      ...(isClaimable && { isStillOurs }),
      requireRoom: async (path) => {
        if (!isAdmitted) await this.requireRoom(path);
        isAdmitted = isClaimable;
      },
      onWritten: (sizeBytes) => {
        this.usedBytes += sizeBytes;
      },
      onClosed: () => this.open.delete(id),
    });
    this.open.set(id, segment);
    return segment;
  }

  /** Rejects with a KeepingFailed: nothing younger than a day goes unless a person says so. */
  private async requireRoom(path: string): Promise<void> {
    const { mostBytes = mostKeptBytes, onFull } = this.options;
    if (this.usedBytes <= mostBytes) return;
    // Other windows may have made room since it was counted. What cannot be counted is no reason to refuse.
    await this.purge().catch((error: unknown) => this.purgeFailed(error));
    if (this.usedBytes <= mostBytes || this.usedBytes === Number.POSITIVE_INFINITY) return;
    onFull?.();
    throw new KeepingFailed(path, "full");
  }

  private async stateOf(segment: FoundSegment): Promise<Operation["state"]> {
    if (segment.end) return "ended";
    const holder = holderOf(segment);
    return holder !== undefined && (await this.isAlive(holder)) ? "running" : "cutOff";
  }

  /** Also when that cannot be told: nothing is taken from a window that may be alive. */
  private async isAlive(windowId: string): Promise<boolean> {
    if (windowId === this.options.windowId) return true;
    try {
      return await this.options.isWindowAlive(windowId);
    } catch (error) {
      this.options.logger.warn(`Whether another window is there cannot be told: ${error}`);
      return true;
    }
  }

  private async segments(key?: AppKey): Promise<FoundSegment[]> {
    return await Promise.all((await this.folders(key)).map((folder) => this.read(folder)));
  }

  private async find(id: string): Promise<FoundSegment | undefined> {
    const folder = (await this.folders()).find((each) => each.endsWith(`/${id}`));
    return folder === undefined ? undefined : await this.read(folder);
  }

  /** Of all segments, or of those of an app; of another one, too, when the names of their folders fall together. */
  private async folders(key?: AppKey): Promise<string[]> {
    if (key) return await this.foldersIn(appFolder(key));
    const found: string[] = [];
    for (const account of await this.foldersIn(root))
      for (const app of await this.foldersIn(account)) found.push(...(await this.foldersIn(app)));
    return found;
  }

  private async foldersIn(folder: string): Promise<string[]> {
    return (await this.options.files.list(folder)).map(({ name }) => `${folder}/${name}`);
  }

  /** Without lines where it was removed since. */
  private async read(folder: string): Promise<FoundSegment> {
    const { files } = this.options;
    const id = folder.slice(folder.lastIndexOf("/") + 1);
    // Before the file: what is written in between is then there twice, and not missed.
    const unwritten = this.open.get(id)?.unwritten ?? "";
    const text = new TextDecoder().decode(await files.read(journalOf(folder)));
    // After it: what a line names was written before.
    const entries = (await files.list(folder)).map((entry) => [entry.name, entry] as const);
    const journal = joinLines(readLines(`${text}\n${unwritten}`));
    return { ...journal, id, folder, files: new Map(entries) };
  }

  private purgeFailed(error: unknown): void {
    this.options.logger.warn(`What was kept could not be looked through: ${error}`);
  }

  private async purgeNow(): Promise<readonly ContentEntry[]> {
    const { files } = this.options;
    const left: ContentEntry[] = [];
    let failure: unknown;
    for (const folder of await this.folders()) {
      try {
        const segment = await this.read(folder);
        if (await this.isOver(segment)) await files.remove(folder);
        else {
          const awaited = await this.awaitedHashes(segment);
          for (const entry of segment.files.values()) {
            const path = `${folder}/${entry.name}`;
            if (path !== journalOf(folder)) left.push({ ...entry, path, isAwaited: awaited.has(entry.name) });
          }
        }
      } catch (error) {
        failure ??= error;
      }
    }
    this.usedBytes = left.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (failure) throw failure;
    return left;
  }

  /** Of contents whose change has no end yet, and may still be made. */
  private async awaitedHashes(segment: FoundSegment): Promise<ReadonlySet<string>> {
    const awaited = segment.changes.flatMap(({ will: { before }, did }) =>
      !did && before !== "absent" && "hash" in before ? [before.hash] : [],
    );
    const windowId = holderOf(segment) ?? windowOf(segment.id);
    return new Set(awaited.length > 0 && !segment.end && (await this.isAlive(windowId)) ? awaited : []);
  }

  private async isOver(segment: FoundSegment): Promise<boolean> {
    const now = stampOf(this.options.clock);
    // Not one line can be read of it.
    if (!segment.last) return [...segment.files.values()].every((file) => this.fileAgeMs(file) > keptForMs);
    return isOutdated(segment.last, now) && (!segment.begin || (await this.stateOf(segment)) !== "running");
  }

  /** By the machine's clock, which somebody may have set: what seems to come from the future is old, too. */
  private fileAgeMs({ modifiedAt }: MachineEntry): number {
    return Math.abs(this.options.clock.now() - modifiedAt);
  }
}

/** The window that made a segment, by the name that `newId` gave it. */
function windowOf(segmentId: string): string {
  return segmentId.split("-").slice(1, -1).join("-");
}

function accountFolder(accountId: string): string {
  return `${root}/${safeName(accountId)}`;
}

function appFolder({ accountId, appId }: AppKey): string {
  return `${accountFolder(accountId)}/${safeName(appId)}`;
}
