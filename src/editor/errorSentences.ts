// Where a failure becomes a sentence: what happened and what to do. The service's own words are quoted as text.
import { l10n } from "vscode";
import { KeepingFailed } from "../core/errors/keepingFailed";
import { isServiceError, type ServiceError } from "../core/errors/serviceError";
import { SessionNotKept } from "../core/errors/sessionNotKept";
import { formatBytes } from "../core/text/format";

/** One sentence for the user, for any error. */
export function sentenceFor(error: unknown): string {
  if (isServiceError(error)) return serviceSentence(error);
  if (error instanceof KeepingFailed) {
    return error.why === "disk"
      ? l10n.t(
          "Nothing was changed, because no copy of the previous version could be kept on this machine. Check whether the disk is full.",
        )
      : l10n.t("Nothing more was changed, because another window has taken over this operation.");
  }
  if (error instanceof SessionNotKept) return sessionSentence(error);
  return error instanceof Error ? error.message : String(error);
}

function sessionSentence({ why }: SessionNotKept): string {
  switch (why) {
    case "store":
      return l10n.t(
        "The token could not be kept in the secret storage, so you are not signed in. Unlock the keyring of this machine, then sign in again.",
      );
    case "delete":
      return l10n.t(
        "The token could not be deleted from the secret storage, so you are still signed in. Unlock the keyring of this machine, then sign out again.",
      );
    case "signedOut":
      return l10n.t("Another window signed this account out meanwhile. Sign in again to use it.");
  }
}

function serviceSentence(error: ServiceError): string {
  const words = error.serviceText?.replace(/[.\s]+$/, "");
  const said = words ? l10n.t(' The service says: "{0}".', words) : "";
  const unknown = error.outcomeUnknown ? l10n.t(" It may still have been carried out: refresh to see.") : "";
  return `${reason(error)}${said}${unknown}`;
}

function reason(error: ServiceError): string {
  switch (error.kind) {
    case "unauthorized":
      return l10n.t("The service does not accept this sign-in. Sign in again with a valid token.");
    case "forbidden":
      return l10n.t("You do not have the permission for this. Ask the team's owner.");
    case "notFound":
      return l10n.t("The service does not know this; it may have been deleted. Refresh the list of apps.");
    case "conflict":
      return l10n.t("The service has another state than expected. Refresh and try again.");
    case "tooLarge":
      return l10n.t("This is larger than the service takes. Nothing was changed.");
    case "refused":
      return l10n.t("The service refused the request. Nothing was changed.");
    case "rateLimited":
      return l10n.t("The service is asking for a pause. Nothing was changed; try again in a minute.");
    case "server":
      return l10n.t(
        "The service has a problem of its own (status {0}). Try again later.",
        String(error.status ?? "5xx"),
      );
    case "network":
      return l10n.t(
        "The service cannot be reached. Check the connection and the proxy settings, then try again.",
      );
    case "certificate":
      return l10n.t(
        "The certificate of the service is not trusted by this machine. Add your organisation's certificate to the system, or name its file in NODE_EXTRA_CA_CERTS and start VS Code again.",
      );
    case "timeout":
      return l10n.t(
        "The service did not answer in time. Try again, or raise hostedApps.service.requestTimeoutSeconds.",
      );
    case "badResponse":
      if (error.mostBytes !== undefined)
        return l10n.t(
          "The service sent more than the {0} that this answer may have, so the rest was not read. Nothing on this machine was changed. Try again, or ask the service's operator.",
          formatBytes(error.mostBytes),
        );
      return l10n.t(
        "The answer could not be understood. Check that hostedApps.service.url is the address of the service.",
      );
    case "wire":
      return l10n.t(
        "It could not be found out how this service names the path of a file, so nothing was changed. Run Hosted Apps: Diagnose the Service.",
      );
    case "misplaced":
      return l10n.t(
        "Nothing was uploaded: an earlier upload meant for {0} landed at {1}. Look at that file, then set hostedApps.service.wire, or run Hosted Apps: Diagnose the Service to have it found out anew.",
        error.misplaced?.wanted ?? "?",
        error.misplaced?.landed ?? "?",
      );
    case "badInput":
      return l10n.t("This cannot be sent: {0}", error.message);
  }
}
