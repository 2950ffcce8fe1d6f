// Releases: the list to select from, and Show Changes, which compares a release with the one before it.
import * as vscode from "vscode";
import type { PushManifest } from "../../../appFiles/transfer/plan/pushManifest";
import type { TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import type { AppKey } from "../../../core/model/appKey";
import { field } from "../../../core/parse";
import { nameOf } from "../../../core/paths/appPath";
import type { AppRelease } from "../../../core/transfers/release";
import { readArgument } from "../../../editor/commands/commandArguments";
import type { AppChoice } from "../../../editor/pickApp";
import { releaseText } from "../../../editor/project/releaseText";
import { showChanges, showDiff } from "../../../editor/safeUi/dialogs";
import { choose } from "../../../editor/safeUi/inputs";
import { endedBy } from "../../../editor/safeUi/messages";
import { releaseUri } from "../ask/backupDocuments";
import { comparableUri } from "../ask/showDifference";
import type { TransferServices } from "../place/transferServices";

export interface ChosenRelease {
  readonly app: AppChoice;
  readonly release: AppRelease;
  /** Of the release. */
  readonly files: PushManifest;
  /** All of the app, newest first. */
  readonly all: readonly AppRelease[];
}

interface ReleaseQuestion {
  readonly whichApp: string;
  readonly whichRelease: (appName: string) => string;
  /** False for releases that cannot be meant. */
  readonly isOffered?: (release: AppRelease, newest: AppRelease | undefined) => boolean;
}

/** The release of the argument, or one that the user picks. Rejects with a sentence when its files are gone. */
export async function chooseRelease(
  argument: unknown,
  services: TransferServices,
  { whichApp, whichRelease, isOffered = () => true }: ReleaseQuestion,
): Promise<ChosenRelease> {
  await services.accounts.load();
  const app = await services.chooseApp(argument, whichApp);
  const { release: number } = readArgument({ release: field.number }, argument);
  const all = await services.releases.list(app);
  const offered = all.filter((each) => isOffered(each, all[0]));
  if (number === undefined && offered.length === 0)
    throw endedBy(vscode.l10n.t("{0} has no earlier release on this machine.", app.name));
  const release =
    number === undefined
      ? await pick(offered, whichRelease(app.name), services)
      : all.find((each) => each.number === number);
  if (!release)
    throw new Error(vscode.l10n.t("{0} has no release {1} on this machine.", app.name, String(number)));
  return { app, release, files: await requireFiles(app, release, services), all };
}

async function pick(
  releases: readonly AppRelease[],
  title: string,
  { clock }: TransferServices,
): Promise<AppRelease> {
  const items = releases.map((release) => {
    const { label, description, icon } = releaseText(release, clock.now());
    return { label, description, iconPath: new vscode.ThemeIcon(icon), release };
  });
  const placeHolder = vscode.l10n.t("Releases are kept on this machine only");
  return (await choose(items, { title, placeHolder, matchOnDescription: true })).release;
}

/** The app's file on the left. */
export async function showReleaseDifference(
  { accountId, appId, name }: AppChoice,
  { path, remote, localHash }: TransferRow,
): Promise<void> {
  const inApp = remote && comparableUri({ accountId, appId, path });
  const inRelease = localHash === undefined ? undefined : releaseUri(accountId, path, localHash);
  const title = vscode.l10n.t("{0} ({1} ↔ Release)", nameOf(path), name);
  await showDiff([inApp, inRelease], title);
}

async function requireFiles(
  app: AppKey,
  release: AppRelease,
  { releases }: TransferServices,
): Promise<PushManifest> {
  const files = await releases.filesOf(app, release);
  if (files) return files;
  throw new Error(
    vscode.l10n.t(
      "The files of release {0} are no longer kept on this machine. Nothing was changed.",
      String(release.number),
    ),
  );
}

/** Answers with the paths in the app that differ from the release before. */
export async function compareRelease(
  argument: unknown,
  services: TransferServices,
): Promise<AppKey & { readonly release: number; readonly changed: readonly string[] }> {
  const { app, release, files, all } = await chooseRelease(argument, services, {
    whichApp: vscode.l10n.t("Select an app to show a release of"),
    whichRelease: (name) => vscode.l10n.t("Select a release of {0}", name),
  });
  const { accountId, appId, name } = app;
  const { number } = release;
  const before = all.find((each) => each.number < number);
  const old = before ? await services.releases.filesOf(app, before) : new Map();
  if (!old)
    throw endedBy(
      vscode.l10n.t(
        "Release {0} can't be compared: the files of the one before it are no longer kept on this machine.",
        String(number),
      ),
    );
  const hashIn = (list: PushManifest, path: string): string => list.get(path)?.hash ?? "";
  const changed = [...new Set([...old.keys(), ...files.keys()])]
    .filter((path) => hashIn(old, path) !== hashIn(files, path))
    .sort();
  if (changed.length === 0)
    throw endedBy(vscode.l10n.t("Release {0} has the same files as the one before it.", String(number)));
  const side = (list: PushManifest, path: string): vscode.Uri | undefined =>
    hashIn(list, path) === "" ? undefined : releaseUri(accountId, path, hashIn(list, path));
  const title = before
    ? vscode.l10n.t("{0}: release {1} ↔ {2}", name, String(before.number), String(number))
    : vscode.l10n.t("{0}: release {1}", name, String(number));
  const sides = changed.map((path) => [side(old, path), side(files, path)] as const);
  await showChanges(title, sides);
  return { accountId, appId, release: number, changed };
}
