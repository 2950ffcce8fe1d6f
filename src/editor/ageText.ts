import { l10n } from "vscode";
import { formatDuration } from "../core/text/format";

/** Rounded to one unit: "just now", "5 min ago", "2 d ago". */
export function ageText(ageMs: number): string {
  const seconds = Math.max(0, ageMs / 1000);
  if (seconds < 60) return l10n.t("just now");
  const largest = [86_400, 3_600, 60].find((unit) => seconds >= unit) ?? 60;
  return l10n.t("{0} ago", formatDuration(Math.round(seconds / largest) * largest));
}
