// The people of a team in one list: the owner, the members, those invited.
import { l10n } from "vscode";
import type { Permissions, Team } from "../../core/model";
import { permissionsIn } from "../../core/teamRole";

/** Somebody in a team, or invited to it. */
export interface TeamPerson {
  /** Unique in the team. */
  readonly id: string;
  /** "You", an e-mail address, or the id: the service names members by id only. */
  readonly name: string;
  readonly role: "owner" | "member" | "invited";
  readonly permissions: Permissions;
  readonly invitedAt?: number;
}

/** The owner first, then members and invitations in the service's order. `userId` is the signed-in user. */
export function peopleOf(team: Team, userId: string): TeamPerson[] {
  const nameOf = (id: string): string => (id === userId ? l10n.t("You") : id);
  const { owner } = team;
  const people: TeamPerson[] =
    owner === undefined
      ? []
      : [{ id: owner, name: nameOf(owner), role: "owner", permissions: permissionsIn(team, owner) }];
  for (const member of team.members) {
    if (member.userId === owner) continue;
    people.push({
      id: member.userId,
      name: nameOf(member.userId),
      role: "member",
      permissions: member.permissions,
    });
  }
  team.invites.forEach((invite, index) => {
    people.push({
      id: invite.id ?? `invite-${index}`,
      name: invite.email ?? (invite.userId === undefined ? l10n.t("Somebody") : nameOf(invite.userId)),
      role: "invited",
      permissions: invite.permissions,
      ...(invite.invitedAt !== undefined && { invitedAt: invite.invitedAt }),
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
