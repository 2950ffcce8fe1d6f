// Reads the end of an app's newest log when the app goes down.
import { type LoadFiles, type LogEnd, readLogEnd } from "../../appFiles/logEnd";
import type { Clock } from "../../core/async/clock";
import type { Logger } from "../../core/logger";
import { type AppKey, keyText } from "../../core/model/appKey";
import type { CrashExplanation } from "../../editor/project/crashText";

interface CrashLogOptions {
  readonly app: AppKey;
  readonly loadFiles: LoadFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  /** False without the permission to see the app's files: the user did not ask for this log, so it is not tried. */
  readonly mayRead: () => boolean;
  readonly explain: (lines: readonly string[]) => Promise<CrashExplanation | undefined>;
  readonly onDidRead: () => void;
}

/** An app that crashes repeatedly writes its log each time. */
const shortestPauseMs = 10_000;

export class CrashLog {
  /** Read since the app went down. */
  end: LogEnd | undefined;
  explanation: CrashExplanation | undefined;
  private readRun: string | undefined;
  private readAt = Number.NEGATIVE_INFINITY;
  private isReading = false;

  constructor(private readonly options: CrashLogOptions) {}

  /** The app is down; `run` is a different text for each time it goes down. An older log than `startedAt` is not read. */
  want(run: string, startedAt?: number): void {
    const now = this.options.clock.monotonicMs();
    if (
      !this.options.mayRead() ||
      this.isReading ||
      run === this.readRun ||
      now - this.readAt < shortestPauseMs
    )
      return;
    this.readRun = run;
    this.readAt = now;
    this.isReading = true;
    void this.read(startedAt)
      .catch((error: unknown) => {
        this.options.logger.debug(`the log of ${keyText(this.options.app)}: ${error}`);
      })
      .finally(() => {
        this.isReading = false;
        this.options.onDidRead();
      });
  }

  forget(): void {
    this.end = undefined;
    this.explanation = undefined;
    this.readRun = undefined;
  }

  private async read(startedAt: number | undefined): Promise<void> {
    const run = this.readRun;
    const end = await readLogEnd(this.options.loadFiles, this.options.app, startedAt);
    const explanation = await this.options.explain(end?.lines ?? []);
    if (run !== this.readRun) return;
    this.explanation = explanation;
    this.end = end;
  }
}
