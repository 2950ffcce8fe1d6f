// Create App from a workspace, or from a package in it, to its app on the local service.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { skipOn } from "../support/allowedSkips";
import { createByFlow } from "../support/createdByFlow";
import { workspaceLayouts } from "../support/layouts/workspaceLayouts";
import { MemoryState } from "../support/memoryState";
import { needPython } from "../support/pythonPackages";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { startTimeoutMs, waitUntil } from "../support/waitUntil";

describe("an app of a workspace", () => {
  let emulator: Emulator;
  let dataDir = "";
  before(async () => {
    dataDir = temporaryFolder("workspaces");
    emulator = await startEmulator({ dataDir, run: false });
  });
  after(async () => {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  });

  const filesOf = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((each) => each.isFile() && each.name !== "app.log")
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join("/"))
      .sort();

  for (const layout of workspaceLayouts)
    it(`is created: ${layout.kind}`, async () => {
      const { files, opened, answers = {}, asked, name, mainFile, command, sent, writes = {} } = layout;
      const created = await createByFlow(
        emulator,
        files,
        (title) => Object.entries(answers).find(([part]) => title.includes(part))?.[1],
        opened,
      );
      const titles = created.lists.map(({ title }) => title).filter((title) => title !== "Create App");
      assert.equal(titles.length, asked.length, titles.join("\n"));
      for (const [index, part] of asked.entries()) assert.ok(titles[index]?.includes(part), titles[index]);
      const { app } = created;
      assert.deepEqual(
        { name: app.name, mainFile: created.mainFile, command: app.startupCommand ?? "" },
        { name, mainFile, command },
      );
      assert.deepEqual(filesOf(emulator.appFolder(app.id)), [...sent].sort());
      for (const [path, text] of Object.entries(writes))
        assert.equal(readFileSync(join(emulator.appFolder(app.id), path), "utf8"), text);
    });

  const npm = {
    "package.json": JSON.stringify({ workspaces: ["packages/*"] }),
    "packages/api/package.json": JSON.stringify({
      ...{ name: "api", scripts: { start: "node index.js" }, dependencies: { "acme-core": "^1.0.0" } },
    }),
    "packages/api/index.js": "app.listen(3000)",
    "packages/core/package.json": JSON.stringify({ name: "acme-core", version: "1.0.0" }),
  };

  it("starts as its own package does where the root's hosted-app.json is that of another", async () => {
    const files = {
      ...npm,
      "packages/web/index.js": "",
      "hosted-app.json": JSON.stringify({
        ...{
          name: "web",
          mainFile: "packages/web/index.js",
          startupCommand: "npm start -w web",
          memoryMB: 4096,
        },
      }),
    };
    const { app, mainFile } = await createByFlow(emulator, files, undefined, "packages/api");
    assert.deepEqual(
      [app.name, mainFile, app.startupCommand, app.memoryMB === 4096],
      ["api", "packages/api/index.js", "npm start -w api", false],
    );
  });

  it("takes what the package's own hosted-app.json says when the whole is sent", async () => {
    const files = {
      ...npm,
      "packages/api/hosted-app.json": JSON.stringify({
        ...{ name: "shop", mainFile: "worker.js", startupCommand: "node worker.js --fast", memoryMB: 700 },
        ...{ exposedViaWeb: true, autoRestartEnabled: false },
      }),
      "packages/api/worker.js": "",
    };
    const { app, mainFile, summary, lists } = await createByFlow(emulator, files, undefined, "packages/api");
    const command = "cd packages/api && node worker.js --fast";
    assert.deepEqual(
      [app.name, mainFile, app.startupCommand, app.memoryMB, app.exposedViaWeb, app.autoRestart],
      ["shop", "packages/api/worker.js", command, 700, true, false],
    );
    assert.match(lists[0]?.rows[0] ?? "", /^Send the Whole Workspace · /);
    assert.ok(lists[0]?.rows[0]?.endsWith(` and starts with: ${command}`), lists[0]?.rows[0]);
    const said = "as packages/api/hosted-app.json says";
    assert.ok(summary.includes(`Start command · ${command}, ${said}`), summary.join("\n"));
    assert.ok(summary.includes(`Memory limit · 700 MB, ${said}`), summary.join("\n"));
    assert.ok(summary.includes(`Name · shop, ${said}`), summary.join("\n"));
  });

  it("asks about the ignored variables of its package when the whole is sent", async () => {
    const files = { ...npm, ".gitignore": ".env\n", "packages/api/.env": "TOKEN=x\n" };
    const answer = (title: string) => (title.includes("sets TOKEN") ? "Send It" : undefined);
    const { app, lists } = await createByFlow(emulator, files, answer, "packages/api");
    const titles = lists.filter(({ title }) => title.includes("sets TOKEN")).map(({ title }) => title);
    assert.deepEqual(titles, ["Create App: packages/api/.env sets TOKEN. Send it?"]);
    assert.ok(filesOf(emulator.appFolder(app.id)).includes("packages/api/.env"));
  });

  it("is sent without what was excluded from its package, or from the whole", async () => {
    const files = { ...npm, "packages/api/notes.txt": "private" };
    const excludedIn = (end: string, path: string): MemoryState => {
      const state = new MemoryState();
      const get = (key: string): unknown =>
        /^deploy\.choices:/.test(key) && key.endsWith(end) ? { excluded: [path], included: [] } : undefined;
      return Object.assign(state, { get });
    };
    const ofPackage = excludedIn("packages/api", "notes.txt");
    const whole = await createByFlow(emulator, files, undefined, "packages/api", false, ofPackage);
    const sent = filesOf(emulator.appFolder(whole.app.id));
    assert.ok(sent.includes("packages/core/package.json") && !sent.includes("packages/api/notes.txt"));

    const alone = {
      ...files,
      "packages/api/package.json": JSON.stringify({ name: "api", main: "index.js" }),
    };
    const answer = (title: string) => (title.includes("Select a project") ? "api" : undefined);
    // The temporary folder is the root, and no package.
    const ofWhole = Object.assign(new MemoryState(), {
      get: (key: string): unknown =>
        /^deploy\.choices:/.test(key) && !key.includes("packages")
          ? { excluded: ["packages/api/notes.txt", "packages/core/package.json"], included: [] }
          : undefined,
    });
    const below = await createByFlow(emulator, alone, answer, "", false, ofWhole);
    assert.deepEqual(filesOf(emulator.appFolder(below.app.id)), ["index.js", "package.json"]);
  });

  for (const way of ["Send the Whole Workspace", "Send This Package Alone"])
    it(`reads each file once: ${way}`, async () => {
      const files = {
        "package.json": JSON.stringify({ name: "acme" }),
        "hosted-app.json": '{ "memoryMB": 300 }',
        ...{ ".gitignore": "settings.yaml\n.env\n", "docs/words.md": "words" },
        "api/package.json": JSON.stringify({ name: "api", scripts: { start: "node index.js" } }),
        "api/index.js": 'require("../shared/log");\nread("settings.yaml");\napp.listen(3000);\n',
        ...{ "api/settings.yaml": "a: 1", "api/.env": "TOKEN=canary\n", "api/data/rows.txt": "rows" },
        ...{ "shared/log.js": "", "shared/package.json": JSON.stringify({ name: "shared" }) },
      };
      const isWhole = way.includes("Whole");
      const asked: string[] = [];
      const { reads } = await createByFlow(
        emulator,
        files,
        (title, labels) => {
          asked.push(title);
          return labels.find((label) => label === way);
        },
        "api",
        true,
      );
      assert.ok(asked.length >= 3, asked.join("\n"));
      const own = (paths: readonly string[]) => paths.filter((path) => path in files).sort();
      const isSeen = (path: string): boolean =>
        isWhole || /^(?:api|package.json|shared.package.json)/.test(path);
      assert.deepEqual(own(reads.asking), Object.keys(files).filter(isSeen).sort());
      assert.deepEqual([...new Set(reads.packing)].length, reads.packing.length);
    });

  for (const [kind, needed, obstacle] of [
    [
      "leaves no sibling's name to a registry where the whole cannot be installed",
      { dependencies: { "acme-core": "^1.0.0" }, devDependencies: { "acme-tools": "workspace:*" } },
      "acme-core, acme-tools, but npm can't install acme-tools@workspace:*",
    ],
    [
      "is offered neither alone nor as a whole where npm can install none of both, as with Yarn's own ranges",
      { dependencies: { "acme-core": "workspace:^" } },
      "acme-core, but npm can't install acme-core@workspace:^",
    ],
  ] as const)
    it(kind, async () => {
      const files = { ...npm, "packages/api/package.json": JSON.stringify({ name: "api", ...needed }) };
      const rows: (readonly string[])[] = [];
      const creating = createByFlow(
        emulator,
        files,
        (title, labels) => {
          rows.push([title, ...labels]);
          return "";
        },
        "packages/api",
      );
      await assert.rejects(creating, { name: "CancelledError" });
      assert.deepEqual(rows, [
        [
          `Create App: packages/api needs ${obstacle} from the workspace`,
          ...["Select Files to Send...", "Select Another Folder..."],
        ],
      ]);
    });
});

describe("an app of a workspace, on the local service", function () {
  this.timeout(startTimeoutMs);
  let emulator: Emulator;
  let dataDir = "";
  before(async () => {
    dataDir = temporaryFolder("running-workspaces");
    emulator = await startEmulator({ dataDir, installDependencies: true });
  });
  after(async () => {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  });

  const runs = async (
    files: Readonly<Record<string, string>>,
    opened: string,
    wanted: string,
  ): Promise<void> => {
    const { app } = await createByFlow(emulator, files, undefined, opened);
    const log = join(emulator.appFolder(app.id), "app.log");
    const text = (): string => (existsSync(log) ? readFileSync(log, "utf8") : "no log");
    const waiting = { what: wanted, timeoutMs: startTimeoutMs, saw: text };
    await waitUntil(() => text().includes(wanted), waiting);
  };

  it("finds the sibling that npm links", async () => {
    const files = {
      "package.json": JSON.stringify({ private: true, workspaces: ["packages/*"] }),
      "packages/api/package.json": JSON.stringify({
        ...{ name: "@acme/api", scripts: { start: "node index.js" } },
        dependencies: { "@acme/core": "^1.0.0" },
      }),
      "packages/api/index.js": 'console.log(require("@acme/core"));\nsetInterval(() => {}, 1000);\n',
      "packages/core/package.json": JSON.stringify({ name: "@acme/core", version: "1.2.0", main: "core.js" }),
      "packages/core/core.js": 'module.exports = "the core of acme";\n',
    };
    await runs(files, "packages/api", "the core of acme");
  });

  it("finds the folder that two services share", async function () {
    skipOn(this, ["win32"]);
    await needPython(this, "pip");
    const files = {
      "bot/main.py":
        "from shared.words import hello\nimport time\nprint(hello, flush=True)\ntime.sleep(60)\n",
      "shared/__init__.py": "",
      "shared/words.py": "hello = 'what both say'\n",
    };
    await runs(files, "bot", "what both say");
  });
});
