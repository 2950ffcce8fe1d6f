// The log that "Show Log" opens. VS Code writes it to disk, so nothing secret may be passed to it (core/logger.ts).
import * as vscode from "vscode";
import type { Logger } from "../core/logger";

export type OutputLogger = Logger & vscode.Disposable & { show(): void };

export function createOutputLogger(): OutputLogger {
  return vscode.window.createOutputChannel("Hosted Apps", { log: true });
}
