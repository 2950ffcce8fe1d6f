// The rows below an app, and those of its details. They have accountId and appId, so that commands take a row as argument.

import type * as vscode from "vscode";
import { l10n } from "vscode";
import type { Account } from "../../../accounts/accounts";
import type { Clock } from "../../../core/async/clock";
import type { AppKey } from "../../../core/model/appKey";
import { deploymentsOf } from "../../../core/model/deployments";
import type { App } from "../../../core/model/model";
import type { ChangeableKey } from "../../../core/settings/settingsTable";
import { formatDuration, formatTime } from "../../../core/text/format";
import type { AppRelease } from "../../../core/transfers/release";
import { ageText } from "../../../editor/ageText";
import { appFacts } from "../../../editor/appFacts";
import type { CommandId } from "../../../editor/commands/commands";
import { releaseText } from "../../../editor/project/releaseText";
import { rowFlags } from "./rowFlags";

interface OfApp extends AppKey {
  readonly account: Account;
  /** Unique in the view, the same after refreshes and reloads. */
  readonly id: string;
}

/** A label and what the service reported. */
export interface LineNode extends OfApp {
  readonly kind: "line";
  readonly label: string;
  readonly value: string;
  /** The service did not report the value. */
  readonly isGuess?: boolean;
  readonly icon: string;
  readonly color?: string;
  readonly tooltip?: string;
  readonly contextValue?: string;
  /** The command of a click, with the row as its argument. */
  readonly command?: CommandId;
  /** The setting that this row can change. */
  readonly field?: ChangeableKey;
  /** The variable whose value this row can show. */
  readonly name?: string;
  /** The number of the release that this row is. */
  readonly release?: number;
  /** The commit of a deployment. */
  readonly commit?: string;
}

export type SectionName = "files" | "releases" | "deployments" | "environment" | "details";

export interface SectionNode extends OfApp {
  readonly kind: "section";
  readonly section: SectionName;
  readonly value?: string;
}

/** A file or folder, opened by its mount's address without mounting the app. */
export interface FileNode extends OfApp {
  readonly kind: "file";
  readonly name: string;
  readonly isFolder: boolean;
  readonly resourceUri: vscode.Uri;
}

export type PartNode = LineNode | SectionNode | FileNode;

export function ofApp(account: Account, appId: string, id: string): OfApp {
  return { account, accountId: account.id, appId, id: `${account.id}/${appId}/${id}` };
}

/** Of what the service reported. Rows of settings can be changed, with the permission for that. */
export function detailLines(account: Account, app: App): LineNode[] {
  const mayConfigure = rowFlags(account, app.id).includes("configurable");
  const { upFor: _, ...facts } = appFacts(app);
  const startup = app.startupCommand === "" ? { ...facts.startup, value: l10n.t("default") } : facts.startup;
  const lines = Object.entries({ ...facts, startup }).map(
    ([name, { label, icon, value, field }]): LineNode => ({
      ...ofApp(account, app.id, `detail/${name}`),
      ...{ kind: "line", label, icon, value, tooltip: `${label}: ${value}` },
      ...(field !== undefined && { field, ...(mayConfigure && { contextValue: "setting" }) }),
    }),
  );
  return [...lines.filter(({ value }) => value !== ""), ...ruledOutLine(account, app)];
}

/** The service decides; this line only names what it may refuse. */
function ruledOutLine(account: Account, app: App): LineNode[] {
  const { apps, permissions } = account;
  const team = apps.teamOf(app);
  const words = [
    ...(permissions.isRuledOut(app.id, "canSeeApplicationFiles") ? [l10n.t("see files")] : []),
    ...(permissions.isRuledOut(app.id, "canChangeStatusApplication") ? [l10n.t("restart")] : []),
    ...(permissions.isRuledOut(app.id, "canUpdateApplicationSettings") ? [l10n.t("change settings")] : []),
    ...(permissions.isRuledOut(app.id, "canEditApplicationFiles") ? [l10n.t("edit files")] : []),
    ...(permissions.isRuledOut(app.id, "canDeleteApplicationFiles") ? [l10n.t("delete files")] : []),
    ...(permissions.isRuledOut(app.id, "canDeleteApplication") ? [l10n.t("delete the app")] : []),
  ];
  if (!team || words.length === 0) return [];
  return [
    {
      ...ofApp(account, app.id, "detail/ruledOut"),
      kind: "line",
      label: l10n.t("May not be permitted"),
      value: words.join(", "),
      icon: "lock",
      tooltip: l10n.t("Turned off for you in {0}. The service decides.", team.name),
    },
  ];
}

export function deploymentLines(account: Account, app: App, clock: Clock): LineNode[] {
  return deploymentsOf(app).map((deployment, index) => {
    const { commitId, message, branch, author, status, durationSeconds, committedAt, id } = deployment;
    const { at, shortCommit, firstLine } = deployment;
    const value = [
      author,
      at === undefined ? undefined : ageText(clock.now() - at),
      durationSeconds === undefined ? undefined : l10n.t("took {0}", formatDuration(durationSeconds)),
      status,
    ];
    const details = [
      message,
      commitId,
      branch === undefined ? undefined : l10n.t("Branch: {0}", branch),
      author === undefined ? undefined : l10n.t("Author: {0}", author),
      committedAt === undefined ? undefined : l10n.t("Committed: {0}", formatTime(committedAt)),
      status === undefined ? undefined : l10n.t("State: {0}", status),
    ];
    return {
      ...ofApp(account, app.id, `deployment/${id ?? index}`),
      kind: "line",
      label: [shortCommit, firstLine].filter(Boolean).join(" ") || l10n.t("Deployment"),
      value: value.filter(Boolean).join(" · "),
      tooltip: details.filter(Boolean).join("\n"),
      ...iconOf(status),
      ...(commitId && { commit: commitId, contextValue: "deployment", command: "app.showCommit" as const }),
    };
  });
}

export function releaseLines(
  account: Account,
  appId: string,
  releases: readonly AppRelease[],
  clock: Clock,
): LineNode[] {
  return releases.map((release) => {
    const { label, description, icon, tooltip } = releaseText(release, clock.now());
    return {
      ...ofApp(account, appId, `release/${release.number}`),
      ...{ kind: "line", label, value: description, icon, tooltip, release: release.number },
      ...{ command: "release.compare", contextValue: ["release", ...rowFlags(account, appId)].join(";") },
    };
  });
}

/** An unknown status is neither good nor bad, so it has no color. */
function iconOf(status: string | undefined): { readonly icon: string; readonly color?: string } {
  if (/^(success|succeeded|done|completed?)$/i.test(status ?? ""))
    return { icon: "pass", color: "charts.green" };
  if (/fail|error/i.test(status ?? "")) return { icon: "error", color: "charts.red" };
  if (/^(pending|queued|running|building|in.?progress)$/i.test(status ?? "")) return { icon: "sync" };
  return { icon: "git-commit" };
}
