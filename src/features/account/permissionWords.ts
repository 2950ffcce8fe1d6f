// The twelve permissions of a team in words, in the service's order.
import { l10n } from "vscode";
import { type PermissionName, type Permissions, permissionNames } from "../../core/model/model";

/** What each flag lets a member do, as it stands in a table or a sentence. */
export function permissionWords(): Readonly<Record<PermissionName, string>> {
  return {
    canCreateApplication: l10n.t("Create apps"),
    canDeleteApplication: l10n.t("Delete apps"),
    canUpdateApplicationSettings: l10n.t("Change app settings"),
    canChangeStatusApplication: l10n.t("Start, stop, and restart apps"),
    canManageApplicationBackup: l10n.t("Manage app backups"),
    canEditApplicationFiles: l10n.t("Edit app files"),
    canSeeApplicationFiles: l10n.t("See app files"),
    canDeleteApplicationFiles: l10n.t("Delete app files"),
    canCreateDatabase: l10n.t("Create databases"),
    canDeleteDatabase: l10n.t("Delete databases"),
    canUpdateDatabaseSettings: l10n.t("Change database settings"),
    canChangeStatusDatabase: l10n.t("Start, stop, and restart databases"),
  };
}

/** A flag as a word; a flag that was not sent is neither. */
export function flagWord(flag: boolean | undefined): string {
  if (flag === undefined) return l10n.t("Unknown");
  return flag ? l10n.t("Yes") : l10n.t("No");
}

/** "9 of 12 permissions", or what is unknown. */
export function permissionCount(permissions: Permissions): string {
  const said = permissionNames.filter((name) => permissions[name] !== undefined);
  if (said.length === 0) return l10n.t("permissions unknown");
  const allowed = said.filter((name) => permissions[name]).length;
  return l10n.t("{0} of {1} permissions", allowed, permissionNames.length);
}
