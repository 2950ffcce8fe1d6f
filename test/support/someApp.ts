// Apps, teams and accounts as tests of texts need them: what a test is about it says, the rest is the plainest there is.

import { AccountPermissions } from "../../src/accounts/accountPermissions";
import type { Account, Accounts } from "../../src/accounts/accounts";
import type { App, Permissions, Team } from "../../src/core/model/model";

export const megabyte = 1024 * 1024;

export function someApp(own: Partial<App> = {}): App {
  return { id: "shop", name: "Shop", status: "active", restartRequired: false, deployments: [], ...own };
}

export function someTeam(own: Partial<Team> = {}): Team {
  return { id: "team", name: "Crew", members: [], invites: [], ...own };
}

/** A signed-in account of user "me", as far as rows look at one. */
export function someAccount({
  apps = [],
  teams = [],
  isStopped = false,
  ...known
}: {
  readonly apps?: readonly App[];
  readonly teams?: readonly Team[];
  readonly isStopped?: boolean;
  readonly error?: Error;
  readonly failingSince?: number;
  readonly refreshedAt?: number;
} = {}): Account {
  const snapshot = { apps, teams: new Map(teams.map((team) => [team.id, team])), ...known };
  const teamOf = ({ teamId = "" }: Pick<App, "teamId">) => snapshot.teams.get(teamId);
  const owner = {
    id: "account",
    baseUrl: "https://api.example.com",
    userId: "me",
    client: { isStopped },
    apps: { snapshot, teamOf, find: (id: string) => apps.find((app) => app.id === id) },
  };
  const permissions = new AccountPermissions({
    ...owner,
    apps: { ...owner.apps, teamOf: (app) => app && teamOf(app) },
  });
  return { ...owner, label: "me", permissions } as unknown as Account;
}

/** Signed-in accounts, as far as commands look at them. */
export function someAccounts(...all: readonly { readonly id: string }[]): Accounts {
  const get = (id: string) => all.find((account) => account.id === id);
  const onDidChange = () => ({ dispose: () => undefined });
  return { all, get, onDidChange, load: async () => undefined } as unknown as Accounts;
}

/** The account of a member of Crew, which has the app Shop of somebody else. */
export function someMember(permissions: Permissions): Account {
  const team = someTeam({ owner: "boss", members: [{ userId: "me", permissions }] });
  return someAccount({ apps: [someApp({ teamId: team.id, userId: "boss" })], teams: [team] });
}

/** Of an account that no flag restricts. */
export const unrestricted = { isRuledOut: () => false, mayTry: () => true };
