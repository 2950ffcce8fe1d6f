// Where what becomes of a creation turns into sentences.
import { l10n } from "vscode";
import type { CreatedApp } from "./createApp";
import type { CreateProblem } from "./createProblem";

/** The sentence of a creation that failed. */
export function createProblemSentence({ reason }: CreateProblem, name: string): string {
  switch (reason.kind) {
    case "notFound":
      return reason.cancelled
        ? l10n.t("Cancelled: {0} is not in the list of apps, so it was not created.", name)
        : l10n.t(
            "{0} was sent, but the service did not answer, and its list does not show the app. Nothing was sent twice; refresh the apps before you try again.",
            name,
          );
    case "unknown":
      return reason.cancelled
        ? l10n.t(
            "Cancelled while {0} was sent, and the list of apps cannot be read: it may have been created. Refresh the apps before you try again.",
            name,
          )
        : l10n.t(
            "{0} was sent, but the service did not answer, and its list cannot be read: it may have been created. Nothing was sent twice; refresh the apps before you try again.",
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
      return l10n.t("{0} was created but did not come online; its state is {1}.", name, status);
    case "limit":
      return l10n.t(
        "{0} was created but did not come online within a minute; its state is {1}.",
        name,
        status,
      );
    case "cancelled":
      return l10n.t("{0} was created. It was not watched until it is online.", name);
    case "gone":
      return l10n.t("{0} was created, and the service does not know it any more.", name);
    case "unwatched":
      return l10n.t("{0} was created, but its state cannot be read.", name);
  }
}
