// After an app was created: offers to keep its settings in the folder, as hosted-app.json.
import * as vscode from "vscode";
import type { App, NewAppSettings } from "../../../core/model/model";
import {
  changeProjectFile,
  newProjectFile,
  type ProjectFile,
  parseProjectFile,
  projectFileName,
  projectFileOfSettings,
} from "../../../core/project/projectFile";
import { changeFile } from "../../../editor/localDisk";
import { editProjectFile, projectFileText, projectFileUri } from "../../../editor/project/projectFileIn";
import { notify } from "../../../editor/safeUi/messages";
import type { StateMemory } from "../../../editor/state/stateMemory";

interface Offer {
  readonly folder: vscode.Uri;
  /** Present content of the folder's file; undefined without one. */
  readonly existing: ProjectFile | undefined;
  readonly app: App;
  readonly settings: NewAppSettings;
  /** The start command that was found in the folder. */
  readonly foundCommand: string | undefined;
  readonly state: StateMemory;
}

/** Asks; resolves when the user has answered, which may be never. */
export async function offerProjectFile(offer: Offer): Promise<void> {
  const { folder, existing, app, settings, foundCommand, state } = offer;
  const stateKey = `deploy.noAppFile:${folder.toString()}` as const;
  if (state.get(stateKey) || existing?.appId === app.id) return;
  const write = existing ? vscode.l10n.t("Add the App's ID") : vscode.l10n.t("Save");
  const text = existing
    ? vscode.l10n.t(
        "Add the ID of {1} to {0}, so that every copy of this folder is linked to it?",
        projectFileName,
        app.name,
      )
    : vscode.l10n.t(
        "Save {0}'s settings in {1}, so that the next deploy doesn't ask for them?",
        app.name,
        projectFileName,
      );
  const file = { ...projectFileOfSettings(settings, foundCommand), appId: app.id };
  await notify("information", text, {
    [write]: () => writeProjectFile(folder, file, existing),
    [vscode.l10n.t("Never for This Folder")]: () => state.update(stateKey, true),
  });
}

/** Writes everything into a new file, but only the id into a file that says what the rest is. Shown in an editor. */
async function writeProjectFile(
  folder: vscode.Uri,
  file: ProjectFile & { readonly appId: string },
  existing: ProjectFile | undefined,
): Promise<void> {
  const { appId } = file;
  const said = existing ? "" : await projectFileText(folder);
  // A file that was written meanwhile takes precedence.
  const whole = { ...file, ...parseProjectFile(said ?? "").file, appId };
  await changeProjectFileIn(folder, existing ? { appId } : whole);
  // The user did not ask to see it: it takes no tab's place, such as the walkthrough's.
  await vscode.window.showTextDocument(projectFileUri(folder), { preview: false });
}

/** Writes values into the folder's file: a new one, or its own, where everything else stays. */
export async function changeProjectFileIn(folder: vscode.Uri, changes: ProjectFile): Promise<void> {
  if ((await projectFileText(folder)) === undefined)
    await changeFile(folder, projectFileName, () => newProjectFile(changes));
  else await editProjectFile(projectFileUri(folder), (text) => changeProjectFile(text, changes));
}
