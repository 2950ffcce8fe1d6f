// Plain apps, teams and accounts for tests of texts.

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

/** A signed-in account of user "me", as rows need it. */
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

/** As commands need them. */
export function someAccounts(...all: readonly { readonly id: string }[]): Accounts {
  const get = (id: string) => all.find((account) => account.id === id);
  const onDidChange = () => ({ dispose: () => undefined });
  return { all, get, onDidChange, load: async () => undefined } as unknown as Accounts;
}

/** A member of Crew, with another user's app Shop. */
export function someMember(permissions: Permissions): Account {
  const team = someTeam({ owner: "boss", members: [{ userId: "me", permissions }] });
  return someAccount({ apps: [someApp({ teamId: team.id, userId: "boss" })], teams: [team] });
}

/** No flag denies anything. */
export const unrestricted = { isRuledOut: () => false, mayTry: () => true };
