// Settings in words: their values, what a save changes, and mistakes in a settings text.
import { l10n } from "vscode";
import type { SettingDifference, SettingsProblem, SettingValue } from "../../core/settings/appSettings";
import type { ChangeableKey } from "../../core/settings/settingsTable";
import { mistakeSentence } from "./mistakeSentences";
import { runtimeLabel, settingLabel } from "./settingLabels";

export function settingValueText(key: ChangeableKey, value: SettingValue | undefined): string {
  if (value === undefined) return l10n.t("unknown");
  if (value === "") return l10n.t("default");
  if (typeof value === "boolean") return value ? l10n.t("yes") : l10n.t("no");
  if (key === "memoryMB") return l10n.t("{0} MB", value);
  return key === "runtimeEnvironment" ? runtimeLabel(String(value)) : String(value);
}

/** A line of the question before a save. */
export function differenceLine({ key, from, to, isConflict }: SettingDifference): string {
  const line = l10n.t(
    "{0}: {1} → {2}",
    settingLabel(key),
    settingValueText(key, from),
    settingValueText(key, to),
  );
  return isConflict ? l10n.t("{0} (changed by someone else in the meantime)", line) : line;
}

/** Names the mistake, that nothing was sent, and what to do. */
export function settingsProblemSentence({ mistake, line }: SettingsProblem): string {
  if (mistake.kind === "unknownKey")
    return l10n.t('"{0}" isn\'t an app setting. Nothing was sent. Remove it and save again.', mistake.key);
  const sentence = mistakeSentence(mistake);
  return mistake.kind === "syntax"
    ? l10n.t("Line {0}: {1} Nothing was sent. Fix this and save again.", line, sentence)
    : l10n.t("{0} Nothing was sent. Fix this and save again.", sentence);
}
