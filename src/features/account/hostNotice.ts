// Entries of hostedApps.service.hosts that cannot be used are ignored: each is reported once in a window.
import * as vscode from "vscode";
import { type UnusableHost, unusableHosts } from "../../core/settings/hostSettings";
import { notify } from "../../editor/safeUi/messages";
import { settings } from "../../editor/settings";

const notified = new Set<string>();

export function notifyUnusableHosts(): void {
  for (const host of unusableHosts(settings.hosts())) {
    const name = JSON.stringify(host);
    if (!notified.has(name)) void notifyHost(host);
    notified.add(name);
  }
}

async function notifyHost({ address, part }: UnusableHost): Promise<void> {
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
