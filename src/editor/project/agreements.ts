// Names, beside the place, in the questions before files are sent.
import * as vscode from "vscode";
import { estimatePackedBytes, largeArchiveBytes, mostArchiveBytes } from "../../core/archive/packedEstimate";
import { projectFileName } from "../../core/project/projectFileName";
import { perhapsSecret } from "../../core/project/secrets";
import { formatBytes } from "../../core/text/format";
import type { NameList } from "../safeUi/questions";
import { agrees, confirm } from "../safeUi/questions";
import type { StateMemory } from "../state/stateMemory";
import { secretWords } from "./folderWords";

/** The files of a question: first and always those that may hold secrets, then one of each kind, the rarest kinds first. */
export function filesOfQuestion(paths: readonly string[]): NameList {
  const secrets: string[] = [];
  const byKind = new Map<string, string[]>();
  for (const path of paths) {
    const kind = perhapsSecret(path.replaceAll("\\", "/"));
    if (kind) {
      secrets.push(vscode.l10n.t("{0} ({1})", path, secretWords(kind)));
      continue;
    }
    const ending = /\.[^./\\]*$/.exec(path)?.[0].toLowerCase() ?? "";
    byKind.set(ending, [...(byKind.get(ending) ?? []), path]);
  }
  const kinds = [...byKind.values()].sort((a, b) => a.length - b.length);
  const others = kinds.flatMap((of) => of.slice(0, 1)).concat(kinds.flatMap((of) => of.slice(1)));
  return { names: [...secrets, ...others], mustShow: secrets.length };
}

export function teamLines(team: { readonly name: string } | undefined): string[] {
  return team
    ? [
        vscode.l10n.t(
          "The app belongs to the team {0}, whose members may be able to read its files.",
          team.name,
        ),
      ]
    : [];
}

export function taskLines(task: string | undefined): string[] {
  return task === undefined ? [] : [vscode.l10n.t('{0} runs the task "{1}" first.', projectFileName, task)];
}

/** Remembers that the user agreed to the task of the folder: by a question that named it, or by choosing it. */
export async function rememberTask(folder: vscode.Uri, task: string, state: StateMemory): Promise<void> {
  await state.update(`deploy.task:${folder.toString()}`, task);
}

/** Rejects with CancelledError unless the user agrees to the task that the folder's file names, or has done so before. */
export async function agreeToTask(folder: vscode.Uri, task: string, state: StateMemory): Promise<void> {
  if (state.get(`deploy.task:${folder.toString()}`) === task) return;
  await confirm(
    vscode.l10n.t('Run the task "{0}"?', task),
    [vscode.l10n.t("The {0} in {1} runs it before each deploy.", projectFileName, folder.fsPath)],
    vscode.l10n.t("Run Task"),
  );
  await rememberTask(folder, task, state);
}

/** The files may go as one archive: the user is asked where it will be large. */
export async function agreeToArchive(files: Parameters<typeof estimatePackedBytes>[0]): Promise<boolean> {
  const bytes = estimatePackedBytes(files);
  if (bytes <= largeArchiveBytes) return true;
  const advice = vscode.l10n.t(
    "Archives larger than {0} aren't sent. To make the archive smaller, exclude files with a .deployignore file.",
    formatBytes(mostArchiveBytes),
  );
  const question = vscode.l10n.t("Send an archive of about {0}?", formatBytes(bytes));
  return await agrees(question, [advice], vscode.l10n.t("Send"));
}
