// Whether a command may do what its argument says without a question. An argument may come from a link that others
// wrote, so it is no consent: only the argument of a call of our own code is, and, for tests, one that carries
// the key in the environment of this VS Code.
import * as vscode from "vscode";
import { isObject } from "../../core/text/isObject";

const keyVariable = "HOSTED_APPS_UNASKED";
/** A shorter key could be guessed. */
const shortestKey = 16;

const consented = new WeakSet<object>();

/** The same argument, for a call of our own code: what it says was asked or chosen before. */
export function withConsent<T>(argument: T): T {
  if (isObject(argument)) consented.add(argument);
  return argument;
}

/** Whether nothing needs to be asked about what the argument says. */
export function mayGoUnasked(argument: unknown): boolean {
  if (isObject(argument) && consented.has(argument)) return true;
  const key = globalThis.process?.env[keyVariable] ?? "";
  return key.length >= shortestKey && isObject(argument) && argument["unasked"] === key;
}

/** Nothing of this machine is sent, and nothing written, before the user trusts what is open. */
export function requireTrust(): void {
  if (vscode.workspace.isTrusted) return;
  throw new Error(
    vscode.l10n.t(
      "Nothing is sent or written in Restricted Mode. Trust the workspace first, then try again.",
    ),
  );
}
