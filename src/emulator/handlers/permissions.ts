// Owners of an app or of its team may do everything, members what their flags allow.
import type { AppRecord, PermissionName, TeamRecord } from "../data/records";
import type { State } from "../data/state";
import { Forbidden } from "../http/httpErrors";

const sentences: Partial<Record<PermissionName, string>> = {
  canCreateApplication: "You aren't allowed to create applications in this team.",
  canDeleteApplication: "You aren't allowed to delete applications of this team.",
  canUpdateApplicationSettings: "You aren't allowed to change the settings of this team's applications.",
  canChangeStatusApplication: "You aren't allowed to restart applications of this team.",
  canEditApplicationFiles: "You aren't allowed to edit files of this team's applications.",
  canSeeApplicationFiles: "You aren't allowed to see files of this team's applications.",
  canDeleteApplicationFiles: "You aren't allowed to delete files of this team's applications.",
};

/** Throws 403. */
export function requireTeamPermission(state: State, team: TeamRecord, permission: PermissionName): void {
  if (team.owner === state.user._id) return;
  const member = team.members.find(({ user }) => user === state.user._id);
  if (!member?.permissions[permission]) {
    throw new Forbidden(sentences[permission] ?? "Your permissions in this team don't allow this.");
  }
}

/** Throws 404 for an invisible app, 403 when the flag is off. */
export function requireApp(state: State, appId: string, permission?: PermissionName): AppRecord {
  const app = state.app(appId);
  const team = app.teamId === null ? undefined : state.team(app.teamId);
  if (permission && team && app.userId !== state.user._id) requireTeamPermission(state, team, permission);
  return app;
}
