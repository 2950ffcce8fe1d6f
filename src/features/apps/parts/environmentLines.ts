// The names of an app's environment variables. The values are read with them, and dropped at once.
import { l10n } from "vscode";
import type { Account } from "../../../accounts/accounts";
import { type LineNode, ofApp } from "./partNodes";

/** Reads the app itself: a list does not carry its environment (docs/interface.md#application). */
export async function environmentLines(account: Account, appId: string): Promise<LineNode[]> {
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
