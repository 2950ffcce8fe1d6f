// Apps, teams and accounts as tests of texts need them: what a test is about it says, the rest is the plainest there is.
import type { Account, Accounts } from "../../src/accounts/accounts";
import type { App, Team } from "../../src/core/model/model";

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
  const account = {
    id: "account",
    label: "me",
    baseUrl: "https://api.example.com",
    userId: "me",
    client: { isStopped },
    apps: { snapshot, teamOf, find: (id: string) => apps.find((app) => app.id === id) },
  };
  return account as unknown as Account;
}

/** Signed-in accounts, as far as commands look at them. */
export function someAccounts(...all: readonly { readonly id: string }[]): Accounts {
  const get = (id: string) => all.find((account) => account.id === id);
  const onDidChange = () => ({ dispose: () => undefined });
  return { all, get, onDidChange, load: async () => undefined } as unknown as Accounts;
}
