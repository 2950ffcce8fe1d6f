// What is wrong with a setting of an app to be created, in a sentence, before anything is sent.
import { l10n } from "vscode";

export function nameProblem(name: string): string | undefined {
  if (name.trim() === "") return l10n.t("An app needs a name.");
  return name.length > 100 ? l10n.t("Use at most 100 characters.") : undefined;
}

export function memoryProblem(memoryMB: number): string | undefined {
  return Number.isInteger(memoryMB) && memoryMB >= 1 ? undefined : l10n.t("Memory is a whole number of MB.");
}

export function mainFileProblem(mainFile: string, paths: readonly string[]): string | undefined {
  return paths.includes(mainFile)
    ? undefined
    : l10n.t(
        "The main file {0} is not among the files that would be sent. Nothing was sent.",
        mainFile || "?",
      );
}
