// In which teams a user may create an app. The service decides; this keeps what it would surely refuse from being tried.
import type { Team } from "../../core/model/model";

/** Whether the user owns the team, or their flag for creating is not known to be off. */
export function mayCreateIn(team: Team, userId: string): boolean {
  if (team.owner === userId) return true;
  const member = team.members.find((each) => each.userId === userId);
  return member?.permissions.canCreateApplication !== false;
}
