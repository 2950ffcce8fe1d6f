// A folder with more files than can be sent: what should be excluded, asked until the rest can be.
import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { KeptFolder } from "../../../core/project/keptFolder";
import { maxFiles, TooManyFilesError } from "../../../core/project/tooManyFiles";
import { formatCount } from "../../../core/text/format";
import { appScheme } from "../../../editor/appUris";
import { isThere } from "../../../editor/localDisk";
import { DeployFolder, forgetIncluded } from "../../../editor/project/deployFolder";
import type { StateMemory } from "../../../editor/state/stateMemory";
import { askAside, askChoice, type StepFrame, singleStep } from "../../../editor/steps";
import { writeRule } from "./bringBackRule";
import { choiceItems } from "./question";

const file = ".deployignore";

/** Reads like `DeployFolder.open`. Rejects with CancelledError when the user leaves to edit the rules. */
export async function readOrExclude(
  uri: vscode.Uri,
  state: StateMemory,
  kept: KeptFolder,
): Promise<DeployFolder> {
  for (;;) {
    try {
      return await DeployFolder.open(uri, state, kept);
    } catch (error) {
      if (!(error instanceof TooManyFilesError)) throw error;
      // Files that the user included override any rule that is written now.
      if (await forgetIncluded(uri, state)) continue;
      // A rule in it would be a file of that app.
      if (uri.scheme === appScheme)
        throw new Error(
          vscode.l10n.t(
            "The folder contains more files or folders than can be sent. Nothing was sent. Select another folder.",
          ),
          { cause: error },
        );
      await exclude(uri, error, singleStep(vscode.l10n.t("Create App")));
      kept.refresh();
    }
  }
}

async function exclude(uri: vscode.Uri, error: TooManyFilesError, frame: StepFrame): Promise<void> {
  const parts = error.largestParts();
  const open = async (): Promise<never> => {
    const rules = vscode.Uri.joinPath(uri, file);
    if (!(await isThere(rules)))
      await writeRule(uri, { file, line: `# ${vscode.l10n.t("What isn't sent, as in .gitignore")}` });
    await vscode.commands.executeCommand("vscode.open", rules);
    throw new CancelledError();
  };
  const choose = async (): Promise<void> => {
    const line = await askAside(frame, (aside) => askPart(parts, aside));
    await (line === undefined ? exclude(uri, error, frame) : writeRule(uri, { file, line }));
  };
  const toOpen = { icon: "go-to-file", label: vscode.l10n.t("Open {0}", file), apply: open };
  const detail = vscode.l10n.t("Exclude files in it, then create the app again");
  const toChoose = { icon: "list-tree", label: vscode.l10n.t("Choose Files to Send..."), apply: choose };
  const { apply } = await askChoice(frame, {
    name:
      error.what === "folders"
        ? vscode.l10n.t(
            "The folder contains more than {0} folders, which is more than can be sent",
            formatCount(maxFiles),
          )
        : vscode.l10n.t(
            "The folder contains more than {0} files, which is more than can be sent",
            formatCount(maxFiles),
          ),
    items: choiceItems([{ ...toOpen, detail }, ...(parts.length > 0 ? [toChoose] : [])]),
  });
  await apply();
}

async function askPart(
  parts: ReturnType<TooManyFilesError["largestParts"]>,
  frame: StepFrame,
): Promise<string> {
  return await askChoice(frame, {
    name: vscode.l10n.t("Select what to exclude"),
    items: parts.map(({ rule, count }) => ({
      label: rule,
      iconPath: new vscode.ThemeIcon(rule.endsWith("/") ? "folder" : "file"),
      description: vscode.l10n.t("at least {0} files", formatCount(count)),
      detail: vscode.l10n.t("Adds a rule to {0}", file),
      value: rule,
    })),
  });
}
