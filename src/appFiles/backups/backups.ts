// What is overwritten or deleted is kept here for a day, and what is being done is written down, so that it can be brought
// back, undone, and known to the next start. Shared by all windows of the machine, with no index that two could write.

import { present } from "../../api/present";
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import { KeepingFailed } from "../../core/errors/keepingFailed";
import type { Logger } from "../../core/logger";
import type { AppKey } from "../../core/model/appKey";
import { LateFile } from "../lateFile";
import { stampOf } from "./age";
import { Claims } from "./claims";
import { JournalFile } from "./journalFile";
import { isOfApp, isVisible, keptFilesOf, operationOf } from "./journalViews";
import { KeptContents } from "./keptContents";
import { KeptLogs } from "./keptLogs";
import { KeptPurge } from "./keptPurge";
import { Liveness } from "./liveness";
import type { KeptFile, Operation, OperationHeader, OperationLog } from "./operation";
import { Segment } from "./segment";
import { type OpenedLog, SingleLog } from "./singleLog";

export interface BackupsOptions {
  readonly files: MachineFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  /** SHA-256 in lower-case hexadecimal. */
  readonly hash: (bytes: Uint8Array) => Promise<string>;
  /** Letters, digits, "-" and "_"; a new one whenever the window is loaded. */
  readonly windowId: string;
  readonly isWindowAlive: (id: string) => Promise<boolean> | boolean;
  /** Called when backups that were still needed were removed, because all together took more than `mostKeptBytes`. */
  readonly onRemovedEarly?: (() => void) | undefined;
}

/** How a log is opened. */
interface OpenOptions {
  readonly isContinued?: boolean;
  readonly firstChange?: number;
  /** Others may claim it: an operation's. */
  readonly isClaimable?: boolean;
}

export class Backups {
  private readonly contents: KeptContents;
  private readonly logs: KeptLogs;
  private readonly liveness: Liveness;
  private readonly claims: Claims;
  private readonly cleaning: KeptPurge;
  private readonly singles = new Map<string, { readonly accountId: string; readonly log: SingleLog }>();
  /** Those that this window has under way, by id. */
  private readonly underWay = new Map<string, OperationLog>();
  private nextLog = 1;

  constructor(private readonly options: BackupsOptions) {
    const { files, clock, logger, hash, windowId, onRemovedEarly } = options;
    if (!/^[A-Za-z0-9_-]{1,80}$/.test(windowId)) throw new Error(`not an id for a window: ${windowId}`);
    this.contents = new KeptContents({ files, clock, logger, hash, onGrown: () => this.cleaning.soon() });
    this.logs = new KeptLogs(files);
    this.liveness = new Liveness(options);
    this.claims = new Claims({ files, windowId, isWindowAlive: (id) => this.liveness.of(id) });
    const { logs, claims, liveness } = this;
    this.cleaning = new KeptPurge({
      ...{ files, clock, logger, logs, claims, liveness, onRemovedEarly },
    });
  }

  /** The log of a new operation. Rejects with a KeepingFailed when the disk would not take it. */
  async begin(header: OperationHeader): Promise<OperationLog> {
    const { clock, windowId } = this.options;
    const opened = this.open(header, this.newLogId(), { isClaimable: true });
    const { kind, accountId, appId, appName, title } = header;
    const fields = present({ kind, accountId, appId, appName, title: title && present(title) });
    try {
      await opened.file.add({ type: "begin", window: windowId, ...fields, ...stampOf(clock) });
    } catch (error) {
      this.logs.open.delete(opened.file.name);
      throw new KeepingFailed("", "disk", { cause: error });
    }
    return this.operationLog(opened);
  }

  /** The log of this window's single changes of an app. */
  single(key: AppKey): OperationLog {
    const { accountId, appId } = key;
    const name = JSON.stringify([accountId, appId]);
    const known = this.singles.get(name);
    if (known) return known.log;
    const log = new SingleLog({
      id: `single-${this.newLogId()}`,
      key: { accountId, appId },
      clock: this.options.clock,
      open: () => this.open(key, this.newLogId()),
      close: (opened) => void this.close(opened),
    });
    this.singles.set(name, { accountId, log });
    return log;
  }

  /** The file of an app's late requests. */
  lateFile(key: AppKey): LateFile {
    const { files, clock, windowId } = this.options;
    const isWindowAlive = async (id: string): Promise<boolean> => await this.liveness.of(id);
    return new LateFile({ files, clock, windowId, isWindowAlive, key });
  }

  /** What can be brought back of an app, newest first. */
  async list(key: AppKey): Promise<KeptFile[]> {
    const context = this.viewContext();
    const kept: KeptFile[] = [];
    for (const log of await this.logs.ofApp(key))
      if (isOfApp(log, key)) kept.push(...(await keptFilesOf(log, context)));
    return kept.reverse().sort((a, b) => b.lostAt - a.lostAt);
  }

  /** Those of the last day, of one app or of all; those that began last come first. */
  async operations(key?: AppKey): Promise<Operation[]> {
    const context = this.viewContext();
    const alive = this.liveness.remembered();
    const found: Operation[] = [];
    for (const log of key ? await this.logs.ofApp(key) : await this.logs.all()) {
      if (!log.begin || (key && !isOfApp(log, key))) continue;
      const state = await this.claims.stateOf(log, alive);
      if (isVisible(log, state, context.now)) found.push(await operationOf(log, log.begin, state, context));
    }
    return found.reverse().sort((a, b) => b.startedAt - a.startedAt);
  }

  /** Undefined when it is not there any more. */
  async readContent(hash: string): Promise<Uint8Array | undefined> {
    return await this.contents.read(hash);
  }

  /**
   * Takes over an operation that was cut off, so that it can be finished or undone. False when it is not cut off, or
   * another window was quicker.
   */
  async claim(operationId: string): Promise<boolean> {
    const log = await this.logs.find(operationId);
    if (!log?.begin || log.end || (await this.liveness.of(log.begin.window))) return false;
    if (!(await this.claims.take(operationId))) return false;
    // Its window may have ended it between the two looks.
    const now = await this.logs.find(operationId);
    return now !== undefined && !now.end;
  }

  /** The log of an operation that this window has claimed, to go on with it or to end it. */
  async reopen(operationId: string): Promise<OperationLog | undefined> {
    const log = await this.logs.find(operationId);
    if (!log?.begin || log.end) return undefined;
    if ((await this.claims.holder(operationId)) !== this.options.windowId) return undefined;
    const known = this.underWay.get(operationId);
    if (known) return known;
    // Not Math.max of them all: there may be more than a call takes.
    const firstChange = log.changes.reduce((highest, { will }) => Math.max(highest, will.change), 0) + 1;
    const options = { isContinued: true, firstChange, isClaimable: true };
    return this.operationLog(this.open(log.begin, operationId, options));
  }

  /** Removes what is a day old, and the oldest where there is too much. */
  async purge(): Promise<void> {
    await this.cleaning.run();
  }

  /** Purges now and every hour, and does what else is to be done as often. */
  startPurging(also: () => Promise<unknown> = async () => undefined): { dispose(): void } {
    return this.cleaning.start(also);
  }

  /**
   * Removes all that was kept of an account. Contents go a moment later, with those that somebody keeps for another account
   * just now brought back.
   */
  async forgetAccount(accountId: string): Promise<void> {
    for (const [name, single] of this.singles) if (single.accountId === accountId) this.singles.delete(name);
    await this.cleaning.forgetAccount(accountId);
  }

  /** Writes what waits, and ends all timers. */
  async dispose(): Promise<void> {
    this.cleaning.dispose();
    for (const file of [...this.logs.open.values()]) {
      await file.flush();
      await file.drop();
    }
  }

  /** While this one was silent, another window may have claimed it. */
  private async isStillOurs(operationId: string): Promise<boolean> {
    const holder = await this.claims.holder(operationId);
    return holder === undefined || holder === this.options.windowId;
  }

  private viewContext() {
    return { now: stampOf(this.options.clock), has: this.contents.lookup() };
  }

  private newLogId(): string {
    const { clock, windowId } = this.options;
    return `${clock.now().toString(36)}-${windowId}-${(this.nextLog++).toString(36)}`;
  }

  private open(key: AppKey, logId: string, options: OpenOptions = {}): OpenedLog {
    const { files, clock, logger } = this.options;
    const { isContinued = false, firstChange = 1, isClaimable = false } = options;
    const file = new JournalFile({ files, clock, logger, name: this.logs.nameOf(key, logId), isContinued });
    this.logs.open.set(file.name, file);
    const isStillOurs = async () => !isClaimable || (await this.isStillOurs(logId));
    const { contents } = this;
    const recorder = new Segment({ logId, file, contents, clock, firstChange, isStillOurs });
    return { logId, file, recorder };
  }

  private async close({ file }: OpenedLog): Promise<void> {
    await file.flush();
    if (file.unwritten === "") this.logs.open.delete(file.name);
  }

  private operationLog(opened: OpenedLog): OperationLog {
    const { logId, file, recorder } = opened;
    const log: OperationLog = {
      id: logId,
      will: async (change) => await recorder.will(change),
      did: async (change, end, after) => await recorder.did(change, end, after),
      end: async (outcome) => {
        file.addLater({ type: "end", outcome, ...stampOf(this.options.clock) });
        this.underWay.delete(logId);
        await this.close(opened);
      },
    };
    this.underWay.set(logId, log);
    return log;
  }
}
