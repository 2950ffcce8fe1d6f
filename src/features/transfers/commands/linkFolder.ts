// Link Folder to App: remembers the app for pushes, pulls and comparisons. Edit Targets: opens the folder's
// hosted-app.json, which names its apps, such as development and production.
import * as vscode from "vscode";
import type { PushManifest } from "../../../appFiles/transfer/plan/pushManifest";
import { rememberCreated } from "../../../appFiles/transfer/plan/readPlans";
import { keyText } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import { readArgument } from "../../../editor/commands/commandArguments";
import { isPreapproved, requireTrust } from "../../../editor/commands/consent";
import { isThere } from "../../../editor/localDisk";
import type { AppChoice } from "../../../editor/pickApp";
import { teamLines } from "../../../editor/project/agreements";
import { type FolderReading, namesOther, readFolderApp } from "../../../editor/project/folderApp";
import { gitStateOf } from "../../../editor/project/gitState";
import { projectFileUri } from "../../../editor/project/projectFileIn";
import { notify, showStatusMessage } from "../../../editor/safeUi/messages";
import { confirm } from "../../../editor/safeUi/questions";
import { accountHaving, nameOfFolder } from "../place/chooseFolderApp";
import { chooseTarget } from "../place/chooseTarget";
import { foundFolderOf, setLink } from "../place/linkedFolders";
import { loadMemory } from "../place/memoryFile";
import { type FolderInput, readToSend } from "../place/readPlace";
import { chooseFolder, type FolderKey, readPlaceArgument } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { settingsNow } from "../run/recordRelease";

/**
 * For { folder, accountId, appId }, asks only for consent. With `packed`, the contents that the new app was created
 * with, also remembers them, so that the first push compares no contents.
 */
export async function linkFolder(
  argument: unknown,
  services: TransferServices,
): Promise<{ readonly folder: string; readonly accountId: string; readonly appId: string }> {
  requireTrust();
  await services.accounts.load();
  const title = vscode.l10n.t("Select an app to link to");
  const given = readPlaceArgument(argument);
  const folder =
    given.folder ?? (await chooseFolder(vscode.l10n.t("Select a folder to link"), given.isQuiet));
  const app = await services.chooseApp(given.app, title);
  const account = services.accounts.get(app.accountId);
  const reading = await readFolderApp(folder, services);
  const isOverruled = namesOther(reading, app.appId);
  // Also for the one open folder, which is not asked for.
  if (given.app && !isPreapproved(argument))
    await confirm(
      vscode.l10n.t("Link {0} to {1}?", folder.fsPath, app.name),
      [
        vscode.l10n.t("To {0} in the account {1}", app.name, account?.label ?? app.accountId),
        ...teamLines(account?.apps.teamOf(account.apps.find(app.appId))),
        isOverruled ? otherNamed() : vscode.l10n.t("The folder will be pushed to this app from now on."),
        ...replacedLink(reading, app, services),
      ],
      vscode.l10n.t("Link"),
    );
  await setLink(folder, app, services);
  const packedFile = field.object({ path: field.text, hash: field.text, sizeBytes: field.number });
  const { packed } = readArgument({ packed: field.list(packedFile) }, argument);
  if (packed) await remember(folder, app, new Map(packed.map((file) => [file.path, file])), services);
  else if (isOverruled) void notify("warning", otherNamed());
  else showStatusMessage(vscode.l10n.t("Linked the folder to {0}", app.name), 6_000);
  return { folder: folder.toString(), accountId: app.accountId, appId: app.appId };
}

function replacedLink({ link }: FolderReading, app: AppChoice, { accounts }: TransferServices): string[] {
  if (!link || keyText(link) === keyText(app)) return [];
  const name = accounts.get(link.accountId)?.apps.find(link.appId)?.name ?? link.appId;
  return [vscode.l10n.t("This replaces its link to {0}.", name)];
}

function otherNamed(): string {
  return vscode.l10n.t("The folder's hosted-app.json names a different app, which takes precedence.");
}

async function remember(
  folder: vscode.Uri,
  { accountId, appId }: AppChoice,
  packed: Parameters<typeof rememberCreated>[1],
  services: TransferServices,
): Promise<void> {
  const place = { folder, accountId, appId };
  try {
    const input = await readToSend(place, services, { signal: new AbortController().signal });
    const memory = await loadMemory(place, services);
    await rememberCreated({ ...input, memory }, packed);
    await recordCreate(place, input, memory.files, services);
  } catch (error) {
    // The first push compares contents instead.
    services.logger.info(`What ${appId} was created with is not remembered: ${error}`);
  }
}

/** The first release. What may have been changed since it was sent is recorded as unknown. */
async function recordCreate(
  place: FolderKey,
  { local, folder }: FolderInput,
  memory: PushManifest,
  services: TransferServices,
): Promise<void> {
  const unknown = { hash: "", modifiedAt: 0, isCertain: false };
  const all = local.map(({ path, sizeBytes }) => [`/${path}`, { ...unknown, sizeBytes }] as const);
  await services.releases.add(place, async () => ({
    ...{ kind: "create", result: "complete", folder: place.folder.toString() },
    commit: await gitStateOf(place.folder, services.clock),
    settings: settingsNow(place, services),
    changed: all.map(([path]) => path),
    created: [],
    files: new Map([...all, ...memory]),
    read: async (path) => await folder.read(path.slice(1)),
  }));
}

/** Asks which target is used where a command names none. Without several, opens the file to add one. */
export async function switchTarget(argument: unknown, services: TransferServices): Promise<void> {
  requireTrust();
  const folder = await folderFor(argument, vscode.l10n.t("Select a folder to switch its target"), services);
  const reading = await readFolderApp(folder, services);
  if (reading.targets.length < 2) return await editTargets({ folder }, services);
  const whichApp = vscode.l10n.t("Select the target of {0}", nameOfFolder(folder));
  const { name, appId } = await chooseTarget(
    reading,
    { whichApp, isQuiet: false, asksTarget: true },
    services,
  );
  if (reading.link?.appId !== appId)
    await setLink(folder, await accountHaving(appId, services, false), services);
  showStatusMessage(vscode.l10n.t("The target of {0} is {1} now", nameOfFolder(folder), name), 6_000);
}

async function folderFor(argument: unknown, title: string, services: TransferServices): Promise<vscode.Uri> {
  await services.accounts.load();
  const { app, folder } = readPlaceArgument(argument);
  return (
    folder ?? (app && (await foundFolderOf(app, services))?.folder) ?? (await chooseFolder(title, false))
  );
}

/** A missing file is opened unsaved, with the named app in it. */
export async function editTargets(argument: unknown, services: TransferServices): Promise<void> {
  const folder = await folderFor(argument, vscode.l10n.t("Select a folder to edit its targets"), services);
  const { app } = readPlaceArgument(argument);
  const file = projectFileUri(folder);
  const document = await vscode.workspace.openTextDocument(
    (await isThere(file)) ? file : file.with({ scheme: "untitled" }),
  );
  const editor = await vscode.window.showTextDocument(document, { preview: false });
  if (document.getText() !== "") return;
  const targets = { targets: { development: { appId: app?.appId ?? "" } } };
  await editor.edit((edit) =>
    edit.insert(document.positionAt(0), `${JSON.stringify(targets, undefined, 2)}\n`),
  );
}
