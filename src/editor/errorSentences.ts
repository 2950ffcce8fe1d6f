// Where a failure becomes a sentence: what happened and what to do. The service's own words are quoted as text.
import { l10n } from "vscode";
import { KeepingFailed } from "../core/errors/keepingFailed";
import { isServiceError, type ServiceError } from "../core/errors/serviceError";
import { SessionNotKept } from "../core/errors/sessionNotKept";
import { formatBytes } from "../core/text/format";

/** One sentence for the user, for any error. */
export function sentenceFor(error: unknown): string {
  if (isServiceError(error)) return serviceSentence(error);
  if (error instanceof KeepingFailed) return keepingSentence(error);
  if (error instanceof SessionNotKept) return sessionSentence(error);
  return error instanceof Error ? error.message : String(error);
}

/** As `sentenceFor`, where a part was done before the service refused. */
export function sentenceForRest(error: unknown): string {
  if (!isServiceError(error, "refused")) return sentenceFor(error);
  return `${l10n.t("The service refused the rest.")}${serviceWords(error)}`;
}

function keepingSentence({ why }: KeepingFailed): string {
  switch (why) {
    case "disk":
      return l10n.t(
        "Nothing was changed because the previous version could not be kept on this machine. Check whether the disk is full.",
      );
    case "full":
      return l10n.t(
        "Nothing was changed because the backups of the last day take over 500 MB on this machine. Remove the oldest, then try again.",
      );
    case "takenOver":
      return l10n.t("Nothing more was changed because another window has taken over this operation.");
  }
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
      return l10n.t("Another window signed out of this account. Sign in again to use it.");
  }
}

function serviceSentence(error: ServiceError): string {
  const unknown = error.outcomeUnknown ? l10n.t(" It may have gone through anyway. Refresh to check.") : "";
  return `${reason(error)}${serviceWords(error)}${unknown}`;
}

/** A sentence with a space before it; empty where the service gave no words of its own. */
export function serviceWords(error: unknown): string {
  const words = isServiceError(error) ? error.serviceText?.replace(/[.\s]+$/, "") : undefined;
  return words ? l10n.t(' The service says: "{0}".', words) : "";
}

function reason(error: ServiceError): string {
  switch (error.kind) {
    case "unauthorized":
      return l10n.t("The service does not accept this sign-in. Sign in again with a valid token.");
    case "forbidden":
      return l10n.t("You do not have permission to do this. Ask the owner of the team.");
    case "notFound":
      return l10n.t("This no longer exists on the service. Refresh to see the current state.");
    case "conflict":
      return l10n.t("The state on the service has changed. Refresh and try again.");
    case "tooLarge":
      return l10n.t("This is larger than the service accepts. Nothing was changed.");
    case "refused":
      return l10n.t("The service refused the request. Nothing was changed.");
    case "rateLimited":
      return l10n.t("The service received too many requests. Nothing was changed. Try again in a minute.");
    case "server":
      return l10n.t("The service failed (error {0}). Try again later.", String(error.status ?? "5xx"));
    case "network":
    case "certificate":
      return connectionReason(error);
    case "timeout":
      return l10n.t(
        "The service did not answer in time. Try again, or increase hostedApps.service.requestTimeoutSeconds.",
      );
    case "badResponse":
      if (error.mostBytes !== undefined)
        return l10n.t(
          "The service sent more than the {0} allowed for this answer, so the rest was not read. Nothing on this machine was changed. Try again, or contact the operator of the service.",
          formatBytes(error.mostBytes),
        );
      return l10n.t(
        "The answer of the service was not understood. Check that hostedApps.service.url is the address of its API.",
      );
    case "wire":
      return l10n.t(
        "How this service names the path of a file could not be determined, so nothing was changed. Run “Hosted Apps: Diagnose the Service”.",
      );
    case "misplaced":
      return l10n.t(
        "Nothing was uploaded because an earlier upload for {0} was stored at {1}. Check that file, then set hostedApps.service.wire, or run “Hosted Apps: Diagnose the Service”.",
        error.misplaced?.wanted ?? "?",
        error.misplaced?.landed ?? "?",
      );
    case "badInput":
      return l10n.t("This cannot be sent: {0}", error.message);
  }
}

function connectionReason({ kind, problem }: ServiceError): string {
  switch (problem) {
    case "unknownAuthority":
      return l10n.t(
        "The certificate of the service is not trusted by this machine, so nothing was sent. Add your organization's certificate to the system, or name its file in NODE_EXTRA_CA_CERTS and start VS Code again.",
      );
    case "selfSigned":
      return l10n.t(
        "The certificate of the service is self-signed, so nothing was sent. If the service is your own, add its certificate to the system, or name its file in NODE_EXTRA_CA_CERTS and start VS Code again.",
      );
    case "expired":
      return l10n.t(
        "The certificate of the service has expired, so nothing was sent. Check the date of this machine; if it is right, the service must renew its certificate.",
      );
    case "notYetValid":
      return l10n.t(
        "The certificate of the service is not valid yet, so nothing was sent. Check the date of this machine; if it is right, the service must correct its certificate.",
      );
    case "wrongHost":
      return l10n.t(
        "The certificate of the service belongs to another host, so nothing was sent. Check the address of the service.",
      );
    case "revoked":
      return l10n.t(
        "The certificate of the service has been revoked, so nothing was sent. The service must renew its certificate.",
      );
    case "offline":
      return l10n.t("This machine is offline, so nothing was sent. Try again when it is connected.");
    case "unknownHost":
      return l10n.t(
        "The host of the service cannot be found, so nothing was sent. Check the connection and the address of the service, then try again.",
      );
    case "refused":
      return l10n.t(
        "The service refused the connection, so nothing was sent. Check the address, its port, and the proxy settings, or try again later.",
      );
    case "unreachable":
      return l10n.t(
        "The service cannot be reached, so nothing was sent. Check the connection and the proxy settings, then try again.",
      );
    case "proxyUnreachable":
      return l10n.t(
        "The proxy cannot be reached, so nothing was sent. Check the setting http.proxy and the connection, then try again.",
      );
    case "proxyPassword":
      return l10n.t(
        "The proxy requires a user name and a password, so nothing was sent. Sign in to the proxy, or check them in the setting http.proxy.",
      );
    case "proxyRefused":
      return l10n.t(
        "The proxy blocks the service, so nothing was sent. Ask the administrator of the proxy to allow the host of the service.",
      );
    case "proxyFailed":
      return l10n.t(
        "The proxy cannot reach the service, so nothing was sent. Check the address of the service, or try again later.",
      );
    case "proxyDropped":
      return l10n.t(
        "The proxy dropped the connection before the service was reached, so nothing was sent. Try again later, or check the setting http.proxy.",
      );
    case undefined:
      return kind === "certificate"
        ? l10n.t(
            "The certificate of the service cannot be trusted, so nothing was sent. The service must correct its certificate.",
          )
        : l10n.t(
            "The service cannot be reached. Check the connection and the proxy settings, then try again.",
          );
  }
}
