// A plan as a list with ticks: what goes, what is left and why, each row with its difference one click away.

import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import { nameOf } from "../../../core/paths/appPath";
import { formatCount } from "../../../core/text/format";
import { createQuickPick, showNotes, showQuickPick } from "../../../editor/safeUi/inputs";
import { someNames } from "../../../editor/safeUi/someNames";

/** One file of a plan. */
export interface PlanItem<Row> {
  readonly row: Row;
  readonly path: string;
  readonly icon: string;
  readonly description: string;
  readonly isChosen: boolean;
  /** False: it cannot be chosen. Its row would have a box that stays empty, so that it is named above the rows. */
  readonly isPossible: boolean;
  /** There is something to be shown of it. */
  readonly canCompare: boolean;
}

/** Files of one kind. */
export interface PlanGroup<Row> {
  readonly title: string;
  readonly items: readonly PlanItem<Row>[];
}

export interface PlanQuestion<Row> {
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

/** What is ticked, and what is to be listed in between: a list that opens over a plan closes it. */
interface ShownPlan<Row> {
  readonly rows: readonly Row[];
  readonly left?: readonly PickedItem<Row>[];
}

/** Resolves with the rows that are ticked and agreed to. Rejects with CancelledError when the user leaves the plan. */
export async function pickPlan<Row>(question: PlanQuestion<Row>): Promise<readonly Row[]> {
  let chosen: readonly Row[] | undefined;
  for (;;) {
    const { rows, left }: ShownPlan<Row> = await showPlan(question, chosen);
    chosen = rows;
    if (left) {
      const options = { title: question.title, matchOnDescription: true };
      const plan = (await showQuickPick(left, options))?.plan;
      if (plan?.canCompare) await question.compare(plan.row);
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

/** `before`: the rows that were ticked, where it is shown again. */
async function showPlan<Row>(
  question: PlanQuestion<Row>,
  before: readonly Row[] | undefined,
): Promise<ShownPlan<Row>> {
  const pick = createQuickPick<PickedItem<Row>>();
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
  pick.title = question.title;
  showNotes(pick, [...left.map(noteOf), ...(question.notes ?? [])]);
  pick.canSelectMany = true;
  // Differences open beside it.
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.buttons = [...(left.length > 0 ? [showLeft] : []), ...(question.compareAll ? [compareAll] : [])];
  const items = question.groups.flatMap((group) => itemsOf(partOf(group, true), compare));
  pick.items = items;
  pick.selectedItems = items.filter(({ plan }) => plan && (before?.includes(plan.row) ?? plan.isChosen));

  const chosenRows = (): Row[] => pick.selectedItems.flatMap(({ plan }) => (plan ? [plan.row] : []));
  const showChoice = (): void => {
    pick.placeholder = question.placeholder(chosenRows());
  };
  showChoice();
  try {
    return await new Promise<ShownPlan<Row>>((resolve, reject) => {
      pick.onDidChangeSelection(showChoice);
      pick.onDidTriggerItemButton(({ item }) => {
        if (item.plan) question.compare(item.plan.row).catch(reject);
      });
      pick.onDidTriggerButton((button) => {
        if (button === showLeft)
          return resolve({ rows: chosenRows(), left: left.flatMap((group) => itemsOf(group, compare)) });
        question
          .compareAll?.(items.flatMap(({ plan }) => (plan?.canCompare ? [plan.row] : [])))
          .catch(reject);
      });
      pick.onDidAccept(() => resolve({ rows: chosenRows() }));
      pick.onDidHide(() => reject(new CancelledError()));
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}

function partOf<Row>({ title, items }: PlanGroup<Row>, isPossible: boolean): PlanGroup<Row> {
  return { title, items: items.filter((item) => item.isPossible === isPossible) };
}

function titleOf({ title, items }: PlanGroup<unknown>): string {
  return `${title} (${formatCount(items.length)})`;
}

function noteOf(group: PlanGroup<unknown>): string {
  const names = group.items.map(({ path, description }) => `${path.slice(1)} (${description})`);
  return `${titleOf(group)}: ${someNames(names)}`;
}

function itemsOf<Row>(group: PlanGroup<Row>, compare: vscode.QuickInputButton): PickedItem<Row>[] {
  if (group.items.length === 0) return [];
  return [
    { label: titleOf(group), kind: vscode.QuickPickItemKind.Separator },
    ...group.items.map((plan) => ({
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
