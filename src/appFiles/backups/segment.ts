// A folder of one window and app: a journal and backups, of an operation or of one hour of single changes.

import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import { BackupFailed } from "../../core/errors/keepingFailed";
import type { Logger } from "../../core/logger";
import { omitUndefined } from "../../core/omitUndefined";
import { type Stamp, stampOf } from "./age";
import {
  type ChangeEnd,
  type ChangeId,
  type ChangeLog,
  largestBackupBytes,
  type PlannedChange,
} from "./changeLog";
import { JournalFile } from "./journalFile";
import type { JournalLine, WillLine } from "./journalLines";
import type { OperationLog, OperationOutcome } from "./operation";

export interface SegmentOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly hash: (bytes: Uint8Array) => Promise<string>;
  readonly id: string;
  readonly folder: string;
  readonly firstChange?: number;
  /** Asked after `longSilenceMs`: another window may have claimed the operation. */
  readonly isStillOurs?: () => Promise<boolean>;
  /** Before a content is written; rejects at the limit of backups. */
  readonly requireRoom: (path: string) => Promise<void>;
  readonly onWritten: (sizeBytes: number) => void;
  readonly onClosed: () => void;
  readonly isEnding: () => boolean;
}

const journalName = "journal.jsonl";
/** Of a window during sleep or a debugger's stop. */
const longSilenceMs = 60_000;
/** A younger content is not written again: it does not make room for others yet. */
const rememberedForMs = 10_000;

export class Segment implements OperationLog {
  readonly id: string;
  readonly openedAt: Stamp;
  private readonly journal: JournalFile;
  private nextChange: number;
  private readonly open = new Set<number>();
  private readonly written = new Map<string, { readonly since: Stamp; readonly done: Promise<void> }>();

  constructor(private readonly options: SegmentOptions) {
    const { files, clock, logger, id, folder, firstChange } = options;
    this.id = id;
    this.openedAt = stampOf(clock);
    this.nextChange = firstChange ?? 1;
    const isContinued = firstChange !== undefined;
    this.journal = new JournalFile({ files, clock, logger, name: journalOf(folder), isContinued });
  }

  /** True with changes whose end is not journaled. */
  get hasOpen(): boolean {
    return this.open.size > 0;
  }

  /** May not be on disk yet. */
  get unwritten(): string {
    return this.journal.unwritten;
  }

  isIn(folder: string): boolean {
    return this.options.folder.startsWith(`${folder}/`);
  }

  /** Resolves when the line is on disk; rejects when the write fails. */
  async add(line: JournalLine): Promise<void> {
    await this.journal.add(line);
  }

  addLater(line: JournalLine): void {
    this.journal.addLater(line);
  }

  async will(planned: PlannedChange): Promise<ChangeId> {
    const { id, clock } = this.options;
    const change = this.nextChange++;
    this.open.add(change);
    let mayBeWritten = false;
    try {
      await this.requireOurs(planned.path);
      const { side, path, what, afterHash } = planned;
      const before = await this.keep(planned);
      // The window may have stood still while the backup was written.
      await this.requireOurs(path);
      mayBeWritten = true;
      const fields = omitUndefined({ change, side, path, what, before, afterHash });
      await this.journal.add({ type: "will", ...fields, ...stampOf(clock) });
      return changeId(id, change);
    } catch (error) {
      this.open.delete(change);
      // The failing disk may have written the line. Else a new owner may have given the number to its own change.
      if (mayBeWritten) this.journal.addLater({ type: "did", change, end: "notDone", ...stampOf(clock) });
      if (error instanceof BackupFailed) throw error;
      throw new BackupFailed(planned.path, "disk", { cause: error });
    }
  }

  async did(id: ChangeId, end: ChangeEnd, after: Parameters<ChangeLog["did"]>[2] = {}): Promise<void> {
    if (segmentOf(id) !== this.id || (end === "notDone" && this.options.isEnding())) return;
    const change = Number(id.slice(this.id.length + 1));
    this.open.delete(change);
    const { hash, entry } = after;
    const { sizeBytes, modifiedAt } = entry ?? {};
    const fields = omitUndefined({ change, end, hash, sizeBytes, modifiedAt });
    this.journal.addLater({ type: "did", ...fields, ...stampOf(this.options.clock) });
  }

  async end(outcome: OperationOutcome): Promise<void> {
    const isCutOff = outcome !== "done" && this.options.isEnding();
    // An operation without an end is only reported again.
    if (!isCutOff && (await this.isOurs().catch(() => false)))
      this.journal.addLater({ type: "end", outcome, ...stampOf(this.options.clock) });
    await this.close();
  }

  /** Never rejects; failed writes are retried while the window runs. */
  async close(): Promise<void> {
    await this.journal.flush();
    if (this.unwritten === "") this.options.onClosed();
  }

  async drop(): Promise<void> {
    await this.journal.drop();
  }

  async requireOurs(path: string): Promise<void> {
    const isOurs = await this.isOurs().catch((error: unknown) => {
      throw new BackupFailed(path, "disk", { cause: error });
    });
    if (!isOurs) throw new BackupFailed(path, "takenOver");
  }

  private async isOurs(): Promise<boolean> {
    const { clock, isStillOurs } = this.options;
    const isCertain = clock.monotonicMs() - this.journal.checkedAt < longSilenceMs;
    return !isStillOurs || isCertain || (await isStillOurs());
  }

  private async keep({ path, before, isRepair }: PlannedChange): Promise<WillLine["before"]> {
    if (before === "absent") return before;
    if ("notBackedUp" in before) return { notBackedUp: before.notBackedUp, sizeBytes: before.sizeBytes };
    const { bytes, entry } = before;
    const sizeBytes = bytes.byteLength;
    if (sizeBytes > largestBackupBytes) return { notBackedUp: "tooLarge", sizeBytes };
    const hash = before.hash ?? (await this.options.hash(bytes));
    if (!isRepair) await this.options.requireRoom(path);
    await this.write(hash, bytes);
    return omitUndefined({ hash, sizeBytes, modifiedAt: entry?.modifiedAt });
  }

  private async write(hash: string, bytes: Uint8Array): Promise<void> {
    const { files, clock, folder, onWritten } = this.options;
    const now = stampOf(clock);
    const known = this.written.get(hash);
    const isYoung = ({ at, up }: Stamp): boolean =>
      Math.abs(now.at - at) < rememberedForMs && now.up - up < rememberedForMs;
    if (known && isYoung(known.since)) return await known.done;
    const done = files.write(`${folder}/${hash}`, bytes, { isDurable: true });
    this.written.set(hash, { since: now, done });
    try {
      await done;
    } catch (error) {
      this.written.delete(hash);
      throw error;
    }
    onWritten(bytes.byteLength);
  }
}

export function journalOf(folder: string): string {
  return `${folder}/${journalName}`;
}

/** Unique among all segments. */
export function changeId(segmentId: string, change: number): ChangeId {
  return `${segmentId}.${change}`;
}

export function segmentOf(id: ChangeId): string {
  return id.slice(0, Math.max(0, id.lastIndexOf(".")));
}
