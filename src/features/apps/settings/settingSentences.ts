// The settings of an app in words: their labels, their values, and what is wrong with a text.
import { l10n } from "vscode";
import type {
  SettingDifference,
  SettingField,
  SettingsProblem,
  SettingValue,
} from "../../../core/settings/appSettings";

export function settingLabel(field: SettingField): string {
  switch (field) {
    case "name":
      return l10n.t("Name");
    case "memoryMB":
      return l10n.t("Memory in MB");
    case "runtimeEnvironment":
      return l10n.t("Runtime");
    case "startupCommand":
      return l10n.t("Start command");
    case "exposedViaWeb":
      return l10n.t("On the web");
    case "autoRestartEnabled":
      return l10n.t("Restart automatically");
  }
}

export function settingValueText(value: SettingValue | undefined): string {
  if (value === undefined) return l10n.t("not said");
  if (value === "") return l10n.t("the default");
  if (typeof value === "boolean") return value ? l10n.t("yes") : l10n.t("no");
  return String(value);
}

/** One line of the question before a save. */
export function differenceLine({ field, from, to, isConflict }: SettingDifference): string {
  const line = l10n.t("{0}: {1} → {2}", settingLabel(field), settingValueText(from), settingValueText(to));
  return isConflict ? l10n.t("{0} (somebody else changed this meanwhile)", line) : line;
}

/** What is wrong, that nothing was sent, and what to do. */
export function settingsProblemSentence({ reason, field = "", detail = "" }: SettingsProblem): string {
  switch (reason) {
    case "syntax":
      return l10n.t("This is not valid JSON ({0}). Nothing was sent; mend it and save again.", detail);
    case "notAnObject":
      return l10n.t("The settings are one JSON object in braces. Nothing was sent.");
    case "unknownField":
      return l10n.t("{0} is not a setting of an app. Nothing was sent; take it out and save again.", field);
    case "wrongType":
      return l10n.t(
        "{0} has a value that it cannot have. Nothing was sent; see the hover for what it takes.",
        field,
      );
    case "empty":
      return l10n.t("{0} must not be empty. Nothing was sent.", field);
    case "notPositive":
      return l10n.t("{0} is a whole number of at least 1. Nothing was sent.", field);
  }
}
