import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import { CancelledError } from "../../../core/errors/cancelledError";
import { filePermissions } from "../../../core/model/appAccess";
import type { AppKey } from "../../../core/model/appKey";
import { appScheme, appUri, parseAppUri } from "../../../editor/appUris";
import type { ChooseApp } from "../../../editor/commands/chooseMount";
import type { CommandTable } from "../../../editor/commands/commands";
import { requirePermission } from "../../../editor/commands/requirePermission";
import { isThere } from "../../../editor/localDisk";
import type { AppChoice } from "../../../editor/pickApp";
import { writeWorkspaceFile } from "../../../editor/safeUi/dialogs";
import { showQuickPick } from "../../../editor/safeUi/inputs";
import { notify } from "../../../editor/safeUi/messages";
import { ask, confirm } from "../../../editor/safeUi/questions";
import type { AddMount } from "./addMount";
import { agreeToFiles } from "./agreeToFiles";
import type { HostedFileSystem } from "./hostedFileSystem";
import { mountTitle } from "./mountDecorations";
import { editorTabs } from "./reopenEditors";
import { heldBackLine, ownReads, reviewFiles, revokeReview } from "./reviewFiles";
import type { ReviewGate } from "./reviewGate";

export interface MountPlaces {
  readonly addMount: AddMount;
  readonly storage: vscode.Uri;
  readonly gate: ReviewGate;
  readonly accounts: Pick<Accounts, "get">;
}

export function mountCommands(
  fileSystem: HostedFileSystem,
  chooseApp: (argument: unknown, title: string) => Promise<AppChoice>,
  { addMount, storage, gate, accounts }: MountPlaces,
): CommandTable<"files"> {
  return {
    "files.delete": async (argument, more) => {
      const { deleteFiles } = await import("./deleteFiles");
      return await deleteFiles(argument, more, { fileSystem, chooseApp, accounts });
    },
    "files.mount": async (argument) => {
      const app = await chooseApp(argument, vscode.l10n.t("Select an app to open its files"));
      await requireSight(app, accounts, fileSystem);
      const folder = appUri({ ...app, path: "/" });
      const isElsewhere = addMount.reloads(folder) && !(await agreeToReload(app.name));
      await agreeToOpen(app, fileSystem, gate);
      if (isElsewhere) return await openInNewWindow(storage, app);
      // Shown first: adding the folder may reload the window.
      await vscode.commands.executeCommand("workbench.view.explorer");
      await addMount.add(folder, mountTitle(app.name));
    },
    "files.openInNewWindow": async (argument) => {
      const app = await chooseApp(argument, vscode.l10n.t("Select an app to open its files in a new window"));
      await requireSight(app, accounts, fileSystem);
      await agreeToOpen(app, fileSystem, gate);
      await openInNewWindow(storage, app);
    },
    "files.review": async (argument) => {
      const app = await chooseApp(
        argument ?? gate.onlyHeld,
        vscode.l10n.t("Select an app to review its files"),
      );
      await reviewFiles(app, gate, fileSystem);
    },
    "files.revokeReview": async (argument) => {
      const app = await chooseApp(argument, vscode.l10n.t("Select an app to revoke its accepted files"));
      await revokeReview(app, gate);
    },
    "files.tryAnyway": async (argument) => {
      const app = await chooseApp(argument, vscode.l10n.t("Select an app to try to edit its files"));
      const account = accounts.get(app.accountId);
      if (account) await requirePermission(account.permissions, app.appId, Object.values(filePermissions));
    },
    "files.unmount": async (argument) => {
      const folders = vscode.workspace.workspaceFolders ?? [];
      const uri = argument instanceof vscode.Uri ? argument : await pickMount(folders);
      const index = folders.findIndex((folder) => folder.uri.toString() === uri?.toString());
      if (index >= 0 && uri?.scheme === appScheme) vscode.workspace.updateWorkspaceFolders(index, 1);
    },
  };
}

/** Chooses an app whose files the user may see, or wants to try to see. */
export function chooseSeenApp(
  chooseApp: ChooseApp,
  accounts: MountPlaces["accounts"],
  fileSystem: Pick<HostedFileSystem, "readDirectory">,
): ChooseApp {
  return async (...asked) => {
    const app = await chooseApp(...asked);
    await requireSight(app, accounts, fileSystem);
    return app;
  };
}

/** A permission that the user tries anyway is tried in this window: a new one knows only what the service answered. */
async function requireSight(
  { accountId, appId }: AppKey,
  accounts: MountPlaces["accounts"],
  fileSystem: Pick<HostedFileSystem, "readDirectory">,
): Promise<void> {
  const account = accounts.get(accountId);
  if (!account) return;
  await requirePermission(account.permissions, appId, filePermissions.canSee);
  if (account.permissions.isRuledOut(appId, filePermissions.canSee))
    await fileSystem.readDirectory(appUri({ accountId, appId, path: "/" }));
}

async function openInNewWindow(storage: vscode.Uri, app: AppChoice): Promise<void> {
  const uri = appUri({ ...app, path: "/" });
  // In a browser a workspace file with an app's folder can hang, a folder alone cannot (see addMount.ts).
  const target = vscode.env.uiKind === vscode.UIKind.Web ? uri : await workspaceOf(storage, app, uri);
  await vscode.commands.executeCommand("vscode.openFolder", target, { forceNewWindow: true });
}

/** False to use a new window instead; rejects with CancelledError for neither. Asks only if something is open. */
async function agreeToReload(appName: string): Promise<boolean> {
  const tabs = editorTabs();
  const { terminals } = vscode.window;
  const said: string[] = [];
  if (tabs.length > 0) said.push(vscode.l10n.t("Open editors are restored."));
  if (terminals.length > 0) said.push(vscode.l10n.t("Programs in terminals may be stopped."));
  if (said.length === 0) return true;
  const isUnsaved = tabs.some(({ tab }) => tab.isDirty);
  const here = isUnsaved ? vscode.l10n.t("Save All and Reload") : vscode.l10n.t("Reload Window");
  const elsewhere = vscode.l10n.t("Open in New Window");
  const answer = await ask(
    vscode.l10n.t("Reload the window to add {0}'s files?", appName),
    [said.join(" ")],
    [here, elsewhere],
  );
  if (answer === undefined) throw new CancelledError();
  if (answer === elsewhere) return false;
  // The user gave an untitled file no name, so nothing is saved and the window is not reloaded.
  if (isUnsaved && !(await vscode.workspace.saveAll(true))) throw new CancelledError();
  return true;
}

/** Rejects with CancelledError unless the user agrees to the settings and tasks in the app's files. */
async function agreeToOpen(app: AppChoice, fileSystem: HostedFileSystem, gate: ReviewGate): Promise<void> {
  await agreeToFiles(app, {
    gate,
    ...ownReads(app, fileSystem),
    ask: async (files, heldBack) =>
      await confirm(
        vscode.l10n.t("Open {0}'s files with their settings for this editor?", app.name),
        files
          ? [
              vscode.l10n.t(
                "As soon as they're opened, these files change how the editor works or what its agents do. They may contain tasks that run programs on this machine. Open them only if you trust the people who wrote them.",
              ),
              { names: files, mustShow: files.length },
              ...(heldBack === 0 ? [] : [heldBackLine(heldBack)]),
            ]
          : [
              vscode.l10n.t(
                "Couldn't check whether this app has files that change how the editor works, such as a .vscode folder. They may contain tasks that run programs on this machine. Open the files only if you trust the people who wrote them.",
              ),
            ],
        vscode.l10n.t("Open"),
      ),
  });
}

async function pickMount(folders: readonly vscode.WorkspaceFolder[]): Promise<vscode.Uri | undefined> {
  const mounts = folders.filter(({ uri }) => parseAppUri(uri));
  if (mounts.length === 0) {
    void notify("information", vscode.l10n.t("No app files are open in this window."));
    return undefined;
  }
  if (mounts.length === 1) return mounts[0]?.uri;
  const picked = await showQuickPick(
    mounts.map(({ name, uri }) => ({ label: name, uri })),
    { title: vscode.l10n.t("Select an app to close its files") },
  );
  return picked?.uri;
}

/** A workspace named after the app, with the settings that suit files behind a slow, limited service. */
async function workspaceOf(storage: vscode.Uri, app: AppChoice, uri: vscode.Uri): Promise<vscode.Uri> {
  const name = app.name.replace(/[^\p{L}\p{N} ._-]+/gu, "_").replace(/^\.+/, "") || app.appId;
  const file = vscode.Uri.joinPath(storage, "workspaces", app.accountId, app.appId, `${name}.code-workspace`);
  // The user may have added folders and settings to it.
  if (await isThere(file)) return file;
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(file, ".."));
  await writeWorkspaceFile(file, { name: app.name, uri }, { "files.autoSave": "off", "git.enabled": false });
  return file;
}
