// Where things are in this repository, found from the running file: the bundles in out/ lie at different depths.
import fs from "node:fs";
import path from "node:path";

/** The folder of the extension's package.json. */
export const repositoryRoot = findRoot(__dirname);

/** Caches that git ignores: the VS Code to test in, and what `npm start` keeps between two starts. */
export const cacheFolder = path.join(repositoryRoot, ".vscode-test");

/** An absolute path from one inside the repository. */
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
