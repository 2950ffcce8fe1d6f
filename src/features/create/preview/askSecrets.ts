// Files that look as if they held secrets: left out, and asked about once before anything is sent.
import * as vscode from "vscode";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { someNames } from "../../../editor/safeUi/someNames";
import { askAside, askChoice, type StepFrame } from "../../../editor/steps";
import { showPreview } from "./previewPicker";

/** True when every such file is decided on; false when the user went back to the step. */
export async function askSecrets(frame: StepFrame, folder: DeployFolder, mainFile: string): Promise<boolean> {
  while (folder.undecidedSecrets.length > 0) {
    const answer = await askAside(frame, (aside) => askOnce(aside, folder, mainFile));
    if (answer === undefined) return false;
    if (answer === "show") await askAside(frame, (aside) => showPreview(aside, folder));
    else await folder.decideOnSecrets(answer === "include");
  }
  return true;
}

async function askOnce(
  frame: StepFrame,
  { undecidedSecrets: secrets }: DeployFolder,
  mainFile: string,
): Promise<"exclude" | "include" | "show"> {
  const list = namesOf(secrets);
  const isOfStart = secrets.some(({ path }) => path === mainFile);
  return await askChoice<"exclude" | "include" | "show">(frame, {
    name:
      secrets.length === 1
        ? vscode.l10n.t("Send 1 file that may contain a secret?")
        : vscode.l10n.t("Send {0} files that may contain secrets?", secrets.length),
    items: [
      {
        label: vscode.l10n.t("Exclude"),
        iconPath: new vscode.ThemeIcon("shield"),
        ...(isOfStart ? {} : { description: vscode.l10n.t("recommended") }),
        detail: isOfStart
          ? vscode.l10n.t("Not sent. {0} is the main file, so the app needs another one", mainFile)
          : vscode.l10n.t("Not sent: {0}", list),
        value: "exclude",
      },
      {
        label: vscode.l10n.t("Include"),
        iconPath: new vscode.ThemeIcon("warning"),
        detail: vscode.l10n.t("Sent. Everyone who can see the app's files can read it"),
        value: "include",
      },
      {
        label: vscode.l10n.t("Show"),
        iconPath: new vscode.ThemeIcon("list-tree"),
        detail: vscode.l10n.t("Decide for each file in the preview"),
        value: "show",
      },
    ],
  });
}

/** "a (why), b (why) and 3 more". */
export function namesOf(secrets: readonly { readonly path: string; readonly reason: string }[]): string {
  return someNames(secrets.map(({ path, reason }) => `${path} (${reason})`));
}
