// Which app a command is about: the one it was called for, or one picked from a list.

import * as vscode from "vscode";
import { CancelledError } from "../core/errors/cancelledError";
import type { AppKey } from "../core/model/appKey";
import { escapeIcons } from "../core/text/icons";
import { parseAppUri } from "./appUris";

/** An app, named by its account. */
export interface AppChoice extends AppKey {
  readonly name: string;
}

/** An app as the list shows it. */
export interface PickableApp extends AppChoice {
  readonly description: string;
  readonly icon: string;
}

/**
 * Reads what a command was called with: a tree row or an argument object with accountId and appId, or the Uri of a
 * file inside an app. Undefined when it names no app.
 */
export function appOfArgument(argument: unknown): Omit<AppChoice, "name"> | undefined {
  if (argument instanceof vscode.Uri) return parseAppUri(argument);
  if (typeof argument !== "object" || argument === null) return undefined;
  const { accountId, appId } = argument as { readonly accountId?: unknown; readonly appId?: unknown };
  return typeof accountId === "string" && typeof appId === "string" ? { accountId, appId } : undefined;
}

/** Lets the user pick one of `apps`. Rejects with CancelledError when they pick none. */
export async function pickApp(apps: readonly PickableApp[], title: string): Promise<AppChoice> {
  if (apps.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("There is no app yet. Create one from a folder, or sign in to see yours."),
    );
    throw new CancelledError();
  }
  const picked = await vscode.window.showQuickPick(
    apps.map((app) => ({
      label: `$(${app.icon}) ${escapeIcons(app.name)}`,
      description: app.description,
      app,
    })),
    { title, matchOnDescription: true },
  );
  if (!picked) throw new CancelledError();
  return picked.app;
}
