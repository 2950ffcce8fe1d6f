// Rows of the Account view for accounts, sessions, teams and people. Text from the service is shown without markup.
import * as vscode from "vscode";
import type { Account } from "../../accounts/accounts";
import type { Clock } from "../../core/async/clock";
import { permissionNames, type Team, type UserSession } from "../../core/model/model";
import { roleIn } from "../../core/model/teamRole";
import { formatCount, formatTime } from "../../core/text/format";
import { ageText } from "../../editor/ageText";
import { markdownTooltip, md, tableRow } from "../../editor/safeUi/markdown";
import { showTrouble } from "../../editor/tree/accountTrouble";
import {
  flagWord,
  peopleOf,
  permissionCount,
  permissionWords,
  roleWord,
  type TeamPerson,
} from "./teamPeople";

export interface AccountNode {
  readonly kind: "account" | "fact" | "sessions" | "session" | "team" | "person";
  readonly item: vscode.TreeItem;
  readonly children?: () => AccountNode[];
  readonly tooltip?: () => vscode.MarkdownString;
  readonly account?: Account;
  readonly session?: UserSession;
  readonly team?: Team;
  readonly person?: TeamPerson;
  /** What the row shows and its copy command copies. */
  readonly value?: string;
}

/** One line about the user, as the service says it. */
export interface Fact {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly icon: string;
  readonly color?: string;
  readonly hint?: string;
}

export function accountNode(account: Account, children: () => AccountNode[]): AccountNode {
  const item = new vscode.TreeItem(account.label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = `user/${account.id}`;
  item.iconPath = new vscode.ThemeIcon("account");
  item.contextValue = "account";
  item.tooltip = account.baseUrl;
  showTrouble(item, account);
  return { kind: "account", account, item, children };
}

export function factNode({ id, label, value, icon, color, hint }: Fact): AccountNode {
  const item = new vscode.TreeItem(label);
  item.id = id;
  item.description = value;
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.tooltip = hint ?? `${label}: ${value}`;
  item.contextValue = "value";
  item.accessibilityInformation = { label: [label, value, hint].filter(Boolean).join(", ") };
  return { kind: "fact", value, item };
}

export function sessionsNode(account: Account, sessions: readonly UserSession[], clock: Clock): AccountNode {
  const value =
    sessions.length === 1
      ? vscode.l10n.t("1 session")
      : vscode.l10n.t("{0} sessions", formatCount(sessions.length));
  const item = new vscode.TreeItem(
    vscode.l10n.t("Active sessions"),
    vscode.TreeItemCollapsibleState.Collapsed,
  );
  item.id = `sessions/${account.id}`;
  item.description = value;
  item.iconPath = new vscode.ThemeIcon("vm");
  item.contextValue = "sessions";
  const children = () => sessions.map((session) => sessionNode(account, session, clock));
  return { kind: "sessions", account, value, item, children };
}

/** "Firefox on Phone", as far as the service says. */
export function sessionLabel({ browser, device }: UserSession): string {
  if (browser !== undefined && device !== undefined) return vscode.l10n.t("{0} on {1}", browser, device);
  return browser ?? device ?? vscode.l10n.t("Unknown device");
}

function sessionNode(account: Account, session: UserSession, clock: Clock): AccountNode {
  const value = sessionLabel(session);
  const item = new vscode.TreeItem(value);
  item.id = `session/${account.id}/${session.id}`;
  item.iconPath = new vscode.ThemeIcon("device-desktop");
  item.contextValue = session.ip === undefined ? "session" : "session;address";
  if (session.lastActive !== undefined) {
    item.description = vscode.l10n.t("active {0}", ageText(clock.now() - session.lastActive));
    item.tooltip = vscode.l10n.t("Last active: {0}", formatTime(session.lastActive));
  }
  return { kind: "session", account, session, value, item };
}

export function teamNode(account: Account, team: Team, clock: Clock): AccountNode {
  const item = new vscode.TreeItem(team.name, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `team/${account.id}/${team.id}`;
  item.iconPath = new vscode.ThemeIcon("organization");
  item.contextValue = "team";
  const people = peopleOf(team, account.userId);
  const count = people.filter(({ role }) => role !== "invited").length;
  const role = roleIn(team, account.userId);
  item.description = [
    role === "unknown" ? "" : roleWord(role),
    count === 1 ? vscode.l10n.t("1 person") : vscode.l10n.t("{0} people", formatCount(count)),
  ]
    .filter(Boolean)
    .join(" · ");
  const children = () => people.map((person) => personNode(account, team, person, clock));
  return { kind: "team", account, team, item, children };
}

function personNode(account: Account, team: Team, person: TeamPerson, clock: Clock): AccountNode {
  const item = new vscode.TreeItem(person.name);
  item.id = `person/${account.id}/${team.id}/${person.id}`;
  item.iconPath = new vscode.ThemeIcon({ owner: "key", member: "person", invited: "mail" }[person.role]);
  item.contextValue = "person";
  const invited = person.invitedAt === undefined ? "" : ageText(clock.now() - person.invitedAt);
  item.description = [
    [roleWord(person.role), invited].filter(Boolean).join(" "),
    person.role === "owner" ? "" : permissionCount(person.permissions),
  ]
    .filter(Boolean)
    .join(" · ");
  item.command = {
    command: "hostedApps.account.showTeam",
    title: vscode.l10n.t("Show Permissions"),
    arguments: [{ accountId: account.id, teamId: team.id }],
  };
  return { kind: "person", account, team, person, item, tooltip: () => personTooltip(person) };
}

/** The twelve flags of a person, for a hover. */
export function personTooltip(person: TeamPerson): vscode.MarkdownString {
  const { name, fullId, role, permissions, subscriptionEndsAt } = person;
  const words = permissionWords();
  const rows = permissionNames.map((flag) => tableRow([words[flag], flagWord(permissions[flag])]));
  const heading = [md`**${fullId ?? name}**`, md`${roleWord(role)}`].join(" · ");
  const ends =
    subscriptionEndsAt === undefined
      ? []
      : ["", md`${vscode.l10n.t("Subscription ends: {0}", formatTime(subscriptionEndsAt))}`];
  return markdownTooltip([heading, ...ends, "", "| | |", "| --- | --- |", ...rows].join("\n"));
}
