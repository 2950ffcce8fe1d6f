// Entries of hostedApps.service.hosts that cannot be used are ignored: each is named once in a window.
import * as vscode from "vscode";
import { type UnusableHost, unusableHosts } from "../../core/settings/hostSettings";
import { settings } from "../../editor/settings";
import { showWarningMessage } from "../../editor/shown/messages";

const told = new Set<string>();

export function tellUnusableHosts(): void {
  for (const host of unusableHosts(settings.hosts())) {
    const name = JSON.stringify(host);
    if (!told.has(name)) void tell(host);
    told.add(name);
  }
}

async function tell({ address, part }: UnusableHost): Promise<void> {
  const open = vscode.l10n.t("Open Settings");
  const text =
    part === undefined
      ? vscode.l10n.t("{0} in hostedApps.service.hosts is ignored: it isn't the URL of a service.", address)
      : vscode.l10n.t(
          "{0} in hostedApps.service.hosts is ignored: its {1} isn't valid.",
          address,
          part || vscode.l10n.t("value"),
        );
  if ((await showWarningMessage(text, open)) === open)
    await vscode.commands.executeCommand("workbench.action.openSettings", "hostedApps.service.hosts");
}
