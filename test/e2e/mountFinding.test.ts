// Finding things in an app's files, and moving files between this machine and an app, in a window that has only the
// app's files open.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, it } from "mocha";
import { writeTree } from "../support/fileTrees";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";
import { held, openAppFiles, useAppOnService } from "./appOnService";

const files = {
  "main.py": "from shop import basket\n\nprint(basket.total())\n",
  "requirements.txt": "flask==3.0.3\n",
  "shop/basket.py": "def total():\n    return 0\n\n\ndef add(item):\n    raise NotImplementedError\n",
  "shop/prices.py": "def total_price(items):\n    return sum(items)\n",
  "shop/templates/basket.html": "<h1>Total</h1>\n",
  "logs/app.log": "10:00 started\n10:01 one visitor\n",
  "node_modules/left-pad/index.js": "total\n",
};

describe("finding and moving an app's files", function () {
  this.bail(true);

  const app = useAppOnService({ name: "Shop", files });
  const scratch = temporaryFolder("transfers");
  const pictures = path.join(scratch, "pictures");
  const taken = path.join(scratch, "taken");
  const window = useWorkbench(() => {
    fs.mkdirSync(taken);
    for (const name of ["apple.png", "pear.png", "small/apple.png", "small/pear.png"])
      writeTree(pictures, { [name]: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, name.length]) });
    const place = { accountId: app().accountId, appId: app().appId };
    const sources = [pathToFileURL(pictures).href];
    const target = pathToFileURL(taken).href;
    return {
      viewport: { width: 1280, height: 1000 },
      keybindings: [
        { key: "ctrl+alt+shift+u", command: "hostedApps.files.upload", args: { ...place, sources } },
        {
          key: "ctrl+alt+shift+d",
          command: "hostedApps.files.download",
          args: { ...place, paths: ["/shop"], target },
        },
      ],
    };
  });
  // Each label begins with an icon.
  const fileNames = async () => (await window().quickInput.labels()).map((label) => label.trim());

  it("uploads a folder at the service's rate limit, and shows waiting files", async () => {
    await signIn(window(), app().emulator);
    await openAppFiles(window(), app(), "main.py");
    const { until, release: answer } = held();
    const slow = app().emulator.faults.next({ method: "POST" }, { until });
    await window().press("Control+Alt+Shift+U", () => slow.met === 1);
    await window().notification("Uploading to Shop");
    await window().waitForStatusBarItem("hostedApps.transfers");
    await window().screenshot("transfers-status-bar");
    await window().pressStatusBarItem("hostedApps.transfers", window().quickInput.item("apple.png"));
    await window().screenshot("transfers");
    await window().quickInput.cancel();
    answer();
    await window().notification("Uploaded 4 files to Shop");
    for (const name of ["apple.png", "small/pear.png"])
      assert.deepEqual(
        fs.readFileSync(app().file(`pictures/${name}`)),
        fs.readFileSync(path.join(pictures, name)),
      );
    await window().waitUntilStatusBarItemGone("hostedApps.transfers");
    await (await window().explorer()).waitForRow("pictures");
  });

  it("downloads a folder with its contents", async () => {
    const done = "Downloaded 3 files to taken";
    await window().press("Control+Alt+Shift+D", window().page.getByText(done).first());
    await window().notification(done);
    await window().screenshot("download-done");
    for (const name of ["basket.py", "prices.py", "templates/basket.html"])
      assert.equal(fs.readFileSync(path.join(taken, "shop", name), "utf8"), app().read(`shop/${name}`));
  });

  it("goes to a file by a few letters of its path", async () => {
    await window().runCommand("Hosted Apps: Go to File in App");
    const { quickInput } = window();
    await quickInput.waitForTitle("Go to File in Shop: 10 files");
    await quickInput.type("bas");
    const found = async () => (await quickInput.labels()).length === 2;
    await waitUntil(found, { what: "two files with these letters", saw: fileNames });
    assert.deepEqual(await fileNames(), ["basket.py", "basket.html"]);
    await window().screenshot("go-to-file");
    await quickInput.type("shba:5");
    await waitUntil(async () => (await fileNames())[0] === "basket.py", {
      what: "the file by letters that are apart",
      saw: fileNames,
    });
    await quickInput.accept();
    await window().editor.waitForFile("basket.py");
    await window().waitForStatusBarItem("Ln 5, Col 1");
  });

  it("searches the text of all files, and opens a result at its line", async () => {
    await window().runUntilAsked("Hosted Apps: Search in App Files", "Search in Shop's Files");
    await window().screenshot("search-query");
    await window().quickInput.answer("total");
    const results = window().panelTree();
    await results.root.getByText('4 results in 4 files for "total"').waitFor();
    await results.waitForRow("<h1>Total</h1>");
    // Each file has the icon that the Explorer gives it.
    await results.row("basket.py").locator(".file-icon").waitFor();
    await results.waitForLabels([
      "main.py",
      "print(basket.total())",
      "basket.py",
      "def total():",
      "prices.py",
      "def total_price(items):",
      "basket.html",
      "<h1>Total</h1>",
    ]);
    await results.click("def total_price(items):", { effect: () => window().editor.isActive("prices.py") });
    await window().editor.waitForFile("prices.py");
    await window().statusBarItem("Ln 1, Col 10 (5 selected)").waitFor();
    await window().screenshot("search-results");
    // The side bar still shows the folders.
    await window().page.locator(".part.sidebar").getByText("requirements.txt").waitFor();
    await results.pressTitleAction("Clear Search Results", () => results.row("prices.py").isHidden());
  });

  it("ends a search with Cancel, and keeps its results", async () => {
    const { until, release: answer } = held();
    app().emulator.faults.next({ method: "GET", path: /late\.py/, times: 100 }, { until });
    fs.writeFileSync(app().file("late.py"), "total = 1\n");
    await window().runCommand("Hosted Apps: Refresh");
    await (await window().explorer()).waitForRow("late.py");
    await window().runUntilAsked("Hosted Apps: Search in App Files", "Search in Shop's Files");
    await window().quickInput.answer("total");
    const notice = await window().notification('Searching for "total"');
    await window().screenshot("search-cancel");
    await notice.press("Cancel");
    const results = window().panelTree();
    await results.root.getByText("Canceled before all files were searched.").waitFor();
    await results.waitForRow("def total():");
    answer();
    app().emulator.faults.clear();
    fs.rmSync(app().file("late.py"));
    await results.pressTitleAction("Clear Search Results", () => results.row("def total():").isHidden());
  });

  it("ends a regular expression that takes too long, and names the file", async () => {
    fs.writeFileSync(app().file("endless.txt"), `${"a".repeat(60)}!\n`);
    await window().runCommand("Hosted Apps: Refresh");
    await window().runUntilAsked("Hosted Apps: Search in App Files", "Search in Shop's Files");
    await window().quickInput.pressButton("Use Regular Expression");
    await window().quickInput.answer("(a+)+$");
    const notice = await window().notification("takes too long on /endless.txt");
    await notice.dismiss();
    const results = window().panelTree();
    const stopped = results.root.getByText("Stopped before all files were searched.");
    await stopped.waitFor();
    await window().screenshot("search-too-slow");
    await results.pressTitleAction("Clear Search Results", () => stopped.isHidden());
    fs.rmSync(app().file("endless.txt"));
  });

  it("follows a log in a terminal that applies nothing but its colors", async () => {
    const explorer = await window().explorer();
    await explorer.showFolder("logs", "app.log");
    const output = window().page.locator(".part.panel .terminal-wrapper .xterm-rows");
    await explorer.chooseFromMenu("app.log", "Follow File", output.getByText("10:01 one visitor"));
    await window().restMouse();
    const hostile = "\u001b]0;a title\u0007\u001b[2J\u001b]8;;https://evil.example\u0007here\u001b]8;;\u0007";
    fs.appendFileSync(app().file("logs/app.log"), `10:02 \u001b[31mtwo\u001b[0m visitors ${hostile}\n`);
    await output.getByText("visitors here").waitFor();
    await output.getByText("10:01 one visitor").waitFor();
    assert.equal(await output.locator(".xterm-fg-1").getByText("two").count(), 1);
    assert.equal(await window().page.getByText("a title").count(), 0);
    await window().screenshot("follow");
    await window().pressStatusBarItem("Following app.log");
    await output.getByText("Stopped following logs/app.log").waitFor();
  });
});
