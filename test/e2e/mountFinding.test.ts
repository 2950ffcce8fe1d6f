// Finding things in an app's files, and moving files between this machine and an app, in a window that has only the
// app's files open.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { after, describe, it } from "mocha";
import { signIn } from "../support/signIn";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";
import { openAppFiles, useAppOnService } from "./appOnService";

const files = {
  "main.py": "from shop import basket\n\nprint(basket.total())\n",
  "requirements.txt": "flask==3.0.3\n",
  "shop/basket.py": "def total():\n    return 0\n\n\ndef add(item):\n    raise NotImplementedError\n",
  "shop/prices.py": "def total_price(items):\n    return sum(items)\n",
  "shop/templates/basket.html": "<h1>Total</h1>\n",
  "logs/app.log": "10:00 started\n10:01 one visitor\n",
  "node_modules/left-pad/index.js": "total\n",
};

describe("finding in an app's files", function () {
  this.timeout(120_000);
  this.bail(true);

  const app = useAppOnService({ name: "Shop", files });
  const window = useWorkbench(() => ({
    viewport: { width: 1280, height: 1000 },
  }));
  // An icon stands before each name.
  const fileNames = async () => (await window().quickInput.labels()).map((label) => label.trim());

  it("goes to a file by a few letters of its path", async () => {
    await signIn(window(), app().emulator);
    await openAppFiles(window(), app(), "main.py");
    await window().runCommand("Hosted Apps: Go to File in App...");
    const { quickInput } = window();
    await quickInput.waitForTitle("Go to File in Shop: 6 files");
    await quickInput.type("bas");
    await waitUntil(async () => (await quickInput.labels()).length === 2, {
      what: "the two files with these letters",
      timeoutMs: 15_000,
    });
    assert.deepEqual(await fileNames(), ["basket.py", "basket.html"]);
    await window().screenshot("go-to-file");
    await quickInput.type("shba:5");
    await waitUntil(async () => (await fileNames())[0] === "basket.py", {
      what: "the file by letters that are apart",
      timeoutMs: 15_000,
    });
    await quickInput.accept();
    await window().editor.waitForFile("basket.py");
    await window().statusBarItem("Ln 5, Col 1").waitFor();
  });

  it("searches the text of all files, and opens a result where it is", async () => {
    await window().runCommand("Hosted Apps: Search in App Files...");
    await window().quickInput.waitForTitle("Search in the Files of Shop");
    await window().screenshot("search-query");
    await window().quickInput.answer("total");
    const results = window().panelTree();
    await results.root.getByText('4 results in 4 files for "total"').waitFor();
    await results.waitForRow("<h1>Total</h1>");
    assert.deepEqual(await results.labels(), [
      "main.py",
      "print(basket.total())",
      "basket.py",
      "def total():",
      "prices.py",
      "def total_price(items):",
      "basket.html",
      "<h1>Total</h1>",
    ]);
    await results.click("def total_price(items):");
    await window().editor.waitForFile("prices.py");
    await window().statusBarItem("Ln 1, Col 10 (5 selected)").waitFor();
    await window().screenshot("search-results");
    // The folders keep their room.
    await window().page.locator(".part.sidebar").getByText("requirements.txt").waitFor();
    await results.pressTitleAction("Clear Search Results");
    await results.waitUntilRowGone("prices.py");
  });

  it("ends a regular expression that would go on for years, and says on which file", async () => {
    fs.writeFileSync(app().file("endless.txt"), `${"a".repeat(60)}!\n`);
    await window().runCommand("Hosted Apps: Refresh App Files");
    await window().runCommand("Hosted Apps: Search in App Files...");
    await window().quickInput.waitForTitle("Search in the Files of Shop");
    await window().quickInput.pressButton("Use Regular Expression");
    await window().quickInput.answer("(a+)+$");
    const notice = await window().notification("takes too long on /endless.txt", 30_000);
    await notice.dismiss();
    const results = window().panelTree();
    await results.root.getByText("Stopped before all files were searched.").waitFor();
    await window().screenshot("search-too-slow");
    await results.pressTitleAction("Clear Search Results");
    fs.rmSync(app().file("endless.txt"));
  });

  it("follows a log that the app writes, in a terminal that obeys nothing of it but colours", async () => {
    const explorer = await window().explorer();
    await explorer.expand("logs");
    await explorer.chooseFromMenu("app.log", "Follow File");
    const output = window().page.locator(".part.panel .terminal-wrapper .xterm-rows");
    await output.getByText("10:01 one visitor").waitFor();
    await window().restMouse();
    const hostile = "\u001b]0;a title\u0007\u001b[2J\u001b]8;;https://evil.example\u0007here\u001b]8;;\u0007";
    fs.appendFileSync(app().file("logs/app.log"), `10:02 \u001b[31mtwo\u001b[0m visitors ${hostile}\n`);
    await output.getByText("visitors here").waitFor();
    await output.getByText("10:01 one visitor").waitFor();
    assert.equal(await output.locator(".xterm-fg-1").getByText("two").count(), 1);
    assert.equal(await window().page.getByText("a title").count(), 0);
    await window().screenshot("follow");
    await window().statusBarItem("Following app.log").click();
    await output.getByText("Stopped following logs/app.log").waitFor();
  });
});

describe("moving files between this machine and an app", function () {
  this.timeout(120_000);
  this.bail(true);

  const scratch = temporaryFolder("transfers");
  after("remove the folder", () => removeTemporaryFolder(scratch));
  const app = useAppOnService({ name: "Shop", files });
  const pictures = path.join(scratch, "pictures");
  const taken = path.join(scratch, "taken");
  const window = useWorkbench(() => {
    fs.mkdirSync(path.join(pictures, "small"), { recursive: true });
    fs.mkdirSync(taken);
    for (const name of ["apple.png", "pear.png", "small/apple.png", "small/pear.png"])
      fs.writeFileSync(
        path.join(pictures, name),
        Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, name.length]),
      );
    const place = { accountId: app().accountId, appId: app().appId };
    return {
      keybindings: [
        {
          key: "ctrl+alt+shift+u",
          command: "hostedApps.files.upload",
          args: { ...place, sources: [pathToFileURL(pictures).href] },
        },
        {
          key: "ctrl+alt+shift+d",
          command: "hostedApps.files.download",
          args: { ...place, paths: ["/shop"], target: pathToFileURL(taken).href },
        },
      ],
    };
  });

  it("uploads a folder at the service's pace, and shows what waits", async () => {
    await signIn(window(), app().emulator);
    await openAppFiles(window(), app(), "main.py");
    let answer = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const slow = app().emulator.faults.next({ method: "POST" }, { until });
    await window().press("Control+Alt+Shift+U");
    await waitUntil(() => slow.met === 1, { what: "the first upload", timeoutMs: 20_000 });
    await window().notification("Uploading to Shop");
    const item = window().statusBarItem("hostedApps.transfers");
    await item.waitFor();
    await window().screenshot("transfers-status-bar");
    await item.click();
    await window().quickInput.item("apple.png").waitFor();
    await window().screenshot("transfers");
    await window().quickInput.cancel();
    answer();
    await window().notification("Uploaded 4 files to Shop", 60_000);
    for (const name of ["apple.png", "small/pear.png"])
      assert.deepEqual(
        fs.readFileSync(app().file(`pictures/${name}`)),
        fs.readFileSync(path.join(pictures, name)),
      );
    await item.waitFor({ state: "hidden" });
    await (await window().explorer()).waitForRow("pictures");
  });

  it("downloads a folder with all it holds", async () => {
    await window().press("Control+Alt+Shift+D");
    await window().notification("Downloaded 3 files to taken", 20_000);
    await window().screenshot("download-done");
    for (const name of ["basket.py", "prices.py", "templates/basket.html"])
      assert.equal(fs.readFileSync(path.join(taken, "shop", name), "utf8"), app().read(`shop/${name}`));
  });
});
