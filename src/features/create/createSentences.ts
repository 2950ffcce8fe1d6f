// Sentences on the outcome of a creation.
import { l10n } from "vscode";
import type { App } from "../../core/model/model";
import { serviceWords } from "../../editor/errorSentences";
import type { CreatedApp } from "./createApp";
import type { CreateProblem } from "./createProblem";

export function createProblemSentence({ reason, cause }: CreateProblem, name: string): string {
  if (reason.kind === "notFound" && reason.cancelled)
    return l10n.t("Canceled: {0} isn't in the list of apps, so it wasn't created.", name);
  const happened = reason.cancelled
    ? l10n.t("Canceled while {0} was being sent.", name)
    : `${l10n.t("The service didn't confirm that it created {0}.", name)}${serviceWords(cause)}`;
  const next =
    reason.kind === "notFound"
      ? l10n.t("It doesn't list the app. Refresh the apps before you try again.")
      : doubtSentence(reason.maybe);
  return `${happened} ${next}`;
}

/** The reason why it is unknown if an app was created; `maybe` are the candidates. */
export function doubtSentence(maybe: readonly App[]): string {
  return maybe.length === 0
    ? l10n.t(
        "Couldn't read the list of apps, so the app may have been created. Refresh the apps before you create it again.",
      )
    : l10n.t(
        "An app with this name is listed, but it may not be the one that was sent. Select the app, or create it again if it isn't there.",
      );
}

/** The sentence on a created app, by how it started. */
export function createdSentence({ app, result }: CreatedApp): string {
  const { name, status } = app;
  switch (result) {
    case "online":
      return l10n.t("{0} is online.", name);
    case "failed":
      return l10n.t('{0} was created but didn\'t come online. Its state is "{1}".', name, status);
    case "limit":
      return l10n.t(
        '{0} was created but didn\'t come online within a minute. Its state is "{1}".',
        name,
        status,
      );
    case "cancelled":
      return l10n.t("{0} was created. Its state wasn't checked.", name);
    case "gone":
      return l10n.t("{0} was created, but no longer exists on the service.", name);
    case "unwatched":
      return l10n.t("{0} was created, but its state couldn't be read.", name);
  }
}
