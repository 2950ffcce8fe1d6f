// Shows a plan and asks what of it is to be done.

import * as vscode from "vscode";
import type { RowKind, TransferPlan, TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { servicePace } from "../../../appFiles/transfer/runProgress";
import type { AppKey } from "../../../core/model/appKey";
import { appUri } from "../../../editor/appUris";
import type { TransferPlace } from "../place/transferPlace";
import { agreeToActing } from "./agreeToActing";
import { confirmLoss, type LossWords } from "./confirmLoss";
import { type PlanQuestion, pickPlan } from "./planPicker";
import { choiceText, type PlanVoice, planGroups } from "./planText";
import { showAllDifferences, showDifference } from "./showDifference";

type Question = Omit<PlanQuestion<TransferRow>, "placeholder" | "groups" | "compare">;

/** The question in the words of the command. */
export interface PlanWords extends Question {
  readonly kind: "push" | "pull";
  /** Rows that take from the target what only it has, and the question before. */
  readonly loses: ReadonlySet<RowKind>;
  readonly loss: LossWords;
}

/** The rows that are ticked. Rejects with CancelledError when the user leaves. */
export async function askPlan(
  place: TransferPlace,
  plan: TransferPlan,
  { kind, loses, loss, agree, ...question }: PlanWords,
): Promise<readonly TransferRow[]> {
  return await askRows(place, plan, {
    ...question,
    voice: kind,
    compare: (row) => showDifference(place, row),
    compareAll: (rows) => showAllDifferences(place, rows),
    agree: async (rows) => {
      await confirmLoss(
        rows.filter(({ kind }) => loses.has(kind)),
        loss,
      );
      await agreeToActing(rows, { appName: place.appName, target: place.folder });
      await agree?.(rows);
    },
  });
}

/** The same of a plan that has no folder of its own. */
export async function askRows(
  { accountId, appId }: AppKey,
  { rows, unchanged }: TransferPlan,
  {
    voice,
    ...question
  }: Question & Partial<Pick<PlanQuestion<TransferRow>, "compare">> & { readonly voice: PlanVoice },
): Promise<readonly TransferRow[]> {
  return await pickPlan<TransferRow>({
    compare: async ({ path, remote }) => {
      if (remote) await vscode.commands.executeCommand("vscode.open", appUri({ accountId, appId, path }));
    },
    placeholder: (chosen) => choiceText(chosen, unchanged, servicePace.uploadEveryMs),
    groups: planGroups(rows, voice),
    ...question,
  });
}
