// The last lines of an app's newest log, read when it goes down: they say best why.
import type { FilesOfAccounts } from "../../appFiles/filesOfAccounts";
import type { Clock } from "../../core/async/clock";
import type { Logger } from "../../core/logger";
import { type AppKey, keyText } from "../../core/model/appKey";
import { findLogs } from "../../core/paths/logFiles";
import { plainText } from "../../core/text/inertText";
import { TerminalText } from "../../core/text/terminalText";

export interface LogEnd {
  /** The log's path inside the app. */
  readonly name: string;
  /** Lines of plain text; empty for a log that is too large to be read for its end. */
  readonly text: string;
}

export interface CrashLogOptions {
  readonly app: AppKey;
  readonly loadFiles: () => Promise<Pick<FilesOfAccounts, "get">>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onDidRead: () => void;
}

const shownLines = 12;
const longestLine = 300;
/** The end that is looked at; the lines are found in it. */
const endLength = 16 * 1024;
const largestBytes = 1024 * 1024;
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
    if (this.isReading || run === this.readRun || now - this.readAt < shortestPauseMs) return;
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
    const files = (await this.options.loadFiles()).get(this.options.app);
    const [log] = await findLogs(async (directory) => [
      ...(await files.list(directory, { maxAgeMs: 0 })).entries.values(),
    ]);
    const run = this.readRun;
    if (!log) return;
    const isSmall = log.entry.sizeBytes <= largestBytes;
    const text = isSmall ? await files.readText(log.path, log.entry) : "";
    if (run === this.readRun) this.end = { name: log.path.slice(1), text: lastLines(text ?? "") };
  }
}

/** The last lines that say something, without colours or anything else that is more than text. */
export function lastLines(text: string): string {
  const shown = new TerminalText().next(text.slice(-endLength));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are all that is left of them.
  const lines = shown.replaceAll(/\u001b\[[0-9;:]*m/g, "").split("\r\n");
  return lines
    .filter((line) => line.trim() !== "")
    .slice(-shownLines)
    .map((line) => plainText(line, longestLine))
    .join("\n");
}
