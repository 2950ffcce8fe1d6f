// What an app is made of and where it runs: only what the service has said. Rows of settings can be changed.

import { l10n } from "vscode";
import type { Account } from "../../../accounts/accounts";
import type { App } from "../../../core/model/model";
import { repositoryName } from "../../../core/model/repositoryName";
import type { ChangeableKey } from "../../../core/settings/settingsTable";
import { formatBytes, formatTime } from "../../../core/text/format";
import { runtimeLabel, settingLabel, toldByRestart } from "../../../editor/appSettings/settingLabels";
import { type LineNode, ofApp } from "./partNodes";
import { rowFlags } from "./rowFlags";

export function detailLines(account: Account, app: App): LineNode[] {
  const mayConfigure = rowFlags(account, app.id).includes("configurable");
  const line = (
    [name, field]: readonly [name: string, field?: ChangeableKey],
    label: string,
    icon: string,
    value: string | number | undefined,
  ): LineNode[] =>
    value === undefined || value === ""
      ? []
      : [
          {
            ...ofApp(account, app.id, `detail/${name}`),
            kind: "line",
            label,
            icon,
            value: String(value),
            tooltip: `${label}: ${value}`,
            ...(field !== undefined && { field }),
            ...(field !== undefined && mayConfigure && { contextValue: "setting" }),
          },
        ];
  const yesNo = (flag: boolean | undefined) =>
    flag === undefined ? undefined : flag ? l10n.t("yes") : l10n.t("no");
  const time = (ms: number | undefined) => (ms === undefined ? undefined : formatTime(ms));
  const memory = app.memoryMB === undefined ? undefined : formatBytes(app.memoryMB * 1024 * 1024);
  const startup = app.startupCommand === "" ? l10n.t("default") : app.startupCommand;
  const { internalPort, subdomain } = toldByRestart(app);
  const runtime = app.runtime && runtimeLabel(app.runtime);
  const { repository } = app;
  return [
    ...line(["name", "name"], settingLabel("name"), "tag", app.name),
    ...line(["runtime", "runtimeEnvironment"], settingLabel("runtimeEnvironment"), "code", runtime),
    ...line(["memory", "memoryMB"], settingLabel("memoryMB"), "chip", memory),
    ...line(["startup", "startupCommand"], settingLabel("startupCommand"), "terminal", startup),
    ...line(["web", "exposedViaWeb"], settingLabel("exposedViaWeb"), "globe", yesNo(app.exposedViaWeb)),
    ...line(
      ["autoRestart", "autoRestartEnabled"],
      settingLabel("autoRestartEnabled"),
      "refresh",
      yesNo(app.autoRestart),
    ),
    ...line(["install"], l10n.t("Install command"), "package", app.installCommand),
    ...line(["vCpu"], l10n.t("Virtual CPUs"), "circuit-board", app.vCpu),
    ...line(["domain"], l10n.t("Domain"), "link", app.customDomain),
    ...line(["subdomain"], l10n.t("Subdomain"), "link", subdomain),
    ...line(["externalPort"], l10n.t("Public port"), "plug", app.externalPort),
    ...line(["internalPort"], l10n.t("Internal port"), "plug", internalPort),
    ...line(["node"], l10n.t("Server"), "server", app.workerNodeName),
    ...line(["image"], l10n.t("Image"), "layers", app.containerImage),
    ...line(
      ["repository"],
      l10n.t("Repository"),
      "repo",
      [repositoryName(app), repository?.branch].filter(Boolean).join(" · "),
    ),
    ...line(["created"], l10n.t("Created"), "calendar", time(app.createdAt)),
    ...line(["updated"], l10n.t("Updated"), "calendar", time(app.updatedAt)),
    ...line(["id"], l10n.t("ID"), "key", app.id),
    ...ruledOutLine(account, app),
  ];
}

/** The service decides; this only says what it may refuse. */
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
