// The user's role in a team, as far as it was sent. The service decides; this only predicts what it may refuse.
import { type App, type PermissionName, type Permissions, permissionNames, type Team } from "./model";

type TeamRole = "owner" | "member" | "unknown";

/** An app by its id, or the team of an app to be created. */
export type PermissionPlace = string | { readonly teamId: string };

/** The user's role in the team (docs/interface.md#team). */
export function roleIn(team: Team, userId: string): TeamRole {
  if (team.owner === userId) return "owner";
  return team.members.some((member) => member.userId === userId) ? "member" : "unknown";
}

/** The user's flags: all true for the owner; a flag that was not sent is absent. */
export function permissionsIn(team: Team, userId: string): Permissions {
  if (team.owner === userId) return Object.fromEntries(permissionNames.map((name) => [name, true]));
  return team.members.find((member) => member.userId === userId)?.permissions ?? {};
}

/**
 * The user's flag is known to be off. Never true without a team or the flag, nor for the user's own app
 * (docs/interface.md#team).
 */
export function isRuledOut(
  app: Pick<App, "userId"> | undefined,
  team: Team | undefined,
  userId: string,
  name: PermissionName,
): boolean {
  return app?.userId !== userId && team !== undefined && permissionsIn(team, userId)[name] === false;
}
