// A plan in words: its groups, why a row is left, and what Enter does.
import { l10n } from "vscode";
import {
  canBeBackedUp,
  type Direction,
  isPossible,
  putBytesOf,
  type RowKind,
  type TransferRow,
} from "../../../appFiles/transfer/plan/transferPlan";
import { nameOf } from "../../../core/paths/appPath";
import { isLogName } from "../../../core/paths/logFiles";
import { projectFileName } from "../../../core/project/projectFile";
import { formatBytes, formatCount, formatDuration } from "../../../core/text/format";
import { roughSeconds } from "../../../core/transfers/remainingTime";
import { sentenceFor } from "../../../editor/errorSentences";
import { type ErrorWords, type LeftFile, problemText } from "./problemText";

/** Each has its own words for the kinds of rows. */
export type PlanVoice = "push" | "pull" | "undo";

export interface PlanItem {
  readonly row: TransferRow;
  readonly icon: string;
  readonly description: string;
  readonly isChosen: boolean;
  readonly canCompare: boolean;
}

export interface PlanGroup {
  readonly title: string;
  readonly items: readonly PlanItem[];
}

const order: readonly RowKind[] = [
  "changed",
  "added",
  "deleted",
  "changedOnBoth",
  "changedInTarget",
  "deletedInTarget",
  "onlyInTarget",
  "blocked",
];

const icons: Readonly<Record<RowKind, Readonly<Record<Direction, string>>>> = {
  changed: { toApp: "diff-modified", toLocal: "diff-modified" },
  added: { toApp: "diff-added", toLocal: "diff-added" },
  deleted: { toApp: "diff-removed", toLocal: "diff-removed" },
  changedOnBoth: { toApp: "warning", toLocal: "warning" },
  changedInTarget: { toApp: "arrow-down", toLocal: "arrow-up" },
  deletedInTarget: { toApp: "diff-removed", toLocal: "diff-removed" },
  onlyInTarget: { toApp: "cloud", toLocal: "device-desktop" },
  blocked: { toApp: "circle-slash", toLocal: "circle-slash" },
};

const titles = (): Readonly<Record<PlanVoice, Readonly<Record<RowKind, string>>>> => ({
  push: {
    changed: l10n.t("Changed"),
    added: l10n.t("New"),
    deleted: l10n.t("Deleted locally"),
    changedOnBoth: l10n.t("Changed on both sides"),
    changedInTarget: l10n.t("Changed in the app only"),
    deletedInTarget: l10n.t("Only in the app (select to delete)"),
    onlyInTarget: l10n.t("Only in the app (select to delete)"),
    blocked: l10n.t("Can't be pushed"),
  },
  pull: {
    changed: l10n.t("Changed in the app"),
    added: l10n.t("New in the app"),
    deleted: l10n.t("Deleted in the app (select to delete locally)"),
    changedOnBoth: l10n.t("Changed on both sides (select to replace yours)"),
    changedInTarget: l10n.t("Changed locally only (select to revert)"),
    deletedInTarget: l10n.t("Deleted locally (select to restore)"),
    onlyInTarget: l10n.t("Changed locally only (select to revert)"),
    blocked: l10n.t("Can't be pulled"),
  },
  undo: {
    changed: l10n.t("To be reverted"),
    added: l10n.t("To be restored"),
    deleted: l10n.t("To be removed"),
    changedOnBoth: l10n.t("Changed since then (select to revert anyway)"),
    changedInTarget: l10n.t("To be reverted"),
    deletedInTarget: l10n.t("To be reverted"),
    onlyInTarget: l10n.t("To be reverted"),
    blocked: l10n.t("Can't be reverted"),
  },
});

export function planGroups(rows: readonly TransferRow[], voice: PlanVoice): PlanGroup[] {
  return order.map((kind) => ({
    title: titles()[voice][kind],
    items: rows.filter((row) => row.kind === kind).map((row) => itemOf(row, voice)),
  }));
}

function itemOf(row: TransferRow, voice: PlanVoice): PlanItem {
  const bytes = putBytesOf(row) ?? (row.remote ?? row.local)?.sizeBytes;
  const where = voice === "undo" && row.direction === "toLocal" ? l10n.t("on this machine") : "";
  const notBackedUp =
    isPossible(row) && !canBeBackedUp(row) ? l10n.t("too large to keep; can't be undone") : "";
  const size = bytes === undefined ? "" : formatBytes(bytes);
  return {
    row,
    icon: icons[row.kind][row.direction],
    description: [size, where, reasonOf(row), notBackedUp].filter(Boolean).join(" · "),
    isChosen: isTaken(row, voice),
    canCompare: row.backup === undefined && (row.local ?? row.remote) !== undefined,
  };
}

/** The default selection. */
export function isTaken(row: TransferRow, voice: PlanVoice): boolean {
  return row.isChosen && !isRarelyMeant(row, voice);
}

/** hosted-app.json is for creating apps, and apps write their own logs. */
export function isRarelyMeant({ path, kind }: TransferRow, voice: PlanVoice): boolean {
  if (voice === "undo" || kind === "deleted") return false;
  return isLogName(nameOf(path)) || (voice === "push" && path === `/${projectFileName}`);
}

/** Empty where the kind says it. */
function reasonOf({ kind, direction, reason, path }: TransferRow): string {
  if (reason) return problemText(reason, path, (error) => new Error(sentenceFor(error)));
  const replaces = kind === "changedOnBoth" && direction === "toApp";
  return replaces ? l10n.t("overwrites the app's version") : "";
}

/** A row that was not tried. */
export function leftRow(row: TransferRow, voice: PlanVoice, words: ErrorWords): LeftFile {
  const { path, reason } = row;
  return { path, reason: reason ? problemText(reason, path, words) : leftReason(row, voice) };
}

function leftReason(row: TransferRow, voice: PlanVoice): string {
  const { kind } = row;
  const isPull = voice === "pull";
  if (kind === "changedOnBoth" && voice !== "undo") return l10n.t("changed on both sides");
  if (kind === "deleted" && isPull) return l10n.t("deleted in the app");
  if (kind === "deletedInTarget" && isPull) return l10n.t("deleted locally");
  if (kind === "changedInTarget" || kind === "onlyInTarget") {
    if (isPull) return l10n.t("changed locally only");
    if (kind === "changedInTarget") return l10n.t("changed in the app only");
    return l10n.t("only in the app, never pushed from here");
  }
  return canBeBackedUp(row) ? l10n.t("not selected") : l10n.t("too large to keep; can't be undone");
}

/** Whether a push or pull that may not ask leaves a decision: not where only the other side changed. */
export function isUndecided(row: TransferRow, voice: PlanVoice): boolean {
  const isOthersOnly = ["changedInTarget", "deletedInTarget", "onlyInTarget"].includes(row.kind);
  return !isOthersOnly && !isRarelyMeant(row, voice);
}

/** Unreadable files count as failed, others as left. */
export function isUnread({ kind, reason }: TransferRow): boolean {
  return kind === "blocked" && ["unreadable", "rulesUnreadable", "vanished"].includes(reason?.kind ?? "");
}

export function choiceText(chosen: readonly TransferRow[], unchanged: number, uploadEveryMs: number): string {
  const count = (direction: Direction, isPut: boolean): number =>
    chosen.filter((row) => row.direction === direction && (putBytesOf(row) !== undefined) === isPut).length;
  const [sent, deleted] = [count("toApp", true), count("toApp", false)];
  const [written, deletedHere] = [count("toLocal", true), count("toLocal", false)];
  const parts = [
    ...(chosen.length === 0 ? [l10n.t("Nothing is selected")] : []),
    ...(sent > 0
      ? [sent === 1 ? l10n.t("1 file to send") : l10n.t("{0} files to send", formatCount(sent))]
      : []),
    ...(deleted > 0 ? [l10n.t("{0} to delete in the app", formatCount(deleted))] : []),
    ...(sent > 4 ? [l10n.t("about {0}", formatDuration(roughSeconds((sent - 1) * uploadEveryMs)))] : []),
    ...(written > 0
      ? [written === 1 ? l10n.t("1 file to write") : l10n.t("{0} files to write", formatCount(written))]
      : []),
    ...(deletedHere > 0 ? [l10n.t("{0} to delete locally", formatCount(deletedHere))] : []),
    ...(unchanged > 0 ? [l10n.t("{0} unchanged", formatCount(unchanged))] : []),
  ];
  return parts.join(" · ");
}

export function timeLeft(ms: number): string {
  return l10n.t("about {0} left", formatDuration(roughSeconds(ms)));
}
