// Where what becomes of a creation turns into sentences.
import { l10n } from "vscode";
import type { CreatedApp } from "./createApp";
import type { CreateProblem } from "./createProblem";

/** The sentence of a creation that failed. */
export function createProblemSentence({ reason }: CreateProblem, name: string): string {
  switch (reason.kind) {
    case "notFound":
      return reason.cancelled
        ? l10n.t("Canceled: {0} is not in the list of apps, so it was not created.", name)
        : l10n.t(
            "The service did not answer after {0} was sent, and does not list the app. Refresh the apps before you try again.",
            name,
          );
    case "unknown":
      return reason.cancelled
        ? l10n.t(
            "Canceled while {0} was being sent. The list of apps could not be read, so the app may have been created. Refresh the apps before you try again.",
            name,
          )
        : l10n.t(
            "The service did not answer after {0} was sent. The list of apps could not be read, so the app may have been created. Refresh the apps before you try again.",
            name,
          );
  }
}

/** The sentence of a created app. */
export function createdSentence({ app, result }: CreatedApp): string {
  const { name, status } = app;
  switch (result) {
    case "online":
      return l10n.t("{0} is online.", name);
    case "failed":
      return l10n.t("{0} was created but did not come online. Its state is “{1}”.", name, status);
    case "limit":
      return l10n.t(
        "{0} was created but did not come online within a minute. Its state is “{1}”.",
        name,
        status,
      );
    case "cancelled":
      return l10n.t("{0} was created. Whether it came online was not checked.", name);
    case "gone":
      return l10n.t("{0} was created, but no longer exists on the service.", name);
    case "unwatched":
      return l10n.t("{0} was created, but its state could not be read.", name);
  }
}
