// What a push says of files, in words.
import { l10n } from "vscode";
import { formatBytes, formatDuration } from "../../core/format";
import type { PushKind, PushRow } from "../../core/pushPlan";
import { roughSeconds } from "../../core/remainingTime";
import { sentenceFor } from "../../editor/errorSentences";
import type { PlanGroup, PlanItem } from "./planPicker";
import type { PushFailure } from "./pushRun";

/** A file that was not pushed, and why. */
export interface LeftFile {
  readonly path: string;
  readonly reason: string;
}

const icons: Readonly<Record<PushKind, string>> = {
  changed: "diff-modified",
  added: "diff-added",
  deleted: "diff-removed",
  changedOnBoth: "warning",
  changedInApp: "arrow-down",
  onlyInApp: "cloud",
  blocked: "circle-slash",
};

const order = [
  "changed",
  "added",
  "deleted",
  "changedOnBoth",
  "changedInApp",
  "onlyInApp",
  "blocked",
] as const;

function titleOf(kind: PushKind): string {
  switch (kind) {
    case "changed":
      return l10n.t("Changed");
    case "added":
      return l10n.t("New");
    case "deleted":
      return l10n.t("Deleted here");
    case "changedOnBoth":
      return l10n.t("Changed on both sides");
    case "changedInApp":
      return l10n.t("Changed in the app only");
    case "onlyInApp":
      return l10n.t("Only in the app; tick to delete");
    case "blocked":
      return l10n.t("Cannot be pushed");
  }
}

/** The plan as it is shown. */
export function pushGroups(rows: readonly PushRow[]): PlanGroup<PushRow>[] {
  return order.map((kind) => ({
    title: titleOf(kind),
    items: rows.filter((row) => row.kind === kind).map(itemOf),
  }));
}

function itemOf(row: PushRow): PlanItem<PushRow> {
  const bytes = row.local?.sizeBytes ?? row.remote?.sizeBytes;
  return {
    row,
    path: row.path,
    icon: icons[row.kind],
    description: [bytes === undefined ? "" : formatBytes(bytes), reasonOf(row)].filter(Boolean).join(" · "),
    isChosen: row.isChosen,
    isPossible: row.kind !== "blocked",
  };
}

/** Why a row is as it is; empty where its kind says it. */
export function reasonOf({ kind, reason }: PushRow): string {
  switch (reason) {
    case "sizeAlike":
      return l10n.t("same size, content not compared");
    case "newerInApp":
      return l10n.t("newer in the app, never compared before");
    case "goneInApp":
      return l10n.t("missing in the app");
    case "deletedHere":
      return l10n.t("deleted here, changed in the app");
    case "isFolderInApp":
      return l10n.t("a folder in the app");
    case "isSpecialInApp":
      return l10n.t("neither file nor folder in the app");
    case "obstacle":
      return l10n.t("a file in the app stands where its folder would be");
    case "badName":
      return l10n.t("its name cannot be sent");
    case undefined:
      return kind === "changedOnBoth" ? l10n.t("pushing replaces the app's version") : "";
  }
}

/** What was left without being tried. */
export function leftFile(row: PushRow): LeftFile {
  switch (row.kind) {
    case "changedInApp":
      return { path: row.path, reason: l10n.t("changed in the app only") };
    case "onlyInApp":
      return { path: row.path, reason: l10n.t("only in the app, never pushed from here") };
    case "changedOnBoth":
      return { path: row.path, reason: row.reason ? reasonOf(row) : l10n.t("changed on both sides") };
    default:
      return { path: row.path, reason: reasonOf(row) || l10n.t("not chosen") };
  }
}

export function failureText({ path, problem }: PushFailure): LeftFile {
  switch (problem.kind) {
    case "changedHere":
      return { path, reason: l10n.t("changed here while it was being pushed; push again") };
    case "goneHere":
      return { path, reason: l10n.t("could not be read here") };
    case "changedInApp":
      return { path, reason: l10n.t("changed in the app after the plan; push again to see it") };
    case "notTried":
      return { path, reason: l10n.t("not tried, since the service failed too often") };
    case "error":
      return { path, reason: sentenceFor(problem.error) };
  }
}

/** "about 50 s left". */
export function timeLeft(ms: number): string {
  return l10n.t("about {0} left", formatDuration(roughSeconds(ms)));
}

/** What Enter does. */
export function choiceText(chosen: readonly PushRow[], unchanged: number, leastMsEach: number): string {
  const uploads = chosen.filter(({ local }) => local).length;
  const deletions = chosen.length - uploads;
  const parts = [
    uploads === 1 ? l10n.t("1 file is sent") : l10n.t("{0} files are sent", uploads.toLocaleString()),
    ...(deletions === 0 ? [] : [l10n.t("{0} deleted in the app", deletions.toLocaleString())]),
    ...(uploads > 4 ? [l10n.t("about {0}", formatDuration(roughSeconds((uploads - 1) * leastMsEach)))] : []),
    l10n.t("{0} unchanged", unchanged.toLocaleString()),
  ];
  return parts.join(" · ");
}
