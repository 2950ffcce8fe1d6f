// Details of an app that the service reported. Rows of settings can be changed, with the permission for that.

import { l10n } from "vscode";
import type { Account } from "../../../accounts/accounts";
import type { App } from "../../../core/model/model";
import { appFacts } from "../../../editor/appFacts";
import { type LineNode, ofApp } from "./partNodes";
import { rowFlags } from "./rowFlags";

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
