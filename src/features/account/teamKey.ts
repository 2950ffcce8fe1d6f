// How a team is named in the address of its page.

/** Scheme of the pages of teams. */
export const teamScheme = "hosted-apps-team";

/** Names a team; the query of its page's address. */
export interface TeamKey {
  readonly accountId: string;
  readonly teamId: string;
}
