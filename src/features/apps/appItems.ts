// Rows of the Apps view for accounts, teams, apps and missing apps, and their tooltips. Text from the service is shown
// without markup.
import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import type { MissingApps } from "../../api/dialect/appCollection";
import type { AppCondition } from "../../core/metrics/appConditions";
import type { MemoryUse } from "../../core/metrics/memoryUse";
import type { App } from "../../core/model/model";
import type { WebAddress } from "../../core/model/webAddress";
import { webAddressOf } from "../../core/settings/hostSettings";
import { formatBytes, formatCount } from "../../core/text/format";
import { type AppRelease, pushedCommit } from "../../core/transfers/release";
import { ageText } from "../../editor/ageText";
import { appFacts } from "../../editor/appFacts";
import { appState } from "../../editor/appState";
import {
  cpuText,
  editSettings,
  limitRestartsText,
  memoryLine,
  memoryText,
  spokenUsage,
  usageText,
} from "../../editor/appUsage";
import { commitText, uncommittedText } from "../../editor/project/gitState";
import { commandLink, markdownTooltip, md, webLink } from "../../editor/safeUi/markdown";
import { settings } from "../../editor/settings";
import { showTrouble, troubleOf } from "../../editor/tree/accountTrouble";
import { nodeId } from "./appsNode";
import { rowFlags } from "./parts/rowFlags";

const showLog = "hostedApps.app.showLog";

export function accountItem(account: Account): vscode.TreeItem {
  const item = new vscode.TreeItem(account.label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = nodeId({ kind: "account", account });
  item.iconPath = new vscode.ThemeIcon("account");
  item.contextValue = "account";
  showTrouble(item, account);
  return item;
}

/** `shown` of the group's `all` apps pass the filter. */
export function groupItem(
  account: Account,
  teamId: string | undefined,
  shown: number,
  all = shown,
): vscode.TreeItem {
  const team = teamId === undefined ? undefined : account.apps.teamOf({ teamId });
  const label = teamId === undefined ? vscode.l10n.t("Personal") : (team?.name ?? teamId);
  const { Expanded, None } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(label, shown === 0 ? None : Expanded);
  item.id = nodeId({ kind: "group", account, teamId });
  item.iconPath = new vscode.ThemeIcon(teamId === undefined ? "person" : "organization");
  item.description = shown < all ? countText(shown, all) : countOf(shown);
  item.contextValue = teamId === undefined ? "personal" : "team";
  if (team) {
    const isOwner = team.owner === account.userId;
    const role = isOwner ? vscode.l10n.t("You own this team.") : vscode.l10n.t("You're a member.");
    const [members, invites] = [team.members.length, team.invites.length];
    const counts = [
      members === 1 ? vscode.l10n.t("1 member") : vscode.l10n.t("{0} members", formatCount(members)),
      invites === 1
        ? vscode.l10n.t("1 pending invitation")
        : vscode.l10n.t("{0} pending invitations", formatCount(invites)),
    ];
    item.tooltip = vscode.l10n.t("{0}: {1}. {2}", team.name, counts.join(", "), role);
  }
  return item;
}

/** "33 of 67", of a filtered list. */
export function countText(shown: number, all: number): string {
  return vscode.l10n.t("{0} of {1}", formatCount(shown), formatCount(all));
}

function countOf(apps: number): string {
  if (apps === 0) return vscode.l10n.t("no apps");
  return apps === 1 ? vscode.l10n.t("1 app") : vscode.l10n.t("{0} apps", formatCount(apps));
}

/** From watching the app; nothing for an app that the status bar does not show. */
export interface SeenApp {
  readonly conditions?: readonly AppCondition[] | undefined;
  /** Its name, where the app is the current one of several targets of a folder. */
  readonly target?: string | undefined;
  readonly memory?: MemoryUse | undefined;
}

interface RowContext extends SeenApp {
  /** The setting service.hosts, if it was read once for many rows. */
  readonly hosts?: unknown;
}

export function appItem(
  account: Account,
  appId: string,
  app: App | undefined,
  { conditions, target, memory, hosts = settings.hosts() }: RowContext = {},
): vscode.TreeItem {
  const item = new vscode.TreeItem(app?.name ?? appId, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = nodeId({ kind: "app", account, appId });
  if (!app) return item;
  const state = appState(app, new Set(conditions));
  const asOf = troubleOf(account)?.asOf;
  const color = asOf === undefined ? state.color : "disabledForeground";
  item.iconPath = new vscode.ThemeIcon(state.icon, color ? new vscode.ThemeColor(color) : undefined);
  const little = memory?.advice === "little" && limitRestartsText(memory.limitRestarts);
  item.description = asOf ?? [state.exception, little, usageText(app)].filter(Boolean).join(" · ");
  item.contextValue = [
    "app",
    ...(webAddressOf(account, app, hosts) ? ["web"] : []),
    conditions ? "watched" : "unwatched",
    ...(target === undefined ? [] : ["target"]),
    ...rowFlags(account, appId),
  ].join(";");
  item.accessibilityInformation = {
    label: [app.name, state.word, asOf ?? spokenUsage(app)].filter(Boolean).join(", "),
  };
  return item;
}

/** What a tooltip shows beside the app's own fields. */
interface AppHover {
  readonly address?: WebAddress | undefined;
  /** The last push to it, in words. */
  readonly pushed?: string | undefined;
  /** With it, a link shows the app's log. */
  readonly accountId?: string;
  readonly conditions?: readonly AppCondition[] | undefined;
  readonly memory?: MemoryUse | undefined;
  /** The age of what is known, if the account is in trouble. */
  readonly asOf?: string | undefined;
}

export function appTooltip(
  app: App,
  { address, pushed, accountId, conditions, memory, asOf }: AppHover = {},
): vscode.MarkdownString {
  const { metrics } = app;
  const isUp = metrics?.online === true;
  const { upFor, runtime, startup, id } = appFacts(app);
  const memoryNow =
    (isUp && memoryText(app)) ||
    (app.memoryMB === undefined ? undefined : formatBytes(app.memoryMB * 1024 * 1024));
  const rows: [string, string | false | undefined][] = [
    [vscode.l10n.t("State"), [appState(app, new Set(conditions)).word, asOf].filter(Boolean).join(", ")],
    [vscode.l10n.t("CPU"), isUp && cpuText(app)],
    [vscode.l10n.t("Memory"), memoryNow],
    [upFor.label, isUp && upFor.value],
    [runtime.label, runtime.value],
    [startup.label, startup.value],
    [vscode.l10n.t("Pushed"), pushed],
    [id.label, id.value],
  ];
  const lines = rows.flatMap(([label, value]) => (value ? [md`${label}: ${value}`] : []));
  if (address) {
    const link = webLink(address.address);
    lines.unshift(address.isGuess ? `${link} ${md`${vscode.l10n.t("(guessed)")}`}` : link);
  }
  if (app.restartRequired) lines.push(md`${vscode.l10n.t("Restart the app to apply its settings.")}`);
  else if (app.filesChanged)
    lines.push(md`${vscode.l10n.t("Its files were changed. Restart the app to apply the changes.")}`);
  const own = accountId === undefined ? undefined : { accountId, appId: app.id };
  if (memory) lines.push(memoryLine(memory, own));
  const text = `${md`**${app.name}**`}\n\n${lines.join("  \n")}`;
  if (!own) return markdownTooltip(text);
  const log = commandLink(vscode.l10n.t("Show App Log"), showLog, own);
  return markdownTooltip(`${text}\n\n${log}`, [showLog, ...(memory ? ([editSettings] as const) : [])]);
}

interface AppRowKnown extends SeenApp {
  readonly releases: readonly AppRelease[];
  readonly now: number;
}

export function appRowTooltip(
  app: App,
  account: Account,
  { conditions, memory, releases, now }: AppRowKnown,
): vscode.MarkdownString {
  return appTooltip(app, {
    ...{ conditions, memory },
    asOf: troubleOf(account)?.asOf,
    accountId: account.id,
    address: webAddressOf(account, app, settings.hosts()),
    pushed: pushedText(releases, now),
  });
}

/** "main a1b2c3d, 3 uncommitted files, 2 h ago"; undefined when this machine knows of no push. */
function pushedText(releases: readonly AppRelease[], now: number): string | undefined {
  const last = pushedCommit(releases);
  if (!last) return undefined;
  return [commitText(last), uncommittedText(last.uncommitted), ageText(now - last.at)]
    .filter(Boolean)
    .join(", ");
}

/** The row's label; also used by the app picker. */
export function missingLabel({ count }: MissingApps): string {
  if (count === undefined) return vscode.l10n.t("More apps may exist");
  return count === 1
    ? vscode.l10n.t("1 app couldn't be listed")
    : vscode.l10n.t("{0} apps couldn't be listed", formatCount(count));
}

export function missingItem(account: Account, id: string): vscode.TreeItem {
  const { missing } = account.apps.snapshot;
  const item = new vscode.TreeItem(missing ? missingLabel(missing) : "");
  item.id = id;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "missing";
  if (!missing) return item;
  item.tooltip = reasonOf(missing);
  item.accessibilityInformation = { label: `${missingLabel(missing)}. ${item.tooltip}` };
  item.command =
    missing.cause === "changing"
      ? { command: "hostedApps.apps.refresh", title: vscode.l10n.t("Refresh") }
      : {
          command: "hostedApps.service.diagnose",
          title: vscode.l10n.t("Diagnose"),
          arguments: [{ accountId: account.id }],
        };
  return item;
}

function reasonOf({ cause }: MissingApps): string {
  switch (cause) {
    case "pages":
      return vscode.l10n.t(
        "The service lists its apps in pages that couldn't be read. Select to diagnose the service.",
      );
    case "changing":
      return vscode.l10n.t("The list changed while it was being read. Select to read it again.");
    case "unreadable":
      return vscode.l10n.t(
        "The service describes them in an unknown format. Select to diagnose the service.",
      );
  }
}
