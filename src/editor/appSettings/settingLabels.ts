import { l10n } from "vscode";
import type { WebAddress } from "../../core/model/webAddress";
import type { ChangeableKey } from "../../core/settings/settingsTable";

const labels: Readonly<Record<ChangeableKey, () => string>> = {
  name: () => l10n.t("Name"),
  memoryMB: () => l10n.t("Memory limit"),
  runtimeEnvironment: () => l10n.t("Runtime"),
  startupCommand: () => l10n.t("Start command"),
  exposedViaWeb: () => l10n.t("Exposed to the web"),
  autoRestartEnabled: () => l10n.t("Restart automatically"),
};

export function settingLabel(key: ChangeableKey): string {
  return labels[key]();
}

/** The service's own word for a runtime that is not known here. */
export function runtimeLabel(runtime: string): string {
  if (runtime === "python") return "Python";
  return runtime === "nodejs" ? "Node.js" : runtime;
}

export function addressLabel({ isGuess }: WebAddress): string {
  return isGuess ? l10n.t("Web address (guessed)") : l10n.t("Web address");
}
