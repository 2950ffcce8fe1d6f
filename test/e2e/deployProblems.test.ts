// Folders that cannot become an app that runs, in a real window: each ends in one sentence that names it.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, describe, it } from "mocha";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { useWorkbench } from "../support/workbenchSession";

function folderOf(scratch: string, name: string, files: Readonly<Record<string, string>>): string {
  const folder = path.join(scratch, name);
  fs.mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

describe("an app that crashes at start", function () {
  this.timeout(90_000);
  const scratch = temporaryFolder("crash");
  const window = useWorkbench(() => ({
    folder: folderOf(scratch, "crasher", { "main.py": 'raise SystemExit("no configuration")\n' }),
    keybindings: [
      {
        key: "ctrl+alt+c",
        command: "hostedApps.deploy.createApp",
        args: { settings: { autoRestart: false } },
      },
    ],
  }));
  after("remove the folder", () => removeTemporaryFolder(scratch));

  it("is named with its state, and its files can be opened to see why", async () => {
    await window().openView("Hosted Apps");
    await window().tree().pressWelcome("Try It with a Local Service");
    await window().tree().waitForRow("Personal", 60_000);
    await window().press("Control+Alt+C");
    const notice = await window().notification("crasher was created but did not come online", 80_000);
    assert.match(await notice.text(), /Its state is “crashed”/);
    assert.match(await notice.text(), /Check app\.log for the reason\./);
    assert.doesNotMatch(await notice.text(), /no configuration/);
    assert.deepEqual(await notice.buttons(), ["Show Log", "Open Files"]);
    await window().screenshot("create-crashed");
    await notice.press("Show Log");
    await window().statusBarItem("hostedApps.following").filter({ hasText: "app.log" }).waitFor();
    await window()
      .page.locator(".part.panel .terminal-wrapper .xterm-rows")
      .filter({ hasText: "no configuration" })
      .waitFor();
  });
});

describe("a folder without a file that could start an app", function () {
  this.timeout(90_000);
  const scratch = temporaryFolder("no-main");
  const window = useWorkbench(() => ({
    folder: folderOf(scratch, "notes", { "notes.txt": "nothing to run\n" }),
  }));
  after("remove the folder", () => removeTemporaryFolder(scratch));

  it("leads to choosing one, and nothing is sent", async () => {
    await window().openView("Hosted Apps");
    await window().tree().pressWelcome("Try It with a Local Service");
    await window().tree().waitForRow("Personal", 60_000);
    const before = await window().tree().labels();
    await window().runCommand("Hosted Apps: Create App from Folder...");
    await window().quickInput.waitForTitle("Create App");
    await window().quickInput.item("Choose Another Folder...").waitFor();
    await window().quickInput.pick("Choose Main File...");
    await window().quickInput.item("notes.txt").waitFor();
    await window().quickInput.cancel();
    await window().quickInput.waitUntilClosed();
    assert.deepEqual(await window().tree().labels(), before);
  });
});

describe("a folder whose files are all left out", function () {
  this.timeout(90_000);
  const scratch = temporaryFolder("ignored");
  const window = useWorkbench(() => ({
    folder: folderOf(scratch, "ignored", { "main.py": "print(1)\n", ".gitignore": "*\n" }),
  }));
  after("remove the folder", () => removeTemporaryFolder(scratch));

  it("leads to choosing what is sent, which shows by which rule it is left out", async () => {
    await window().openView("Hosted Apps");
    await window().tree().pressWelcome("Try It with a Local Service");
    await window().tree().waitForRow("Personal", 60_000);
    await window().runCommand("Hosted Apps: Create App from Folder...");
    await window().quickInput.waitForTitle("Create App");
    await window().quickInput.pick("Choose Files to Send...");
    await window().quickInput.item("main.py").waitFor();
    assert.match(await window().quickInput.description("main.py"), /\* in \.gitignore/);
    assert.equal(await window().quickInput.isTicked("main.py"), false);
    // The only file of all: its tick is the first thing that happens to the list.
    await window().quickInput.toggle("main.py");
    await window().quickInput.accept();
    await window().quickInput.waitForTitle("Create App (1/5)");
    await window().quickInput.cancel();
  });
});

describe("a TypeScript bot whose build is ignored", function () {
  this.timeout(120_000);
  const scratch = temporaryFolder("typescript");
  const folder = path.join(scratch, "bot");
  const script = 'require("node:fs").cpSync("src/index.ts", "dist/index.js", { recursive: true });\n';
  const window = useWorkbench(() => ({
    folder: folderOf(scratch, "bot", {
      "package.json": JSON.stringify({
        name: "typed-bot",
        main: "dist/index.js",
        scripts: { build: "node build.cjs", start: "node dist/index.js" },
      }),
      "build.cjs": "process.exitCode = 3;\n",
      "src/index.ts": 'console.log("typed and up");\nsetInterval(() => {}, 1000);\n',
      ".gitignore": "dist/\nnode_modules/\n",
    }),
  }));
  after("remove the folder", () => removeTemporaryFolder(scratch));

  const create = async (): Promise<void> => {
    await window().runCommand("Hosted Apps: Create App from Folder...");
    await window().quickInput.waitForTitle("Create App");
  };

  it("is offered to be built first, and a build that fails sends nothing unasked", async () => {
    await window().openView("Hosted Apps");
    await window().tree().pressWelcome("Try It with a Local Service");
    await window().tree().waitForRow("Personal", 60_000);
    await create();
    await window().quickInput.item("Build First").waitFor();
    await window().screenshot("create-build-first");
    await window().quickInput.pick("Build First");
    await window().dialog.waitForText("The task “npm: build” failed with exit code 3");
    await window().screenshot("create-build-failed");
    await window().dialog.press("Show");
    assert.equal(fs.existsSync(path.join(folder, "hosted-app.json")), false);
  });

  it("is built, has its output included by a rule, and runs", async () => {
    fs.writeFileSync(path.join(folder, "build.cjs"), script);
    await create();
    await window().quickInput.pick("Build First");
    await window().quickInput.item("Include in This Workspace Only").waitFor({ timeout: 60_000 });
    await window().screenshot("create-ignored-main-file");
    await window().quickInput.pick("Include");
    await window().quickInput.waitForTitle("Create App (1/5)");
    assert.equal(fs.readFileSync(path.join(folder, ".deployignore"), "utf8"), "!/dist/\n");
    assert.match(
      fs.readFileSync(path.join(folder, "hosted-app.json"), "utf8"),
      /"preDeployTask": "npm: build"/,
    );
    await window().quickInput.accept();
    await window().quickInput.item("dist/index.js").waitFor();
    for (const step of ["(2/5)", "(3/5)", "(4/5)"]) {
      await window().quickInput.waitForTitle(`Create App ${step}`);
      await window().quickInput.accept();
    }
    await window().quickInput.pick("Create typed-bot");
    await window().notification("typed-bot is online", 80_000);
  });

  it("is built again before a push", async () => {
    fs.writeFileSync(
      path.join(folder, "src/index.ts"),
      'console.log("newer");\nsetInterval(() => {}, 1000);\n',
    );
    await window().runCommand("Hosted Apps: Push Folder to App...");
    await window().quickInput.waitForTitle("Push bot → typed-bot");
    await window().quickInput.item("index.js").waitFor();
    assert.match(fs.readFileSync(path.join(folder, "dist/index.js"), "utf8"), /newer/);
    await window().quickInput.cancel();
  });
});

describe("a folder in Restricted Mode", function () {
  this.timeout(90_000);
  const scratch = temporaryFolder("restricted");
  const window = useWorkbench(() => ({
    folder: folderOf(scratch, "foreign", { "main.py": "print(1)\n" }),
    trust: false,
    keybindings: [
      { key: "ctrl+alt+c", command: "hostedApps.deploy.createApp", args: { settings: {} } },
      { key: "ctrl+alt+p", command: "hostedApps.deploy.push", args: { confirm: true } },
    ],
  }));
  after("remove the folder", () => removeTemporaryFolder(scratch));

  it("is not sent, while apps can be seen", async () => {
    await window().openView("Hosted Apps");
    await window().tree().pressWelcome("Try It with a Local Service");
    await window().tree().waitForRow("Personal", 60_000);
    const before = await window().tree().labels();
    await window().press("Control+Alt+C");
    await window().notification("Restricted Mode");
    assert.deepEqual(await window().tree().labels(), before);
  });

  it("is not pushed either, and the reason is said", async () => {
    await window().press("Control+Alt+P");
    await window().notification("Nothing is sent or written in Restricted Mode");
  });
});
