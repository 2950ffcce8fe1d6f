// Files that look as if they held secrets: left out, and asked about once before anything is sent.
import * as vscode from "vscode";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { someNames } from "../../../editor/safeUi/someNames";
import { askAside, askChoice, type StepFrame } from "../../../editor/steps";
import { showPreview } from "../preview/previewPicker";
import { type Choice, choiceItems, recommended } from "./question";

const importedByName = /(?:^|\/)(?:settings|config)\.(?:py|[cm]?[jt]s)$/;

/** True when every such file is decided on; false when the user went back to the step. */
export async function askSecrets(frame: StepFrame, folder: DeployFolder, mainFile: string): Promise<boolean> {
  await folder.secretsFound();
  for (;;) {
    const { undecidedSecrets: secrets } = folder;
    const [first] = secrets;
    if (!first) return true;
    const answer = await askAside(frame, (aside) =>
      askChoice(aside, {
        name:
          secrets.length === 1
            ? vscode.l10n.t("Send {0}? It may contain {1}.", first.path, first.reason)
            : vscode.l10n.t("Send {0} files that may contain secrets?", secrets.length),
        items: choiceItems(choicesOf(folder, mainFile, frame)),
      }),
    );
    if (answer === undefined) return false;
    await answer.apply();
  }
}

function choicesOf(folder: DeployFolder, mainFile: string, frame: StepFrame): Choice[] {
  const isOfStart = folder.undecidedSecrets.some(({ path }) => path === mainFile);
  const isCode = isOfStart || folder.undecidedSecrets.some(({ path }) => importedByName.test(path));
  const exclude: Choice = {
    ...{ icon: "shield", label: vscode.l10n.t("Exclude"), apply: () => folder.decideOnSecrets(false) },
    ...(isCode ? {} : { description: recommended() }),
    detail: isOfStart
      ? vscode.l10n.t("Not sent. {0} is the main file, so the app needs another one", mainFile)
      : vscode.l10n.t("Not sent: {0}", namesOf(folder.undecidedSecrets)),
  };
  const include: Choice = {
    ...{ icon: "warning", label: vscode.l10n.t("Include"), apply: () => folder.decideOnSecrets(true) },
    detail: vscode.l10n.t("Sent. Everyone who can see the app's files can read it"),
  };
  const show: Choice = {
    ...{ icon: "list-tree", label: vscode.l10n.t("Show") },
    detail: vscode.l10n.t("Decide for each file in the preview"),
    apply: async () => void (await askAside(frame, (aside) => showPreview(aside, folder))),
  };
  // Without its code the app can't start, and sending a secret should take more than Enter.
  return isCode ? [show, include, exclude] : [exclude, include, show];
}

/** "a (why), b (why) and 3 more". */
export function namesOf(secrets: readonly { readonly path: string; readonly reason: string }[]): string {
  return someNames(secrets.map(({ path, reason }) => `${path} (${reason})`));
}
