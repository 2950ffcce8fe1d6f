// Sentences on the files for other hosts: the source of a setting, and the parts that are not used.
import { l10n } from "vscode";
import type { NewAppSettings } from "../../core/model/model";
import type { NotTaken } from "../../core/project/detect/hostFiles";
import type { ProjectDefaults } from "../../core/project/detect/projectDefaults";
import { longestProjectFileBytes } from "../../core/project/detect/readProject";
import { formatBytes } from "../../core/text/format";
import { settingLabel } from "../../editor/appSettings/settingLabels";

/** The value in words, with the file that says it while the user has not changed it. */
export function withSource(
  text: string,
  setting: Exclude<keyof NewAppSettings, "teamId">,
  answers: NewAppSettings,
  { sources, ...defaults }: ProjectDefaults,
): string {
  const source = sources[setting];
  // A main file that the user chose has no file that says it.
  return !source || answers[setting] !== defaults[setting] ? text : l10n.t("{0}, as {1} says", text, source);
}

/** One sentence for each part; empty where everything is used. */
export function notTakenText(notTaken: readonly NotTaken[]): string {
  return notTaken.map(sentenceOf).join(" ");
}

function sentenceOf(each: NotTaken): string {
  switch (each.kind) {
    case "unreadable":
      return l10n.t("{0} couldn't be read.", each.file);
    case "tooLarge":
      return l10n.t("{0} is larger than {1}.", each.file, formatBytes(longestProjectFileBytes));
    case "value":
      return l10n.t(
        '{0} says "{1}" for "{2}", which isn\'t valid.',
        each.file,
        each.said,
        settingLabel(each.key),
      );
    case "mainFile":
      return l10n.t("{0} starts {1}, which isn't sent, or isn't Python or JavaScript.", each.file, each.path);
  }
}
