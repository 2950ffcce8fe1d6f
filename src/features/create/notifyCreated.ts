// The message after an app was created, with the next steps; then the offer to keep its settings in the folder.

import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import type { FilesOfAccounts } from "../../appFiles/filesOfAccounts";
import { readLogEnd } from "../../appFiles/logEnd";
import { type Clock, within } from "../../core/async/clock";
import type { NewAppSettings } from "../../core/model/model";
import { nameOf } from "../../core/paths/appPath";
import type { ProjectFile } from "../../core/project/projectFile";
import { webAddressOf } from "../../core/settings/hostSettings";
import { appScheme } from "../../editor/appUris";
import { runCommand } from "../../editor/commands/commands";
import { setContext } from "../../editor/contextKeys";
import { type CrashExplanation, explainCrash, settingsPage } from "../../editor/project/crashText";
import type { DeployFolder } from "../../editor/project/deployFolder";
import { notify, type Severity } from "../../editor/safeUi/messages";
import { someNames } from "../../editor/safeUi/someNames";
import { settings } from "../../editor/settings";
import { showError } from "../../editor/showError";
import type { StateMemory } from "../../editor/state/stateMemory";
import type { CreatedApp } from "./createApp";
import { createdSentence } from "./createSentences";
import { offerProjectFile } from "./projectFile/offerProjectFile";
import { namesOf } from "./questions/askSecrets";

/** Additions to the message. */
interface CreatedNotice {
  readonly before?: readonly string[];
  /** Names of variables that the app looks for and has not. */
  readonly missing?: readonly string[];
  /** Why the app is down, by the last lines of its log. */
  readonly explain?: (lines: readonly string[]) => Promise<CrashExplanation | undefined>;
  /** The notice is shown. */
  readonly onShown?: (() => unknown) | undefined;
}

/** Shows the message; resolves when the user has answered, which may be never. */
export async function notifyCreated(
  account: Account,
  created: CreatedApp,
  loadFiles: () => Promise<FilesOfAccounts>,
  { before = [], missing: known = [], explain, onShown }: CreatedNotice = {},
): Promise<void> {
  const { app, result } = created;
  if (result !== "gone") {
    setContext("hasCreated", true);
    account.apps.announceCreated(app.id);
  }
  const choice = { accountId: account.id, appId: app.id };
  const log =
    result === "failed" || result === "limit"
      ? await readLogEnd(loadFiles, choice, app.metrics?.startedAt).catch(() => undefined)
      : undefined;
  const why = result === "failed" || result === "limit" ? await explain?.(log?.lines ?? []) : undefined;
  // What its log says is certain.
  const missing = why?.sentence ? [] : known;
  const isOnWeb = result === "online" && webAddressOf(account, app, settings.hosts()) !== undefined;
  const [label, openPage] = (missing.length > 0 ? settingsPage(account, app) : undefined) ?? [];
  const showLog = { [vscode.l10n.t("Show App Log")]: () => runCommand("app.showLog", choice) };
  // Two at most besides the page, the likeliest first.
  const offers = {
    ...(why?.fix && { [why.fix.label]: why.fix.run }),
    ...(label !== undefined && openPage && { [label]: openPage }),
    ...(isOnWeb
      ? { [vscode.l10n.t("Open in Browser")]: () => runCommand("app.openInBrowser", choice) }
      : log && showLog),
    [vscode.l10n.t("Open App Files")]: () => runCommand("files.mount", choice),
    ...(isOnWeb || log ? {} : showLog),
  };
  const text = [
    ...before,
    createdSentence(created),
    ...(missing.length > 0
      ? [vscode.l10n.t("The app reads variables that aren't set: {0}.", someNames(missing))]
      : []),
    ...(why?.sentence ? [why.sentence] : []),
    ...(log && !why?.sentence ? [vscode.l10n.t("Check {0} for the reason.", nameOf(log.name))] : []),
  ].join(" ");
  const notified = notify(severityOf(result), text, result === "gone" ? {} : offers);
  onShown?.();
  await notified;
}

/** A failure stays until the user answers it. */
function severityOf(result: CreatedApp["result"]): Severity {
  if (result === "online" || result === "cancelled") return "information";
  return result === "failed" || result === "limit" ? "error" : "warning";
}

/** VS Code has hidden an unanswered notice by then. */
const unansweredMs = 20_000;

/** An app that was created, and what from. */
interface Creation {
  readonly account: Account;
  readonly created: CreatedApp;
  readonly folder: Pick<DeployFolder, "uri" | "undecidedSecrets">;
  /** The project file that was there. */
  readonly existing: ProjectFile | undefined;
  readonly chosen: NewAppSettings;
  /** The start command that was found in the folder. */
  readonly foundCommand?: string;
  /** Names of variables that the app looks for and that were not sent. */
  readonly missing?: readonly string[];
  /** The user was told what became of it. */
  readonly onShown?: (() => unknown) | undefined;
}

interface FollowOptions {
  readonly state: StateMemory;
  readonly clock: Pick<Clock, "after">;
  readonly loadFiles: () => Promise<FilesOfAccounts>;
}

/** Shows one notice at a time. Resolves when there is nothing more to ask; no caller waits for it. */
export async function followCreation(
  { account, created, folder, existing, chosen, foundCommand, missing = [], onShown }: Creation,
  { state, clock, loadFiles }: FollowOptions,
): Promise<void> {
  const secrets = folder.undecidedSecrets;
  const before =
    secrets.length === 0
      ? []
      : [vscode.l10n.t("Not sent because they may contain secrets: {0}.", namesOf(secrets))];
  const accounts = { all: [account], get: (id: string) => (id === account.id ? account : undefined) };
  const local = folder.uri.scheme === appScheme ? undefined : folder.uri;
  const explain: CreatedNotice["explain"] = (lines) =>
    explainCrash(lines, { accountId: account.id, app: created.app, folder: local }, { state, accounts });
  const notice = { before, missing, explain, onShown };
  const notified = notifyCreated(account, created, loadFiles, notice).catch(showError);
  // An app that did not come online comes first.
  if (created.result !== "online") return await notified;
  await within(clock, unansweredMs, notified);
  const offer = { folder: folder.uri, existing, app: created.app, settings: chosen, foundCommand, state };
  await offerProjectFile(offer).catch(showError);
}
