import * as vscode from "vscode";
import { inertLine } from "../../core/text/inertText";

type Report = { message?: string; increment?: number };

/** Like `vscode.window.withProgress`; titles and messages are text. */
export async function showProgress<T>(
  options: vscode.ProgressOptions,
  task: (progress: vscode.Progress<Report>, token: vscode.CancellationToken) => Promise<T>,
): Promise<T> {
  const title = options.title === undefined ? {} : { title: inertLine(options.title) };
  return await vscode.window.withProgress({ ...options, ...title }, async (progress, token) => {
    const report = ({ message, ...rest }: Report): void =>
      progress.report({ ...rest, ...(message !== undefined && { message: inertLine(message) }) });
    return await task({ report }, token);
  });
}
