// Pull: writes the changes of an app into its folder.

import * as vscode from "vscode";
import { withDeletions } from "../../../appFiles/transfer/plan/planPull";
import { readPullPlan } from "../../../appFiles/transfer/plan/readPlans";
import type { AppKey } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import { formatCount } from "../../../core/text/format";
import { readArgument } from "../../../editor/commands/commandArguments";
import { requireNoRepository } from "../../../editor/localDisk";
import { readToFill } from "../place/readPlace";
import { rememberPicked } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import type { OutcomeOf } from "../run/doTransfer";
import type { EndWords } from "../run/notifyEnd";
import { notifySynced, type Synced, type SyncPolicy, syncFolder } from "../run/syncFolder";

/** By path in the app; `deleted` are local files. */
export type PullOutcome = AppKey & OutcomeOf<"written" | "deleted">;

/**
 * With `folder` or `confirm: true` in the argument, asks at most for consent, leaves local changes, and deletes local
 * files only with `deletions: true`.
 */
export async function pull(argument: unknown, services: TransferServices): Promise<PullOutcome> {
  const { deletions = false } = readArgument({ deletions: field.consent }, argument);
  const synced = await syncFolder(argument, policy(deletions, services), services);
  const { place, outcome } = synced;
  const { put: written, ...others } = outcome;
  const deleted = others.removed;
  // With targets, only a push changes the folder's app.
  const isLinking = written.length + deleted.length > 0 && !place.target;
  const linked = isLinking ? await rememberPicked(place, services) : [];
  void notifySynced(synced, { ...endWords(synced), linked });
  const { accountId, appId } = place;
  return { accountId, appId, ...others, written, deleted };
}

function policy(deletions: boolean, services: TransferServices): SyncPolicy {
  return {
    kind: "pull",
    questions: {
      whichFolder: vscode.l10n.t("Select a folder to pull into"),
      whichApp: (folder) => vscode.l10n.t("Select an app to pull into {0} from", folder),
      goOn: vscode.l10n.t("Pull"),
    },
    prepare: async ({ folder }) => requireNoRepository(folder),
    read: (place, reading) => readToFill(place, services, reading),
    plan: async (input, isQuiet) => {
      const plan = await readPullPlan(input);
      if (!isQuiet || !deletions) return plan;
      return { ...plan, rows: await withDeletions(plan.rows, input.app, input.signal) };
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
      voice: "pull",
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

function endWords({ place: { appName, folderName }, outcome: { put } }: Synced): EndWords {
  return {
    done:
      put.length === 1
        ? vscode.l10n.t("Pulled 1 file into {0}.", folderName)
        : vscode.l10n.t("Pulled {0} files into {1}.", formatCount(put.length), folderName),
    removed: (count) => vscode.l10n.t("Deleted locally: {0}.", count),
    cancelled: (count) => vscode.l10n.t("Canceled: {0} not pulled from {1}.", count, appName),
  };
}
