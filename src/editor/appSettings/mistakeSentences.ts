// Turns a mistake in a setting into a sentence: in a text of settings, and for an answer to a question.

import { l10n } from "vscode";
import { settingMistake } from "../../core/settings/settingMistake";
import type { SettingsTextMistake } from "../../core/settings/settingsJson";
import { type SettingKey, settingsTable } from "../../core/settings/settingsTable";
import { formatCount } from "../../core/text/format";

/** A sentence about a JSON text, which names the key. */
export function mistakeSentence(mistake: SettingsTextMistake): string {
  switch (mistake.kind) {
    case "syntax":
      return syntaxSentence(mistake.expected);
    case "notAnObject":
      return l10n.t("The file must contain one JSON object.");
    case "tooLarge":
      return l10n.t("The file is larger than {0} KB, so it wasn't read.", mistake.atMostKB);
    case "notATarget":
      return l10n.t(
        '"{0}" must name an app by its ID, such as {1}.',
        mistake.key,
        mistake.key === "targets" ? '{ "production": { "appId": "..." } }' : '{ "appId": "..." }',
      );
    case "wrongType":
      return typeSentence(mistake.key, mistake.expected);
    case "empty":
      return l10n.t('"{0}" can\'t be empty.', mistake.key);
    case "tooLong":
      return l10n.t('"{0}" can\'t have more than {1} characters.', mistake.key, mistake.atMost);
    case "outOfRange":
      return l10n.t(
        '"{0}" must be a whole number from {1} to {2}.',
        mistake.key,
        mistake.least,
        mistake.most,
      );
    case "notOneOf":
      return l10n.t('"{0}" must be one of: {1}.', mistake.key, mistake.values.join(", "));
    case "outside":
      return l10n.t('"{0}" must be a path inside this folder.', mistake.key);
    case "unknownKey":
      return l10n.t('"{0}" isn\'t a setting of a hosted app and is ignored.', mistake.key);
  }
}

/** Undefined when the setting can have the value that the user typed. */
export function answerProblem(key: SettingKey, answer: unknown): string | undefined {
  const mistake = settingMistake(key, answer);
  if (!mistake) return undefined;
  if (mistake.kind === "tooLong") return l10n.t("Use at most {0} characters.", mistake.atMost);
  if (mistake.kind === "empty" && key === "name") return l10n.t("An app needs a name.");
  if (key === "memoryMB")
    return l10n.t(
      "The memory limit must be a whole number of MB, at most {0}.",
      formatCount(settingsTable.memoryMB.type.maximum),
    );
  return mistakeSentence(mistake);
}

function syntaxSentence(expected: (SettingsTextMistake & { kind: "syntax" })["expected"]): string {
  switch (expected) {
    case "name":
      return l10n.t("Setting name expected.");
    case "value":
      return l10n.t("Value expected.");
    case "colon":
      return l10n.t("Colon expected.");
    case "comma":
      return l10n.t("Comma expected.");
    case "end":
      return l10n.t("Closing bracket or end of file expected.");
    case "valid text":
      return l10n.t("Invalid JSON.");
  }
}

function typeSentence(
  key: string,
  expected: (SettingsTextMistake & { kind: "wrongType" })["expected"],
): string {
  switch (expected) {
    case "text":
      return l10n.t('"{0}" must be text in quotes.', key);
    case "number":
      return l10n.t('"{0}" must be a number without quotes.', key);
    case "boolean":
      return l10n.t('"{0}" must be true or false without quotes.', key);
  }
}
