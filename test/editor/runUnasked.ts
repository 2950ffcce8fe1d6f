// Commands inside VS Code that ask nothing.
import * as vscode from "vscode";
import { unaskedVariable, withUnaskedKey } from "../support/unaskedCommands";

/** Runs one of our commands. */
export async function runUnasked<T>(id: string, argument?: unknown): Promise<T> {
  const key = process.env[unaskedVariable] ?? "";
  const isAddress = argument instanceof vscode.Uri;
  return await vscode.commands.executeCommand<T>(
    `hostedApps.${id}`,
    isAddress ? argument : withUnaskedKey(argument, key),
  );
}
