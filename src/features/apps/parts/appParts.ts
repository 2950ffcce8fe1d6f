// The rows below an app: address, files, metrics, deployments, environment, details.

import * as vscode from "vscode";
import { l10n } from "vscode";
import type { Account } from "../../../accounts/accounts";
import type { Releases } from "../../../appFiles/releases/releases";
import type { Clock } from "../../../core/async/clock";
import type { App } from "../../../core/model/model";
import { repositoryName } from "../../../core/model/repositoryName";
import { mayGrow } from "../../../core/paths/logFiles";
import { webAddressOf } from "../../../core/settings/hostSettings";
import { formatBytes } from "../../../core/text/format";
import { appFacts } from "../../../editor/appFacts";
import { addressLabel } from "../../../editor/appSettings/settingLabels";
import { appUri } from "../../../editor/appUris";
import { cpuText, memoryText } from "../../../editor/appUsage";
import { sentenceFor } from "../../../editor/errorSentences";
import { settings } from "../../../editor/settings";
import {
  deploymentLines,
  detailLines,
  type FileNode,
  type LineNode,
  ofApp,
  type PartNode,
  releaseLines,
  type SectionName,
  type SectionNode,
} from "./partNodes";
import { rowFlags } from "./rowFlags";

/** How long rows that cost a request are reused. */
const rowsLifeMs = 15_000;

interface Kept {
  readonly since: number;
  readonly rows: Promise<PartNode[]>;
}

export class AppParts {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly clock: Clock,
    private readonly loadReleases: () => Promise<Pick<Releases, "list"> | undefined>,
  ) {}

  async below(account: Account, app: App): Promise<PartNode[]> {
    const section = (name: SectionName, value = ""): SectionNode => ({
      ...ofApp(account, app.id, name),
      kind: "section",
      section: name,
      ...(value && { value }),
    });
    const releases = section("releases");
    return [
      ...addressLine(account, app),
      section("files"),
      // Also where they cannot be read: the row below says so.
      ...((await this.children(releases)).length > 0 ? [releases] : []),
      ...metricLines(account, app),
      ...(app.deployments.length > 0 || app.repository ? [section("deployments", repositoryName(app))] : []),
      section("environment"),
      section("details"),
    ];
  }

  async children(node: PartNode): Promise<PartNode[]> {
    if (node.kind === "line") return [];
    if (node.kind === "file") {
      const path = node.resourceUri.path.slice(node.appId.length + 1);
      return await this.keep(node, () => fileRows(node.account, node.appId, path));
    }
    const app = node.account.apps.find(node.appId);
    switch (node.section) {
      case "files":
        return await this.keep(node, () => fileRows(node.account, node.appId, "/"));
      case "environment":
        return await this.keep(node, () => environmentLines(node.account, node.appId));
      case "deployments":
        return app ? deploymentLines(node.account, app, this.clock) : [];
      case "releases":
        return await this.releases(node.account, node.appId).catch((error: unknown) => [
          problemLine(node, error),
        ]);
      case "details":
        return app ? detailLines(node.account, app) : [];
    }
  }

  item(node: PartNode): vscode.TreeItem {
    if (node.kind === "line") return lineItem(node);
    if (node.kind === "section") return sectionItem(node);
    const item = new vscode.TreeItem(
      node.resourceUri,
      node.isFolder ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
    );
    item.id = node.id;
    item.iconPath = node.isFolder ? vscode.ThemeIcon.Folder : vscode.ThemeIcon.File;
    item.contextValue = node.isFolder ? "folder" : mayGrow(node.name) ? "growingFile" : "file";
    if (!node.isFolder) {
      item.command = {
        command: "vscode.open",
        title: vscode.l10n.t("Open"),
        arguments: [node.resourceUri],
      };
    }
    return item;
  }

  /** Requests all rows again when they are next shown. */
  forget(): void {
    this.kept.clear();
  }

  private async releases(account: Account, appId: string): Promise<PartNode[]> {
    const all = await (await this.loadReleases())?.list({ accountId: account.id, appId });
    return releaseLines(account, appId, all ?? [], this.clock);
  }

  /** A refresh of the metrics draws these rows, too, and must cost no requests. */
  private async keep(node: PartNode, read: () => Promise<PartNode[]>): Promise<PartNode[]> {
    const known = this.kept.get(node.id);
    if (known && this.clock.monotonicMs() - known.since < rowsLifeMs) return await known.rows;
    const rows = read().catch((error: unknown): PartNode[] => [problemLine(node, error)]);
    this.kept.set(node.id, { since: this.clock.monotonicMs(), rows });
    return await rows;
  }
}

function problemLine({ account, appId, id }: PartNode, error: unknown): LineNode {
  const sentence = sentenceFor(error);
  return {
    ...ofApp(account, appId, `problem/${id}`),
    kind: "line",
    label: vscode.l10n.t("Couldn't be loaded"),
    value: sentence,
    tooltip: sentence,
    icon: "warning",
    color: "list.warningForeground",
  };
}

function addressLine(account: Account, app: App): LineNode[] {
  const found = webAddressOf(account, app, settings.hosts());
  if (!found) return [];
  const { address, isGuess } = found;
  return [
    {
      ...ofApp(account, app.id, "address"),
      kind: "line",
      label: addressLabel(found),
      value: address,
      isGuess,
      tooltip: isGuess
        ? vscode.l10n.t(
            "Open {0} in the browser. The address is guessed from the service's host and the app's port.",
            address,
          )
        : vscode.l10n.t("Open {0} in the browser", address),
      icon: "globe",
      command: "app.openInBrowser",
      contextValue: "address",
    },
  ];
}

function lineItem(node: LineNode): vscode.TreeItem {
  const { id, label, value, icon, color, tooltip, contextValue, command } = node;
  const item = new vscode.TreeItem(label);
  item.id = id;
  item.description = value;
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.tooltip = tooltip;
  // A hidden value must not be copied.
  item.contextValue =
    contextValue === "variable" ? contextValue : [contextValue, value && "value"].filter(Boolean).join(";");
  if (command !== undefined)
    item.command = { command: `hostedApps.${command}`, title: label, arguments: [node] };
  item.accessibilityInformation = { label: value === "" ? label : `${label}: ${value}` };
  return item;
}

function sectionItem({ id, section, account, appId, value }: SectionNode): vscode.TreeItem {
  const look: Record<SectionName, { readonly label: string; readonly icon: string }> = {
    files: { label: vscode.l10n.t("Files"), icon: "files" },
    releases: { label: vscode.l10n.t("Releases"), icon: "tag" },
    deployments: { label: vscode.l10n.t("Deployments"), icon: "rocket" },
    environment: { label: vscode.l10n.t("Environment"), icon: "variable" },
    details: { label: vscode.l10n.t("Details"), icon: "info" },
  };
  const { label, icon } = look[section];
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = id;
  item.iconPath = new vscode.ThemeIcon(icon);
  if (value) item.description = value;
  else if (section === "releases") item.description = vscode.l10n.t("on this machine");
  item.contextValue = [section, ...rowFlags(account, appId), ...(value ? ["value"] : [])].join(";");
  return item;
}

/** Folders first, then by name. Rejects as the mount's file system does. */
async function fileRows(account: Account, appId: string, path: string): Promise<FileNode[]> {
  const folder = appUri({ accountId: account.id, appId, path });
  const entries = await vscode.workspace.fs.readDirectory(folder);
  const rows = entries.map(([name, type]): FileNode => {
    const resourceUri = vscode.Uri.joinPath(folder, name);
    return {
      ...ofApp(account, appId, `file${path === "/" ? "" : path}/${name}`),
      kind: "file",
      name,
      isFolder: (type & vscode.FileType.Directory) !== 0,
      resourceUri,
    };
  });
  return rows.sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || a.name.localeCompare(b.name));
}

/**
 * Reads the app: a list has no environment (docs/interface.md#application). The values, which come with the names, are
 * dropped.
 */
async function environmentLines(account: Account, appId: string): Promise<LineNode[]> {
  const { environment } = await account.client.getApp(appId);
  const base = (id: string) => ({ ...ofApp(account, appId, id), kind: "line" as const });
  if (!environment) {
    return [{ ...base("env"), label: l10n.t("Not reported by the service"), value: "", icon: "info" }];
  }
  if (environment.length === 0) {
    return [{ ...base("env"), label: l10n.t("None"), value: "", icon: "info" }];
  }
  return environment.map(({ key }) => ({
    ...base(`env/${key}`),
    label: key,
    value: "••••••",
    icon: "variable",
    tooltip: l10n.t("The value is shown only when you ask for it."),
    contextValue: "variable",
    name: key,
  }));
}

/** Only metrics that the service reported. */
export function metricLines(account: Account, app: App): LineNode[] {
  const { metrics } = app;
  const line = (name: string, label: string, icon: string, value: string | undefined): LineNode[] =>
    value ? [{ ...ofApp(account, app.id, name), kind: "line", label, icon, value }] : [];
  const bytes = (count: number | undefined) => (count === undefined ? undefined : formatBytes(count));
  const { upFor } = appFacts(app);
  return [
    ...line("cpu", l10n.t("CPU"), "pulse", cpuText(app)),
    ...line("memory", l10n.t("Memory"), "chip", memoryText(app)),
    ...line("received", l10n.t("Received"), "arrow-down", bytes(metrics?.networkRxBytes)),
    ...line("sent", l10n.t("Sent"), "arrow-up", bytes(metrics?.networkTxBytes)),
    ...line("uptime", upFor.label, upFor.icon, upFor.value),
  ];
}
