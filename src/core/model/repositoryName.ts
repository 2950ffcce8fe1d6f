import type { App } from "./model";

/** "ann/shop", or the part that is known; "" where none is. */
export function repositoryName({ repository }: Pick<App, "repository">): string {
  return [repository?.owner, repository?.name].filter(Boolean).join("/");
}
