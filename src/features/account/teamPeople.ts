// The people of a team in one list, and their permissions in words.
import { l10n } from "vscode";
import { type PermissionName, type Permissions, permissionNames, type Team } from "../../core/model/model";
import { permissionsIn } from "../../core/model/teamRole";

/** Longer ids leave no room for the rest of a row. */
const longestNameChars = 12;

/** A member of a team, or an invited person. */
export interface TeamPerson {
  readonly id: string;
  /** "You", an e-mail address, or the end of the id: the service names members by id only. */
  readonly name: string;
  /** The whole id, if `name` is only its end. */
  readonly fullId?: string;
  readonly role: "owner" | "member" | "invited";
  readonly permissions: Permissions;
  readonly invitedAt?: number;
  /** Of an invitation (ms, as `invitedAt`). */
  readonly subscriptionEndsAt?: number;
}

/** The owner first, then members and invitations in the service's order. `userId` is the signed-in user. */
export function peopleOf(team: Team, userId: string): TeamPerson[] {
  const named = (id: string): Pick<TeamPerson, "name" | "fullId"> => {
    if (id === userId) return { name: l10n.t("You") };
    return id.length <= longestNameChars ? { name: id } : { name: `…${id.slice(-6)}`, fullId: id };
  };
  const { owner } = team;
  const people: TeamPerson[] =
    owner === undefined
      ? []
      : [{ id: owner, ...named(owner), role: "owner", permissions: permissionsIn(team, owner) }];
  for (const member of team.members) {
    if (member.userId === owner) continue;
    people.push({
      id: member.userId,
      ...named(member.userId),
      role: "member",
      permissions: member.permissions,
    });
  }
  team.invites.forEach((invite, index) => {
    people.push({
      id: invite.id ?? `invite-${index}`,
      ...(invite.email === undefined && invite.userId !== undefined
        ? named(invite.userId)
        : { name: invite.email ?? l10n.t("Unknown") }),
      role: "invited",
      permissions: invite.permissions,
      ...(invite.invitedAt !== undefined && { invitedAt: invite.invitedAt }),
      ...(invite.subscriptionEndsAt !== undefined && { subscriptionEndsAt: invite.subscriptionEndsAt }),
    });
  });
  return people;
}

export function roleWord(role: TeamPerson["role"]): string {
  switch (role) {
    case "owner":
      return l10n.t("owner");
    case "member":
      return l10n.t("member");
    case "invited":
      return l10n.t("invited");
  }
}

/** Each permission as a table or a sentence names it. */
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

/** The word for a flag; undefined was not sent. */
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
