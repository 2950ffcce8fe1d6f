// Pushes saved files where `deploy.pushOnSave` is on. The user is asked once for each app that only hosted-app.json names.
// Files that a push excludes are left, and so are files that changed in the app, which a notice names.
import * as vscode from "vscode";
import { isCancellation } from "../../core/errors/cancelledError";
import { hasCode } from "../../core/errors/errorCode";
import { keyText } from "../../core/model/appKey";
import { nameOf } from "../../core/paths/appPath";
import { isLogName } from "../../core/paths/logFiles";
import { projectFileName } from "../../core/project/projectFile";
import { logText } from "../../editor/commands/commands";
import { teamLines } from "../../editor/project/agreements";
import { type FolderApp, type FolderReading, folderApp } from "../../editor/project/folderApp";
import { notify, showStatusMessage } from "../../editor/safeUi/messages";
import { errorSentence, type LeftFile, withFullStop } from "./ask/problemText";
import { compareWithLocal } from "./commands/compare";
import { restartAfter } from "./commands/push";
import { pushFile } from "./commands/pushFile";
import { whyNone } from "./place/chooseFolderApp";
import { byFolder, type FolderFiles } from "./place/fileFolders";
import { findFolderApp, setLink } from "./place/linkedFolders";
import { patientTurn } from "./place/placeTurns";
import { isChosenBefore, type TransferPlace } from "./place/transferPlace";
import type { TransferServices } from "./place/transferServices";
import { quietProgress } from "./run/doTransfer";
import { type Offer, offering } from "./run/notifyEnd";
import { pushFiles } from "./run/pushFiles";

/** Editors save several files at once, and a formatter saves the same one again. */
const debounceMs = 400;

let saves: SavedFiles | undefined;

export function pushSaved(file: vscode.Uri, services: TransferServices): void {
  saves ??= new SavedFiles(services);
  saves.add(file);
}

export class SavedFiles {
  private readonly waiting = new Map<string, vscode.Uri>();
  /** Of each call of `send`, until it ends. */
  private readonly inFlight = new Set<readonly vscode.Uri[]>();
  /** Failed files, which are pushed with the next save. */
  private readonly again = new Map<string, vscode.Uri>();
  /** Files that one notice has named as left, until they are pushed. */
  private readonly namedAsLeft = new Set<string>();
  /** Why a folder's files are not pushed, as the last notice said it. */
  private readonly reasons = new Map<string, string>();
  /** Folders whose app no list had, with the accounts: another request on each save would show nothing new. */
  private readonly unlisted = new Set<string>();
  /** By folder and app: files saved since the question, which is asked once in a window, even when it is dismissed. */
  private readonly asked = new Map<string, Set<string>>();
  private stopTimer = (): void => undefined;
  /** Folders whose files are being pushed. One may wait for an open plan, and must not hold up the others. */
  private readonly sending = new Set<string>();

  constructor(
    private readonly services: TransferServices,
    private readonly push: typeof pushFiles = pushFiles,
  ) {}

  add(file: vscode.Uri): void {
    if (!vscode.workspace.isTrusted) return;
    const name = nameOf(file.path);
    if (name === projectFileName || isLogName(name)) return;
    for (const each of [...this.again.values(), file]) this.waiting.set(each.toString(), each);
    this.again.clear();
    this.store();
    this.stopTimer();
    this.stopTimer = this.services.clock.after(debounceMs, () => void this.send());
  }

  private async send(): Promise<void> {
    const { services, waiting, sending, inFlight } = this;
    const files = [...waiting.values()];
    waiting.clear();
    inFlight.add(files);
    try {
      await services.accounts.load();
      const unusable = new Map<unknown, vscode.Uri[]>();
      const folders = await byFolder(files, services, (file, error) => {
        unusable.set(error, [...(unusable.get(error) ?? []), file]);
      });
      for (const [error, itsFiles] of unusable) this.failed(itsFiles, error);
      const works = folders.map(async (each) => {
        const { folder } = each.reading;
        const key = folder.toString();
        if (sending.has(key)) for (const file of urisOf(each)) waiting.set(file.toString(), file);
        else {
          sending.add(key);
          await this.sendFolder(each)
            .catch((error: unknown) => this.failed(urisOf(each), error))
            .finally(() => {
              sending.delete(key);
              if (waiting.size > 0) void this.send();
            });
        }
      });
      await Promise.all(works);
    } catch (error) {
      this.failed(files, error);
    } finally {
      inFlight.delete(files);
      this.store();
    }
  }

  /** For the next window, if this one closes before they are pushed. */
  private store(): void {
    const files = [...this.waiting.values(), ...[...this.inFlight].flat()].map(String);
    void this.services.state.update("savedFiles", [...new Set(files)]);
  }

  private failed(files: readonly vscode.Uri[], error: unknown): void {
    this.services.logger.error(`Pushing saved files: ${logText(error)}`);
    this.tryAgain(files);
    void notify("warning", vscode.l10n.t("Saved files weren't pushed: {0}", errorSentence(error)));
  }

  private async sendFolder(files: FolderFiles): Promise<void> {
    const place = await this.placeOf(files);
    if (!place) return;
    // The app may have another Unicode form of the name.
    const local = new Map(files.paths.map((path) => [`/${path}`.normalize("NFC"), path]));
    const uriOf = (path: string): vscode.Uri =>
      vscode.Uri.joinPath(place.folder, local.get(path.normalize("NFC")) ?? path);
    try {
      const { outcome, leftOut } = await patientTurn(place, () =>
        this.push({ place, paths: files.paths, kind: "save" }, {}, this.services, (_title, task) =>
          task(quietProgress),
        ),
      );
      const [first] = outcome.put;
      if (first !== undefined) {
        for (const path of outcome.put) this.namedAsLeft.delete(fileKey(place, path));
        showStatusMessage(
          outcome.put.length === 1
            ? vscode.l10n.t("Pushed {0} to {1}", nameOf(first), place.appName)
            : vscode.l10n.t("Pushed {0} files to {1}", outcome.put.length, place.appName),
          5_000,
        );
      }
      const heldBack = leftOut.flatMap(({ file: { path }, reason, isRuledOut }) =>
        isRuledOut ? [] : [{ path: `/${path}`, reason }],
      );
      for (const file of [...outcome.left, ...heldBack]) void this.notifyLeft(place, file, uriOf(file.path));
      for (const { path, reason } of outcome.failed)
        if (await isFile(uriOf(path))) void this.notifyFailed(place, uriOf(path), reason);
      // Saves don't wait for its proof; the restart after them ends it.
      void restartAfter(place, outcome, true);
    } catch (error) {
      if (isCancellation(error)) return;
      this.tryAgain(urisOf(files));
      void this.notifyFailed(place, uriOf(`/${files.paths[0] ?? ""}`), errorSentence(error));
    }
  }

  private tryAgain(files: readonly vscode.Uri[]): void {
    for (const file of files) this.again.set(file.toString(), file);
  }

  /** Undefined when nothing of the folder may be pushed without asking. */
  private async placeOf(files: FolderFiles): Promise<TransferPlace | undefined> {
    const { reading, paths } = files;
    const { accounts } = this.services;
    const { folder } = reading;
    const found = await this.appOf(reading);
    if (found.kind === "none") return undefined;
    if (found.kind === "unlisted") return this.sayOnce(folder, notPushed(whyNone(folder, found)));
    if (found.kind !== "linked")
      return this.sayOnce(
        folder,
        vscode.l10n.t(
          "Saved files of {0} aren't pushed. Use Push File to select its app.",
          nameOf(folder.path),
        ),
      );
    const { app: key, target } = found;
    const { accountId, appId } = key;
    const account = accounts.get(accountId);
    if (!account) return undefined;
    const app = account.apps.find(appId);
    const { error } = account.apps.snapshot;
    if (!app && error) {
      this.tryAgain(urisOf(files));
      const said = vscode.l10n.t("Saved files weren't pushed: {0}", errorSentence(error));
      return this.sayOnce(folder, said);
    }
    if (!app) return this.sayOnce(folder, notPushed(whyNone(folder, found)));
    const folderName = nameOf(folder.path);
    const place = { folder, reading, folderName, account, ...key, appName: app.name, target };
    if (account.permissions.isRuledOut(appId, "canEditApplicationFiles")) {
      const why = errorSentence(account.permissions.refusal(appId, "canEditApplicationFiles"));
      return this.sayOnce(folder, notPushed(why));
    }
    if (target?.asksFirst) {
      const said = vscode.l10n.t(
        "Saved files aren't pushed to {0}, which asks before each push. Use Push File instead.",
        target.name,
      );
      return this.sayOnce(folder, said);
    }
    this.reasons.delete(folder.toString());
    if (isChosenBefore(place)) return place;
    // The user may never answer; other folders are pushed meanwhile.
    void this.askOnce(place, paths).catch((error: unknown) => notify("warning", errorSentence(error)));
    return undefined;
  }

  private async appOf(reading: FolderReading): Promise<FolderApp> {
    const { accounts } = this.services;
    const { folder, appId, link } = reading;
    const key = JSON.stringify([String(folder), appId, link, accounts.all.map(({ id }) => id)]);
    const found = this.unlisted.has(key)
      ? folderApp(reading, accounts)
      : await findFolderApp(reading, accounts);
    const apps = found.kind === "linked" ? accounts.get(found.app.accountId)?.apps : undefined;
    const isUnlisted =
      found.kind === "linked"
        ? apps?.snapshot.apps && !apps.snapshot.error && !apps.find(found.app.appId)
        : found.kind === "unlisted";
    if (isUnlisted) this.unlisted.add(key);
    else this.unlisted.delete(key);
    return found;
  }

  private sayOnce(folder: vscode.Uri, said: string): undefined {
    if (this.reasons.get(folder.toString()) !== said) void notify("information", said);
    this.reasons.set(folder.toString(), said);
    return undefined;
  }

  /** A hosted-app.json is no consent to push; an answer of the user is. */
  private async askOnce(place: TransferPlace, paths: readonly string[]): Promise<void> {
    const { folder, folderName, account, accountId, appId, appName } = place;
    const key = `${folder} ${keyText(place)}`;
    const waiting = this.asked.get(key) ?? new Set();
    for (const path of paths) waiting.add(path);
    if (this.asked.has(key)) return;
    this.asked.set(key, waiting);
    const question = vscode.l10n.t(
      "hosted-app.json links {2} to {0} ({1}). Push files to it each time you save?",
      ...[appName, account.label, folderName],
    );
    // No dialog: a user who types on would answer it with the next Enter.
    const team = teamLines(account.apps.teamOf(account.apps.find(appId)));
    await notify("information", [question, ...team].join(" "), {
      [vscode.l10n.t("Push Saved Files")]: async () => {
        await setLink(folder, { accountId, appId }, this.services);
        for (const path of waiting) this.add(vscode.Uri.joinPath(folder, path));
      },
    });
  }

  private async notifyLeft(
    place: TransferPlace,
    { path, reason }: LeftFile,
    local: vscode.Uri,
  ): Promise<void> {
    const { services } = this;
    if (this.namedAsLeft.has(fileKey(place, path))) return;
    this.namedAsLeft.add(fileKey(place, path));
    const said = vscode.l10n.t(
      "{0} was saved but not pushed to {1}: {2}",
      ...[nameOf(path), place.appName, withFullStop(reason)],
    );
    const compare = { button: vscode.l10n.t("Compare"), command: "files.compareWithLocal" } as const;
    await notify(
      "warning",
      said,
      offering([
        { ...compare, run: () => compareWithLocal(local, services) },
        pushOffer(vscode.l10n.t("Push File"), local, services),
      ]),
    );
  }

  private async notifyFailed(place: TransferPlace, file: vscode.Uri, reason: string): Promise<void> {
    this.tryAgain([file]);
    await notify(
      "warning",
      vscode.l10n.t("{0} wasn't pushed to {1}: {2}", nameOf(file.path), place.appName, reason),
      offering([pushOffer(vscode.l10n.t("Try Again"), file, this.services)]),
    );
  }
}

function pushOffer(button: string, file: vscode.Uri, services: TransferServices): Offer {
  return { button, command: "files.pushFile", run: () => pushFile(file, undefined, services) };
}

function notPushed(why: string): string {
  return vscode.l10n.t("Saved files aren't pushed. {0}", why);
}

/** False when it was deleted or became a folder since it was saved: every later save would fail on it. */
async function isFile(file: vscode.Uri): Promise<boolean> {
  return await vscode.workspace.fs.stat(file).then(
    ({ type }) => (type & vscode.FileType.Directory) === 0,
    (error: unknown) => !hasCode(error, "FileNotFound"),
  );
}

function urisOf({ reading: { folder }, paths }: FolderFiles): vscode.Uri[] {
  return paths.map((path) => vscode.Uri.joinPath(folder, path));
}

function fileKey(place: TransferPlace, path: string): string {
  return `${keyText(place)} ${path}`;
}
