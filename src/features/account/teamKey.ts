// How a team is named in the address of its page.
import { field, parseJson, readAs } from "../../core/outside/reading";

/** Names a team; the query of its page's address. */
export interface TeamKey {
  readonly accountId: string;
  readonly teamId: string;
}

const teamKey = field.object({ accountId: field.text, teamId: field.text });

/** The team that the query of an address names; anybody may have written it. */
export function readTeamKey(query: string): TeamKey | undefined {
  return readAs(teamKey, parseJson(query));
}
