// The log of a window's single changes of an app: saves and single deletions. A new file every hour, so that old ones
// can be removed while the window lasts.

import type { Clock } from "../../core/async/clock";
import type { AppKey } from "../../core/model/appKey";
import type { ChangeEnd, ChangeId, ChangeLog, PlannedChange } from "../changeLog";
import { stampOf } from "./age";
import type { JournalFile } from "./journalFile";
import type { OperationLog } from "./operation";
import { logIdOf, type Segment } from "./segment";

/** A log that has just been opened for this window. */
export interface OpenedLog {
  readonly logId: string;
  readonly file: JournalFile;
  readonly recorder: Segment;
}

export interface SingleLogOptions {
  readonly id: string;
  readonly key: AppKey;
  readonly clock: Clock;
  readonly open: () => OpenedLog;
  readonly close: (log: OpenedLog) => void;
}

interface Part extends OpenedLog {
  readonly openedAt: number;
}

const partForMs = 60 * 60_000;

/** An old file whose changes never ended is let go of. */
const mostParts = 10;

export class SingleLog implements OperationLog {
  readonly id: string;
  /** Oldest first. */
  private parts: readonly Part[] = [];

  constructor(private readonly options: SingleLogOptions) {
    this.id = options.id;
  }

  async will(planned: PlannedChange): Promise<ChangeId> {
    // Nothing can be lost, and nobody undoes a single change: not even a full disk need stop it.
    if (planned.before === "absent") return "";
    return await this.current().recorder.will(planned);
  }

  async did(change: ChangeId, end: ChangeEnd, after?: Parameters<ChangeLog["did"]>[2]): Promise<void> {
    const part = this.parts.find(({ logId }) => logId === logIdOf(change));
    await part?.recorder.did(change, end, after);
  }

  async end(): Promise<void> {
    for (const { file } of this.parts) await file.flush();
  }

  private current(): Part {
    const { clock, key, open } = this.options;
    const newest = this.parts.at(-1);
    if (newest && clock.monotonicMs() - newest.openedAt < partForMs) return newest;
    const part = { ...open(), openedAt: clock.monotonicMs() };
    const { accountId, appId } = key;
    part.file.addLater({ type: "single", accountId, appId, ...stampOf(clock) });
    this.closeDone();
    this.parts = [...this.parts, part];
    return part;
  }

  private closeDone(): void {
    const isDone = (part: Part) => !part.recorder.hasOpen;
    const rest = this.parts.filter((part) => !isDone(part)).slice(-mostParts);
    for (const part of this.parts) if (!rest.includes(part)) this.options.close(part);
    this.parts = rest;
  }
}
