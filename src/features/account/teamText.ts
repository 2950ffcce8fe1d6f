// A team as a page of Markdown: the user's permissions, its people and theirs. All names are escaped.
import { l10n } from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { loadApps } from "../../accounts/loadApps";
import { permissionNames, type Team } from "../../core/model/model";
import { roleIn } from "../../core/model/teamRole";
import { field, parseJson, readAs } from "../../core/parse";
import { md, tableRow } from "../../editor/safeUi/markdown";
import { flagWord, peopleOf, permissionWords, roleWord, type TeamPerson } from "./teamPeople";

/** Wider tables do not fit beside an editor. */
const peoplePerTable = 5;

/** `appNames`: the team's apps, as far as they are listed. */
export function teamPage(team: Team, userId: string, appNames: readonly string[]): string {
  const people = peopleOf(team, userId);
  return [
    md`# ${team.name}`,
    whatYouAre(team, userId),
    ...(appNames.length > 0
      ? [l10n.t("Apps in this team: {0}.", appNames.map((name) => md`${name}`).join(", "))]
      : []),
    `## ${l10n.t("Member Permissions")}`,
    ...tables(people),
    l10n.t(
      "The service decides. Menus and buttons hide what your permissions don't seem to include. You can try it from the Command Palette.",
    ),
    ...wholeIds(people),
  ].join("\n\n");
}

function whatYouAre(team: Team, userId: string): string {
  switch (roleIn(team, userId)) {
    case "owner":
      return l10n.t("You own this team and can do everything in it.");
    case "member":
      return youMay(team, userId);
    case "unknown":
      return l10n.t("The service doesn't report your role in this team.");
  }
}

function youMay(team: Team, userId: string): string {
  const own = team.members.find((member) => member.userId === userId)?.permissions ?? {};
  const words = permissionWords();
  const list = (flag: boolean): string =>
    permissionNames
      .filter((name) => own[name] === flag)
      .map((name) => words[name].toLowerCase())
      .join(", ");
  const may = list(true);
  const mayNot = list(false);
  return [
    l10n.t("You're a member of this team."),
    ...(may === "" ? [] : [l10n.t("You can: {0}.", may)]),
    ...(mayNot === "" ? [] : [l10n.t("Turned off for you: {0}.", mayNot)]),
  ].join("\n\n");
}

/** The table shortens ids. */
function wholeIds(people: readonly TeamPerson[]): string[] {
  const lines = people.flatMap(({ name, fullId }) =>
    fullId === undefined ? [] : [md`- ${name}: ${fullId}`],
  );
  return lines.length === 0 ? [] : [l10n.t("People listed by ID only:"), lines.join("\n")];
}

function tables(people: readonly TeamPerson[]): string[] {
  const words = permissionWords();
  const parts: string[] = [];
  for (let start = 0; start < people.length; start += peoplePerTable) {
    const shown = people.slice(start, start + peoplePerTable);
    parts.push(
      [
        tableRow([l10n.t("Permission"), ...shown.map(({ name }) => name)]),
        `|---|${shown.map(() => "---|").join("")}`,
        `| |${shown.map(({ role }) => md` *${roleWord(role)}* |`).join("")}`,
        ...permissionNames.map((name) =>
          tableRow([words[name], ...shown.map(({ permissions }) => flagWord(permissions[name]))]),
        ),
      ].join("\n"),
    );
  }
  return parts;
}

/** `query` of the page's URI names the team. */
export async function teamPageOf(accounts: Accounts, query: string): Promise<string> {
  await accounts.load();
  const key = readTeamKey(query);
  const account = key && accounts.get(key.accountId);
  if (account) await loadApps([account]);
  const team = account?.apps.teamOf(key);
  if (!account || !team) {
    return l10n.t("Couldn't find this team. Sign in to its account, or refresh the apps.");
  }
  const names = (account.apps.snapshot.apps ?? [])
    .filter(({ teamId }) => teamId === team.id)
    .map(({ name }) => name);
  return teamPage(team, account.userId, names);
}

const teamKey = field.object({ accountId: field.text, teamId: field.text });
/** The query of a team page's URI. */
export type TeamKey = Readonly<ReturnType<typeof teamKey.parse>>;

/** Reads the query, which may be written by anyone; undefined when it names no team. */
export function readTeamKey(query: string): TeamKey | undefined {
  return readAs(teamKey, parseJson(query));
}
