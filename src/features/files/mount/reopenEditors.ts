// In a browser a window that is reloaded to add a folder loses its editors: they are remembered and opened again.
import * as vscode from "vscode";
import type { Clock } from "../../../core/async/clock";
import { field, readAs } from "../../../core/parse";
import type { StateMemory } from "../../../editor/state/stateMemory";

const editor = field.object({ uri: field.text, column: field.number, isActive: field.flag });
/** `uri`: the folder for which the window is reloaded. */
const remembered = field.object({
  ...{ uri: field.text, at: field.number, editors: field.readable(editor) },
  hasWalkthrough: field.optional(field.flag),
});

/** A window that took longer to reload was closed. */
export const longestReloadMs = 120_000;

/** Tabs that show a file. */
export function editorTabs(): readonly { readonly tab: vscode.Tab; readonly uri: vscode.Uri }[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap((tab) => {
      const { uri } = (tab.input ?? {}) as { readonly uri?: unknown };
      return uri instanceof vscode.Uri ? [{ tab, uri }] : [];
    }),
  );
}

/** Before the window is reloaded to open `folder`. */
export async function rememberEditors(state: StateMemory, folder: vscode.Uri, clock: Clock): Promise<void> {
  const editors = editorTabs()
    .filter(({ uri }) => uri.scheme !== "untitled")
    .map(({ tab, uri }) => ({
      uri: uri.toString(),
      column: tab.group.viewColumn,
      isActive: tab.isActive && tab.group.isActive,
    }));
  const hasWalkthrough = vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(isWalkthrough));
  if (editors.length === 0 && !hasWalkthrough) return;
  await state.update("reopenEditors", { uri: folder.toString(), at: clock.now(), editors, hasWalkthrough });
}

/** VS Code identifies its own pages only by their labels. */
function isWalkthrough({ input, label }: vscode.Tab): boolean {
  return input === undefined && /^Welcome$|\bHosted Apps$/.test(label);
}

/** Opens missing editors once the window has the folder; the active one last. */
export async function reopenEditors(state: StateMemory, clock: Clock): Promise<void> {
  const before = readAs(remembered, state.get("reopenEditors"));
  if (!before) return;
  const isLate = clock.now() - before.at > longestReloadMs;
  const isHere = vscode.workspace.workspaceFolders?.some(({ uri }) => uri.toString() === before.uri);
  if (!isLate && !isHere) return;
  await state.update("reopenEditors", undefined);
  if (isLate) return;
  if (before.hasWalkthrough) {
    await vscode.commands.executeCommand("workbench.action.openWalkthrough", "hosted-apps.hosted-apps#start");
    // A preview of another file would take its tab.
    await vscode.commands.executeCommand("workbench.action.keepEditor");
  }
  const open = new Set(editorTabs().map(({ uri }) => uri.toString()));
  const missing = before.editors.filter(({ uri }) => !open.has(uri));
  for (const { uri, column } of missing.toSorted((a, b) => Number(a.isActive) - Number(b.isActive)))
    await vscode.commands.executeCommand("vscode.open", vscode.Uri.parse(uri, true), {
      ...{ viewColumn: column, preview: false },
    } satisfies vscode.TextDocumentShowOptions);
}
