// What a package of a workspace needs of what lies around it, and how the whole is started.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { FolderSource } from "../../../../../src/core/disk/folderSource";
import { readProject } from "../../../../../src/core/project/detect/readProject";
import { isInWorkspace, leadsToPackage } from "../../../../../src/core/project/detect/workspacePackages";
import { readFolder } from "../../../../../src/core/project/readFolder";
import { isInRange } from "../../../../../src/core/project/versionRange";
import { ledOutside } from "../../../../../src/core/project/workspaces/outsideReads";
import { findWorkspace, readPackage } from "../../../../../src/core/project/workspaces/readWorkspace";
import { pack } from "../../../../support/layouts/layout";
import { MemoryFolder } from "../../../../support/memoryFolder";

const { signal } = new AbortController();

/** The folder as one of its own. */
function below(source: FolderSource, folder: string): FolderSource {
  const at = (path: string): string => [folder, path].filter(Boolean).join("/");
  return {
    list: (path) => source.list(at(path)),
    stat: (path) => source.stat(at(path)),
    read: (path) => source.read(at(path)),
  };
}

async function find(
  files: Readonly<Record<string, string>>,
  packagePath: string,
  isOpen = true,
  isPersonal = false,
) {
  const all = MemoryFolder.of(files);
  const contents = await readFolder(below(all, packagePath), { signal });
  const own = await readProject("own", contents, async () => false);
  const names = packagePath.split("/").reverse();
  return await findWorkspace(contents, own, {
    names: [...names, "root"],
    above: (levels) =>
      below(
        all,
        packagePath
          .split("/")
          .slice(0, names.length - levels)
          .join("/"),
      ),
    isOpen: () => isOpen,
    isPersonal: (levels) => isPersonal && levels === names.length,
  });
}

async function detectIn(files: Readonly<Record<string, string>>, packagePath: string) {
  const all = MemoryFolder.of(files);
  const contents = await readFolder(all, { signal });
  return await readPackage(packagePath, contents, async (path) => (await all.tryStat(path)) !== undefined);
}

const root = { "package.json": pack({ workspaces: ["packages/*"] }) };
const core = { "packages/core/package.json": pack({ name: "core", version: "1.0.0" }) };
const api = (fields: object) => ({
  "packages/api/package.json": pack({ name: "api", scripts: { start: "node index.js" }, ...fields }),
  "packages/api/index.js": "app.listen(1)",
});

describe("a package of a workspace", () => {
  for (const [group, specifier, mayBeAlone] of [
    ["dependencies", "*", false],
    ["dependencies", "~1", false],
    ["optionalDependencies", "1 || 2", false],
    ["peerDependencies", ">=1", false],
    ["devDependencies", "1.x", false],
    ["dependencies", "file:../core", true],
    ["dependencies", "link:../core", false],
    ["dependencies", "portal:../core", false],
    ["dependencies", "workspace:~", false],
    ["devDependencies", "workspace:*", false],
  ] as const)
    it(`needs a sibling that its ${group} name as ${specifier}`, async () => {
      const found = await find(
        { ...root, ...core, ...api({ [group]: { core: specifier } }) },
        "packages/api",
      );
      assert.deepEqual(found?.needs, ["core"]);
      // npm installs it without the folder; it knows none of the other forms, or asks the registry.
      assert.equal(found?.mayBeAlone, mayBeAlone);
    });

  for (const specifier of [
    "npm:lodash@4",
    "github:acme/core",
    "git+ssh://git@host/core.git",
    "https://host/core.tgz",
  ])
    it(`needs no sibling where another package is named: ${specifier}`, async () => {
      const files = { ...root, ...core, ...api({ dependencies: { core: specifier } }) };
      assert.equal(await find(files, "packages/api"), undefined);
    });

  it("needs nothing of a workspace that leaves it out, or of folders without one", async () => {
    const files = { ...core, ...api({ dependencies: { core: "*" } }) };
    assert.equal(await find(files, "packages/api"), undefined);
    const without = { "package.json": pack({ workspaces: ["packages/*", "!packages/api"] }) };
    assert.equal(await find({ ...files, ...without }, "packages/api"), undefined);
  });

  for (const patterns of [
    ["{packages,apps}/*"],
    ["{packages/*,apps/*}"],
    ["pack?ges/*"],
    ["@(packages|apps)/[a-z]*"],
    ["packages/*", "!packages/old-*"],
    ["packages/**", "!**/test*/**", "!packages"],
    ["*", "packages/a*i", "packages/c*"],
  ])
    it(`is one by any pattern, so that its sibling's name is known: ${patterns.join(" ")}`, async () => {
      const files = { ...core, ...api({ dependencies: { core: "*" } }) };
      const found = await find({ ...files, "package.json": pack({ workspaces: patterns }) }, "packages/api");
      assert.deepEqual([found?.needs, found?.mayBeAlone], [["core"], false]);
    });

  for (const yaml of [
    '"packages":\n  - packages/*\n',
    "packages: ['{packages,apps}/*']\n",
    "all: &all\n  - packages/*\npackages: *all\n",
    "api: &api packages/api\npackages:\n  - *api\n  - packages/core\n",
  ])
    it(`is one by any form of pnpm-workspace.yaml: ${JSON.stringify(yaml)}`, async () => {
      const files = { ...core, ...api({ dependencies: { core: "*" } }), "pnpm-workspace.yaml": yaml };
      const found = await find(files, "packages/api");
      assert.deepEqual([found?.needs, found?.mayBeAlone], [["core"], false]);
    });

  it("is none by a pnpm-workspace.yaml that names no packages", async () => {
    const files = { ...core, ...api({ dependencies: { core: "*" } }) };
    for (const yaml of ["onlyBuiltDependencies: [esbuild]\n", "packages: []\n", "packages:\ncatalog: {}\n"])
      assert.equal(await find({ ...files, "pnpm-workspace.yaml": yaml }, "packages/api"), undefined);
  });

  it("needs nothing that its own folder has", async () => {
    const files = { ...root, ...api({ dependencies: { own: "file:./own", other: "file:own.tgz" } }) };
    assert.equal(await find(files, "packages/api"), undefined);
  });

  it("cannot be sent with a workspace that npm cannot read, which says what that is", async () => {
    const files = {
      ...{ ...root, ...core, ...api({ dependencies: { core: "*" } }) },
      "packages/ui/package.json": pack({ devDependencies: { x: "catalog:" } }),
    };
    const found = await find(files, "packages/api");
    assert.deepEqual([found?.startupCommand, found?.obstacle], [undefined, "x@catalog:"]);
  });

  for (const specifier of ["^2.0.0", "latest", ">1", "<1.0.0", "0.x"])
    it(`cannot be sent with a sibling of another version, which npm would ask the registry for: ${specifier}`, async () => {
      const files = { ...root, ...core, ...api({ dependencies: { core: specifier } }) };
      const found = await find(files, "packages/api");
      assert.deepEqual([found?.startupCommand, found?.obstacle], [undefined, `core@${specifier}`]);
      assert.equal(found?.mayBeAlone, false);
    });

  it("cannot be sent with a sibling that pnpm alone knows and npm would ask the registry for", async () => {
    const files = {
      ...{ ...core, ...api({ dependencies: { core: "^1.0.0" } }) },
      "pnpm-workspace.yaml": "packages: ['packages/*']\n",
    };
    const ofRoot = { "package.json": pack({ dependencies: { core: "^1.0.0" } }) };
    const ofPackage = { "package.json": pack({ workspaces: ["packages/api"] }) };
    for (const npm of [ofRoot, ofPackage]) {
      const found = await find({ ...files, ...npm }, "packages/api");
      assert.deepEqual([found?.startupCommand, found?.obstacle], [undefined, "core@^1.0.0"]);
    }
    const found = await find({ ...files, "package.json": "{}" }, "packages/api");
    assert.equal(found?.obstacle, undefined);
  });

  it("has no sibling that pnpm alone knows left to the registry where it is the root itself", async () => {
    const found = async (spec: string, more: object = {}) => {
      const files = {
        ...{ ...core, "pnpm-workspace.yaml": "packages: ['packages/*']\n", "index.js": "" },
        "package.json": pack({ main: "index.js", dependencies: { core: spec }, ...more }),
      };
      const contents = await readFolder(MemoryFolder.of(files), { signal });
      return (await readProject("root", contents, async () => false)).findings;
    };
    assert.deepEqual(await found("^1.0.0"), [
      { kind: "dependencies", from: "workspace", names: ["core"], isNeeded: true },
    ]);
    // pnpm asks the registry for this one as well, and npm links a sibling that it knows.
    assert.deepEqual(await found("^2.0.0"), []);
    assert.deepEqual(await found("^1.0.0", { workspaces: ["packages/*"] }), []);
  });

  it("is not sent alone where its code reads what lies outside of the workspace", async () => {
    const files = {
      ...{ "work/package.json": root["package.json"], "data/a.json": "{}" },
      "work/packages/core/package.json": core["packages/core/package.json"],
      "work/packages/api/package.json": pack({ name: "api", dependencies: { core: "*" } }),
      "work/packages/api/index.js": 'read("../../../data/a.json")',
    };
    const found = await find(files, "work/packages/api");
    assert.deepEqual([found?.levels, found?.mayBeAlone, found?.needs], [2, false, ["core", "../../../data"]]);
  });

  it("knows its siblings among very many folders", async () => {
    const folders = Array.from({ length: 1_000 }, (_, index) => [`libs/a${index}/src/x.js`, ""]);
    const files = {
      ...{ "package.json": pack({ workspaces: ["libs/**"] }), ...Object.fromEntries(folders) },
      "libs/api/package.json": pack({ name: "api", main: "index.js", dependencies: { core: "*" } }),
      "libs/api/index.js": "",
      "libs/z/z/core/package.json": pack({ name: "core" }),
    };
    assert.deepEqual((await find(files, "libs/api"))?.needs, ["core"]);
  });

  it("is asked about where a file of its code cannot be read", async () => {
    const all = MemoryFolder.of({ ...root, ...core, ...api({ dependencies: { core: "*" } }) });
    const source = below(all, "packages/api");
    const contents = await readFolder(source, { signal });
    const own = await readProject("own", contents, async () => false);
    const files = contents.files.map((file) =>
      file.path === "index.js" ? { ...file, read: () => Promise.reject(new Error("EACCES")) } : file,
    );
    const found = await findWorkspace({ files }, own, {
      names: ["api", "packages", "root"],
      above: (levels) => below(all, levels === 1 ? "packages" : levels === 2 ? "" : "packages/api"),
      isOpen: () => true,
      isPersonal: () => false,
    });
    assert.deepEqual(found?.needs, ["core"]);
  });

  it("takes a sibling whose version is in the range", async () => {
    for (const [version, range] of [
      ...[
        ["1.2.3", "^1"],
        ["1.2.3", "~1.2"],
        ["1.2.3", ">=1.0 <2"],
        ["1.2.3", "1.2.x"],
        ["1.2.3", "<=1"],
      ],
      ...[
        ["0.2.3", "^0.2.1"],
        ["0.0.3", "^0.0.3"],
        ["1.0.0-beta.1", "1.0.0-beta.1"],
        ["2.0.0", "1 || 2"],
      ],
    ] as const)
      assert.ok(isInRange(version, range), `${version} ${range}`);
    for (const [version, range] of [
      ...[
        ["1.2.3", "^1.3"],
        ["1.2.3", "~1.1"],
        ["1.2.3", ">=1.2.4"],
        ["1.2.3", "1.3.x"],
        ["1.2.3", "<1"],
      ],
      ...[
        ["0.3.0", "^0.2.1"],
        ["0.0.4", "^0.0.3"],
        ["1.0.0-beta.1", "^1.0.0"],
        ["3.0.0", "1 || 2"],
      ],
      ...[
        ["1.2.3", "next"],
        ["", "1"],
      ],
    ] as const)
      assert.ok(!isInRange(version, range), `${version} ${range}`);
  });

  it("is named by its folder in a command where its name is no word for a shell", async () => {
    const named = (name: string) =>
      find({ ...root, ...core, ...api({ name, dependencies: { core: "*" } }) }, "packages/api");
    assert.equal((await named("api; rm -rf x"))?.startupCommand, "npm start -w packages/api");
    assert.equal((await named("-g"))?.startupCommand, "npm start -w packages/api");
    const spaced = { "package.json": pack({ workspaces: ["my packages/*"] }) };
    const files = Object.entries({ ...core, ...api({ dependencies: { core: "*" } }) });
    const moved = Object.fromEntries(files.map(([path, text]) => [`my ${path}`, text]));
    assert.equal((await find({ ...spaced, ...moved }, "my packages/api"))?.startupCommand, undefined);
  });

  it("is found below several levels, by any of the workspace's patterns", async () => {
    for (const pattern of ["a/**", "a/*/api", "./a/b/*/", "a/b/a*i"]) {
      const files = {
        "pnpm-workspace.yaml": `packages: ["${pattern}", 'libs/core']\n`,
        "package.json": "{}",
        "libs/core/package.json": pack({ name: "core" }),
        "a/b/api/package.json": pack({ main: "index.js", dependencies: { core: "*" } }),
        "a/b/api/index.js": "",
      };
      const found = await find(files, "a/b/api");
      assert.deepEqual([found?.levels, found?.packagePath, found?.needs], [3, "a/b/api", ["core"]], pattern);
      assert.match(
        found?.startupCommand ?? "",
        /^npx --yes pnpm@10 install .* && cd a\/b\/api && node index\.js$/,
      );
    }
  });

  it("has what its siblings are built to asked about, each folder once", async () => {
    const files = {
      "package.json": pack({ workspaces: ["packages/*"], scripts: { build: "turbo run build" } }),
      ".gitignore": "dist",
      ...api({ dependencies: { core: "*" } }),
      "packages/core/package.json": pack({
        name: "core",
        main: "dist/index.js",
        dependencies: { base: "*" },
      }),
      "packages/core/dist/index.js": "",
      "packages/base/package.json": pack({ name: "base", exports: "./dist/index.mjs" }),
    };
    const { findings } = await detectIn(files, "packages/api");
    const rule = { source: ".gitignore", pattern: "dist" };
    assert.deepEqual(
      findings.map((each) => (each.kind === "ignoredBuild" ? { ...each, rule: { ...each.rule } } : each)),
      [
        {
          kind: "buildFirst",
          script: "build",
          task: "npm: build",
          makes: "packages/base/dist",
          exists: false,
        },
        { kind: "ignoredBuild", folder: "packages/core/dist", rule },
      ],
    );
  });

  it("is built by its own script where the root has none", async () => {
    const files = {
      ...root,
      "packages/api/package.json": pack({
        ...{ name: "api", scripts: { build: "tsc", start: "node dist/index.js" } },
        dependencies: { core: "*" },
      }),
      "packages/api/src/index.ts": "",
    };
    const { findings, mainFile } = await detectIn(files, "packages/api");
    assert.deepEqual(findings, [
      {
        ...{ kind: "buildFirst", script: "build", task: "npm: build - packages/api" },
        ...{ makes: "packages/api/dist/index.js", exists: false },
      },
    ]);
    assert.equal(mainFile, undefined);
  });
});

describe("the patterns of a workspace", () => {
  it("are each read once for all of its folders", () => {
    let reads = 0;
    const patterns = new Proxy(["apps/{a,b}", "packages/*", "!packages/old"], {
      get(target, key, receiver) {
        if (key === "1") reads++;
        return Reflect.get(target, key, receiver);
      },
    });
    const folders = ["packages/old", "packages/core", "apps/b", "apps/c", "other"];
    assert.deepEqual(
      folders.map((folder) => isInWorkspace(folder, patterns)),
      [false, true, true, false, false],
    );
    assert.equal(leadsToPackage("apps", patterns), true);
    assert.equal(reads, 1);
  });

  it("are taken as far as people write them", () => {
    const many = (length: number) => [
      ...Array.from({ length }, (_, at) => `a${at}/{a,b}{c,d}{e,f}{g,h}{i,j}/*`),
      "packages/*",
    ];
    assert.deepEqual(
      [20, 6_000].map((length) => isInWorkspace("packages/core", many(length))),
      [true, false],
    );
  });
});

describe("an app of Nx", () => {
  const nx = (targets: object) => ({
    ...{ "nx.json": "{}", "package.json": pack({ scripts: { build: "nx build api" } }) },
    "apps/api/project.json": pack({ name: "api", projectType: "application", targets }),
    "apps/api/src/main.ts": "",
  });

  it("is built by the script of the root", async () => {
    const { findings, runtime } = await detectIn(nx({}), "apps/api");
    assert.equal(runtime, "nodejs");
    assert.deepEqual(findings, [
      {
        kind: "buildFirst",
        script: "build",
        task: "npm: build",
        makes: "dist/apps/api/main.js",
        exists: false,
      },
    ]);
  });

  it("serves the web where a server is installed at the root", async () => {
    const manifest = pack({ scripts: { build: "nx build" }, dependencies: { express: "5" } });
    assert.equal((await detectIn(nx({}), "apps/api")).exposedViaWeb, false);
    const { exposedViaWeb } = await detectIn({ ...nx({}), "package.json": manifest }, "apps/api");
    assert.equal(exposedViaWeb, true);
  });

  it("starts with the command of its own target", async () => {
    const start = { executor: "nx:run-commands", options: { command: "node dist/apps/api/main.js --fast" } };
    const found = await find(nx({ start }), "apps/api");
    assert.deepEqual([found?.needs, found?.startupCommand], [[], "node dist/apps/api/main.js --fast"]);
  });

  it("has no command where it is made of pages", async () => {
    const found = await find(nx({ build: { executor: "@nx/vite:build" } }), "apps/api");
    assert.equal(found, undefined);
  });
});

describe("a package of a uv workspace", () => {
  const uv = '[tool.uv.workspace]\nmembers = ["libs/*", "bot"]\nexclude = ["libs/old"]\n';
  const project = (name: string, dependencies: readonly string[], more = ""): string =>
    `[project]\nname = "${name}"\ndependencies = ${JSON.stringify(dependencies)}\n${more}`;
  const requirements = async (files: Readonly<Record<string, string>>, packagePath = "bot") => {
    const { findings } = await detectIn({ [`${packagePath}/main.py`]: "", ...files }, packagePath);
    return findings.flatMap((each) => (each.kind === "dependencies" ? [each.requirements] : []));
  };

  it("names siblings by their folders, in any notation of their names", async () => {
    const files = {
      "pyproject.toml": uv,
      "bot/pyproject.toml": project("bot", ["My.Lib[fast]>=1 ; python_version > '3'", "rich"]),
      "libs/lib/pyproject.toml": project("my_lib", []),
    };
    assert.deepEqual(await requirements(files), ["rich\n./libs/lib\n"]);
  });

  it("takes the folders that the root or the package names for a source", async () => {
    const files = {
      "pyproject.toml": `${uv}[tool.uv.sources]\nup = { path = "other/up" }\n`,
      "bot/pyproject.toml": project(
        "bot",
        ["up", "own", "forked"],
        '[tool.uv.sources]\nown = { path = "./own" }\nforked = { git = "https://host/f", rev = "1" }\n',
      ),
    };
    assert.deepEqual(await requirements(files), ["forked @ git+https://host/f@1\n./other/up\n./bot/own\n"]);
  });

  it("takes the folders that Poetry and requirements.txt name", async () => {
    const poetry =
      '[tool.poetry.dependencies]\npython = "^3.12"\nflask = "^3"\nlib = { path = "../libs/lib" }\n';
    assert.deepEqual(await requirements({ "bot/pyproject.toml": poetry }), ["flask>=3,<4\n./libs/lib\n"]);
    const listed = "flask\n-r base.txt\n-e ../libs/lib # ours\n";
    const found = await requirements({ "bot/requirements.txt": listed });
    assert.deepEqual(found, ["flask\n-r bot/base.txt\n./libs/lib\n"]);
  });

  it("leaves no name to a registry where the root starts one of its files", async () => {
    const sources = "[tool.uv.sources]\nlib = { workspace = true }\n";
    const files = {
      "pyproject.toml": project("root", ["lib"], uv + sources),
      "bot/main.py": "",
      "libs/lib/pyproject.toml": project("lib", []),
    };
    const contents = await readFolder(MemoryFolder.of(files), { signal });
    const { findings } = await readProject("root", contents, async () => false);
    assert.deepEqual(
      findings.map(({ kind }) => kind),
      ["packages", "dependencies"],
    );
  });

  it("is not created with the name of a sibling whose folder is not known", async () => {
    const files = {
      "main.py": "",
      "pyproject.toml": project("bot", ["lib"], "[tool.uv.sources]\nlib = { workspace = true }\n"),
    };
    const contents = await readFolder(MemoryFolder.of(files), { signal });
    const { findings } = await readProject("bot", contents, async () => false);
    assert.deepEqual(findings, [{ kind: "dependencies", from: "workspace", names: ["lib"], isNeeded: true }]);
  });
});

describe("services that share a folder", () => {
  const bot = (text: string, more: Readonly<Record<string, string>> = {}) => ({
    ...{ "bot/main.py": text, "shared/__init__.py": "", "shared/db.py": "", ...more },
  });
  const js = (text: string) => ({ "api/index.js": text, "shared/log.js": "", "shared/data.json": "{}" });

  for (const text of [
    'require("../shared/log")',
    "import log from '../shared/log.js'",
    'fs.readFileSync(path.join(__dirname, "..", "shared", "data.json"))',
    'import("./../shared/log.js")',
  ])
    it(`are found by what one reads: ${text}`, async () => {
      const found = await find(js(text), "api");
      assert.deepEqual([found?.needs, found?.startupCommand], [["../shared"], "cd api && node index.js"]);
    });

  for (const text of ['require("./shared/log")', 'fetch("../nothing/log")', 'require("../api/log")'])
    it(`need an existing path: ${text}`, async () => {
      assert.equal(await find(js(text), "api"), undefined);
    });

  it("are found beside a folder whose name begins the same, with the requirements of both", async () => {
    const files = {
      "bot-two/main.py": "import sys\nsys.path.append('..')\nimport bot\n",
      "bot-two/requirements.txt": "rich\n",
      "bot/requirements.txt": "httpx\n",
    };
    const { findings, startupCommand } = await detectIn(files, "bot-two");
    const requirements = "-r bot-two/requirements.txt\n-r bot/requirements.txt\n";
    assert.deepEqual(findings, [
      { kind: "dependencies", from: "bot-two/requirements.txt", names: [], requirements },
    ]);
    assert.equal(startupCommand, "cd bot-two && python main.py");
  });

  it("start with the folder above where Python looks for modules", async () => {
    const found = await find(bot("from shared import db\n"), "bot");
    assert.equal(found?.startupCommand, "cd bot && PYTHONPATH=.. python main.py");
    const [procfile, code] = [
      { "bot/Procfile": "worker: cd src && python run.py\n" },
      "from shared import db\n",
    ];
    const several = await find({ ...bot(code, procfile), "bot/src/run.py": "" }, "bot");
    assert.equal(several?.startupCommand, 'cd bot && export PYTHONPATH="$PWD/.." && cd src && python run.py');
    const led = await find(bot("import sys\nsys.path.insert(0, '..')\nimport shared.db\n"), "bot");
    assert.equal(led?.startupCommand, "cd bot && python main.py");
  });

  it("are not found by a package that is installed, or by one of its own", async () => {
    const listed = bot("import shared\n", { "bot/requirements.txt": "shared==1\n" });
    assert.equal(await find(listed, "bot"), undefined);
    assert.equal(await find(bot("import shared\n", { "bot/shared.py": "" }), "bot"), undefined);
  });

  it("are not found by what Python has itself, of which a file beside the project may have the name", async () => {
    for (const name of ["random", "json", "test"])
      assert.equal(await find({ ...bot(`import ${name}\n`), [`${name}.py`]: "" }, "bot"), undefined, name);
    const led = bot("import sys\nsys.path.append('..')\nimport random\n", { "random.py": "" });
    assert.deepEqual((await find(led, "bot"))?.needs, ["../random"]);
  });

  it("are not sent as a whole that is all of a user's files", async () => {
    const led = bot("import sys\nsys.path.append('..')\nfrom shared import db\n", { ".git/HEAD": "" });
    const found = await find(led, "bot", true, true);
    assert.deepEqual([found?.needs, found?.startupCommand], [["../shared"], undefined]);
    const inHome = { ...root, ...core, ...api({ dependencies: { core: "*" } }) };
    const ofHome = await find(inHome, "packages/api", true, true);
    assert.deepEqual([ofHome?.startupCommand, ofHome?.mayBeAlone], [undefined, false]);
  });

  const utils = { "utils/__init__.py": "def trim(text): pass\n", "utils/words.py": "" };
  it("are none where the folder above happens to hold a module of the name", async () => {
    const found = async (text: string, isOpen: boolean, isPersonal = false, more = {}) =>
      (await find({ ...utils, "bot/main.py": text, ...more }, "bot", isOpen, isPersonal))?.needs;
    const git = { ".git/HEAD": "" };
    for (const text of ["import utils\n", "from utils import other\n", "from utils.more import x\n"]) {
      assert.equal(await found(text, false), undefined, text);
      assert.equal(await found(text, true), undefined, text);
      assert.deepEqual(await found(text, false, false, git), ["../utils"], text);
    }
    const words = "from utils.words import hello\n";
    assert.equal(await found(words, false), undefined);
    // A home folder, also where it is a repository of settings.
    assert.equal(await found(words, true, true), undefined);
    assert.equal(await found(words, false, true, git), undefined);
    // The bot is a repository of its own.
    assert.equal(await found(words, true, false, { "bot/.git/HEAD": "" }), undefined);
  });

  for (const text of [
    ...["from utils.words import hello\n", "import utils.words\n"],
    ...["from utils import words\n", "from utils import (trim as t)\n"],
  ])
    it(`are found in an open folder that holds just what is imported: ${text}`, async () => {
      assert.deepEqual((await find({ ...utils, "bot/main.py": text }, "bot", true))?.needs, ["../utils"]);
    });

  for (const [path, said, needs] of [
    ["main.py", "sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))", true],
    ["main.py", "sys.path.append(os.path.join(os.path.dirname(__file__), '..'))", true],
    ["main.py", "sys.path.append(os.path.join(os.path.dirname(__file__), os.pardir))", true],
    ["main.py", "here = os.path.dirname(__file__)\nup = os.path.dirname(here)\nsys.path.append(up)", true],
    ["main.py", "sys.path.append(str(Path(__file__).resolve().parent.parent))", true],
    ["main.py", "sys.path.append(str(Path(__file__).parents[1]))", true],
    ["main.py", "sys.path.append(str(Path(__file__).parent))", false],
    ["main.py", "sys.path.append('src')  # Loading...", false],
    ["src/main.py", "sys.path.append(str(Path(__file__).parent.parent))", false],
    ["src/main.py", "sys.path.append(str(Path(__file__).parents[2]))", true],
  ] as const)
    it(`are found where Python also looks in the folder above: ${path}: ${said}`, async () => {
      const files = { ...utils, [`bot/${path}`]: `import sys\n${said}\nimport utils\n` };
      assert.deepEqual((await find(files, "bot"))?.needs, needs ? ["../utils"] : undefined);
    });

  it("are found by as many names and calls as people write", () => {
    const leads = (names: number, calls: number): number =>
      ledOutside(
        "main.py",
        [
          ...Array.from({ length: names }, (_, at) => `b${at} = b${at + 1}\n`),
          `b${names} = ".."\n`,
          "sys.path.append('src')\n".repeat(calls),
          "sys.path.append(b0)\n",
        ].join(""),
      );
    assert.deepEqual([leads(30, 10), leads(60, 10), leads(30, 20)], [1, 0, 0]);
  });

  for (const [name, text] of Object.entries({
    "requirements.txt": "flask\n-r ../shared/base.txt\n",
    "constraints in requirements.txt": "-c ../shared/base.txt\n",
    "folder in requirements.txt": "-e ../shared # ours\n",
    "package in requirements.txt": "shared @ file:../shared\n",
  }))
    it(`are found by what a list of packages names: ${name}`, async () => {
      const files = { "bot/main.py": "", "bot/requirements.txt": text, "shared/base.txt": "" };
      assert.deepEqual((await find(files, "bot"))?.needs, ["../shared"]);
    });

  it("are found by what package.json or pyproject.toml names as a folder", async () => {
    const ofNode = { "api/package.json": pack({ dependencies: { log: "file:../shared" } }) };
    assert.deepEqual((await find({ ...js("app.listen(1)"), ...ofNode }, "api"))?.needs, ["log"]);
    const sources = '[tool.uv.sources]\ndb = { path = "../shared" }\n';
    const ofPython = { "bot/pyproject.toml": `[project]\ndependencies = ["db"]\n${sources}` };
    assert.deepEqual((await find(bot("import db\n", ofPython), "bot"))?.needs, ["db"]);
  });

  it("are not sent with whatever else lies beside them, but within an open folder or a repository", async () => {
    const read = 'require("../../shared/log")';
    const files = { "work/api/index.js": read, "shared/log.js": "", "shared/package.json": "{}" };
    assert.equal((await find(files, "work/api", false))?.startupCommand, undefined);
    assert.ok((await find({ ...files, ".git/HEAD": "" }, "work/api", false))?.startupCommand);
    const inside = { ...files, "work/.git/HEAD": "", ".git/HEAD": "" };
    assert.equal((await find(inside, "work/api", false))?.startupCommand, undefined);
    // Nothing above a repository goes with it, even where that is open.
    assert.equal((await find(inside, "work/api", true))?.startupCommand, undefined);
    const member = {
      ...root,
      ...core,
      ...api({ dependencies: { core: "*" } }),
      "packages/api/.git/HEAD": "",
    };
    assert.equal((await find(member, "packages/api", true))?.startupCommand, undefined);
  });
});
