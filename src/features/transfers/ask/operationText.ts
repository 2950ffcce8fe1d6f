// An operation in words: "Push to Shop (12 files, 10:32)".

import { l10n } from "vscode";
import { type Operation, type OperationHeader, operationKinds } from "../../../appFiles/backups/operation";
import { formatClock } from "../../../core/text/format";
import { filesText } from "./confirmLoss";

/** "Push to Shop". */
export function operationTitle({ kind, appName, appId, title }: OperationHeader): string {
  const app = appName ?? appId;
  const titles = {
    push: l10n.t("Push to {0}", app),
    pull: l10n.t("Pull from {0}", app),
    upload: l10n.t("Upload to {0}", app),
    download: l10n.t("Download from {0}", app),
    move: l10n.t("Move in {0}", app),
    copy: l10n.t("Copy in {0}", app),
    delete: l10n.t("Delete in {0}", app),
    restore: l10n.t("Restore in {0}", app),
    undo: l10n.t("Undo in {0}", app),
    rollback: l10n.t("Rollback of {0}", app),
    create: l10n.t("Create {0}", app),
  };
  const undone = operationKinds.find((each) => each === title?.from && each !== "undo");
  return kind === "undo" && undone ? l10n.t("Undo {0}", titles[undone]) : titles[kind];
}

/** The undo of an undo is a redo. */
export function undoTitle({ header, ...operation }: Operation): string {
  const undone =
    header.kind === "undo" ? operationKinds.find((each) => each === header.title?.from) : undefined;
  return undone && undone !== "undo"
    ? l10n.t("Redo {0}", operationTitleWithSize({ ...operation, header: { ...header, kind: undone } }))
    : l10n.t("Undo {0}", operationTitleWithSize({ ...operation, header }));
}

export function operationTitleWithSize(operation: Operation): string {
  return l10n.t("{0} ({1})", operationTitle(operation.header), operationSize(operation).join(", "));
}

export function operationSize({ changes, startedAt }: Operation): readonly string[] {
  const files = new Set(changes.map(({ side, path }) => `${side} ${path}`)).size;
  return [filesText(files), formatClock(startedAt)];
}
