// The one question about permissions: flags of a team are a guess, so what they rule out can be tried.
import { l10n } from "vscode";
import type { PermissionName } from "../../core/model/model";
import type { PermissionPlace } from "../../core/model/teamRole";
import { sentenceFor } from "../errorSentences";
import { confirm } from "../shown/questions";

/** What is known of an account's permissions, as accounts/accountPermissions.ts has it. */
interface KnownPermissions {
  isRuledOut(place: PermissionPlace, name: PermissionName): boolean;
  mayTry(place: PermissionPlace, name: PermissionName): boolean;
  wasRefused(place: PermissionPlace, name: PermissionName): boolean;
  refusal(place: PermissionPlace, name: PermissionName): Error;
  tryAnyway(place: PermissionPlace, name: PermissionName): void;
}

/**
 * Resolves where it may be tried: no flag rules it out, the service did it before, or the user wants it tried. For a quiet
 * caller no question is asked. Rejects with a ServiceError "forbidden", or with CancelledError.
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
