// Where the state of one limit is kept: for this window alone, or with all windows of the machine.
import type { Clock } from "../../core/async/clock";
import type { MachineFiles } from "../../core/disk/machineFiles";
import { emptyPace, isUnderWay, type PaceState, type PaceView, pauseOf, readPace } from "./paceState";
import { threeSecondRule } from "./rateRules";
import { VersionedFile } from "./versionedFile";

/** Pure; may be called more than once for one update, and then the last call counts. */
export type PaceChange = (state: PaceState, view: PaceView) => PaceState;

export interface PaceLedger {
  /** True when other windows may change the state too. */
  readonly isShared: boolean;
  /** In how many milliseconds other windows can be told again what they could not be told; undefined when they could. */
  readonly retryInMs: number | undefined;
  /** Changes the state in one step. Never rejects. */
  update(change: PaceChange): Promise<void>;
}

/** The state of one window. */
export class OwnLedger implements PaceLedger {
  readonly isShared = false;
  readonly retryInMs = undefined;
  private state = emptyPace;

  constructor(private readonly clock: Clock) {}

  async update(change: PaceChange): Promise<void> {
    this.state = change(this.state, { now: this.clock.monotonicMs(), isGone: () => false });
  }
}

/** What the windows of a machine need for keeping one pace. */
export interface MachinePace {
  readonly files: MachineFiles;
  /** Of this window; no other has it, now or later. */
  readonly windowId: string;
  readonly isWindowAlive: (windowId: string) => Promise<boolean> | boolean;
}

export interface SharedLedgerOptions extends MachinePace {
  readonly clock: Clock;
  /** Where the state is kept. */
  readonly folder: string;
  /** The files cannot be used: from now on this window keeps its pace alone, and tries again later. */
  readonly onFailure: (error: unknown) => void;
}

/** The files are tried again after this time. */
const aloneForMs = 60_000;
/** A disk that takes longer is as good as none, for somebody who waits. */
const longestDiskMs = 4_000;
const mostAttempts = 100;

/** The state of all windows. */
export class SharedLedger implements PaceLedger {
  private readonly file: VersionedFile;
  private known = emptyPace;
  private aloneUntil = Number.NEGATIVE_INFINITY;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly options: SharedLedgerOptions) {
    const { files, folder, clock } = options;
    const isWhole = (text: string) => readPace(text) !== undefined;
    this.file = new VersionedFile({ files, folder, clock, isWhole });
  }

  get isShared(): boolean {
    return this.options.clock.monotonicMs() >= this.aloneUntil;
  }

  get retryInMs(): number | undefined {
    return this.isShared ? undefined : this.aloneUntil - this.options.clock.monotonicMs();
  }

  update(change: PaceChange): Promise<void> {
    this.last = this.last.then(() => this.updateNow(change));
    return this.last;
  }

  private async updateNow(change: PaceChange): Promise<void> {
    const { clock, onFailure } = this.options;
    if (this.isShared) {
      try {
        return await this.updateFile(change);
      } catch (error) {
        this.aloneUntil = clock.monotonicMs() + aloneForMs;
        onFailure(error);
      }
    }
    // What other windows have under way will not be told here any more.
    const isGone = (window: string): boolean => window !== this.options.windowId;
    this.known = change(this.known, { now: clock.monotonicMs(), isGone });
  }

  private async updateFile(change: PaceChange): Promise<void> {
    const { clock } = this.options;
    for (let attempt = 0; attempt < mostAttempts; attempt++) {
      const version = await this.inTime(this.file.read());
      const { text } = version;
      const state = this.stateOf(text);
      const gone = await this.goneWindows(state);
      const isGone = (window: string): boolean => gone.has(window);
      const next = change(state, { now: clock.monotonicMs(), isGone });
      const isSame = JSON.stringify(next) === (text ?? JSON.stringify(emptyPace));
      if (!isSame && !(await this.inTime(this.file.replace(version, JSON.stringify(next))))) continue;
      this.known = next;
      // What cannot be removed now is tried again with the next change.
      if (!isSame) void this.file.removeOld().catch(() => undefined);
      return;
    }
    throw new Error("other windows change the pace all the time");
  }

  private stateOf(text: string | undefined): PaceState {
    const state = text === undefined ? undefined : readPace(text);
    if (state) return state;
    if (text === undefined && this.known === emptyPace) return emptyPace;
    // Damaged, or gone: what others did last is lost, as if a request had been answered just now.
    return { ...this.known, pause: pauseOf(this.options.clock.monotonicMs(), threeSecondRule.windowMs) };
  }

  /** Those of the other windows that something depends on and that are no more. */
  private async goneWindows(state: PaceState): Promise<ReadonlySet<string>> {
    const { windowId, isWindowAlive } = this.options;
    const windows = new Set(
      [...state.slots.filter(isUnderWay), ...state.waiters].map(({ window }) => window),
    );
    windows.delete(windowId);
    const gone = new Set<string>();
    for (const window of windows) {
      // Who cannot be asked about is taken to be there.
      const isAlive = await this.inTime((async () => isWindowAlive(window))()).catch(() => true);
      if (!isAlive) gone.add(window);
    }
    return gone;
  }

  private inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stopTimer = this.options.clock.after(longestDiskMs, () =>
        reject(new Error(`no answer from the disk within ${longestDiskMs} ms`)),
      );
      work.then(resolve, reject).finally(stopTimer);
    });
  }
}
