// Backups and journals of operations, for a day. Every window reads all segments and writes only its own.
import type { Clock } from "../../core/async/clock";
import type { MachineEntry, MachineFiles } from "../../core/disk/machineFiles";
import { BackupFailed } from "../../core/errors/keepingFailed";
import type { Logger } from "../../core/logger";
import { type AppKey, keyText } from "../../core/model/appKey";
import { omitUndefined } from "../../core/omitUndefined";
import { ageMs, isOutdated, retentionMs, stampOf } from "./age";
import type { ChangeLog } from "./changeLog";
import { joinLines, lineText, readLines } from "./journalLines";
import { backupFilesOf, type FoundSegment, holderOf, isOfApp, isVisible, operationOf } from "./journalViews";
import type { BackupFile, ContentFile, Operation, OperationHeader, OperationLog } from "./operation";
import { safeName } from "./safeName";
import { journalOf, Segment, type SegmentOptions, segmentOf } from "./segment";

export interface BackupsOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  /** SHA-256 in lower-case hexadecimal. */
  readonly hash: (bytes: Uint8Array) => Promise<string>;
  /** Letters, digits, "-" and "_"; new with each load of the window. */
  readonly windowId: string;
  readonly isWindowAlive: (id: string) => Promise<boolean> | boolean;
  /** Limit for the whole machine, in bytes: beyond it nothing may be replaced or deleted. */
  readonly mostBytes?: number;
  readonly onFull?: (() => void) | undefined;
}

export const mostBackupBytes = 500 * 1024 * 1024;
/** Younger contents are not deleted to make room: their journal line may not be written yet. */
const freshMs = 5 * 60_000;
const purgeEveryMs = 60 * 60_000;
/** After this, single changes go to a new segment, so that old ones can be deleted while the window runs. */
const segmentForMs = 60 * 60_000;
/** An earlier owner that stood still may have numbered changes whose lines it writes when it wakes up. */
const changeNumberGap = 1_000_000;

const root = "backups";

/** `isAwaited`: its change has not ended, and may be sent only after a long wait or sleep. */
type ContentEntry = MachineEntry & { readonly path: string; readonly isAwaited: boolean };

type Failed = (error: unknown) => undefined;

export class Backups {
  private readonly open = new Map<string, Segment>();
  private readonly singles = new Map<string, Segment>();
  private nextSegment = 1;
  /** Last count of all contents plus what this window has written; infinite before the first count. */
  private usedBytes = Number.POSITIVE_INFINITY;
  private isEnding = false;
  private purging: Promise<readonly ContentEntry[]> | undefined;

  constructor(private readonly options: BackupsOptions) {
    if (!/^[A-Za-z0-9_-]{1,80}$/.test(options.windowId))
      throw new Error(`not an id for a window: ${options.windowId}`);
  }

  /** Rejects with a BackupFailed when the journal cannot be written. */
  async begin(header: OperationHeader): Promise<OperationLog> {
    const { clock, windowId } = this.options;
    const id = this.newId();
    const segment = this.openSegment(id, `${appFolder(header)}/${id}`, { isClaimable: true });
    const { kind, accountId, appId, appName, title } = header;
    const fields = omitUndefined({ kind, accountId, appId, appName, title: title && omitUndefined(title) });
    try {
      await segment.add({ type: "begin", window: windowId, ...fields, ...stampOf(clock) });
    } catch (error) {
      this.open.delete(id);
      throw new BackupFailed("", "disk", { cause: error });
    }
    return segment;
  }

  single(key: AppKey): ChangeLog {
    return {
      // Nothing is lost and single changes cannot be undone: a full disk need not stop this one.
      will: async (planned) =>
        planned.before === "absent" ? "" : await this.singleSegment(key).will(planned),
      did: async (change, end, after) => await this.open.get(segmentOf(change))?.did(change, end, after),
    };
  }

  /** Newest first. Leaves out what cannot be read: see `requireReadable`. */
  async list(key?: AppKey): Promise<BackupFile[]> {
    const now = stampOf(this.options.clock);
    const kept: BackupFile[] = [];
    for (const segment of await this.segments(key))
      if (!key || isOfApp(segment, key)) kept.push(...backupFilesOf(segment, now, key));
    return kept.reverse().sort((a, b) => b.lostAt - a.lostAt);
  }

  /** Of the last day, newest start first. Leaves out what cannot be read. */
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

  /** Rejects when `list` and `operations` may lack something: then it is not known to be gone. */
  async requireReadable(key?: AppKey): Promise<void> {
    await this.segments(key, rethrow);
  }

  /** Undefined when it was deleted or is damaged. */
  async readContent({ file, hash }: ContentFile): Promise<Uint8Array | undefined> {
    const bytes = await this.options.files.read(file);
    if (!bytes || (await this.options.hash(bytes)) === hash) return bytes;
    this.options.logger.warn(`A kept file is not what it was: ${hash}`);
    return undefined;
  }

  /** Takes over an operation. False when it is running, ended, or claimed by another window. */
  async claim(operationId: string): Promise<boolean> {
    const { files, clock, windowId } = this.options;
    const segment = await this.find(operationId);
    if (!segment?.begin || segment.end) return false;
    if (segment.owners.at(-1) === windowId) return true;
    if ((await this.stateOf(segment)) !== "cutOff") return false;
    const line = { type: "owner", window: windowId, turn: segment.owners.length, ...stampOf(clock) } as const;
    // The dead window may have left a torn line.
    await files.append(journalOf(segment.folder), new TextEncoder().encode(`\n${lineText(line)}`));
    // Another window may have claimed it first, or its own window ended it before dying.
    const now = await this.read(segment.folder);
    return !now.end && holderOf(now) === windowId;
  }

  /** To finish or end a claimed operation. */
  async reopen(operationId: string): Promise<OperationLog | undefined> {
    const segment = await this.find(operationId);
    if (!segment || segment.end || segment.owners.at(-1) !== this.options.windowId) return undefined;
    const known = this.open.get(operationId);
    if (known) return known;
    const firstChange = (segment.changes.at(-1)?.will.change ?? 0) + changeNumberGap;
    return this.openSegment(operationId, segment.folder, { firstChange, isClaimable: true });
  }

  /** Deletes outdated backups and counts the readable rest. Concurrent calls share one run. */
  async purge(): Promise<readonly ContentEntry[]> {
    this.purging ??= this.purgeNow().finally(() => {
      this.purging = undefined;
    });
    return await this.purging;
  }

  /** Deletes the oldest until half of the limit is free. Resolves with whether there is room. */
  async removeOldest(): Promise<boolean> {
    const { files, logger, mostBytes = mostBackupBytes } = this.options;
    const removable = (await this.purge()).filter(
      (content) => !content.isAwaited && this.fileAgeMs(content) > freshMs,
    );
    let removed = 0;
    let failure: unknown;
    for (const { path, sizeBytes } of removable.sort((a, b) => a.modifiedAt - b.modifiedAt)) {
      if (this.usedBytes <= mostBytes / 2) break;
      try {
        await files.remove(path);
        this.usedBytes -= sizeBytes;
        removed++;
      } catch (error) {
        failure ??= error;
      }
    }
    logger.info(`${removed} copies were removed to make room`);
    if (failure && this.usedBytes > mostBytes) throw failure;
    return this.usedBytes <= mostBytes;
  }

  /** Now and hourly, together with `also`. */
  startPurging(also: () => Promise<unknown> = async () => undefined): { dispose(): void } {
    let stop = (): void => undefined;
    const round = (): void => {
      stop = this.options.clock.after(purgeEveryMs, round);
      void Promise.all([this.purge(), also()]).catch(this.unreadable);
    };
    round();
    return { dispose: () => stop() };
  }

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

  /** Before the end of the window: what fails from now on is cut off, and Finish makes it. */
  beginEnd(): void {
    this.isEnding = true;
  }

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
    // After a long sleep, a window may have deleted it.
    if (newest && ageMs(newest.openedAt, stampOf(clock)) < segmentForMs) return newest;
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

  /** `isClaimable`: an operation, which other windows may take over. */
  private openSegment(
    id: string,
    folder: string,
    { isClaimable = false, ...options }: Pick<SegmentOptions, "firstChange"> & { isClaimable?: boolean } = {},
  ): Segment {
    const { files, clock, logger, hash, windowId } = this.options;
    const isStillOurs = async () => holderOf(await this.read(folder)) === windowId;
    // An operation that was admitted under the limit may finish beyond it.
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
      isEnding: () => this.isEnding,
    });
    this.open.set(id, segment);
    return segment;
  }

  /** Rejects with a BackupFailed: only the user may delete backups younger than a day. */
  private async requireRoom(path: string): Promise<void> {
    const { mostBytes = mostBackupBytes, onFull } = this.options;
    if (this.usedBytes <= mostBytes) return;
    // Other windows may have freed room since the last count. A failing count does not refuse the change.
    await this.purge().catch(this.unreadable);
    if (this.usedBytes <= mostBytes || this.usedBytes === Number.POSITIVE_INFINITY) return;
    onFull?.();
    throw new BackupFailed(path, "full");
  }

  private async stateOf(segment: FoundSegment): Promise<Operation["state"]> {
    if (segment.end) return "ended";
    const holder = holderOf(segment);
    return holder !== undefined && (await this.isAlive(holder)) ? "running" : "cutOff";
  }

  /** True also on doubt: the segments of a living window are not touched. */
  private async isAlive(windowId: string): Promise<boolean> {
    if (windowId === this.options.windowId) return true;
    try {
      return await this.options.isWindowAlive(windowId);
    } catch (error) {
      this.options.logger.warn(`Couldn't check whether another window is open: ${error}`);
      return true;
    }
  }

  private async segments(key?: AppKey, failed: Failed = this.unreadable): Promise<FoundSegment[]> {
    const folders = await this.folders(key, failed);
    const read = await Promise.all(folders.map((folder) => this.read(folder).catch(failed)));
    return read.flatMap((segment) => segment ?? []);
  }

  private async find(id: string): Promise<FoundSegment | undefined> {
    const isIt = (folder: string): boolean => folder.endsWith(`/${id}`);
    const folder = (await this.folders()).find(isIt) ?? (await this.folders(undefined, rethrow)).find(isIt);
    return folder === undefined ? undefined : await this.read(folder);
  }

  /** Of all apps or of one; shortened folder names may collide with another app's. */
  private async folders(key?: AppKey, failed: Failed = this.unreadable): Promise<string[]> {
    if (key) return await this.foldersIn(appFolder(key));
    const found: string[] = [];
    for (const account of await this.foldersIn(root))
      for (const app of (await this.foldersIn(account).catch(failed)) ?? [])
        found.push(...((await this.foldersIn(app).catch(failed)) ?? []));
    return found;
  }

  private async foldersIn(folder: string): Promise<string[]> {
    return (await this.options.files.list(folder)).map(({ name }) => `${folder}/${name}`);
  }

  private async read(folder: string): Promise<FoundSegment> {
    const { files } = this.options;
    const id = folder.slice(folder.lastIndexOf("/") + 1);
    // Read before the file: a line that is written in between is doubled and not missed.
    const unwritten = this.open.get(id)?.unwritten ?? "";
    const text = new TextDecoder().decode(await files.read(journalOf(folder)));
    // Listed after it: a content is written before the line that names it.
    const entries = (await files.list(folder)).map((entry) => [entry.name, entry] as const);
    const journal = joinLines(readLines(`${text}\n${unwritten}`));
    return { ...journal, id, folder, files: new Map(entries) };
  }

  private readonly unreadable = (error: unknown): undefined => {
    this.options.logger.warn(`What was kept could not be looked through: ${error}`);
  };

  private async purgeNow(): Promise<readonly ContentEntry[]> {
    const { files } = this.options;
    const left: ContentEntry[] = [];
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
        this.unreadable(error);
      }
    }
    this.usedBytes = left.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    return left;
  }

  private async awaitedHashes(segment: FoundSegment): Promise<ReadonlySet<string>> {
    const awaited = segment.changes.flatMap(({ will: { before }, did }) =>
      !did && before !== "absent" && "hash" in before ? [before.hash] : [],
    );
    const windowId = holderOf(segment) ?? windowOf(segment.id);
    return new Set(awaited.length > 0 && !segment.end && (await this.isAlive(windowId)) ? awaited : []);
  }

  private async isOver(segment: FoundSegment): Promise<boolean> {
    const now = stampOf(this.options.clock);
    // No line is readable.
    if (!segment.last) return [...segment.files.values()].every((file) => this.fileAgeMs(file) > retentionMs);
    return isOutdated(segment.last, now) && (!segment.begin || (await this.stateOf(segment)) !== "running");
  }

  /** By the wall clock, which may be set: a time in the future counts as old, too. */
  private fileAgeMs({ modifiedAt }: MachineEntry): number {
    return Math.abs(this.options.clock.now() - modifiedAt);
  }
}

function rethrow(error: unknown): never {
  throw error;
}

/** `newId` puts the window's id first. */
function windowOf(segmentId: string): string {
  return segmentId.split("-").slice(1, -1).join("-");
}

function accountFolder(accountId: string): string {
  return `${root}/${safeName(accountId)}`;
}

function appFolder({ accountId, appId }: AppKey): string {
  return `${accountFolder(accountId)}/${safeName(appId)}`;
}
