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
    case "certificate":
      return connectionReason(error);
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

function connectionReason({ kind, problem }: ServiceError): string {
  switch (problem) {
    case "unknownAuthority":
      return l10n.t(
        "The certificate of the service is not trusted by this machine, so nothing was sent. Add your organisation's certificate to the system, or name its file in NODE_EXTRA_CA_CERTS and start VS Code again.",
      );
    case "selfSigned":
      return l10n.t(
        "The service vouches for itself with a certificate that nobody else has signed, so nothing was sent. If the service is your own, add its certificate to the system, or name its file in NODE_EXTRA_CA_CERTS and start VS Code again.",
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
        "The certificate is that of another host than the service's address names, so nothing was sent. Check the address of the service.",
      );
    case "revoked":
      return l10n.t(
        "The certificate of the service has been revoked, so nothing was sent. The service must renew its certificate.",
      );
    case "offline":
      return l10n.t(
        "This machine has no connection to the network, so nothing was sent. Try again once it has.",
      );
    case "unknownHost":
      return l10n.t(
        "The host of the service cannot be found, so nothing was sent. Check the connection of this machine and the address of the service, then try again.",
      );
    case "refused":
      return l10n.t(
        "The service cannot be reached, because the connection was refused; nothing was sent. Check the address, its port and the proxy settings, or try again later.",
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
        "The proxy asks for a user name and a password, so nothing was sent. Sign in to the proxy, or check the ones in the setting http.proxy.",
      );
    case "proxyRefused":
      return l10n.t(
        "The proxy does not let this machine connect to the service, so nothing was sent. Ask whoever runs the proxy to allow the service's host.",
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
