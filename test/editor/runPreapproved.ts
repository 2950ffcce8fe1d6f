// Commands inside VS Code that ask nothing.
import * as vscode from "vscode";
import { approvalVariable, withApprovalKey } from "../support/approvedCommands";

/** Runs one of our commands. */
export async function runPreapproved<T>(id: string, argument?: unknown): Promise<T> {
  const key = process.env[approvalVariable] ?? "";
  const isAddress = argument instanceof vscode.Uri;
  return await vscode.commands.executeCommand<T>(
    `hostedApps.${id}`,
    isAddress ? argument : withApprovalKey(argument, key),
  );
}
