// What a notice and the terminal of a task say of a restart that nothing proves.
import { l10n } from "vscode";

/** `saysStart`: the service says when the app started. */
export function unprovedRestartText(appName: string, saysStart: boolean): string {
  return saysStart
    ? l10n.t("Couldn't confirm the restart of {0}: the service reports no newer start time.", appName)
    : l10n.t(
        "Couldn't confirm the restart of {0}: the service doesn't report when the app started.",
        appName,
      );
}
