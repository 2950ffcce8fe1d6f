// The log that "Show Output" opens. VS Code writes it to disk, so nothing secret may be passed to it (core/logger.ts).
import * as vscode from "vscode";
import type { Logger } from "../core/logger";
import { plainText } from "../core/text/inertText";

export type OutputLogger = Logger & vscode.Disposable & { show(): void };

export function createOutputLogger(): OutputLogger {
  const channel = vscode.window.createOutputChannel("Hosted Apps", { log: true });
  return {
    trace: (message) => channel.trace(plainText(message)),
    debug: (message) => channel.debug(plainText(message)),
    info: (message) => channel.info(plainText(message)),
    warn: (message) => channel.warn(plainText(message)),
    error: (message) => channel.error(plainText(message)),
    show: () => channel.show(),
    dispose: () => channel.dispose(),
  };
}
