// What a user is in a team, as far as the service has said. It decides; this only says beforehand what it may refuse.
import { type App, type PermissionName, type Permissions, permissionNames, type Team } from "./model";

/** "owner", a member with flags, or "unknown": a user whom the team does not list. */
type TeamRole = "owner" | "member" | "unknown";

/** What a permission is about: an app by its id, or the team of an app that is to be created. */
export type PermissionPlace = string | { readonly teamId: string };

/** Who the user is in the team (docs/interface.md#team). */
export function roleIn(team: Team, userId: string): TeamRole {
  if (team.owner === userId) return "owner";
  return team.members.some((member) => member.userId === userId) ? "member" : "unknown";
}

/** The flags of a user: all true for the owner; what was not sent is absent. */
export function permissionsIn(team: Team, userId: string): Permissions {
  if (team.owner === userId) return Object.fromEntries(permissionNames.map((name) => [name, true]));
  return team.members.find((member) => member.userId === userId)?.permissions ?? {};
}

/**
 * Whether the user's flag for this is known to be off. Nothing is ruled out without a team or without the flag, nor in an
 * app of the user's own (docs/interface.md#team).
 */
export function isRuledOut(
  app: Pick<App, "userId"> | undefined,
  team: Team | undefined,
  userId: string,
  name: PermissionName,
): boolean {
  return app?.userId !== userId && team !== undefined && permissionsIn(team, userId)[name] === false;
}
