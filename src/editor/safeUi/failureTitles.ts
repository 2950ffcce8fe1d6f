// The beginning of a sentence about a failed request: what failed, in the words of its command.
import { l10n } from "vscode";

export type Title = (appName: string) => string;

const openFiles: Title = (name) => l10n.t("Couldn't open {0}'s files.", name);
const search: Title = (name) => l10n.t("Couldn't search {0}'s files.", name);
const push: Title = (name) => l10n.t("Couldn't push to {0}.", name);
const bringBack: Title = (name) => l10n.t("Couldn't restore {0}'s files.", name);

/** Titles by command id. Commands that send nothing have none, nor do those that report failures in their own place. */
export const failureTitles: Readonly<Record<string, Title>> = {
  "app.restart": (name) => l10n.t("Couldn't restart {0}.", name),
  "app.delete": (name) => l10n.t("Couldn't delete {0}.", name),
  "app.editSettings": (name) => l10n.t("Couldn't change {0}'s settings.", name),
  "app.openInBrowser": (name) => l10n.t("Couldn't open {0} in the browser.", name),
  "app.backup": (name) => l10n.t("Couldn't back up {0}.", name),
  "app.restoreBackup": (name) => l10n.t("Couldn't restore {0}.", name),
  "app.showEnvironmentValue": (name) => l10n.t("Couldn't read {0}'s environment variables.", name),
  "app.showLog": (name) => l10n.t("Couldn't open {0}'s log.", name),
  "app.setUpLog": (name) => l10n.t("Couldn't set up {0}'s log.", name),
  "files.mount": openFiles,
  "files.openInNewWindow": openFiles,
  "files.upload": (name) => l10n.t("Couldn't upload to {0}.", name),
  "files.download": (name) => l10n.t("Couldn't download from {0}.", name),
  "files.delete": (name) => l10n.t("Couldn't delete {0}'s files.", name),
  "files.review": openFiles,
  "files.goTo": search,
  "files.search": search,
  "files.goToHere": search,
  "files.searchHere": search,
  "files.follow": (name) => l10n.t("Couldn't follow a file in {0}.", name),
  "files.restoreDeleted": bringBack,
  "files.undo": bringBack,
  "files.compareWithLocal": (name) => l10n.t("Couldn't compare with {0}.", name),
  "files.pushFile": push,
  "deploy.createApp": () => l10n.t("Couldn't create the app."),
  "release.rollBack": (name) => l10n.t("Couldn't roll back {0}.", name),
  "release.compare": (name) => l10n.t("Couldn't show a release of {0}.", name),
  "deploy.push": push,
  "deploy.pull": (name) => l10n.t("Couldn't pull from {0}.", name),
};
