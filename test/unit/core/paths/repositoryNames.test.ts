// Names that git treats as its repository on some disk, compared with git itself.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { describe, it } from "mocha";
import { isRepositoryName, localNameProblem, localPathProblem } from "../../../../src/core/paths/localNames";
import { temporaryFolder } from "../../../support/temporaryFolder";

const repositories = [
  ...[".git", ".GIT", ".gIt", "git~1", "GIT~1", ".git.", ".git ", ".git . .", "git~1. "],
  ...[".git::$INDEX_ALLOCATION", ".git:x", ".g\u200cit", "\ufeff.git", ".gi\u206ft", ".GI\u200dT"],
];
const others = [
  ...[".gitignore", ".gitmodules", ".github", "git", "git~2", ".git~1", "x.git", ".git-credentials", "..git"],
  ...[".gıt", "gi\u200ct", ".git_", " .git"],
];

/** With the checks of every platform enabled. */
function gitAccepts(folder: string, name: string): boolean {
  const run = (...args: string[]): string =>
    execFileSync("git", ["-c", "core.protectHFS=true", "-c", "core.protectNTFS=true", ...args], {
      cwd: folder,
      encoding: "utf8",
      input: "",
      stdio: ["pipe", "pipe", "ignore"],
    }).trim();
  run("init", "--quiet");
  const blob = run("hash-object", "-w", "--stdin");
  try {
    run("update-index", "--add", "--cacheinfo", `100644,${blob},sub/${name}/config`);
    return true;
  } catch {
    return false;
  }
}

describe("a name of a Git repository", () => {
  const folder = temporaryFolder("git-names");

  for (const name of repositories)
    it(`is ${JSON.stringify(name)}, which git refuses and no folder gets`, () => {
      assert.equal(gitAccepts(folder, name), false);
      assert.ok(isRepositoryName(name));
      for (const isWindows of [true, false]) {
        assert.equal(localNameProblem(name, isWindows), "repository");
        assert.deepEqual(localPathProblem(path.posix.join("a", name, "hooks/pre-commit"), isWindows), {
          name,
          problem: "repository",
        });
      }
    });

  for (const name of others)
    it(`is not ${JSON.stringify(name)}, which git accepts`, () => {
      assert.equal(gitAccepts(folder, name), true);
      assert.equal(isRepositoryName(name), false);
    });
});
