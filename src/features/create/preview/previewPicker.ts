// The preview as a list: what is selected is sent, and each change is remembered at once.

import * as vscode from "vscode";
import { estimatePackedBytes } from "../../../core/archive/packedEstimate";
import { choicesAfter, type Preview, type PreviewRow, previewOf } from "../../../core/project/deployPreview";
import { formatBytes, formatCount } from "../../../core/text/format";
import type { DeployFolder } from "../../../editor/project/deployFolder";
import { ruleWords } from "../../../editor/project/folderWords";
import { createQuickPick } from "../../../editor/safeUi/inputs";
import { answerOf, type StepFrame } from "../../../editor/steps";

/** More rows would only make the list slow. */
const maxRows = 2_000;

interface RowItem extends vscode.QuickPickItem {
  readonly row: PreviewRow;
}

type Item = RowItem | vscode.QuickPickItem;

/** Shows the preview until it is confirmed; then `folder.project` is the selection. */
export async function showPreview(frame: StepFrame, folder: DeployFolder): Promise<void> {
  const showButton: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon("go-to-file"),
    tooltip: vscode.l10n.t("Show"),
  };
  for (let isDone = false; !isDone; ) {
    await folder.secretsFound();
    const preview = previewOf(folder.project, folder.choices, maxRows);
    const pick = createQuickPick<Item>();
    const ticks = new Ticks(preview, folder);
    pick.canSelectMany = true;
    pick.matchOnDescription = true;
    pick.placeholder =
      preview.notShown > 0
        ? vscode.l10n.t(
            "Selected files are sent. {0} smaller files aren't shown and follow the ignore rules",
            formatCount(preview.notShown),
          )
        : vscode.l10n.t("Selected files are sent");
    pick.items = itemsOf(preview, showButton);
    pick.selectedItems = pick.items.filter((item) => "row" in item && item.row.isSent);
    pick.buttons = [{ iconPath: showButton.iconPath, tooltip: vscode.l10n.t("Show the Focused File") }];
    const show = (item: Item | undefined): void => {
      if (item && "row" in item) void showRow(folder.uri, item.row);
    };
    pick.onDidTriggerButton((button) => {
      if (button !== vscode.QuickInputButtons.Back) show(pick.activeItems[0]);
    });
    pick.onDidTriggerItemButton(({ item }) => show(item));
    const shown = { ...frame, title: titled(frame.title, ticks) };
    // Selecting a folder changes the rows, so the list is made again.
    const answer = await new Promise<"done" | "again">((resolve, reject) => {
      pick.onDidChangeSelection((selected) => {
        const change = ticks.follow(selected.flatMap((item) => ("row" in item ? [item.row.path] : [])));
        if (change === "none") return;
        pick.title = titled(frame.title, ticks);
        folder.choose(ticks.choices).then(() => (change === "folder" ? resolve("again") : undefined), reject);
      });
      answerOf(pick, shown, () => "done" as const).then(resolve, reject);
    });
    pick.dispose();
    await folder.reread();
    isDone = answer === "done";
  }
  // Possible secrets were listed first: unselected ones stay excluded.
  await folder.decideOnSecrets(false);
}

class Ticks {
  private readonly selected: Set<string>;
  private readonly rows: ReadonlyMap<string, PreviewRow>;
  private wasShown = false;
  /** Number of files without a row. */
  private readonly notShownCount: number;

  constructor(
    preview: Preview,
    private readonly folder: DeployFolder,
  ) {
    const rows = [...preview.secrets, ...preview.sent, ...preview.leftOut];
    this.rows = new Map(rows.map((row) => [row.path, row]));
    this.selected = new Set(rows.filter(({ isSent }) => isSent).map(({ path }) => path));
    this.notShownCount = folder.project.files.filter(({ path }) => !this.rows.has(path)).length;
    this.choices = folder.choices;
  }

  choices: DeployFolder["choices"];

  /** Takes over the selection of the list. */
  follow(paths: readonly string[]): "none" | "file" | "folder" {
    const now = new Set(paths);
    const changed = [...this.rows.values()].filter(({ path }) => now.has(path) !== this.selected.has(path));
    // The list also reports its first selection, and an empty one while it is filled.
    if (!this.wasShown && paths.length === 0 && changed.length > 1) return "none";
    this.wasShown = true;
    if (changed.length === 0) return "none";
    for (const { path } of changed) {
      if (now.has(path)) this.selected.add(path);
      else this.selected.delete(path);
    }
    this.choices = choicesAfter(
      this.choices,
      changed.map(({ path, isDirectory }) => ({ path, isDirectory, willBeSent: now.has(path) })),
    );
    return changed.some(({ isDirectory }) => isDirectory) ? "folder" : "file";
  }

  /** The files that would be sent. */
  get files(): { readonly path: string; readonly sizeBytes: number }[] {
    const shown = [...this.rows.values()].flatMap(({ path, isDirectory, sizeBytes = 0 }) =>
      this.selected.has(path) && !isDirectory ? [{ path, sizeBytes }] : [],
    );
    if (this.notShownCount === 0) return shown;
    return [...shown, ...this.folder.project.files.filter(({ path }) => !this.rows.has(path))];
  }
}

function titled(title: string, ticks: Ticks): string {
  return `${title} · ${totalsText(ticks.files)}`;
}

/** "12 files, 1.2 MB, about 400 KB packed", and only "2 files, 126 B" where packing wins nothing. */
export function totalsText(files: readonly { readonly path: string; readonly sizeBytes: number }[]): string {
  const rawBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const packedBytes = estimatePackedBytes(files);
  const count =
    files.length === 1 ? vscode.l10n.t("1 file") : vscode.l10n.t("{0} files", formatCount(files.length));
  const packed =
    packedBytes < rawBytes ? [vscode.l10n.t("about {0} compressed", formatBytes(packedBytes))] : [];
  return [count, formatBytes(rawBytes), ...packed].join(", ");
}

function itemsOf({ secrets, sent, leftOut }: Preview, showButton: vscode.QuickInputButton): Item[] {
  const group = (label: string, rows: readonly PreviewRow[]): Item[] =>
    rows.length === 0
      ? []
      : [
          { label, kind: vscode.QuickPickItemKind.Separator },
          ...rows.map((row) => ({
            label: `${row.path}${row.isDirectory ? "/" : ""}`,
            iconPath: new vscode.ThemeIcon(iconOf(row)),
            description: descriptionOf(row),
            buttons: [showButton],
            row,
          })),
        ];
  return [
    ...group(vscode.l10n.t("Possible secrets"), secrets),
    ...group(vscode.l10n.t("Sent, largest first"), sent),
    ...group(vscode.l10n.t("Excluded"), leftOut),
  ];
}

function iconOf({ secret, isDirectory }: PreviewRow): string {
  if (secret !== undefined) return "key";
  return isDirectory ? "folder" : "file";
}

function descriptionOf({ sizeBytes, secret, rule, isDirectory, isSent }: PreviewRow): string {
  return [
    ...(sizeBytes === undefined ? [] : [formatBytes(sizeBytes)]),
    ...(secret === undefined ? [] : [secret]),
    ...(rule && !isSent ? [ruleWords(rule)] : []),
    ...(isDirectory && isSent ? [vscode.l10n.t("included by you")] : []),
  ].join(" · ");
}

async function showRow(root: vscode.Uri, { path, isDirectory }: PreviewRow): Promise<void> {
  const uri = vscode.Uri.joinPath(root, path);
  if (isDirectory) await vscode.commands.executeCommand("revealInExplorer", uri);
  else await vscode.commands.executeCommand("vscode.open", uri, { preview: true, preserveFocus: true });
}
