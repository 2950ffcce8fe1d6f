// The one question about permissions: a team's flags are a guess, so what they rule out may be tried.
import { l10n } from "vscode";
import type { PermissionName } from "../../core/model/model";
import type { PermissionPlace } from "../../core/model/teamRole";
import { sentenceFor } from "../errorSentences";
import { confirm } from "../safeUi/questions";

/** accounts/accountPermissions.ts implements it. */
interface KnownPermissions {
  isRuledOut(place: PermissionPlace, name: PermissionName): boolean;
  mayTry(place: PermissionPlace, name: PermissionName): boolean;
  wasRefused(place: PermissionPlace, name: PermissionName): boolean;
  refusal(place: PermissionPlace, name: PermissionName): Error;
  tryAnyway(place: PermissionPlace, name: PermissionName): void;
}

/**
 * Resolves when the action may be tried: no flag rules it out, the service allowed it before, or the user wants to
 * try it. A quiet caller asks no question. Rejects with a ServiceError "forbidden", or with CancelledError.
 */
export async function requirePermission(
  permissions: KnownPermissions,
  place: PermissionPlace,
  needed: PermissionName | readonly PermissionName[],
  isQuiet = false,
): Promise<void> {
  const denied = [needed]
    .flat()
    .filter((name) => (isQuiet ? permissions.isRuledOut(place, name) : !permissions.mayTry(place, name)));
  const [first] = denied;
  if (first === undefined) return;
  if (isQuiet) throw permissions.refusal(place, first);
  await confirm(
    l10n.t("Your permissions may not include this. Try anyway?"),
    [
      ...denied.map((name) => sentenceFor(permissions.refusal(place, name))),
      denied.some((name) => permissions.wasRefused(place, name))
        ? l10n.t("The service has refused it before.")
        : l10n.t("The service decides whether it's allowed."),
    ],
    l10n.t("Try Anyway"),
  );
  for (const name of denied) permissions.tryAnyway(place, name);
}
