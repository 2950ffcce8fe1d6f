import * as vscode from "vscode";
import type { Clock } from "../../../core/async/clock";
import { contentHash } from "../../../core/disk/contentHash";
import { undefinedIf } from "../../../core/errors/errorCode";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { formatCount } from "../../../core/text/format";
import { appUri, ownReadUri } from "../../../editor/appUris";
import { runCommand } from "../../../editor/commands/commands";
import type { AppChoice } from "../../../editor/pickApp";
import { notify, showWarningMessage } from "../../../editor/safeUi/messages";
import { confirm } from "../../../editor/safeUi/questions";
import { showError } from "../../../editor/showError";
import { type ActingFilesOfApp, actingFiles } from "./agreeToFiles";
import type { HostedFileSystem } from "./hostedFileSystem";
import { editorTabs } from "./reopenEditors";
import type { PlacedContent, ReviewGate } from "./reviewGate";

/** VS Code reads several files that act in an editor when a window opens: one notice covers those held back. */
const gatherMs = 1_500;
/** In one review: each opens an editor. */
const shownAtMost = 10;

/** Reports files that are held back, once for each content, until disposed. */
export function reviewNotice(
  gate: ReviewGate,
  nameOf: (app: AppKey) => string,
  clock: Clock,
): vscode.Disposable {
  const notified = new Set<string>();
  const waiting = new Map<string, () => void>();
  const notifyHeld = async (app: AppKey): Promise<void> => {
    waiting.delete(keyText(app));
    const fresh = [...gate.heldOf(app)].filter(
      ([path, hash]) => !notified.has(`${keyText(app)}${path} ${hash}`),
    );
    for (const [path, hash] of fresh) notified.add(`${keyText(app)}${path} ${hash}`);
    const [first] = fresh;
    if (!first) return;
    const text =
      fresh.length === 1
        ? vscode.l10n.t(
            "{0} in {1} changes how this editor works or what its agents do. It isn't used until you accept it.",
            first[0],
            nameOf(app),
          )
        : vscode.l10n.t(
            "{0} files in {1}, such as {2}, change how this editor works or what its agents do. They aren't used until you accept them.",
            ...[fresh.length, nameOf(app), first[0]],
          );
    await notify("warning", text, {
      [vscode.l10n.t("Review")]: () => runCommand("files.review", app),
    });
  };
  const listener = gate.onDidHold((app) => {
    if (waiting.has(keyText(app))) return;
    waiting.set(
      keyText(app),
      clock.after(gatherMs, () => void notifyHeld(app)),
    );
  });
  return new vscode.Disposable(() => {
    listener.dispose();
    for (const stop of waiting.values()) stop();
  });
}

/** The line about further files, which a question cannot name. */
export function heldBackLine(count: number): string {
  return count === 1
    ? vscode.l10n.t("1 more such file isn't used until you review and accept it, too.")
    : vscode.l10n.t(
        "{0} more such files aren't used until you review and accept them, too.",
        formatCount(count),
      );
}

/** Opens at most `shownAtMost` of an app's held-back files, and accepts exactly those contents when the user agrees. */
export async function reviewFiles(
  app: AppChoice,
  gate: ReviewGate,
  fileSystem: Pick<HostedFileSystem, "readDirectory" | "readFile" | "readAgain">,
): Promise<void> {
  const held = gate.heldOf(app);
  // Includes files that VS Code has not read yet.
  for (const { path, hash } of (await actingFiles(ownReads(app, fileSystem))) ?? [])
    held.set(`/${path}`, hash);
  const shown: PlacedContent[] = [];
  for (const path of [...held.keys()]) {
    if (shown.length === shownAtMost) break;
    const uri = appUri({ ...app, path });
    const hash = await hashNow(uri, fileSystem);
    if (hash === undefined || gate.isAccepted(app, { path, hash })) {
      held.delete(path);
      continue;
    }
    // The address names the content: another one is not opened.
    if (await isShown(ownReadUri(uri, hash))) shown.push({ path, hash });
  }
  if (shown.length === 0) {
    void notify("information", vscode.l10n.t("{0} has no files waiting for review.", app.name));
    return;
  }
  const accept = vscode.l10n.t("Accept");
  // A notice first: a modal question would cover the files that the user has to read.
  const looked = await showWarningMessage(
    vscode.l10n.t(
      "Review the files of {0} that were opened. They aren't used in this editor until you accept them.",
      app.name,
    ),
    accept,
  );
  if (looked !== accept) return;
  const names = shown.map(({ path }) => path);
  const heldBack = held.size - shown.length;
  try {
    await confirm(
      vscode.l10n.t("Use these files from {0} in this editor?", app.name),
      [
        vscode.l10n.t("Accept them only if you trust the people who wrote them."),
        { names, mustShow: names.length },
        ...(heldBack > 0 ? [heldBackLine(heldBack)] : []),
      ],
      accept,
    );
    await gate.accept(app, shown);
    fileSystem.readAgain(app, names);
  } finally {
    await closeShown(shown.map(({ path, hash }) => [appUri({ ...app, path }), hash]));
  }
  await openAgain(names.map((path) => appUri({ ...app, path })));
}

/** Reads by the extension itself, for which nothing is held back. */
export function ownReads(
  app: AppKey,
  fileSystem: Pick<HostedFileSystem, "readDirectory" | "readFile">,
): Pick<ActingFilesOfApp, "list" | "read"> {
  const at = (path: string): vscode.Uri => ownReadUri(appUri({ ...app, path }));
  return {
    list: async (path) => await namesIn(at(path), fileSystem),
    read: async (path) => await fileSystem.readFile(at(path)),
  };
}

/** Without the permission to read files there are no settings to agree to. */
async function namesIn(
  folder: vscode.Uri,
  fileSystem: Pick<HostedFileSystem, "readDirectory">,
): Promise<string[]> {
  const entries = await fileSystem.readDirectory(folder).catch(undefinedIf("NoPermissions"));
  return (entries ?? []).map(([name, type]) => (type === vscode.FileType.Directory ? `${name}/` : name));
}

/** False for a file that changed since it was read, or is not text. */
async function isShown(uri: vscode.Uri): Promise<boolean> {
  try {
    // Opened as text: opening an editor would report no failure.
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
    return true;
  } catch (error) {
    void showError(error);
    return false;
  }
}

async function closeShown(contents: readonly (readonly [uri: vscode.Uri, hash: string])[]): Promise<void> {
  const shown = new Set(contents.map(([uri, hash]) => ownReadUri(uri, hash).toString()));
  const tabs = editorTabs().filter(({ uri }) => shown.has(uri.toString()));
  await vscode.window.tabGroups.close(tabs.map(({ tab }) => tab));
}

/** VS Code keeps the error page of a refused file in its tab, though the file can be read now. */
async function openAgain(uris: readonly vscode.Uri[]): Promise<void> {
  const accepted = new Set(uris.map(String));
  for (const { tab, uri } of editorTabs()) {
    if (!accepted.has(uri.toString()) || tab.isDirty) continue;
    const { viewColumn } = tab.group;
    await vscode.window.tabGroups.close(tab);
    await vscode.commands.executeCommand("vscode.open", uri, { viewColumn, preview: false });
  }
}

async function hashNow(
  uri: vscode.Uri,
  fileSystem: Pick<HostedFileSystem, "readFile">,
): Promise<string | undefined> {
  const bytes = await fileSystem.readFile(ownReadUri(uri)).catch(undefinedIf("FileNotFound"));
  return bytes && (await contentHash(bytes));
}

/** Forgets which contents of an app were accepted. */
export async function revokeReview(app: AppChoice, gate: ReviewGate): Promise<void> {
  if (!(await gate.revoke(app))) {
    void notify(
      "information",
      vscode.l10n.t("You haven't accepted any of {0}'s files that change how this editor works.", app.name),
    );
    return;
  }
  const text = vscode.l10n.t(
    "{0}'s files are no longer accepted. They stay in use until you reload the window.",
    app.name,
  );
  void notify("information", text, {
    [vscode.l10n.t("Reload Window")]: () => vscode.commands.executeCommand("workbench.action.reloadWindow"),
  });
}
