// Projects from the folder to an app that answers: a workspace of packages, a framework that is built before it starts,
// an empty folder; and projects that cannot become an app, each with one sentence that names it. The service really
// runs the apps.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { before, describe, it } from "mocha";
import { canary } from "../support/canaries";
import { writeTree } from "../support/fileTrees";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";
import { changesOf, useService } from "./appOnService";

const createTitle = "Hosted Apps: Create App";

/** A program that answers every request with the value of the expression. */
const answering = (expression: string): string =>
  [
    'const { createServer } = require("node:http");',
    `createServer((request, response) => response.end(${expression})).listen(process.env.PORT);`,
    "",
  ].join("\n");

/** A program that prints a text and keeps running. */
const running = (text: string): string => `console.log("${text}");\nsetInterval(() => {}, 1000);\n`;

const files: Readonly<Record<string, string>> = {
  "suite/package.json": JSON.stringify({ private: true, workspaces: ["packages/*"] }),
  "suite/packages/front/package.json": JSON.stringify({
    name: "front",
    scripts: { start: "node front.js" },
  }),
  "suite/packages/front/front.js": answering('"the front of the suite"'),
  "suite/packages/back/package.json": JSON.stringify({ name: "back", scripts: { start: "node back.js" } }),
  "suite/packages/back/back.js": `// ${canary("created-app")}\n${answering('"the back of the suite"')}`,
  "site/package.json": JSON.stringify({
    name: "site",
    scripts: { build: "next build", start: "next start" },
    dependencies: { next: "^15.0.0" },
  }),
  "site/app/page.txt": "a page that was built",
  "site/.gitignore": ".next/\nnode_modules/\n",
  "cafe/package.json": JSON.stringify({ name: "cafe", scripts: { start: "node server/index.js" } }),
  "cafe/server/index.js": answering(
    'require("node:fs").readFileSync(require("node:path").join(__dirname, "../client/dist/page.txt"))',
  ),
  "cafe/client/package.json": JSON.stringify({
    scripts: { build: "node build.cjs" },
    devDependencies: { vite: "^6.0.0" },
  }),
  "cafe/client/build.cjs":
    'const fs = require("node:fs");\nfs.mkdirSync("dist");\nfs.writeFileSync("dist/page.txt", "the menu");\n',
  "crasher/main.py": 'raise SystemExit("no configuration")\n',
  "notes/notes.txt": "nothing to run\n",
  "ignored/main.py": "print(1)\n",
  "ignored/.gitignore": "*\n",
  "bot/package.json": JSON.stringify({
    name: "typed-bot",
    main: "dist/index.js",
    scripts: { build: "node build.cjs", start: "node dist/index.js" },
  }),
  "bot/build.cjs": "process.exitCode = 3;\n",
  "bot/src/index.ts": running("typed and up"),
  "bot/.gitignore": "dist/\nnode_modules/\n",
};

/** Replaces the framework: its start needs only what its build makes. */
const framework = [
  "#!/usr/bin/env node",
  'const fs = require("node:fs");',
  'if (process.argv[2] === "build") fs.cpSync("app", ".next/server", { recursive: true });',
  `else { ${answering('fs.readFileSync(".next/server/page.txt")')} }`,
  "",
].join("\n");

describe("projects in one window", () => {
  const scratch = temporaryFolder("every-project");
  const emulator = useService({ dataDir: path.join(scratch, "service"), run: true });
  const write = (name: string, text: string): void => writeTree(scratch, { [name]: text });
  const window = useWorkbench(() => {
    // npm looks for programs in every folder above: the machine and the service have the framework installed.
    const program = "node_modules/.bin/next";
    writeTree(scratch, { ...files, [program]: framework, [`${program}.cmd`]: '@node "%~dp0\\next" %*\r\n' });
    fs.chmodSync(path.join(scratch, program), 0o755);
    fs.mkdirSync(path.join(scratch, "fresh"));
    const names = [...new Set(Object.keys(files).map((name) => name.split("/")[0])), "fresh"];
    write("all.code-workspace", JSON.stringify({ folders: names.map((name) => ({ path: name })) }));
    // A web app is not online before its port answers: one that crashes never is, however slowly it starts.
    const settings = { autoRestart: false, exposedViaWeb: true };
    const args = { folder: path.join(scratch, "crasher"), settings };
    return {
      folder: path.join(scratch, "all.code-workspace"),
      keybindings: [{ key: "ctrl+alt+c", command: "hostedApps.deploy.createApp", args }],
    };
  });
  before("sign in", async () => await signIn(window(), emulator()));

  const quickInput = () => window().quickInput;
  const appNamed = (name: string) =>
    emulator()
      .state.allApps()
      .find((app) => app.name === name) ?? assert.fail(`no app ${name}`);
  const sent = (name: string): string[] =>
    fs
      .readdirSync(emulator().appFolder(appNamed(name)._id), { recursive: true, encoding: "utf8" })
      .filter((each) => each !== "app.log")
      .sort();
  const waitForAnswer = async (name: string, text: string): Promise<void> => {
    const url = `http://127.0.0.1:${appNamed(name).externalPort}`;
    const saw = async () => await fetch(url).then((answer) => answer.text(), String);
    await waitUntil(async () => (await saw()) === text, { what: `${name} to answer "${text}"`, saw });
  };
  const log = (): string =>
    fs.readFileSync(path.join(emulator().appFolder(appNamed("fresh")._id), "app.log"), "utf8");
  const waitForLine = async (text: string): Promise<void> => {
    await waitUntil(() => log().includes(text), { what: `the app to print "${text}"`, saw: log });
  };
  /** Creates the app with the detected settings. */
  const createAs = async (name: string, mainFile: string): Promise<void> => {
    await quickInput().waitForItem(`Create ${name}`);
    assert.match(await quickInput().detail(`Create ${name}`), new RegExp(`· ${mainFile}$`));
    await window().screenshot(`every-project-${name}-summary`);
    await quickInput().acceptWith(`Create ${name}`);
    const online = await window().notification(`${name} is online`);
    await window().screenshot(`every-project-${name}`);
    await online.dismiss();
    await (await window().notification(/(?:Save|Add) .*hosted-app\.json/)).dismiss();
  };

  const createFrom = async (folder: string): Promise<void> => {
    await window().runUntilAsked(createTitle, "Select a folder to create an app from");
    await quickInput().pick(folder);
  };

  describe("with packages, builds or a template", function () {
    this.bail(true);

    it("list the packages of a workspace, and create the app from the chosen one", async () => {
      await createFrom("suite");
      await quickInput().waitForItem("front");
      await window().screenshot("every-project-packages");
      assert.deepEqual((await quickInput().labels()).slice(0, 2).sort(), ["back", "front"]);
      await quickInput().pick("back");
      await createAs("back", "back.js");
      assert.deepEqual(sent("back"), ["back.js", "package.json"]);
      await waitForAnswer("back", "the back of the suite");
    });

    it("build a framework's project first, send its ignored output, and start it by npm", async () => {
      await createFrom("site");
      await quickInput().waitForItem("Build First");
      await window().screenshot("every-project-build");
      await quickInput().pick("Build First");
      await quickInput().waitForItem("Include in This Workspace Only");
      await window().screenshot("every-project-ignored-build");
      await quickInput().pick("Include");
      await createAs("site", "package.json");
      assert.deepEqual(
        sent("site").filter((each) => each.startsWith(".next")),
        [".next", ".next/server", ".next/server/page.txt"],
      );
      assert.equal(appNamed("site").startupCommand, "npm start");
      const projectFile = fs.readFileSync(path.join(scratch, "site/hosted-app.json"), "utf8");
      assert.match(projectFile, /"preDeployTask": "npm: build"/);
      await waitForAnswer("site", "a page that was built");
    });

    it("build the client that a server serves, by the script of the client's folder", async () => {
      await createFrom("cafe");
      await quickInput().waitForTitle(
        'Create App: Run "build - client"? It builds client/dist, which is missing',
      );
      await quickInput().pick("Build First");
      await createAs("cafe", "server/index.js");
      const projectFile = fs.readFileSync(path.join(scratch, "cafe/hosted-app.json"), "utf8");
      assert.match(projectFile, /"preDeployTask": "npm: build - client"/);
      await waitForAnswer("cafe", "the menu");
    });

    it("make a running app from an empty folder and a template", async () => {
      await createFrom("fresh");
      await quickInput().waitForTitle("Create App: This folder is empty. Start from a template?");
      await window().screenshot("every-project-empty");
      assert.equal((await quickInput().labels())[0], "Discord Bot in Python");
      await quickInput().pick("Telegram Bot in Python");
      await createAs("fresh", "main.py");
      assert.deepEqual(sent("fresh"), [".gitignore", "README.md", "hosted-app.json", "main.py"]);
      await waitForLine("BOT_TOKEN is not set.");
    });
  });

  describe("that cannot become an app as they are", () => {
    it("lead to other files or another folder when no file can start an app, and send nothing", async () => {
      const requests = changesOf(emulator());
      await createFrom("notes");
      await quickInput().waitForItem("Select Another Folder...");
      assert.deepEqual(await quickInput().labels(), ["Select Files to Send...", "Select Another Folder..."]);
      await quickInput().cancel();
      assert.equal(changesOf(emulator()), requests);
    });

    it("lead to a selection when rules exclude all files, and name the rule", async () => {
      await createFrom("ignored");
      await quickInput().pick("Select Files to Send...");
      await quickInput().waitForItem("main.py");
      assert.match(await quickInput().description("main.py"), /\* in \.gitignore/);
      assert.equal(await quickInput().isSelected("main.py"), false);
      // The only file: selecting it is the first change of the list.
      await quickInput().toggle("main.py");
      await quickInput().accept();
      await quickInput().waitForItem("Create ignored");
      await quickInput().cancel();
    });

    it("report the state of an app that crashes, and open its log", async () => {
      const before = changesOf(emulator());
      await window().press("Control+Alt+C", () => changesOf(emulator()) > before);
      const notice = await window().notification("crasher was created but didn't come online");
      assert.match(await notice.text(), /Its state is "crashed"/);
      assert.match(await notice.text(), /Check app\.log for the reason\./);
      assert.doesNotMatch(await notice.text(), /no configuration/);
      assert.deepEqual(await notice.buttons(), ["Show App Log", "Open App Files"]);
      await window().screenshot("create-crashed");
      await notice.press("Show App Log");
      await window().waitForStatusBarItem("hostedApps.following", "app.log");
      await window()
        .page.locator(".part.panel .terminal-wrapper .xterm-rows")
        .filter({ hasText: "no configuration" })
        .waitFor();
    });
  });

  describe("whose build is ignored", function () {
    this.bail(true);

    it("can be built first, and send nothing when the build fails", async () => {
      await window().clearNotifications();
      const requests = changesOf(emulator());
      await createFrom("bot");
      await quickInput().waitForItem("Build First");
      await window().screenshot("create-build-first");
      await quickInput().pick("Build First");
      await window().dialog.waitForText('The task "npm: build" failed with exit code 3');
      await window().screenshot("create-build-failed");
      await window().dialog.press("Show");
      assert.equal(changesOf(emulator()), requests);
      assert.equal(fs.existsSync(path.join(scratch, "bot/hosted-app.json")), false);
    });

    it("are built, have their output included by a rule, and run", async () => {
      write(
        "bot/build.cjs",
        'require("node:fs").cpSync("src/index.ts", "dist/index.js", { recursive: true });\n',
      );
      await createFrom("bot");
      await quickInput().pick("Build First");
      await quickInput().waitForItem("Include in This Workspace Only");
      await window().screenshot("create-ignored-main-file");
      await quickInput().pick("Include");
      await quickInput().waitForItem("Create typed-bot");
      assert.equal(fs.readFileSync(path.join(scratch, "bot/.deployignore"), "utf8"), "!/dist/\n");
      const projectFile = fs.readFileSync(path.join(scratch, "bot/hosted-app.json"), "utf8");
      assert.match(projectFile, /"preDeployTask": "npm: build"/);
      await createAs("typed-bot", "dist/index.js");
    });

    it("are built again before a push", async () => {
      write("bot/src/index.ts", running("newer"));
      await window().runCommand("Hosted Apps: Push");
      await quickInput().pick("bot");
      await quickInput().waitForTitle("Push bot → typed-bot");
      await quickInput().waitForItem("index.js");
      assert.match(fs.readFileSync(path.join(scratch, "bot/dist/index.js"), "utf8"), /newer/);
      await quickInput().cancel();
    });
  });
});
