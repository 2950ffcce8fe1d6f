// Why the user may not do something with an app, in words that name the app and the team.
import { l10n } from "vscode";
import type { ServiceError } from "../../core/errors/serviceError";

/** Of a "forbidden": what the service refused, or what was not sent because the user's flags rule it out. */
export function permissionSentence(error: ServiceError): string {
  const { app, status } = error;
  const deed = deedOf(error);
  if (!app || !deed) return l10n.t("You don't have permission to do this. Ask the owner of the team.");
  if (status === undefined && app.team)
    return l10n.t("According to your permissions in {0}, you can't {1}.", app.team.name, deed);
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
