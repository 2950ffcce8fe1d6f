// An app's deployments from its connected repository, newest first.
import { l10n } from "vscode";
import type { Account } from "../../../accounts/accounts";
import type { Clock } from "../../../core/async/clock";
import { deploymentsOf } from "../../../core/model/deployments";
import type { App } from "../../../core/model/model";
import { formatDuration, formatTime } from "../../../core/text/format";
import { ageText } from "../../../editor/ageText";
import { type LineNode, ofApp } from "./partNodes";

export function deploymentLines(account: Account, app: App, clock: Clock): LineNode[] {
  return deploymentsOf(app).map((deployment, index) => {
    const { commitId, message, branch, author, status, durationSeconds, committedAt, id } = deployment;
    const { at, shortCommit, firstLine } = deployment;
    const value = [
      author,
      at === undefined ? undefined : ageText(clock.now() - at),
      durationSeconds === undefined ? undefined : l10n.t("took {0}", formatDuration(durationSeconds)),
      status,
    ];
    const details = [
      message,
      commitId,
      branch === undefined ? undefined : l10n.t("Branch: {0}", branch),
      author === undefined ? undefined : l10n.t("Author: {0}", author),
      committedAt === undefined ? undefined : l10n.t("Committed: {0}", formatTime(committedAt)),
      status === undefined ? undefined : l10n.t("State: {0}", status),
    ];
    return {
      ...ofApp(account, app.id, `deployment/${id ?? index}`),
      kind: "line",
      label: [shortCommit, firstLine].filter(Boolean).join(" ") || l10n.t("Deployment"),
      value: value.filter(Boolean).join(" · "),
      tooltip: details.filter(Boolean).join("\n"),
      ...iconOf(status),
    };
  });
}

/** An unknown status is neither good nor bad, so it has no colour. */
function iconOf(status: string | undefined): { readonly icon: string; readonly color?: string } {
  if (/^(success|succeeded|done|completed?)$/i.test(status ?? ""))
    return { icon: "pass", color: "charts.green" };
  if (/fail|error/i.test(status ?? "")) return { icon: "error", color: "charts.red" };
  if (/^(pending|queued|running|building|in.?progress)$/i.test(status ?? "")) return { icon: "sync" };
  return { icon: "git-commit" };
}
