// What a user may do with an app's files. The service decides; this only keeps what it would surely refuse from
// being tried, so a flag that was not sent forbids nothing.
import type { App, Team } from "./model";

export interface AppAccess {
  readonly canSee: boolean;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
}

export const fullAccess: AppAccess = { canSee: true, canEdit: true, canDelete: true };

/** Owners, and people whose app it is, may do everything; members all but what a flag denies (docs/interface.md#team). */
export function accessTo(app: App | undefined, team: Team | undefined, userId: string): AppAccess {
  if (!app || !team || team.owner === userId) return fullAccess;
  const permissions = team.members.find((member) => member.userId === userId)?.permissions;
  if (!permissions) return fullAccess;
  return {
    canSee: permissions.canSeeApplicationFiles !== false,
    canEdit: permissions.canEditApplicationFiles !== false,
    canDelete: permissions.canDeleteApplicationFiles !== false,
  };
}
