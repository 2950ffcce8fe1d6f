// Writes changes down in one log: first what they overwrite or delete, then that they are about to be made.
import { present } from "../../api/present";
import type { Clock } from "../../core/async/clock";
import { KeepingFailed } from "../../core/errors/keepingFailed";
import {
  type ChangeEnd,
  type ChangeId,
  type ChangeLog,
  largestKeptBytes,
  type PlannedChange,
} from "../changeLog";
import { stampOf } from "./age";
import type { JournalFile } from "./journalFile";
import type { WillLine } from "./journalLines";
import type { KeptContents } from "./keptContents";

export interface ChangeRecorderOptions {
  readonly logId: string;
  readonly file: JournalFile;
  readonly contents: KeptContents;
  readonly clock: Clock;
  /** The number of the first change. */
  readonly firstChange: number;
  /** Asked after a long silence: another window may have taken this one for gone. */
  readonly isStillOurs: () => Promise<boolean>;
}

/** A window that was silent for so long, while the machine slept or a debugger held it, asks. */
const longSilenceMs = 60_000;

export class Segment implements ChangeLog {
  private nextChange: number;
  private readonly open = new Set<number>();

  constructor(private readonly options: ChangeRecorderOptions) {
    this.nextChange = options.firstChange;
  }

  /** Whether changes were announced whose end is not written down. */
  get hasOpen(): boolean {
    return this.open.size > 0;
  }

  async will(planned: PlannedChange): Promise<ChangeId> {
    const { logId, file, clock } = this.options;
    const change = this.nextChange++;
    this.open.add(change);
    try {
      await this.makeSure(planned.path);
      const { side, path, what, afterHash } = planned;
      const before = await this.keep(planned);
      const fields = present({ change, side, path, what, before, afterHash });
      await file.add({ type: "will", ...fields, ...stampOf(clock) });
      return changeId(logId, change);
    } catch (error) {
      this.open.delete(change);
      // The disk may have taken the line and failed after it.
      file.addLater({ type: "did", change, end: "notDone", ...stampOf(clock) });
      if (error instanceof KeepingFailed) throw error;
      throw new KeepingFailed(planned.path, "disk", { cause: error });
    }
  }

  async did(id: ChangeId, end: ChangeEnd, after: Parameters<ChangeLog["did"]>[2] = {}): Promise<void> {
    const change = changeNumber(id, this.options.logId);
    if (change === undefined) return;
    this.open.delete(change);
    const { hash, entry } = after;
    const { sizeBytes, modifiedAt } = entry ?? {};
    const fields = present({ change, end, hash, sizeBytes, modifiedAt });
    this.options.file.addLater({ type: "did", ...fields, ...stampOf(this.options.clock) });
  }

  private async makeSure(path: string): Promise<void> {
    const { file, clock, isStillOurs } = this.options;
    if (clock.monotonicMs() - file.writtenAt < longSilenceMs) return;
    if (!(await isStillOurs())) throw new KeepingFailed(path, "takenOver");
  }

  private async keep({ before }: PlannedChange): Promise<WillLine["before"]> {
    if (before === "absent") return before;
    if ("notKept" in before) return { notKept: before.notKept, sizeBytes: before.sizeBytes };
    const { bytes, entry } = before;
    const sizeBytes = bytes.byteLength;
    if (sizeBytes > largestKeptBytes) return { notKept: "tooLarge", sizeBytes };
    const hash = await this.options.contents.keep(bytes, before.hash);
    return present({ hash, sizeBytes, modifiedAt: entry?.modifiedAt });
  }
}

/** Names a change in all logs. */
export function changeId(logId: string, change: number): ChangeId {
  return `${logId}.${change}`;
}

/** The log that a change was written down in. */
export function logIdOf(id: ChangeId): string {
  return id.slice(0, Math.max(0, id.lastIndexOf(".")));
}

function changeNumber(id: ChangeId, logId: string): number | undefined {
  if (logIdOf(id) !== logId) return undefined;
  const change = Number(id.slice(logId.length + 1));
  return Number.isInteger(change) ? change : undefined;
}
