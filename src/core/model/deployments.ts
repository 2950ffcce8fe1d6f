import type { App } from "./model";

/** Newest first. A commit may be deployed long after it was made. */
export function deploymentsOf({ deployments }: Pick<App, "deployments">) {
  return deployments
    .map((deployment) => ({
      ...deployment,
      at: deployment.createdAt ?? deployment.committedAt,
      shortCommit: deployment.commitId?.slice(0, 7),
      firstLine: deployment.message?.split("\n", 1)[0],
    }))
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
}
