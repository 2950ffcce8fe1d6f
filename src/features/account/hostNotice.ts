// Entries of hostedApps.service.hosts that cannot be used are ignored: each is reported once in a window.
import * as vscode from "vscode";
import { type UnusableHost, unusableHosts } from "../../core/settings/hostSettings";
import { notify } from "../../editor/safeUi/messages";
import { settings } from "../../editor/settings";

const told = new Set<string>();

export function tellUnusableHosts(): void {
  for (const host of unusableHosts(settings.hosts())) {
    const name = JSON.stringify(host);
    if (!told.has(name)) void tellOf(host);
    told.add(name);
  }
}

async function tellOf({ address, part }: UnusableHost): Promise<void> {
  const text =
    part === undefined
      ? vscode.l10n.t("{0} in hostedApps.service.hosts is ignored: it isn't the URL of a service.", address)
      : vscode.l10n.t(
          "{0} in hostedApps.service.hosts is ignored: its {1} isn't valid.",
          address,
          part || vscode.l10n.t("value"),
        );
  await notify("warning", text, {
    [vscode.l10n.t("Open Settings")]: () =>
      vscode.commands.executeCommand("workbench.action.openSettings", "hostedApps.service.hosts"),
  });
}
