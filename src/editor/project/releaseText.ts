// A release in words, for the rows below an app, the list to select from, and the dashboard.
import { l10n } from "vscode";
import { formatCount, formatTime } from "../../core/text/format";
import type { AppRelease, ReleaseKind } from "../../core/transfers/release";
import { ageText } from "../ageText";
import { commitText, uncommittedText } from "./gitState";

/** `label` such as "12 · 3 files · 2 h ago", `description` such as "main a1b2c3d · Fix the login". */
export function releaseText(release: AppRelease, now: number) {
  const { number, kind, result, changed, at, commit } = release;
  const kinds: Readonly<Record<ReleaseKind, readonly [icon: string, text: string]>> = {
    create: ["rocket", l10n.t("Create")],
    push: ["repo-push", l10n.t("Push")],
    pushFile: ["repo-push", l10n.t("Push of files")],
    save: ["save", l10n.t("Push on save")],
    restore: ["history", l10n.t("Restore")],
    undo: ["discard", l10n.t("Undo")],
    rollback: ["debug-step-back", l10n.t("Rollback")],
  };
  const [icon, word] = kinds[kind];
  const isComplete = result === "complete";
  const files = changed === 1 ? l10n.t("1 file") : l10n.t("{0} files", formatCount(changed));
  const git = commit ? [commitText(commit), commit.subject, uncommittedText(commit.uncommitted)] : [];
  const incomplete = isComplete ? "" : l10n.t("incomplete");
  return {
    label: [String(number), files, ageText(now - at)].join(" · "),
    description: [incomplete, ...(commit ? git : [word])].filter(Boolean).join(" · "),
    tooltip: [word, formatTime(at), ...git, incomplete].filter(Boolean).join("\n"),
    icon: isComplete ? icon : "warning",
  };
}
