// The notes above the plan of a push: its commit, the last pushed commit, and a repository that may overwrite it.

import { l10n } from "vscode";
import type { App, Team } from "../../../core/model/model";
import { repositoryName } from "../../../core/model/repositoryName";
import { ageText } from "../../../editor/ageText";
import { teamLines } from "../../../editor/project/agreements";
import { commitText, type GitState, uncommittedText } from "../../../editor/project/gitState";

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
