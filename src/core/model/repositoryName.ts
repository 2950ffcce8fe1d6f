import type { App } from "./model";

/** "ann/shop", or what is known of it; "" where nothing is. */
export function repositoryName({ repository }: Pick<App, "repository">): string {
  return [repository?.owner, repository?.name].filter(Boolean).join("/");
}
