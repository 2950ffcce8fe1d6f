// A plan as a list with ticks: what goes, what is left and why, each row with its difference one click away.

import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import { nameOf } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import { createQuickPick, showNotes } from "../../../editor/shown/inputs";

/** One file of a plan. */
export interface PlanItem<Row> {
  readonly row: Row;
  readonly path: string;
  readonly icon: string;
  readonly description: string;
  readonly isChosen: boolean;
  /** False: it cannot be chosen. */
  readonly isPossible: boolean;
  /** There is something to be shown of it. */
  readonly canCompare: boolean;
}

/** Files of one kind. */
export interface PlanGroup<Row> {
  readonly title: string;
  readonly items: readonly PlanItem<Row>[];
}

interface PlanQuestion<Row> {
  readonly title: string;
  /** To be known before the rows are chosen. */
  readonly notes?: readonly string[] | undefined;
  /** What Enter does with so many ticked rows. */
  readonly placeholder: (chosen: readonly Row[]) => string;
  readonly groups: readonly PlanGroup<Row>[];
  readonly compare: (row: Row) => Promise<void>;
  /** Absent where the rows are of no one folder. */
  readonly compareAll?: ((rows: readonly Row[]) => Promise<void>) | undefined;
  /** Asked about what is ticked. Rejects with CancelledError where the user wants to choose again. */
  readonly agree?: ((chosen: readonly Row[]) => Promise<void>) | undefined;
}

interface PickedItem<Row> extends vscode.QuickPickItem {
  readonly plan?: PlanItem<Row>;
}

/** Resolves with the rows that are ticked and agreed to. Rejects with CancelledError when the user leaves the plan. */
export async function pickPlan<Row>(question: PlanQuestion<Row>): Promise<readonly Row[]> {
  let chosen: readonly Row[] | undefined;
  for (;;) {
    chosen = await showPlan(question, chosen);
    try {
      await question.agree?.(chosen);
      return chosen;
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    }
  }
}

/** `before`: the rows that were ticked, where it is shown again. */
async function showPlan<Row>(
  question: PlanQuestion<Row>,
  before: readonly Row[] | undefined,
): Promise<readonly Row[]> {
  const pick = createQuickPick<PickedItem<Row>>();
  const compare: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("git-compare"),
    tooltip: vscode.l10n.t("Show Difference"),
  };
  const compareAll: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("diff-multiple"),
    tooltip: vscode.l10n.t("Show All Differences"),
  };
  pick.title = question.title;
  showNotes(pick, question.notes ?? []);
  pick.canSelectMany = true;
  // Differences open beside it.
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.buttons = question.compareAll ? [compareAll] : [];
  const items = question.groups.flatMap((group) => itemsOf(group, compare));
  pick.items = items;
  pick.selectedItems = items.filter(({ plan }) => plan && (before?.includes(plan.row) ?? plan.isChosen));

  const chosenRows = (): Row[] =>
    pick.selectedItems.flatMap(({ plan }) => (plan?.isPossible ? [plan.row] : []));
  const showChoice = (): void => {
    pick.placeholder = question.placeholder(chosenRows());
  };
  showChoice();
  try {
    return await new Promise<readonly Row[]>((resolve, reject) => {
      pick.onDidChangeSelection((selected) => {
        const possible = selected.filter(({ plan }) => plan?.isPossible);
        if (possible.length < selected.length) pick.selectedItems = possible;
        showChoice();
      });
      pick.onDidTriggerItemButton(({ item }) => {
        if (item.plan) question.compare(item.plan.row).catch(reject);
      });
      pick.onDidTriggerButton(() => {
        question
          .compareAll?.(items.flatMap(({ plan }) => (plan?.canCompare ? [plan.row] : [])))
          .catch(reject);
      });
      pick.onDidAccept(() => resolve(chosenRows()));
      pick.onDidHide(() => reject(new CancelledError()));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

function itemsOf<Row>({ title, items }: PlanGroup<Row>, compare: vscode.QuickInputButton): PickedItem<Row>[] {
  if (items.length === 0) return [];
  return [
    { label: `${title} (${formatCount(items.length)})`, kind: vscode.QuickPickItemKind.Separator },
    ...items.map((plan) => ({
      iconPath: new vscode.ThemeIcon(plan.icon),
      label: nameOf(plan.path) || "/",
      description: [folderText(plan.path), plan.description].filter(Boolean).join(" · "),
      buttons: plan.canCompare ? [compare] : [],
      plan,
    })),
  ];
}

function folderText(path: string): string {
  return path.split("/").slice(1, -1).join("/");
}
