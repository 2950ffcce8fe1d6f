// What the settings of an app are called in the window.
import { l10n } from "vscode";
import type { ChangeableKey } from "../../core/settings/settingsTable";

const labels: Readonly<Record<ChangeableKey, () => string>> = {
  name: () => l10n.t("Name"),
  memoryMB: () => l10n.t("Memory in MB"),
  runtimeEnvironment: () => l10n.t("Runtime"),
  startupCommand: () => l10n.t("Start command"),
  exposedViaWeb: () => l10n.t("Exposed to the web"),
  autoRestartEnabled: () => l10n.t("Restart automatically"),
};

/** In the language of the window. */
export function settingLabel(key: ChangeableKey): string {
  return labels[key]();
}
