// The one word and icon for how an app is. An unknown word of the service is shown as it is, never as a failure.
import { l10n } from "vscode";
import { saysFailed } from "../../core/appStatus";
import type { App } from "../../core/model";

export interface AppState {
  readonly word: string;
  readonly icon: string;
  readonly color?: string;
}

export function appState(app: App): AppState {
  const word = app.status || l10n.t("unknown");
  if (app.restartRequired)
    return { word: l10n.t("{0}, restart needed", word), icon: "debug-restart", color: "charts.yellow" };
  if (app.metrics?.online === true) return { word, icon: "vm-running", color: "charts.green" };
  if (app.metrics?.online === false) {
    if (word === "active") return { word: l10n.t("offline"), icon: "vm-outline", color: "charts.red" };
    return saysFailed(app) ? { word, icon: "vm-outline", color: "charts.red" } : { word, icon: "vm-outline" };
  }
  return { word, icon: "vm" };
}
