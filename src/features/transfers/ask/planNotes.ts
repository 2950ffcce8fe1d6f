// The notes above the plan of a push: its commit, the last pushed commit, a repository that may overwrite it, and
// variables that the code reads and the app lacks.

import { l10n } from "vscode";
import type { App, Team } from "../../../core/model/model";
import { repositoryName } from "../../../core/model/repositoryName";
import { ageText } from "../../../editor/ageText";
import { localDisk } from "../../../editor/localDisk";
import { teamLines } from "../../../editor/project/agreements";
import { commitText, type GitState, uncommittedText } from "../../../editor/project/gitState";
import { type CodeFile, missingVariables, neededVariables } from "../../../editor/project/neededVariables";
import { someNames } from "../../../editor/safeUi/someNames";
import type { TransferPlace } from "../place/transferPlace";

interface NotedPush {
  readonly git: GitState | undefined;
  /** Pushed last; time in milliseconds since the epoch. */
  readonly last: { readonly commit: string; readonly at: number } | undefined;
  readonly app: Pick<App, "deployments" | "repository"> | undefined;
  /** Members can read the app's files. */
  readonly team: Pick<Team, "name"> | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export function planNotes({ git, last, app, team, now }: NotedPush): string[] {
  const notes = teamLines(team);
  const repository = app && deployedFrom(app);
  if (repository !== undefined)
    notes.push(
      repository === ""
        ? l10n.t(
            "This app also deploys from a repository, whose next deployment may overwrite what you push.",
          )
        : l10n.t("This app also deploys from {0}, which may overwrite what you push.", repository),
    );
  if (git)
    notes.push(
      [commitText(git), git.subject, uncommittedText(git.uncommitted), last && lastText(git, last, now)]
        .filter(Boolean)
        .join(" · "),
    );
  return notes;
}

function lastText(git: GitState, last: NonNullable<NotedPush["last"]>, now: number): string {
  const age = ageText(now - last.at);
  return last.commit === git.commit
    ? l10n.t("this commit was pushed {0}", age)
    : l10n.t("pushed last: {0}, {1}", last.commit.slice(0, 7), age);
}

/** "ann/shop (main)"; "" where only deployments show a repository; undefined without one. */
function deployedFrom(app: Pick<App, "deployments" | "repository">): string | undefined {
  const { repository, deployments } = app;
  if (!repository && deployments.length === 0) return undefined;
  const name = repositoryName(app);
  const branch = repository?.branch ?? deployments.find((each) => each.branch !== undefined)?.branch;
  if (name === "") return branch ?? "";
  return branch === undefined ? name : `${name} (${branch})`;
}

/** Names only. None where the service does not show the app's variables. */
export async function variableNotes(
  { folder, account, appId, appName }: Pick<TransferPlace, "folder" | "account" | "appId" | "appName">,
  { local: files }: { readonly local: readonly CodeFile[] },
): Promise<readonly string[]> {
  const needed = await neededVariables({ files, read: localDisk(folder).read });
  if (missingVariables(needed, { files }).length === 0) return [];
  // Lists omit variables (docs/interface.md#application); the values are dropped at once.
  const app = await account.client.getApp(appId).catch(() => undefined);
  if (!app?.environment) return [];
  const known = app.environment.map(({ key }) => key);
  const missing = missingVariables(needed, { files }, known);
  if (missing.length === 0) return [];
  return [l10n.t("Not set in {0}: {1}. Set them on the service's website.", appName, someNames(missing))];
}
