// A progress notification whose Cancel button is an AbortSignal.
import * as vscode from "vscode";
import { CancelledError } from "./showError";

export interface Progress {
  readonly signal: AbortSignal;
  /** Says what is being done, and how far it is: 0 to 1, when that is known. */
  report(message: string, fraction?: number): void;
}

/** Runs `task` under a cancellable notification. Cancel rejects with CancelledError at once where the task listens. */
export async function withProgress<T>(title: string, task: (progress: Progress) => Promise<T>): Promise<T> {
  return await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const controller = new AbortController();
      const listener = token.onCancellationRequested(() => controller.abort(new CancelledError()));
      let shown = 0;
      try {
        return await task({
          signal: controller.signal,
          report: (message, fraction) => {
            const increment = fraction === undefined ? 0 : Math.max(0, fraction * 100 - shown);
            shown += increment;
            progress.report({ message, increment });
          },
        });
      } finally {
        listener.dispose();
      }
    },
  );
}
