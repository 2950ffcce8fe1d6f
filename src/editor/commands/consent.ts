// Decides if a command may follow its argument without a question. A link of others may carry an argument, so it is no
// consent: only a call of our own code is, and, in tests, the key in the environment of this VS Code.
import * as vscode from "vscode";
import { isObject } from "../../core/text/isObject";

const keyVariable = "HOSTED_APPS_APPROVAL_KEY";
/** A shorter key could be guessed. */
const shortestKey = 16;

const consented = new WeakSet<object>();

/** Marks the argument of a call of our own code: the user was asked or chose what it says. Returns the same object. */
export function withConsent<T>(argument: T): T {
  if (isObject(argument)) consented.add(argument);
  return argument;
}

/** The argument's content needs no question. */
export function isPreapproved(argument: unknown): boolean {
  if (isObject(argument) && consented.has(argument)) return true;
  const key = globalThis.process?.env[keyVariable] ?? "";
  return key.length >= shortestKey && isObject(argument) && argument["approvalKey"] === key;
}

/** Nothing of this machine is sent or written before the user trusts the workspace: throws an Error for the user. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(
    vscode.l10n.t(
      "Nothing is sent or written in Restricted Mode. Trust the workspace first, then try again.",
    ),
  );
}
