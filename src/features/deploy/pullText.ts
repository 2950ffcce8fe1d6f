// What a pull says of files, in words.
import { l10n } from "vscode";
import { formatBytes } from "../../core/format";
import type { PullKind, PullRow } from "../../core/pullPlan";
import { sentenceFor } from "../../editor/errorSentences";
import type { PlanGroup } from "./planPicker";
import type { PullFailure } from "./pullRun";
import type { LeftFile } from "./pushText";

const icons: Readonly<Record<PullKind, string>> = {
  changed: "diff-modified",
  added: "diff-added",
  changedOnBoth: "warning",
  changedHere: "arrow-up",
  deletedHere: "diff-removed",
  deleted: "diff-removed",
  blocked: "circle-slash",
};

const order = [
  "changed",
  "added",
  "changedOnBoth",
  "changedHere",
  "deletedHere",
  "deleted",
  "blocked",
] as const;

function titleOf(kind: PullKind): string {
  switch (kind) {
    case "changed":
      return l10n.t("Changed in the app");
    case "added":
      return l10n.t("New in the app");
    case "changedOnBoth":
      return l10n.t("Changed on both sides; tick to replace yours");
    case "changedHere":
      return l10n.t("Changed here only; tick to undo that");
    case "deletedHere":
      return l10n.t("Deleted here; tick to bring back");
    case "deleted":
      return l10n.t("Deleted in the app; tick to delete here");
    case "blocked":
      return l10n.t("Cannot be pulled");
  }
}

/** The plan as it is shown. */
export function pullGroups(rows: readonly PullRow[]): PlanGroup<PullRow>[] {
  return order.map((kind) => ({
    title: titleOf(kind),
    items: rows
      .filter((row) => row.kind === kind)
      .map((row) => ({
        row,
        path: row.path,
        icon: icons[kind],
        description: [formatBytes((row.remote ?? row.local)?.sizeBytes ?? 0), reasonOf(row)]
          .filter(Boolean)
          .join(" · "),
        isChosen: row.isChosen,
        isPossible: kind !== "blocked",
      })),
  }));
}

function reasonOf({ reason }: PullRow): string {
  switch (reason) {
    case "neverCompared":
      return l10n.t("never compared before");
    case "unsaved":
      return l10n.t("open with unsaved changes");
    case "sizeAlike":
      return l10n.t("same size, content not compared");
    case "isSpecialInApp":
      return l10n.t("neither file nor folder in the app");
    case "badName":
      return l10n.t("this machine cannot hold its name");
    case "twin":
      return l10n.t("this machine takes its name for another's");
    case undefined:
      return "";
  }
}

/** What was left without being tried. */
export function leftHere(row: PullRow): LeftFile {
  return { path: row.path, reason: reasonOf(row) || titleOf(row.kind) };
}

export function pullFailureText({ path, problem }: PullFailure): LeftFile {
  switch (problem.kind) {
    case "changedHere":
      return { path, reason: l10n.t("changed here after the plan; pull again to see it") };
    case "link":
      return { path, reason: l10n.t("a link is in its place, and nothing is written through links") };
    case "obstacle":
      return { path, reason: l10n.t("a file or folder is in its place") };
    case "goneInApp":
      return { path, reason: l10n.t("deleted in the app meanwhile") };
    case "error":
      return { path, reason: sentenceFor(problem.error) };
  }
}
