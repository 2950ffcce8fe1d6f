// The command that shows what a deploy of a folder would send. Nothing is sent.

import * as vscode from "vscode";
import { estimatePackedBytes } from "../../../core/archive/packedEstimate";
import { field } from "../../../core/parse";
import { folderOfArgument, readArgument } from "../../../editor/commands/commandArguments";
import { chooseLocalFolder } from "../../../editor/project/chooseLocalFolder";
import { DeployFolder } from "../../../editor/project/deployFolder";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { singleStep } from "../../../editor/steps";
import { showPreview } from "./previewPicker";

/** Shows the preview, unless the argument says `show: false`; undefined when no folder was picked. */
export async function runPreview(argument: unknown, state: StateMemory) {
  const { show = true } = readArgument({ show: field.flag }, argument);
  const uri =
    folderOfArgument(argument) ??
    (await chooseLocalFolder(
      vscode.l10n.t("Select a folder to preview its deployment"),
      vscode.l10n.t("Preview"),
    ));
  if (!uri) return undefined;
  const folder = await DeployFolder.open(uri, state);
  await folder.secretsFound();
  if (show) await showPreview(singleStep(vscode.l10n.t("Preview")), folder);
  const { files, totalBytes, leftOut, secrets } = folder.project;
  return {
    sent: files.map(({ path, sizeBytes }) => ({ path, sizeBytes })),
    totalBytes,
    // A guess by the names of the files.
    packedBytesAbout: estimatePackedBytes(files),
    leftOut: leftOut.map(({ path, rule }) => ({ path, rule })),
    secrets,
  };
}
