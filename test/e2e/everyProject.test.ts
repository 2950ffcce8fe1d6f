// Projects that are more than a main file, from the folder to an app that answers: a workspace of packages, a framework
// that builds before it starts, an empty folder. The service really runs the apps.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { inRepository } from "../support/repository";
import { signIn } from "../support/signIn";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { shownText } from "../support/window/shownText";
import { useWorkbench } from "../support/workbenchSession";

const createTitle = "Hosted Apps: Create App from Folder...";

/** A program that answers every request with what the expression gives. */
const answering = (expression: string): string =>
  [
    'const { createServer } = require("node:http");',
    `createServer((request, response) => response.end(${expression})).listen(process.env.PORT);`,
    "",
  ].join("\n");

const files: Readonly<Record<string, string>> = {
  "suite/package.json": JSON.stringify({ private: true, workspaces: ["packages/*"] }),
  "suite/packages/front/package.json": JSON.stringify({
    name: "front",
    scripts: { start: "node front.js" },
  }),
  "suite/packages/front/front.js": answering('"the front of the suite"'),
  "suite/packages/back/package.json": JSON.stringify({ name: "back", scripts: { start: "node back.js" } }),
  "suite/packages/back/back.js": answering('"the back of the suite"'),
  "site/package.json": JSON.stringify({
    name: "site",
    scripts: { build: "next build", start: "next start" },
    dependencies: { next: "^15.0.0" },
  }),
  "site/app/page.txt": "a page that was built",
  "site/.gitignore": ".next/\nnode_modules/\n",
};

/** Stands in for the framework: what its build makes is all that its start needs. */
const framework = [
  "#!/usr/bin/env node",
  'const fs = require("node:fs");',
  'if (process.argv[2] === "build") fs.cpSync("app", ".next/server", { recursive: true });',
  `else { ${answering('fs.readFileSync(".next/server/page.txt")')} }`,
  "",
].join("\n");

describe("projects that are more than a main file", function () {
  this.timeout(120_000);
  this.bail(true);

  const scratch = temporaryFolder("every-project");
  let emulator: Emulator;
  const write = (name: string, text: string, mode?: number): void => {
    fs.mkdirSync(path.dirname(path.join(scratch, name)), { recursive: true });
    fs.writeFileSync(path.join(scratch, name), text, { mode });
  };
  before("start a service", async () => {
    // npm looks for programs in every folder above: the machine and the service have the framework installed.
    write("node_modules/.bin/next", framework, 0o755);
    emulator = await startEmulator({ dataDir: path.join(scratch, "service") });
  });
  const window = useWorkbench(() => {
    for (const [name, text] of Object.entries(files)) write(name, text);
    fs.mkdirSync(path.join(scratch, "fresh"));
    const folders = ["suite", "site", "fresh"].map((name) => ({ path: name }));
    write("all.code-workspace", JSON.stringify({ folders }));
    return { folder: path.join(scratch, "all.code-workspace") };
  });
  after("stop the service", async () => {
    await emulator.stop();
    removeTemporaryFolder(scratch);
  });

  const quickInput = () => window().quickInput;
  const appNamed = (name: string) =>
    emulator.state.allApps().find((app) => app.name === name) ?? assert.fail(`no app ${name}`);
  const sent = (name: string): string[] =>
    fs
      .readdirSync(emulator.appFolder(appNamed(name)._id), { recursive: true, encoding: "utf8" })
      .filter((each) => each !== "app.log")
      .sort();
  const answerOf = async (name: string): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${appNamed(name).externalPort}`)).text();
  const waitForAnswer = async (name: string, text: string): Promise<void> => {
    let last = "";
    await waitUntil(
      async () => {
        last = await answerOf(name).catch(String);
        return last === text;
      },
      { what: `${name} to answer "${text}"`, timeoutMs: 20_000 },
    ).catch((error: unknown) => assert.fail(`${error}: ${last}`));
  };
  const log = (): string => onServiceAs("app.log");
  const onServiceAs = (name: string): string =>
    fs.readFileSync(path.join(emulator.appFolder(appNamed("fresh")._id), name), "utf8");
  const onService = (): string => onServiceAs("main.py");
  const waitForLine = async (text: string): Promise<void> => {
    await waitUntil(() => log().includes(text), { what: `the app to print "${text}"`, timeoutMs: 20_000 });
  };
  /** The bot of the template, with a sentence of it changed. */
  const bot = (sentence: string, changed: string): string =>
    fs.readFileSync(inRepository("media/templates/python-bot/main.py"), "utf8").replace(sentence, changed);
  /** Goes through the five steps with what is filled in. */
  const createAs = async (name: string, mainFile: string): Promise<void> => {
    await quickInput().waitForTitle("Create App (1/5)");
    assert.equal(await quickInput().value(), name);
    await quickInput().accept();
    await quickInput().waitForTitle("Create App (2/5)");
    await quickInput().item(mainFile).and(window().page.locator(".focused")).waitFor();
    await quickInput().accept();
    for (const step of ["(3/5)", "(4/5)"]) {
      await quickInput().waitForTitle(`Create App ${step}`);
      await quickInput().accept();
    }
    await quickInput().item(`Create ${name}`).waitFor();
    await window().screenshot(`every-project-${name}-summary`);
    await quickInput().pick(`Create ${name}`);
    const online = await window().notification(`${name} is online`, 60_000);
    await window().screenshot(`every-project-${name}`);
    await online.dismiss();
    await (await window().notification(/Save .*hosted-app\.json/)).dismiss();
  };

  it("lists the packages of a workspace, and creates the app from the one that is chosen", async () => {
    await signIn(window(), emulator);
    await window().openView("Hosted Apps");
    await window().runCommand(createTitle);
    await quickInput().waitForTitle("Create an app from which folder?");
    await quickInput().pick("suite");
    await quickInput().item("front").waitFor();
    await window().screenshot("every-project-packages");
    assert.deepEqual((await quickInput().labels()).slice(0, 2).sort(), ["back", "front"]);
    await quickInput().pick("back");
    await createAs("back", "back.js");
    assert.deepEqual(sent("back"), ["back.js", "package.json"]);
    await waitForAnswer("back", "the back of the suite");
  });

  it("builds a framework's project first, sends what an ignore rule leaves out, and starts it by npm", async () => {
    await window().runCommand(createTitle);
    await quickInput().waitForTitle("Create an app from which folder?");
    await quickInput().pick("site");
    await quickInput().item("Build First").waitFor();
    await window().screenshot("every-project-build");
    await quickInput().pick("Build First");
    await quickInput().item("Include in This Workspace Only").waitFor({ timeout: 60_000 });
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

  it("makes an app that runs out of an empty folder and a template", async () => {
    await window().runCommand("Hosted Apps: New App from Template...");
    await quickInput().waitForTitle("New App from Template (1/2): Template");
    await quickInput().pick("Telegram Bot in Python");
    const ready = await window().notification("“Telegram Bot in Python” is ready in fresh", 20_000);
    await ready.press("Create App");
    await createAs("fresh", "main.py");
    assert.deepEqual(sent("fresh"), [".gitignore", "README.md", "hosted-app.json", "main.py"]);
    await waitForLine("BOT_TOKEN is not set.");
  });

  it("sends a changed file by one key, and it does what is new after the offered restart", async () => {
    await window().openFile("main.py");
    await window().editor.waitForText("A Telegram bot");
    await window().editor.replaceAll(bot("is not set.", "is missing."));
    await window().press("Shift+Alt+P");
    const done = await window().notification("Pushed main.py to fresh", 30_000);
    assert.deepEqual(await done.buttons(), ["Restart fresh", "Undo"]);
    assert.equal(onService(), bot("is not set.", "is missing."));
    assert.doesNotMatch(log(), /is missing/);
    await done.press("Restart fresh");
    await window().statusBarItem("is back online").waitFor({ timeout: 60_000 });
    await waitForLine("BOT_TOKEN is missing.");
    await window().screenshot("every-project-pushed");
  });

  it("takes back from the notice what was pushed, and leaves the folder as it is", async () => {
    await window().editor.replaceAll("raise SystemExit('broken')\n");
    await window().press("Shift+Alt+P");
    const done = await window().notification("Pushed main.py to fresh", 30_000);
    assert.match(onService(), /broken/);
    await done.press("Undo");
    await quickInput().waitForTitle("Undo Push to fresh (1 file");
    assert.equal(await quickInput().isTicked("main.py"), true);
    assert.match(await shownText(quickInput().item("main.py")), /To be reverted/);
    await window().screenshot("every-project-undo");
    await quickInput().pressButton("OK");
    const back = await window().notification("1 file is back to its previous state", 30_000);
    await window().screenshot("every-project-undone");
    assert.equal(onService(), bot("is not set.", "is missing."));
    assert.match(fs.readFileSync(path.join(scratch, "fresh/main.py"), "utf8"), /broken/);
    assert.deepEqual(await back.buttons(), ["Restart fresh"]);
  });
});
