// Pull: what changed in an app comes into its folder.

import * as vscode from "vscode";
import { withDeletions } from "../../../appFiles/transfer/plan/planPull";
import { readPullPlan } from "../../../appFiles/transfer/plan/readPlans";
import { field } from "../../../core/outside/reading";
import { formatCount } from "../../../core/text/format";
import { readArgument } from "../../../editor/commands/commandArguments";
import { showInformationMessage } from "../../../editor/shown/messages";
import { filesText } from "../ask/confirmLoss";
import { readToFill, requireNoRepository } from "../place/readPlace";
import { rememberPicked } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { type Synced, type SyncOutcome, type SyncPolicy, syncFolder, tellSynced } from "./syncFolder";

/** What became of each file, by its path in the app. */
export interface PullOutcome extends SyncOutcome {
  readonly written: readonly string[];
  /** Deleted in the folder. */
  readonly deleted: readonly string[];
}

/**
 * The command. With an object of `folder` and perhaps accountId and appId, or with `confirm: true`, it asks at most for
 * consent: local work is then left and named, and files are deleted here only with `deletions: true`.
 */
export async function pull(argument: unknown, services: TransferServices): Promise<PullOutcome> {
  const { deletions = false } = readArgument({ deletions: field.consent }, argument);
  const synced = await syncFolder(argument, policy(deletions), services);
  const { place, put, removed } = synced;
  // Of several targets, the one that was pushed to last is the folder's.
  const isLinking = put.length + removed.length > 0 && !place.target;
  const linked = isLinking ? await rememberPicked(place, services) : [];
  void tellSynced(synced, { said: [...endSentences(synced), ...linked] }, services);
  return { ...synced.outcome, written: put, deleted: removed };
}

function policy(deletions: boolean): SyncPolicy {
  return {
    kind: "pull",
    whichApp: vscode.l10n.t("Select an app to pull from"),
    questions: {
      whichFolder: vscode.l10n.t("Select a folder to pull into"),
      whichApp: (folder) => vscode.l10n.t("Select an app to pull into {0} from", folder),
      goOn: vscode.l10n.t("Pull"),
    },
    permission: "canSeeApplicationFiles",
    prepare: async ({ folder }) => requireNoRepository(folder),
    read: readToFill,
    plan: async (input, isQuiet) => {
      const plan = await readPullPlan(input);
      if (!isQuiet || !deletions) return plan;
      return { ...plan, rows: await withDeletions(plan.rows, input.app, input.signal) };
    },
    isWorthShowing: async ({ folderName, appName }, { rows, unchanged }) => {
      if (rows.length > 0) return true;
      const same = filesText(unchanged);
      void showInformationMessage(
        vscode.l10n.t("{0} is up to date with {1} ({2}).", folderName, appName, same),
      );
      return false;
    },
    consent: async ({ folderName, appName }) => ({
      question: vscode.l10n.t("Pull {0} into {1}?", appName, folderName),
      lines: [
        vscode.l10n.t("Files that changed in the app replace the folder's versions."),
        ...(deletions
          ? [vscode.l10n.t("Files that were deleted in the app are deleted in the folder.")]
          : []),
      ],
    }),
    words: ({ folderName, appName }) => ({
      kind: "pull",
      title: vscode.l10n.t("Pull {0} → {1}", appName, folderName),
      loses: new Set(["changedOnBoth", "changedInTarget"]),
      loss: {
        place: vscode.l10n.t("the folder {0}", folderName),
        why: vscode.l10n.t("The current content exists only in the folder."),
      },
    }),
    doing: ({ folderName, appName }) => vscode.l10n.t("Pulling {0} into {1}", appName, folderName),
  };
}

function endSentences({ place, put, removed, outcome }: Synced): string[] {
  const { appName, folderName } = place;
  const { cancelled } = outcome;
  const said = [
    put.length === 1
      ? vscode.l10n.t("Pulled 1 file into {0}.", folderName)
      : vscode.l10n.t("Pulled {0} files into {1}.", formatCount(put.length), folderName),
  ];
  if (removed.length > 0) said.push(vscode.l10n.t("Deleted locally: {0}.", formatCount(removed.length)));
  if (cancelled.length > 0)
    said.push(vscode.l10n.t("Canceled: {0} not pulled from {1}.", formatCount(cancelled.length), appName));
  return said;
}
