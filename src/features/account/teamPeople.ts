// The people of a team in one list: the owner, the members, those invited.
import { l10n } from "vscode";
import type { Permissions, Team } from "../../core/model/model";
import { permissionsIn } from "../../core/model/teamRole";

/** Longer ids push what matters out of a row. */
const longestNameChars = 12;

/** Somebody in a team, or invited to it. */
export interface TeamPerson {
  /** Unique in the team. */
  readonly id: string;
  /** "You", an e-mail address, or the end of the id: the service names members by id only. */
  readonly name: string;
  /** The whole id, where `name` is only its end. */
  readonly fullId?: string;
  readonly role: "owner" | "member" | "invited";
  readonly permissions: Permissions;
  readonly invitedAt?: number;
  /** Of an invitation. */
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
