// A folder and its app's files beside it: the Explorer and open editors show at once what a push, an undo and a restore did
// in the app, and Cancel ends a push and a pull.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { before, describe, it } from "mocha";
import { writeTree } from "../support/fileTrees";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";
import { held, openAppFiles, useAppOnService } from "./appOnService";

const files = { "main.py": "print(1)\n", "notes.txt": "one\n" };

describe("an app's files beside its folder", function () {
  this.bail(true);

  const folder = path.join(temporaryFolder("beside"), "site");
  const app = useAppOnService({ name: "Shop", files });
  const window = useWorkbench(() => {
    writeTree(folder, { ...files, "hosted-app.json": JSON.stringify({ appId: app().appId }) });
    return {
      folder,
      keybindings: [
        { key: "ctrl+alt+p", command: "hostedApps.deploy.push" },
        { key: "ctrl+alt+l", command: "hostedApps.deploy.pull" },
        { key: "ctrl+alt+u", command: "hostedApps.files.undo" },
      ],
    };
  });
  const write = (changed: Readonly<Record<string, string>>): void => writeTree(folder, changed);
  const isHere = (name: string): boolean => fs.existsSync(path.join(folder, name));
  const isInApp = (name: string): boolean => fs.existsSync(app().file(name));

  const confirmPlan = async (keys: string, title: string, row: string): Promise<void> => {
    await window().pressUntilAsked(keys, title);
    await window().quickInput.waitForItem(row);
    await window().quickInput.pressButton("OK");
  };
  const push = (row: string) => confirmPlan("Control+Alt+P", "Push site → Shop", row);
  /** Answers the next upload, and holds back the one after it. */
  const holdSecondUpload = () => {
    const { until, release } = held();
    app().emulator.faults.next({ method: "POST" }, {});
    const fault = app().emulator.faults.next({ method: "POST" }, { until });
    return { release, isHeld: () => waitUntil(() => fault.met === 1, { what: "the second upload" }) };
  };

  before("open the app's files beside the folder", async () => {
    await signIn(window(), app().emulator);
    await openAppFiles(window(), app(), "notes.txt");
    // The folder has files of the same names.
    await (await window().explorer()).collapse("site");
  });

  it("show each pushed file in the Explorer once it is stored, before the push ends", async () => {
    write({ "first.css": "a {}\n", "second.css": "b {}\n" });
    const explorer = await window().explorer();
    const second = holdSecondUpload();
    await push("first.css");
    await second.isHeld();
    // Either file may be sent first.
    const names = ["first.css", "second.css"];
    const [arrived = "", waiting = ""] = names.toSorted((a, b) => Number(isInApp(b)) - Number(isInApp(a)));
    await explorer.waitForRow(arrived);
    assert.equal((await explorer.labels()).includes(waiting), false);
    await window().screenshot("beside-push");
    second.release();
    await explorer.waitForRow(waiting);
    await (await window().notification("Pushed 2 files to Shop")).dismiss();
  });

  it("show in an open editor the pushed text, and after Undo the restored one", async () => {
    await window().openFromExplorer("notes.txt");
    await window().editor.waitForText("one");
    write({ "notes.txt": "one and two\n" });
    await push("notes.txt");
    await window().editor.waitForText("one and two");
    const done = await window().notification("Pushed 1 file to Shop");
    await done.press("Undo");
    await window().quickInput.waitForTitle("Undo Push to Shop");
    await window().quickInput.pressButton("OK");
    await window().editor.waitForText(/^one\s*$/);
    await (await window().notification("Restored 1 file in ")).dismiss();
  });

  it("disappear from the Explorer when an undo deletes them", async () => {
    const { quickInput } = window();
    await window().pressUntilAsked("Control+Alt+U", "Undo or Restore");
    await quickInput.waitForItem("notes.txt");
    assert.deepEqual((await quickInput.labels()).slice(0, 3), [
      "Undo Push to Shop",
      "Push to Shop",
      "Push to Shop",
    ]);
    assert.match(await quickInput.description("Push to Shop"), /^1 file · /);
    await window().screenshot("undo-or-restore");
    const operations = quickInput.items.filter({ hasText: "2 files" });
    await operations.first().click();
    await quickInput.waitForTitle("Undo Push to Shop (2 files");
    await quickInput.waitForItem("first.css");
    await quickInput.pressButton("OK");
    const explorer = await window().explorer();
    await explorer.waitUntilRowGone("first.css");
    await explorer.waitUntilRowGone("second.css");
    await (await window().notification("Restored 2 files in ")).dismiss();
  });

  it("show the difference of a backup, and restore it into the open editor", async () => {
    const { quickInput, editor } = window();
    await window().pressUntilAsked("Control+Alt+U", "Undo or Restore");
    const line = window().page.locator(".monaco-diff-editor .view-line").filter({ hasText: "and" }).first();
    await quickInput.pressItemButton("notes.txt", "Show Difference", line);
    await window().screenshot("kept-difference");
    await quickInput.pick("notes.txt");
    await window().openFromExplorer("notes.txt");
    await editor.waitForText("one and two");
    assert.equal(app().read("notes.txt"), "one and two\n");
  });

  it("stop changing when a push is canceled, and the next push sends the rest", async () => {
    // The undo deleted first.css and second.css in the app, so they are sent, too. Any file may be sent first.
    const names = ["first.css", "second.css", "page-1.html", "page-2.html", "page-3.html"];
    write({ "page-1.html": "1\n", "page-2.html": "2\n", "page-3.html": "3\n" });
    const second = holdSecondUpload();
    await push("page-1.html");
    await second.isHeld();
    const progress = await window().notification("Pushing site to Shop");
    await progress.press("Cancel");
    second.release();
    const done = await window().notification("Canceled:");
    await window().screenshot("push-cancelled");
    assert.match(await done.text(), /not pushed\. Files that were already pushed are complete\./);
    const rest = names.filter((name) => !isInApp(name));
    assert.equal(rest.length, 3);
    await done.dismiss();
    await push(rest[0] ?? "");
    await (await window().notification("Pushed 3 files to Shop")).dismiss();
    assert.deepEqual(names.filter(isInApp), names);
  });

  it("are not written to the folder after a pull is cancelled", async () => {
    app().write("news-1.txt", "1\n");
    app().write("news-2.txt", "2\n");
    const { until, release } = held();
    const fault = app().emulator.faults.next({ method: "GET", path: /news-2/, times: 100 }, { until });
    await confirmPlan("Control+Alt+L", "Pull Shop → site", "news-2.txt");
    await waitUntil(() => fault.met > 0 && isHere("news-1.txt"), { what: "the first file" });
    const progress = await window().notification("Pulling Shop into site");
    await progress.press("Cancel");
    const done = await window().notification("Canceled: 1 not pulled from Shop.");
    await window().screenshot("pull-cancelled");
    fault.remove();
    release();
    assert.deepEqual([isHere("news-1.txt"), isHere("news-2.txt")], [true, false]);
    await done.dismiss();
  });
});
