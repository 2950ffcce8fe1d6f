import { l10n } from "vscode";

/**
 * For a restart that nothing proves: in a notice and in the terminal of a task. `saysStart`: the service reports when
 * the app started.
 */
export function unprovedRestartText(appName: string, saysStart: boolean): string {
  return saysStart
    ? l10n.t("Couldn't confirm the restart of {0}: the service reports no newer start time.", appName)
    : l10n.t(
        "Couldn't confirm the restart of {0}: the service doesn't report when the app started.",
        appName,
      );
}
