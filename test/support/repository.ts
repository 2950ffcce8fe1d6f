// Paths of this repository, found from the running file: bundles in out/ lie at different depths.
import fs from "node:fs";
import path from "node:path";

export const repositoryRoot = findRoot(__dirname);

/** Ignored by git: the VS Code for tests, and what `npm start` keeps. */
export const cacheFolder = path.join(repositoryRoot, ".vscode-test");

export function inRepository(...segments: string[]): string {
  return path.join(repositoryRoot, ...segments);
}

function findRoot(start: string): string {
  for (let folder = start; ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, "package.json");
    if (fs.existsSync(manifest) && JSON.parse(fs.readFileSync(manifest, "utf8")).name === "hosted-apps")
      return folder;
    if (folder === path.dirname(folder)) throw new Error(`No hosted-apps package.json above ${start}.`);
  }
}
