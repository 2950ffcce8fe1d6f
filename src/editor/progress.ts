import * as vscode from "vscode";
import { type Clock, systemClock, within } from "../core/async/clock";
import { CancelledError } from "../core/errors/cancelledError";
import { showProgress } from "./safeUi/progressNotice";

export interface Progress {
  readonly signal: AbortSignal;
  /** `fraction`: 0 to 1, when it is known. */
  report(message: string, fraction?: number): void;
}

/** A shorter task needs no notice; one that came and went would also swallow the next (seen with VS Code 1.139). */
const quietMs = 700;

/**
 * Runs `task` under a notification with a Cancel button, shown after `quietMs`. Cancel aborts the signal with a
 * CancelledError: a task that follows the signal rejects with it at once.
 */
export async function withProgress<T>(
  title: string,
  task: (progress: Progress) => Promise<T>,
  clock: Clock = systemClock,
): Promise<T> {
  const controller = new AbortController();
  const notice = new Notice();
  const work = task({
    signal: controller.signal,
    report: (message, fraction) => notice.report(message, fraction),
  });
  const isDone = work.then(
    () => true,
    () => true,
  );
  if (!(await within(clock, quietMs, isDone))) {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    await showProgress(options, async (progress, token) => {
      const listener = token.onCancellationRequested(() => controller.abort(new CancelledError()));
      notice.show(progress);
      await isDone;
      listener.dispose();
    });
  }
  return await work;
}

/** Keeps the latest report until the notification is shown. */
class Notice {
  private latest: { readonly message: string; readonly fraction: number | undefined } | undefined;
  private shown = 0;
  private sink: vscode.Progress<{ message?: string; increment?: number }> | undefined;

  report(message: string, fraction: number | undefined): void {
    this.latest = { message, fraction: fraction ?? this.latest?.fraction };
    this.draw();
  }

  show(sink: vscode.Progress<{ message?: string; increment?: number }>): void {
    this.sink = sink;
    this.draw();
  }

  private draw(): void {
    if (!this.latest || !this.sink) return;
    const { message, fraction } = this.latest;
    const increment = fraction === undefined ? 0 : Math.max(0, fraction * 100 - this.shown);
    this.shown += increment;
    this.sink.report({ message, increment });
  }
}
