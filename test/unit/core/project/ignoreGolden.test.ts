import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import { defaultIgnoreRules } from "../../../../src/core/project/ignoreRules";
import { type FolderContents, readFolder } from "../../../../src/core/project/readFolder";
import { nodeDisk } from "../../../../src/editor/nodeDisk";
import { skipOn } from "../../../support/allowedSkips";
import { emptyFiles, writeTree } from "../../../support/fileTrees";
import { removeTemporaryFolder, temporaryFolder } from "../../../support/temporaryFolder";

type Tree = Readonly<Record<string, string>>;

const read = async (root: string): Promise<FolderContents> =>
  await readFolder(nodeDisk(root), { signal: new AbortController().signal });

const pathsOf = ({ files }: FolderContents): string[] => files.map((file) => file.path);

/** Makes a repository that has our defaults as its weakest rules. */
function makeRepository(root: string, tree: Tree): void {
  git(root, ["init", "-q"]);
  appendFileSync(path.join(root, ".git", "config"), "[core]\nignoreCase = false\nexcludesFile = /dev/null\n");
  writeFileSync(path.join(root, ".git", "info", "exclude"), defaultIgnoreRules.join("\n"));
  writeTree(root, tree);
}

function git(root: string, args: readonly string[], input = ""): string {
  try {
    return execFileSync("git", args, { cwd: root, input, encoding: "utf8" });
  } catch (error) {
    // check-ignore has the exit code 1 when it found nothing.
    const { status, stdout } = error as { status?: number; stdout?: string };
    if (args[0] === "check-ignore" && status === 1) return stdout ?? "";
    throw error;
  }
}

/** The files that git would add: all that no rule leaves out. */
function sentByGit(root: string): string[] {
  return git(root, ["ls-files", "--others", "--exclude-standard", "-z"])
    .split("\0")
    .filter(Boolean)
    .sort(inOrder);
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** What git says of these paths: the file of the rule and the rule. */
function rulesByGit(root: string, paths: readonly string[]): Record<string, string> {
  const args = ["check-ignore", "--no-index", "--stdin", "-z", "-v"];
  const fields = git(root, args, paths.map((file) => `${file}\0`).join("")).split("\0");
  const rules: Record<string, string> = {};
  for (let index = 0; index + 3 < fields.length; index += 4) {
    const [source = "", , pattern = "", file = ""] = fields.slice(index, index + 4);
    rules[file] = `${source === ".git/info/exclude" ? "defaults" : source}: ${pattern}`;
  }
  return rules;
}

/** Compares what is read of these folders of a repository, each with the rules from itself downwards, with git. */
async function assertAsGit(root: string, folders: readonly string[] = [""]): Promise<FolderContents[]> {
  const all = await Promise.all(folders.map(async (folder) => await read(path.join(root, folder))));
  const inRoot = (index: number, file: string) => [folders[index], file].filter(Boolean).join("/");
  assert.deepEqual(
    all.flatMap(({ files }, index) => files.map((file) => inRoot(index, file.path))).sort(inOrder),
    sentByGit(root),
  );
  const expected = Object.fromEntries(
    all.flatMap(({ leftOut }, index) =>
      leftOut
        // git has no rule for its own folder.
        .filter((item) => !/(^|\/)\.git$/.test(item.path))
        .map(({ path: name, isDirectory, rule: { source, pattern } }) => [
          inRoot(index, isDirectory ? `${name}/` : name),
          `${source === "defaults" ? source : inRoot(index, source)}: ${pattern.replace(/\r$/, "")}`,
        ]),
    ),
  );
  assert.deepEqual(rulesByGit(root, Object.keys(expected)), expected);
  return all;
}

const flaskProject: Tree = {
  ".gitignore":
    "*.log\n!keep.log\n/build\ndocs/*.txt\n/instance/*\n!/instance/config.py\n\\#odd\nspace \\ \n",
  "nested/.gitignore": "!*.log\nsecret.json\n/only-here\n**/any/*.tmp\n",
  "requirements.txt": "flask",
  ".env": "A=1",
  ".env.example": "A=",
  ...emptyFiles("a.log", "keep.log", "build", "sub/build", "docs/a.txt", "docs/deep/a.txt"),
  ...emptyFiles("instance/app.db", "instance/config.py", "#odd", "space  ", "nested/a.log"),
  ...emptyFiles("nested/secret.json", "nested/only-here", "nested/deep/only-here"),
  ...emptyFiles("nested/deep/secret.json", "nested/x/any/a.tmp", "nested/x/any/y/a.tmp"),
  ...emptyFiles("Ünï cödé.log", "poetry.lock", "venv/bin/python", "app/__pycache__/a.pyc"),
};

const nodeProject: Tree = {
  ".gitignore": "node_modules\ndist/\n.env*\n!.env.test\npackages/*/lib\n",
  "packages/.gitignore": "!a/lib\n",
  "packages/a/.gitignore": "*.js\r\n!keep.js\r\n",
  ...emptyFiles("packages/a/lib/index.js", "packages/b/lib/index.js", "packages/a/keep.js"),
  ...emptyFiles("packages/a/gone.js", "node_modules/x/package.json"),
  ...emptyFiles("packages/a/node_modules/y/index.js", "dist/app.js", "src/dist/app.js", ".env.test"),
  ...emptyFiles(".env.local", "package-lock.json", "yarn.lock"),
};

describe("ignore rules beside git's own", () => {
  for (const [name, tree] of Object.entries({ flaskProject, nodeProject })) {
    it(`sends what git would add of the ${name}, and names git's rules`, async () => {
      const root = temporaryFolder("golden");
      makeRepository(root, tree);
      const [contents] = await assertAsGit(root);
      assert.ok(contents && contents.files.length > 5 && contents.leftOut.length > 5);
      removeTemporaryFolder(root);
    });
  }

  it("takes .deployignore as if its rules stood at the end of .gitignore in the same folder", async () => {
    const root = temporaryFolder("golden");
    const expected = temporaryFolder("golden");
    const tree = emptyFiles("dist/app.js", "dist/app.js.map", "docs/a.md", "sub/docs/a.md", "b.tmp");
    makeRepository(expected, { ...tree, ".gitignore": "dist/\n*.tmp\n!dist/\ndocs/\n!b.tmp\n*.map\n" });
    const deployRules = "!dist/\ndocs/\n!b.tmp\n*.map\n";
    writeTree(root, { ...tree, ".gitignore": "dist/\n*.tmp\n", ".deployignore": deployRules });
    const sent = pathsOf(await read(root)).filter((file) => file !== ".deployignore");
    assert.deepEqual(sent, sentByGit(expected));
  });

  it("takes no rules from a link, as git does not", async function () {
    skipOn(this, ["win32"]);
    const root = temporaryFolder("golden");
    makeRepository(root, { "sub/a.txt": "", rules: "*.txt\n" });
    symlinkSync("../rules", path.join(root, "sub", ".gitignore"));
    assert.deepEqual(pathsOf(await read(root)), ["rules", "sub/a.txt"]);
  });

  it("agrees with git on any tree and any rules", async () => {
    // Accents in pairs: git counts bytes, so that its "?" is half an é, and a person's is a whole one.
    const plain = ["a", "b", "ab", "c.js", "d.log", ".x", "éé", "a b", "[a]", "x#"];
    // The disks of other platforms take it for "a".
    const name = fc.constantFrom(...plain, ...(process.platform === "linux" ? ["A"] : []));
    const file = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    const piece = fc.constantFrom(
      ...["a", "b", "*", "?", "*.js", "[ab]", "[!a]", "**", "d.log", "A", "\\[a]", "éé", ".*"],
    );
    const pattern = fc
      .tuple(
        fc.constantFrom("", "", "", "!", "!"),
        fc.constantFrom("", "", "/"),
        fc.array(piece, { minLength: 1, maxLength: 3 }),
        fc.constantFrom("", "", "/"),
      )
      .map(([not, anchor, pieces, end]) => `${not}${anchor}${pieces.join("/")}${end}`);
    const rules = fc.array(pattern, { minLength: 1, maxLength: 5 }).map((lines) => lines.join("\n"));
    const folder = fc.array(name, { maxLength: 2 });
    const tree = fc
      .tuple(
        fc.uniqueArray(file, { minLength: 1, maxLength: 14 }),
        fc.array(fc.tuple(folder, rules), { minLength: 1, maxLength: 4 }),
      )
      .map(([files, ruleFiles]) => ({
        ...emptyFiles(...files),
        ...Object.fromEntries(ruleFiles.map(([names, text]) => [[...names, ".gitignore"].join("/"), text])),
      }));
    // Side by side in one repository, where a rule reaches no further than its own tree: starting git takes longest.
    const trees = fc.array(tree, { minLength: 50, maxLength: 50 });
    await fc.assert(
      fc.asyncProperty(trees, async (all) => {
        const root = temporaryFolder("golden");
        try {
          makeRepository(root, {});
          const folders = all.map((_, index) => `tree${index}`);
          for (const [index, each] of all.entries())
            writeTree(path.join(root, `tree${index}`), possible(each));
          await assertAsGit(root, folders);
        } finally {
          removeTemporaryFolder(root);
        }
      }),
      { numRuns: 1 },
    );
  });
});

/** Without the files that stand where another has a folder. */
function possible(tree: Tree): Tree {
  const paths = Object.keys(tree);
  const isFolder = (name: string) => paths.some((other) => other.startsWith(`${name}/`));
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !isFolder(name)));
}
