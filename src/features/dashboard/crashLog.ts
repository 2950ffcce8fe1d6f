// The end of an app's newest log, read when the app goes down.
import { type LoadFiles, type LogEnd, readLogEnd } from "../../appFiles/logEnd";
import type { Clock } from "../../core/async/clock";
import type { Logger } from "../../core/logger";
import { type AppKey, keyText } from "../../core/model/appKey";

interface CrashLogOptions {
  readonly app: AppKey;
  readonly loadFiles: LoadFiles;
  readonly clock: Clock;
  readonly logger: Logger;
  /** False where the user's flags rule out seeing the app's files: a log that the user did not ask for is not tried. */
  readonly mayRead: () => boolean;
  readonly onDidRead: () => void;
}

/** An app that crashes again and again writes again and again. */
const shortestPauseMs = 10_000;

export class CrashLog {
  /** What was read since the app went down. */
  end: LogEnd | undefined;
  private readRun: string | undefined;
  private readAt = Number.NEGATIVE_INFINITY;
  private isReading = false;

  constructor(private readonly options: CrashLogOptions) {}

  /** The app is down; `run` is another text for each time that it went down. */
  want(run: string): void {
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
    void this.read()
      .catch((error: unknown) => {
        this.options.logger.debug(`the log of ${keyText(this.options.app)}: ${error}`);
      })
      .finally(() => {
        this.isReading = false;
        this.options.onDidRead();
      });
  }

  /** The app is up. */
  forget(): void {
    this.end = undefined;
    this.readRun = undefined;
  }

  private async read(): Promise<void> {
    const run = this.readRun;
    const end = await readLogEnd(this.options.loadFiles, this.options.app);
    if (end && run === this.readRun) this.end = end;
  }
}
