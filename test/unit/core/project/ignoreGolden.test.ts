import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import { FolderRules } from "../../../../src/core/project/folderRules";
import { defaultIgnoreRules } from "../../../../src/core/project/ignoreRules";
import { type FolderContents, readFolder } from "../../../../src/core/project/readFolder";
import { nodeDisk } from "../../../../src/editor/nodeDisk";
import { skipOn } from "../../../support/allowedSkips";
import { emptyFiles, writeTree } from "../../../support/fileTrees";
import { ignoreTemplates } from "../../../support/ignoreTemplates";
import { removeTemporaryFolder, temporaryFolder } from "../../../support/temporaryFolder";

type Tree = Readonly<Record<string, string>>;

const read = async (root: string): Promise<FolderContents> =>
  await readFolder(nodeDisk(root), { signal: new AbortController().signal });

const pathsOf = ({ files }: FolderContents): string[] => files.map((file) => file.path);

/** Makes a repository that has our defaults as its weakest rules. */
function makeRepository(root: string, tree: Tree, ignoresCase = false): void {
  git(root, ["init", "-q"]);
  const settings = `[core]\nignoreCase = ${ignoresCase}\nexcludesFile = /dev/null\n`;
  appendFileSync(path.join(root, ".git", "config"), settings);
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
          `${source === "defaults" ? source : inRoot(index, source)}: ${pattern}`,
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

  for (const ignoresCase of [false, true])
    it(`agrees with git on the well-known templates${ignoresCase ? " where letter case does not count" : ""}`, () => {
      const folders = Object.entries(ignoreTemplates).map(([name, rules]) => [
        name,
        { rules, paths: pathsFor(rules) },
      ]);
      assert.equal(folders.length, 20);
      const ignored = assertRulesAsGit(Object.fromEntries(folders), ignoresCase);
      assert.ok(ignored > 1_500 && ignored < 5_000, `${ignored} of 6000 are ignored`);
    });

  it("agrees with git on any pattern", async () => {
    const words =
      "a b c - . ! # ( * ** ? / / \\ [ ] [ab] [!a] [a-c] [^]b] [b-] [\\]a] [[:digit:]] [[:x:]] [[:a]".split(
        " ",
      );
    const piece = fc.constantFrom(...words, "\\ ", " ", "**/", "/**");
    const rule = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));
    const name = fc.string({ unit: fc.constantFrom(..."aabbc-.!#( *[]1x\\"), minLength: 1, maxLength: 4 });
    const file = fc
      .array(name, { minLength: 1, maxLength: 4 })
      .map((names) => names.filter((each) => !/^\.{1,2}$/.test(each)).join("/"));
    const folder = fc.record({
      rules: fc.array(rule, { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n")),
      paths: fc.array(file, { minLength: 30, maxLength: 30 }).map((files) => files.filter(Boolean)),
    });
    const all = fc.array(folder, { minLength: 80, maxLength: 80 });
    const property = fc.asyncProperty(all, async (each) => {
      assertRulesAsGit(Object.fromEntries(each.entries()), false);
    });
    await fc.assert(property, { numRuns: 1, endOnFailure: true });
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

/** Paths that the rules of a file are about, nearly are about, and are not about. */
function pathsFor(rules: string): string[] {
  const names = rules.split(/\r?\n/).flatMap((line) => {
    const name = line
      .replace(/^[!#/]{1,3}|\/$/g, "")
      .replaceAll(/\[\[:\w+:\]\]/g, "Z")
      .replaceAll(/\[([!^]?)([^\]])[^\]]*\]/g, (_, not: string, first: string) => (not ? "%" : first))
      .replaceAll("\\", "");
    const filled = (stars: string, star: string) => name.replaceAll("**", stars).replaceAll(/\*/g, star);
    return [filled("a/b", "x"), filled("a", "1.y"), filled("a", ""), filled("src", "X-").toUpperCase()];
  });
  const paths = names.flatMap((name) => [
    ...[name, `${name}/file.txt`, `sub/${name}`, `src/main/${name}/deep/a.js`, `${name}x`, `x${name}`],
    ...[`${name.split("/").at(-1)}`, `${name.slice(0, -1)}`],
  ]);
  const possiblePaths = paths.filter((each) =>
    each.split("/").every((name) => !/^(\.{0,2}|\.git)$/i.test(name)),
  );
  const all = [...new Set(possiblePaths)];
  return Array.from({ length: 300 }, (_, index) => all[Math.floor((index * all.length) / 300)] as string);
}

/** Compares what the rules of each folder say of its paths with git, which no file has to be there for. */
function assertRulesAsGit(
  folders: Readonly<Record<string, { readonly rules: string; readonly paths: readonly string[] }>>,
  ignoresCase: boolean,
): number {
  const root = temporaryFolder("golden");
  const files = Object.entries(folders).map(([folder, { rules }]) => [`${folder}/.gitignore`, rules]);
  makeRepository(root, Object.fromEntries(files), ignoresCase);
  const ours = new FolderRules(undefined, ignoresCase);
  for (const [folder, { rules }] of Object.entries(folders))
    ours.learn(folder, ".gitignore", rules.replace(/^\uFEFF/, ""));
  const paths = Object.entries(folders).flatMap(([folder, each]) =>
    each.paths.map((file) => `${folder}/${file}`),
  );
  const byGit = Object.entries(rulesByGit(root, paths)).filter(([, rule]) => !/^[^:]+: !/.test(rule));
  const found = paths.flatMap((file) => {
    const rule = ours.ruleAgainst(file, false);
    return rule ? [[file, `${rule.source}: ${rule.pattern}`]] : [];
  });
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(byGit));
  removeTemporaryFolder(root);
  return byGit.length;
}

/** Without the files that stand where another has a folder. */
function possible(tree: Tree): Tree {
  const paths = Object.keys(tree);
  const isFolder = (name: string) => paths.some((other) => other.startsWith(`${name}/`));
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !isFolder(name)));
}
