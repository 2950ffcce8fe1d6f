// Turns a failure into a sentence: what happened and what to do. The service's own words are quoted as text.
import { l10n } from "vscode";
import { BackupFailed } from "../core/errors/keepingFailed";
import { ReleasesUnreadable } from "../core/errors/releasesUnreadable";
import { isServiceError, type ServiceError } from "../core/errors/serviceError";
import { SessionNotStored } from "../core/errors/sessionNotStored";
import { formatBytes } from "../core/text/format";

export function sentenceFor(error: unknown): string {
  if (isServiceError(error)) return serviceSentence(error);
  if (error instanceof BackupFailed) return keepingSentence(error);
  if (error instanceof ReleasesUnreadable)
    return l10n.t(
      "Couldn't read this machine's releases. No app was changed. Check the disk, then try again.",
    );
  if (error instanceof SessionNotStored) return sessionSentence(error);
  return error instanceof Error ? error.message : String(error);
}

/** Like `sentenceFor`, where a part was done before the service refused. */
export function sentenceForRest(error: unknown): string {
  if (!isServiceError(error, "refused")) return sentenceFor(error);
  return `${l10n.t("The service refused the rest.")}${serviceWords(error)}`;
}

function keepingSentence({ why }: BackupFailed): string {
  switch (why) {
    case "disk":
      return l10n.t(
        "Couldn't keep the previous version on this machine. Nothing was changed. Check whether the disk is full.",
      );
    case "full":
      return l10n.t(
        "Copies of replaced and deleted files from the last day take up more than 500 MB on this machine. Nothing was changed. Remove the oldest, then try again.",
      );
    case "takenOver":
      return l10n.t("Another window took over this operation. This window made no further changes.");
  }
}

function sessionSentence({ why }: SessionNotStored): string {
  switch (why) {
    case "store":
      return l10n.t(
        "Couldn't save the token in the secret storage, so you aren't signed in. Unlock this machine's keyring, then sign in again.",
      );
    case "delete":
      return l10n.t(
        "Couldn't delete the token from the secret storage, so you're still signed in. Unlock this machine's keyring, then sign out again.",
      );
    case "signedOut":
      return l10n.t("Another window signed out of this account. Sign in again to use it.");
  }
}

function serviceSentence(error: ServiceError): string {
  const unknown = error.outcomeUnknown ? l10n.t(" It may have gone through anyway. Refresh to check.") : "";
  return `${reason(error)}${serviceWords(error)}${unknown}`;
}

/** Matches what services say about a missing permission, and nothing else. */
const saysForbidden = /permission|forbidden|denied|not authorized|(not|n't) allow/i;
const longestSameWords = 80;

/** The service's own words as a sentence after a space; empty where it sent none, or only repeats ours. */
export function serviceWords(error: unknown): string {
  const words = isServiceError(error) ? error.serviceText?.replace(/[.\s]+$/, "") : undefined;
  if (!words) return "";
  const isSame = words.length <= longestSameWords && saysForbidden.test(words);
  return isServiceError(error, "forbidden") && isSame ? "" : l10n.t(' The service says: "{0}".', words);
}

function reason(error: ServiceError): string {
  // The sentence would only frighten after a read.
  const unchanged = error.request?.isRead || error.outcomeUnknown ? "" : l10n.t(" Nothing was changed.");
  switch (error.kind) {
    case "unauthorized":
      return l10n.t("The service doesn't accept this sign-in. Sign in again with a valid token.");
    case "forbidden":
      return permissionSentence(error);
    case "notFound":
      return l10n.t("This no longer exists on the service. Refresh to see the current state.");
    case "conflict":
      return l10n.t("The state on the service has changed. Refresh and try again.");
    case "tooLarge":
      return `${l10n.t("The request is larger than the service accepts.")}${unchanged}`;
    case "refused":
      return `${l10n.t("The service refused the request.")}${unchanged}`;
    case "rateLimited":
      return l10n.t("The service received too many requests.{0} Try again in a minute.", unchanged);
    case "server":
      return l10n.t("The service failed (error {0}). Try again later.", String(error.status ?? "5xx"));
    case "network":
    case "certificate":
      return connectionReason(error);
    case "timeout":
      return l10n.t(
        "{0} didn't respond in time. Try again, or increase hostedApps.service.requestTimeoutSeconds.",
        error.request?.host ?? l10n.t("The service"),
      );
    case "badResponse":
      if (error.mostBytes !== undefined)
        return l10n.t(
          "The service's response is larger than the limit of {0}, so the rest wasn't read. Nothing on this machine was changed. Try again, or contact the service's operator.",
          formatBytes(error.mostBytes),
        );
      return l10n.t("The service returned an unexpected response. Check the service's URL.");
    case "dialect":
      return l10n.t(
        'Couldn\'t detect how this service names the path of a file. Nothing was changed. Run "Hosted Apps: Diagnose the Service".',
      );
    case "misplaced":
      return l10n.t(
        'An earlier upload for {0} was stored at {1}. Nothing was uploaded. Check that file, then set wire in hostedApps.service.hosts, or run "Hosted Apps: Diagnose the Service".',
        error.misplaced?.wanted ?? "?",
        error.misplaced?.landed ?? "?",
      );
    case "badInput":
      return l10n.t("This can't be sent: {0}", error.message);
  }
}

function connectionReason({ kind, problem, request, outcomeUnknown }: ServiceError): string {
  const host = request?.host ?? l10n.t("the service");
  const unsent = request?.isRead || outcomeUnknown ? "" : l10n.t(" Nothing was sent.");
  switch (problem) {
    case "unknownAuthority":
      return l10n.t(
        "This machine doesn't trust the certificate of {0}.{1} Add your organization's certificate to the system, or name its file in NODE_EXTRA_CA_CERTS and start VS Code again.",
        host,
        unsent,
      );
    case "selfSigned":
      return l10n.t(
        "The certificate of {0} is self-signed.{1} If the service is your own, add its certificate to the system, or name its file in NODE_EXTRA_CA_CERTS and start VS Code again.",
        host,
        unsent,
      );
    case "expired":
      return l10n.t(
        "The certificate of {0} has expired.{1} Check the date of this machine; if it's right, the service must renew its certificate.",
        host,
        unsent,
      );
    case "notYetValid":
      return l10n.t(
        "The certificate of {0} isn't valid yet.{1} Check the date of this machine; if it's right, the service must correct its certificate.",
        host,
        unsent,
      );
    case "wrongHost":
      return l10n.t(
        "The certificate of {0} belongs to another host.{1} Check the URL of the service.",
        host,
        unsent,
      );
    case "revoked":
      return l10n.t(
        "The certificate of {0} has been revoked.{1} The service must renew its certificate.",
        host,
        unsent,
      );
    case "offline":
      return l10n.t("This machine is offline.{0} Try again when it's connected.", unsent);
    case "unknownHost":
      return l10n.t("No host {0} was found.{1} Check the connection and the URL.", host, unsent);
    case "refused":
      return request
        ? l10n.t("{0} refused the connection.{1}", host, unsent)
        : l10n.t("The service refused the connection.{0}", unsent);
    case "unreachable":
      return l10n.t("Couldn't reach {0}.{1} Check the connection and the proxy settings.", host, unsent);
    case "proxyUnreachable":
      return l10n.t("Couldn't reach the proxy.{0} Check the setting http.proxy and the connection.", unsent);
    case "proxyPassword":
      return l10n.t(
        "The proxy requires a user name and password.{0} Sign in to the proxy, or check them in the setting http.proxy.",
        unsent,
      );
    case "proxyRefused":
      return l10n.t("The proxy blocks {0}.{1} Ask the proxy's administrator to allow it.", host, unsent);
    case "proxyFailed":
      return l10n.t("The proxy can't reach {0}.{1} Check the URL, or try again later.", host, unsent);
    case "proxyDropped":
      return l10n.t(
        "The proxy dropped the connection to {0}.{1} Try again later, or check the setting http.proxy.",
        host,
        unsent,
      );
    case undefined:
      return kind === "certificate"
        ? l10n.t(
            "The certificate of {0} can't be trusted.{1} The service must correct its certificate.",
            host,
            unsent,
          )
        : l10n.t("Couldn't reach {0}. Check the connection and the proxy settings.", host);
  }
}

/** Of a "forbidden" error: the service refused, or nothing was sent because the user's flags rule it out. */
function permissionSentence(error: ServiceError): string {
  const { app, status } = error;
  const deed = deedOf(error);
  if (!app || !deed)
    return app?.team
      ? l10n.t("You don't have permission to do this. Ask the owner of {0}.", app.team.name)
      : l10n.t("You don't have permission to do this.");
  if (status === undefined && app.team)
    return l10n.t("Your permissions in {0} may not let you {1}.", app.team.name, deed);
  if (!app.team) return l10n.t("You don't have permission to {0}.", deed);
  return l10n.t("You don't have permission to {0}. Ask the owner of {1}.", deed, app.team.name);
}

function deedOf({ app, request }: ServiceError): string | undefined {
  const name = app?.name ?? "";
  switch (request?.permission) {
    case "canSeeApplicationFiles":
      return l10n.t("see {0}'s files", name);
    case "canEditApplicationFiles":
      return l10n.t("edit {0}'s files", name);
    case "canDeleteApplicationFiles":
      return l10n.t("delete {0}'s files", name);
    case "canChangeStatusApplication":
      return l10n.t("restart {0}", name);
    case "canUpdateApplicationSettings":
      return l10n.t("change {0}'s settings", name);
    case "canDeleteApplication":
      return l10n.t("delete {0}", name);
    case "canCreateApplication":
      return l10n.t("create apps");
    default:
      return undefined;
  }
}
