import * as vscode from "vscode";
import { CancelledError } from "../core/errors/cancelledError";
import type { AppKey } from "../core/model/appKey";
import { showQuickPick } from "./safeUi/inputs";
import { endedBy } from "./safeUi/messages";

export interface AppChoice extends AppKey {
  readonly name: string;
}

export interface PickableApp extends AppChoice {
  readonly description: string;
  readonly icon: string;
}

/** A line that is no app: apps that could not be listed, or another way to go on. */
export interface OtherLine {
  readonly label: string;
  readonly description: string;
  /** A warning by default. */
  readonly icon?: string;
  readonly run: () => Promise<unknown>;
}

/** Lets the user pick one of `apps`. Rejects with CancelledError when the user picks none, or an `unlisted` line. */
export async function pickApp(
  apps: readonly PickableApp[],
  title: string,
  unlisted: readonly OtherLine[] = [],
): Promise<AppChoice> {
  if (apps.length + unlisted.length === 0) {
    throw endedBy(vscode.l10n.t("You have no apps yet. Create one from a folder, or sign in to see yours."));
  }
  const lines = apps.map((app) => ({
    iconPath: new vscode.ThemeIcon(app.icon),
    label: app.name,
    description: app.description,
    app,
    run: undefined,
  }));
  const others = unlisted.map(({ label, description, icon = "warning", run }) => ({
    iconPath: new vscode.ThemeIcon(icon),
    label,
    description,
    app: undefined,
    run,
  }));
  const picked = await showQuickPick([...lines, ...others], {
    title,
    matchOnDescription: true,
  });
  if (picked?.app) return picked.app;
  await picked?.run?.();
  throw new CancelledError();
}
