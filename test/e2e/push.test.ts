// Push in a real window: the plan with its selection, a difference beside it, the progress, and a window that closes
// during a push.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { canary } from "../support/canaries";
import { filesBelow, writeTree } from "../support/fileTrees";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { shownText } from "../support/window/shownText";
import { useWorkbench } from "../support/workbenchSession";

const pushTitle = "Hosted Apps: Push";
const pullTitle = "Hosted Apps: Pull";
const firstFiles: Readonly<Record<string, string>> = {
  "main.py": "import time\nwhile True:\n    time.sleep(60)\n",
  "greeting.py": `GREETING = "Hello"\nNAME = "Shop" # ${canary("pushed-file")}\n`,
  "prices.json": '{ "tea": 3, "coffee": 4 }\n',
  "old/banner.txt": "Opening soon\n",
};

describe("a push in the window", function () {
  this.bail(true);
  const scratch = temporaryFolder("e2e-push");
  const folder = path.join(scratch, "shop");
  const userDataDir = path.join(scratch, "data");
  const write = (name: string, text: string): void => writeTree(folder, { [name]: text });
  const read = (name: string): string => fs.readFileSync(path.join(folder, name), "utf8");
  const window = useWorkbench(() => {
    writeTree(folder, firstFiles);
    const git = (...given: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=Ann", "-c", "user.email=ann@shop.example", ...given], {
        cwd: folder,
      });
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("commit", "--quiet", "--message=Open the shop");
    return {
      folder,
      userDataDir,
      keybindings: [
        { key: "ctrl+alt+c", command: "hostedApps.deploy.createApp", args: { settings: { name: "Shop" } } },
      ],
    };
  });

  /** Where the local service keeps a file of the app. */
  const inApp = (name: string): string => {
    const isOurs = (file: string) => file.includes("local-service") && path.basename(file) === "greeting.py";
    return path.join(path.dirname(filesBelow(userDataDir).find(isOurs) ?? ""), name);
  };

  const openPlan = async (command: string, file: string): Promise<void> => {
    await window().runUntilAsked(command, command === pushTitle ? "Push shop → Shop" : "Pull Shop → shop");
    await window().quickInput.waitForItem(file);
  };

  it("knows the app that was created from the folder, and finds nothing to push right after", async () => {
    await window().openView("Hosted Apps");
    await window().tree().pressWelcome("Try Without an Account");
    await window().tree().waitForRow("Personal");
    await window().press(
      "Control+Alt+C",
      window().page.locator(".notifications-toasts").getByText("Shop").first(),
    );
    const online = await window().notification("Shop is online");
    await online.dismiss();
    // VS Code delays a notice that follows several others.
    await (await window().notification("Save Shop's settings")).dismiss();
    await window().runCommand(pushTitle);
    const same = await window().notification("(4 files)");
    assert.match(await same.text(), /Only in the app: 1\./);
    await same.dismiss();
  });

  it("shows the app of the open folder in the status bar, without a command", async () => {
    await window().waitForStatusBarItem("hostedApps.metrics", /^\s*Shop/);
    await window().waitForStatusBarItem("hostedApps.metrics", /\d MB/);
    assert.doesNotMatch(await window().tree("Apps").description("Shop"), /restart needed/);
    await window().screenshot("linked-app");
  });

  it("shows the changes of both sides, and selects those that lose nothing", async () => {
    write("greeting.py", 'GREETING = "Good morning"\nNAME = "Shop"\n');
    write("static/logo.svg", "<svg/>\n");
    write("static/site.css", "body { margin: 0 }\n");
    fs.rmSync(path.join(folder, "old/banner.txt"));
    write("prices.json", '{ "tea": 3, "coffee": 5 }\n');
    fs.writeFileSync(inApp("prices.json"), '{ "tea": 2, "coffee": 4, "cake": 6 }\n');
    fs.writeFileSync(inApp("visitors.log"), "ada\n");
    await openPlan(pushTitle, "greeting.py");
    const { items } = window().quickInput;
    const selected = async (): Promise<string[]> =>
      await items
        .filter({ has: window().page.locator('[aria-checked="true"], .checked') })
        .locator(".label-name")
        .allInnerTexts();
    await waitUntil(async () => (await items.count()) >= 7, {
      what: "the rows of the plan",
      saw: () => window().quickInput.labels(),
    });
    await window().screenshot("push-plan");
    await window().quickInput.waitForMessage(
      /main [0-9a-f]{7} · Open the shop · 5 uncommitted files · this commit was pushed/,
    );
    assert.deepEqual(
      (await window().quickInput.labels()).map((label) => label.trim()),
      ["greeting.py", "logo.svg", "site.css", "banner.txt", "prices.json", "app.log", "visitors.log"],
    );
    assert.deepEqual(
      (await selected()).map((label) => label.trim()),
      ["greeting.py", "logo.svg", "site.css", "banner.txt"],
    );
  });

  it("opens a file's difference beside the plan", async () => {
    const line = window().page.locator(".monaco-diff-editor .view-line").filter({ hasText: "Good" }).first();
    await window().quickInput.pressItemButton("greeting.py", "Show Difference", line);
    assert.equal(await window().quickInput.root.isVisible(), true);
    await window().screenshot("push-diff");
  });

  it("sends the selected files, shows its progress, and offers the restart", async () => {
    await window().quickInput.pressButton("OK");
    await window().notification("Pushing shop to Shop");
    await window().screenshot("push-progress");
    const done = await window().notification("Pushed 3 files to Shop");
    assert.match(await done.text(), /Deleted in the app: 1\. Skipped: prices\.json \(.+\)\.$/);
    assert.deepEqual(await done.buttons(), ["Restart Shop", "Undo"]);
    await window().screenshot("push-done");
    assert.match(fs.readFileSync(inApp("greeting.py"), "utf8"), /Good morning/);
    assert.match(fs.readFileSync(inApp("prices.json"), "utf8"), /cake/);
    assert.equal(fs.existsSync(inApp("old/banner.txt")), false);
    assert.equal(fs.existsSync(inApp("visitors.log")), true);
    const places = async () => [
      await window().tree("Apps").description("Shop"),
      await shownText(window().statusBarItem("hostedApps.metrics")),
    ];
    const until = async (isNeeded: boolean) =>
      await waitUntil(
        async () => (await places()).every((text) => /restart needed/.test(text) === isNeeded),
        { what: `${isNeeded ? "a" : "no"} needed restart in row and status bar`, saw: places },
      );
    await until(true);
    await window().screenshot("push-restart-needed");
    await done.press("Restart Shop");
    await window().notification("Restarting Shop: back online, watching whether it stays up");
    await until(false);
  });

  it("sends the editor's file with one key, and asks only when a teammate has changed it", async () => {
    await window().openFile("greeting.py");
    await window().editor.append('COLOR = "green"\n');
    await window().press("Shift+Alt+P");
    const done = await window().notification("Pushed greeting.py to Shop");
    assert.deepEqual(await done.buttons(), ["Restart Shop", "Undo"]);
    await window().screenshot("push-file");
    assert.match(fs.readFileSync(inApp("greeting.py"), "utf8"), /green/);
    assert.equal(await window().editor.isDirty(), false);
    await done.dismiss();

    fs.writeFileSync(inApp("greeting.py"), "# by a colleague\n");
    await window().editor.append("SIZE = 3\n");
    await window().press("Shift+Alt+P");
    await window().quickInput.waitForTitle("Push shop → Shop");
    assert.equal(await window().quickInput.isSelected("greeting.py"), false);
    await window().screenshot("push-file-conflict");
    await window().quickInput.toggle("greeting.py");
    await window().quickInput.pressButton("OK");
    await window().dialog.waitForText("Replace 1 file in the app Shop?");
    await window().dialog.press("Replace");
    await (await window().notification("Pushed greeting.py to Shop")).dismiss();
    assert.match(fs.readFileSync(inApp("greeting.py"), "utf8"), /SIZE/);
  });

  it("is reported at the next start when a closed window cut it off, and continues with the rest", async () => {
    // Enough files that some are left: a closed window may go on for some seconds.
    for (let page = 1; page <= 12; page++) write(`pages/page-${page}.html`, `<h1>Page ${page}</h1>\n`);
    await openPlan(pushTitle, "page-1.html");
    await window().quickInput.pressButton("OK");
    await waitUntil(() => fs.existsSync(inApp("pages/page-1.html")), {
      what: "the first page to arrive",
    });
    await window().reload();
    const notice = await window().notification("The window was closed while shop was being pushed to Shop");
    await window().screenshot("push-interrupted");
    await notice.press("Compare and Continue");
    await window().quickInput.waitForTitle("Push shop → Shop");
    await window().quickInput.waitForItem("page-9.html");
    assert.equal(await window().quickInput.item("page-1.html").count(), 0);
    await window().quickInput.pressButton("OK");
    await window().notification("to Shop.");
    for (let page = 1; page <= 12; page++)
      assert.ok(fs.existsSync(inApp(`pages/page-${page}.html`)), String(page));
    // The number of files that were left varies: only the next push's notice may remain to be found.
    await window().clearNotifications();
  });

  it("is undone after a plan, which leaves files that changed since", async () => {
    write("pages/page-1.html", "<h1>Another page</h1>\n");
    write("pages/page-13.html", "<h1>A new page</h1>\n");
    await openPlan(pushTitle, "page-13.html");
    await window().quickInput.pressButton("OK");
    const done = await window().notification("Pushed 2 files to Shop");
    fs.writeFileSync(inApp("pages/page-13.html"), "<h1>By a colleague</h1>\n");
    await done.press("Undo");
    await window().quickInput.waitForTitle("Undo Push to Shop (2 files");
    await window().quickInput.waitForItem("page-1.html");
    await window().screenshot("undo-plan");
    assert.equal(await window().quickInput.isSelected("page-1.html"), true);
    assert.equal(await window().quickInput.isSelected("page-13.html"), false);
    assert.match(await window().quickInput.description("page-13.html"), /changed since/);
    await window().quickInput.pressButton("OK");
    await window().notification("Restored 1 file in ");
    assert.match(fs.readFileSync(inApp("pages/page-1.html"), "utf8"), /Page 1/);
    assert.match(fs.readFileSync(inApp("pages/page-13.html"), "utf8"), /colleague/);
    fs.writeFileSync(inApp("pages/page-13.html"), read("pages/page-13.html"));
    fs.writeFileSync(inApp("pages/page-1.html"), read("pages/page-1.html"));
    await window().clearNotifications();
  });

  it("is followed by a pull that replaces local changes only when the user selects them", async () => {
    fs.writeFileSync(inApp("greeting.py"), 'GREETING = "Good evening"\nNAME = "Shop"\n');
    fs.writeFileSync(inApp("news.txt"), "Open until eight\n");
    fs.writeFileSync(inApp("main.py"), "import time\nwhile True:\n    time.sleep(600)\n");
    fs.writeFileSync(inApp("clash"), "A file\n");
    write("clash/own.txt", "In a folder\n");
    await window().openFile("main.py");
    await window().editor.append("# not saved yet\n");
    await openPlan(pullTitle, "news.txt");
    await window().screenshot("pull-plan");
    assert.equal(await window().quickInput.isSelected("greeting.py"), true);
    assert.equal(await window().quickInput.isSelected("news.txt"), true);
    assert.equal(await window().quickInput.isSelected("prices.json"), false);
    for (const left of ["main.py", "app.log", "visitors.log"])
      assert.equal(await window().quickInput.isSelected(left), false, left);
    assert.match(await window().quickInput.description("main.py"), /has unsaved changes/);
    const note = /Can't be pulled \(1\): clash \(.*a local folder with this name\)/;
    await window().quickInput.root.getByText(note).first().waitFor();
    await window().quickInput.pressButton("Can't be pulled (1)");
    await window().quickInput.waitForItem("clash");
    await window().screenshot("pull-left");
    await window().quickInput.input.press("Escape");
    await window().quickInput.waitForItem("news.txt");
    assert.equal(await window().quickInput.isSelected("greeting.py"), true);

    await window().quickInput.toggle("prices.json");
    await window().quickInput.pressButton("OK");
    await window().dialog.waitForText("Replace 1 file in the folder shop?");
    assert.match(await window().dialog.text(), /prices\.json/);
    await window().screenshot("pull-loss");
    await window().dialog.press("Cancel");
    assert.match(read("greeting.py"), /Good morning/);
    assert.match(read("prices.json"), /"coffee": 5/);

    await window().quickInput.waitForItem("news.txt");
    assert.equal(await window().quickInput.isSelected("prices.json"), true);
    await window().quickInput.toggle("prices.json");
    await window().quickInput.pressButton("OK");
    const done = await window().notification("files into shop");
    assert.match(await done.text(), /Skipped: (?!\S+\.log)\S+ \(.+\)/);
    fs.rmSync(inApp("clash"));
    fs.rmSync(path.join(folder, "clash"), { recursive: true });
    assert.match(read("greeting.py"), /Good evening/);
    assert.equal(read("news.txt"), "Open until eight\n");
    assert.match(read("prices.json"), /"coffee": 5/);
    assert.match(read("main.py"), /sleep\(60\)/);
    assert.equal(await window().editor.isDirty(), true);
  });
});
