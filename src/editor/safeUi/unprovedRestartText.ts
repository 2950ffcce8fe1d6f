import { l10n } from "vscode";

/**
 * Shown when nothing proves a restart, in a notice or a task's terminal. `saysStart`: the service reports start
 * times.
 */
export function unprovedRestartText(appName: string, saysStart: boolean): string {
  return saysStart
    ? l10n.t("Couldn't confirm the restart of {0}: the service reports no newer start time.", appName)
    : l10n.t(
        "Couldn't confirm the restart of {0}: the service doesn't report when the app started.",
        appName,
      );
}
