// A plan as a list to select from, each row with a button for its difference.

import * as vscode from "vscode";
import {
  isPossible,
  type TransferPlan,
  type TransferRow,
} from "../../../appFiles/transfer/plan/transferPlan";
import { serviceLimits } from "../../../appFiles/transfer/runProgress";
import { CancelledError } from "../../../core/errors/cancelledError";
import type { AppKey } from "../../../core/model/appKey";
import { nameOf } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import { appUri } from "../../../editor/appUris";
import { createQuickPick, showNotes, showQuickPick } from "../../../editor/safeUi/inputs";
import { someNames } from "../../../editor/safeUi/someNames";
import { orShowError } from "../../../editor/showError";
import { choiceText, type PlanGroup, type PlanItem, type PlanVoice, planGroups } from "./planText";

/** Rows that are no files; none is selected at first. */
export interface PlanExtras {
  readonly title: string;
  readonly rows: readonly vscode.QuickPickItem[];
  readonly chosen: Set<vscode.QuickPickItem>;
}

export interface PlanQuestion {
  readonly voice: PlanVoice;
  readonly title: string;
  /** Shown above the rows. */
  readonly notes?: readonly string[] | undefined;
  /** More of them, shown when they are known. Never rejects. */
  readonly late?: Promise<readonly string[]> | undefined;
  /** Without it, the app's file is opened. */
  readonly compare?: (row: TransferRow) => Promise<void>;
  /** Absent where the rows have no folder. */
  readonly compareAll?: (rows: readonly TransferRow[]) => Promise<void>;
  readonly extras?: PlanExtras;
  /** The questions about the selected rows. A CancelledError leads back to the plan. */
  readonly agree?: ((chosen: readonly TransferRow[]) => Promise<void>) | undefined;
}

interface ShownQuestion extends PlanQuestion {
  readonly groups: readonly PlanGroup[];
  readonly unchanged: number;
  readonly compare: (row: TransferRow) => Promise<void>;
}

interface PickedItem extends vscode.QuickPickItem {
  readonly plan?: PlanItem;
}

/** `left`: rows to list before the plan is shown again, since a second list closes it. */
interface ShownPlan {
  readonly rows: readonly TransferRow[];
  readonly left?: readonly PickedItem[];
}

/** Resolves with the selected rows. Rejects with CancelledError when the user leaves the plan. */
export async function pickPlan(
  { accountId, appId }: AppKey,
  { rows: planned, unchanged }: TransferPlan,
  asked: PlanQuestion,
): Promise<readonly TransferRow[]> {
  const open = async ({ path, remote }: TransferRow): Promise<void> => {
    if (remote) await vscode.commands.executeCommand("vscode.open", appUri({ accountId, appId, path }));
  };
  const question = { compare: open, ...asked, groups: planGroups(planned, asked.voice), unchanged };
  let chosen: readonly TransferRow[] | undefined;
  for (;;) {
    const { rows, left }: ShownPlan = await showPlan(question, chosen);
    chosen = rows;
    if (left) {
      const options = { title: question.title, matchOnDescription: true };
      const plan = (await showQuickPick(left, options))?.plan;
      if (plan?.canCompare) await orShowError(() => question.compare(plan.row));
      continue;
    }
    try {
      await question.agree?.(chosen);
      return chosen;
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    }
  }
}

/** `before`: the selection of the last time. */
async function showPlan(
  question: ShownQuestion,
  before: readonly TransferRow[] | undefined,
): Promise<ShownPlan> {
  const pick = createQuickPick<PickedItem>();
  const compare: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("git-compare"),
    tooltip: vscode.l10n.t("Show Difference"),
  };
  const compareAll: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("diff-multiple"),
    tooltip: vscode.l10n.t("Show All Differences"),
  };
  const left = question.groups.map((group) => partOf(group, false)).filter(({ items }) => items.length > 0);
  const showLeft: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("circle-slash"),
    tooltip: left.map(titleOf).join(", "),
  };
  const noteAll = (late: readonly string[] = []): void => {
    pick.title = question.title;
    showNotes(pick, [...left.map(noteOf), ...late, ...(question.notes ?? [])]);
  };
  noteAll();
  void question.late?.then(noteAll);
  pick.canSelectMany = true;
  // Differences open beside the list.
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.buttons = [...(left.length > 0 ? [showLeft] : []), ...(question.compareAll ? [compareAll] : [])];
  const items = question.groups.flatMap((group) => itemsOf(partOf(group, true), compare));
  const { title = "", rows: extras = [], chosen: chosenExtras } = question.extras ?? {};
  const separator = { label: title, kind: vscode.QuickPickItemKind.Separator };
  pick.items = [...items, ...(extras.length > 0 ? [separator, ...extras] : [])];
  pick.selectedItems = [
    ...items.filter(({ plan }) => plan && (before?.includes(plan.row) ?? plan.isChosen)),
    ...extras.filter((each) => chosenExtras?.has(each)),
  ];

  const chosenRows = (): TransferRow[] => pick.selectedItems.flatMap(({ plan }) => (plan ? [plan.row] : []));
  const showChoice = (): void => {
    pick.placeholder = choiceText(chosenRows(), question.unchanged, serviceLimits.uploadEveryMs);
  };
  const answer = (): ShownPlan => {
    chosenExtras?.clear();
    for (const each of pick.selectedItems) if (extras.includes(each)) chosenExtras?.add(each);
    return { rows: chosenRows() };
  };
  showChoice();
  try {
    return await new Promise<ShownPlan>((resolve, reject) => {
      pick.onDidChangeSelection(showChoice);
      pick.onDidTriggerItemButton(({ item }) => {
        const { plan } = item;
        if (plan) void orShowError(() => question.compare(plan.row));
      });
      pick.onDidTriggerButton((button) => {
        if (button === showLeft)
          return resolve({ ...answer(), left: left.flatMap((group) => itemsOf(group, compare)) });
        const rows = items.flatMap(({ plan }) => (plan?.canCompare ? [plan.row] : []));
        void orShowError(() => question.compareAll?.(rows));
      });
      pick.onDidAccept(() => resolve(answer()));
      pick.onDidHide(() => reject(new CancelledError()));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

function partOf({ title, items }: PlanGroup, canGo: boolean): PlanGroup {
  return { title, items: items.filter(({ row }) => isPossible(row) === canGo) };
}

function titleOf({ title, items }: PlanGroup): string {
  return `${title} (${formatCount(items.length)})`;
}

function noteOf(group: PlanGroup): string {
  const names = group.items.map(({ row, description }) => `${row.path.slice(1)} (${description})`);
  return `${titleOf(group)}: ${someNames(names)}`;
}

function itemsOf(group: PlanGroup, compare: vscode.QuickInputButton): PickedItem[] {
  if (group.items.length === 0) return [];
  return [
    { label: titleOf(group), kind: vscode.QuickPickItemKind.Separator },
    ...group.items.map((plan) => ({
      iconPath: new vscode.ThemeIcon(plan.icon),
      label: nameOf(plan.row.path) || "/",
      description: [folderText(plan.row.path), plan.description].filter(Boolean).join(" · "),
      buttons: plan.canCompare ? [compare] : [],
      plan,
    })),
  ];
}

function folderText(path: string): string {
  return path.split("/").slice(1, -1).join("/");
}
