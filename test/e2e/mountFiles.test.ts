// The files of an app in a real window: showing, saving, renaming and deleting them, with the messages of failures.
// Numbers in brackets are those of test/README.md.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";
import { held, openAppFiles, useAppOnService, waitUntilStored } from "./appOnService";

const broken = (sentence: string) => ({ answer: { status: 500, body: JSON.stringify({ error: sentence }) } });

const saved = ["refused.txt", "longer.txt", "same-size.txt", "deleted.txt", "followed.txt"];

describe("an app's files in a window", () => {
  const app = useAppOnService({
    name: "Shop",
    files: {
      "main.py": "from shop import basket\n\nprint(basket.total())\n",
      "requirements.txt": "flask==3.0.3\n",
      "shop/__init__.py": "",
      "shop/basket.py": "def total():\n    return 0\n",
      "data/prices.json": '{"apple": 1}\n',
      "old/a.txt": "a",
      "old/b.txt": "b",
      "old/c.txt": "c",
      "scraps/one.txt": "first scrap\n",
      "scraps/two.txt": "second scrap\n",
      "scraps/three.txt": "third scrap\n",
      ...Object.fromEntries(saved.map((name) => [`saved/${name}`, "one\n"])),
    },
  });
  const window = useWorkbench(() => ({
    settings: { "hostedApps.refresh": "fast" },
    keybindings: [{ key: "ctrl+alt+u", command: "hostedApps.files.undo" }],
  }));

  before("open the files", async () => {
    await signIn(window(), app().emulator);
    await openAppFiles(window(), app(), "main.py");
  });

  describe("in the Explorer", function () {
    this.bail(true);

    it("are shown with their folders", async () => {
      const explorer = await window().explorer();
      await explorer.waitForLabels(["data", "old", "saved", "scraps", "shop", "main.py", "requirements.txt"]);
      await explorer.showFolder("shop", "basket.py");
      await explorer.click("basket.py");
      await window().editor.waitForFile("basket.py");
      await window().editor.waitForText("def total()");
      await window().screenshot("mount-explorer");
    });

    it("show a folder that cannot be listed as failed, not as empty (7)", async () => {
      const explorer = await window().explorer();
      app().emulator.faults.next(
        { method: "GET", path: /path=%2Fdata$/, times: 100 },
        broken("The disk sleeps."),
      );
      await explorer.expand("data");
      const notice = await window().notification("The disk sleeps");
      const outdated = window().statusBarItem("hostedApps.filesOutdated");
      await window().waitForStatusBarItem("hostedApps.filesOutdated", ": files as of ");
      await window().screenshot("mount-list-failed");
      // Listings of other folders must not clear this folder's failure.
      await app().listed("/shop", 2);
      assert.equal(await outdated.isVisible(), true);
      await notice.dismiss();
      app().emulator.faults.clear();
      await window().pressStatusBarItem("hostedApps.filesOutdated");
      await explorer.waitForRow("prices.json");
    });

    it("are opened in an editor above 20 MB only after the user agreed", async () => {
      fs.writeFileSync(app().file("shop/large.txt"), "a large file\n".repeat(1_700_000));
      await window().runCommand("Hosted Apps: Refresh");
      const explorer = await window().explorer();
      const asked = { effect: () => window().dialog.isShown("Open /shop/large.txt?") };
      await explorer.click("large.txt", asked);
      assert.match(await window().dialog.text(), /It's 21\.1 MB, /);
      await window().screenshot("mount-large-file");
      await window().dialog.press("Cancel");
      await window().dialog.waitForText("/shop/large.txt wasn't opened because it's 21.1 MB.");
      await window().dialog.press("OK");
      await window().editor.close();
      await explorer.click("large.txt", asked);
      await window().dialog.press("Open");
      await window().editor.waitForText("a large file");
      await window().editor.close();
      await explorer.click("large.txt");
      await window().editor.waitForText("a large file");
      await window().editor.close();
    });

    it("stay complete when their folder is renamed (35)", async () => {
      const explorer = await window().explorer();
      await explorer.click("old");
      const edited = window().page.locator(".explorer-item-edited input");
      await window().press("F2", edited);
      await edited.fill("archive");
      await window().press("Enter", () => edited.isHidden());
      await window().notification("Renaming old");
      await window().screenshot("mount-rename-folder");
      await explorer.waitForRow("archive");
      await explorer.waitUntilRowGone("old");
      await waitUntil(() => !fs.existsSync(app().file("old")), {
        what: "the old folder to go",
      });
      assert.deepEqual(fs.readdirSync(app().file("archive")).sort(), ["a.txt", "b.txt", "c.txt"]);
      assert.deepEqual(
        ["a.txt", "b.txt", "c.txt"].map((name) => app().read(`archive/${name}`)),
        ["a", "b", "c"],
      );
    });

    it("keep a new folder without a request to the service, also over a reload (31)", async () => {
      const changes = () => app().count("POST") + app().count("DELETE");
      const before = changes();
      const explorer = await window().explorer();
      await window().runCommand("File: New Folder...");
      const edited = window().page.locator(".explorer-item-edited input");
      await edited.fill("drafts");
      await window().press("Enter", () => edited.isHidden());
      await explorer.waitForRow("drafts");
      assert.equal(changes(), before);
      await waitUntilStored(window(), "/drafts");
      await window().reload();
      await (await window().explorer()).waitForRow("drafts");
      assert.equal(changes(), before);
      await window().screenshot("mount-new-folder");
    });
  });

  describe("in an editor", function () {
    this.bail(true);

    const uploads = () => app().count("POST");
    const openFile = async (name: string) => {
      await window().openFromExplorer(name);
      await window().editor.waitForText("one");
    };

    before("open the folder", async () => {
      const explorer = await window().explorer();
      await explorer.showFolder("saved", "refused.txt");
    });
    after("revert unsaved text", async () => {
      await window().runCommand("File: Revert File");
      await window().clearNotifications();
    });

    it("stay unsaved until the service has responded (15)", async () => {
      await openFile("refused.txt");
      await window().editor.append("mine\n");
      const { until, release: answer } = held();
      const slow = app().emulator.faults.next({ method: "POST" }, { until });
      await window().editor.pressSave();
      await waitUntil(() => slow.met === 1, { what: "the upload" });
      assert.equal(await window().editor.isDirty(), true);
      assert.equal(app().read("saved/refused.txt"), "one\n");
      answer();
      await window().editor.waitUntilSaved();
      assert.equal(app().read("saved/refused.txt"), "one\nmine\n");
    });

    it("stay unsaved when the service refuses, show its message, and can be saved again (16)", async () => {
      await window().editor.append("and more\n");
      app().emulator.faults.next({ method: "POST", times: 100 }, broken("disk full"));
      await window().editor.pressSave();
      const notice = await window().notification("disk full");
      assert.equal(await window().editor.isDirty(), true);
      await window().screenshot("save-refused");
      app().emulator.faults.clear();
      await notice.press("Retry");
      await window().editor.waitUntilSaved();
      assert.equal(app().read("saved/refused.txt"), "one\nmine\nand more\n");
    });

    it("ask before they replace a teammate's longer text, and show it on Compare (23)", async () => {
      await openFile("longer.txt");
      await window().editor.append("mine\n");
      app().write("saved/longer.txt", "one\ntheirs, which is longer\n");
      const before = uploads();
      await window().editor.pressSave();
      const notice = await window().notification("longer.txt");
      await window().screenshot("conflict-of-vscode");
      assert.equal(uploads(), before);
      await notice.press("Compare");
      await window()
        .page.locator(".editor.original .view-line")
        .filter({ hasText: "theirs, which is longer" })
        .waitFor();
      await window().screenshot("conflict-of-vscode-compare");
      assert.equal(uploads(), before);
      assert.equal(app().read("saved/longer.txt"), "one\ntheirs, which is longer\n");
      await window().page.getByRole("button", { name: "overwrite file contents" }).click();
      await waitUntil(() => app().read("saved/longer.txt") === "one\nmine\n", {
        what: "my text on the service",
      });
      await window().editor.waitForFile("longer.txt");
      await window().editor.waitUntilSaved();
    });

    it("ask before they replace a text of the same size, and send nothing on Cancel (24)", async () => {
      await openFile("same-size.txt");
      await window().editor.append("mine\n");
      app().write("saved/same-size.txt", "two\n");
      const before = uploads();
      await window().editor.pressSave();
      await window().dialog.waitForText("same-size.txt was changed in the app since you opened it.");
      await window().screenshot("conflict");
      await window().dialog.press("Cancel");
      await window().notification("Someone else changed");
      await window().screenshot("conflict-cancelled");
      assert.equal(await window().editor.isDirty(), true);
      assert.equal(uploads(), before);
      assert.equal(app().read("saved/same-size.txt"), "two\n");
      await window().editor.pressSave();
      await window().dialog.waitForText("same-size.txt was changed");
      await window().dialog.press("Overwrite");
      await window().editor.waitUntilSaved();
      assert.equal(app().read("saved/same-size.txt"), "one\nmine\n");
    });

    it("are created again when they were deleted on the service meanwhile (29)", async () => {
      await openFile("deleted.txt");
      await window().editor.append("mine\n");
      fs.rmSync(app().file("saved/deleted.txt"));
      await window().editor.save();
      assert.equal(app().read("saved/deleted.txt"), "one\nmine\n");
    });

    it("show others' changes in a clean editor, and keep the text of a dirty one (44)", async () => {
      await openFile("followed.txt");
      app().write("saved/followed.txt", "one and two\n");
      await window().editor.waitForText("one and two");
      await window().editor.append("mine\n");
      app().write("saved/followed.txt", "one, two and three\n");
      await app().listed("/saved", 2);
      assert.match(await window().editor.text(), /one and two\nmine/);
      assert.equal(await window().editor.isDirty(), true);
    });
  });

  describe("that are deleted", function () {
    this.bail(true);

    it("are deleted by one request, and one is restored with its bytes (39, 41)", async () => {
      const explorer = await window().explorer();
      await explorer.showFolder("scraps", "one.txt");
      const before = app().count("DELETE");
      await explorer.click("one.txt");
      for (const name of ["two.txt", "three.txt"])
        await explorer.click(name, { modifiers: ["ControlOrMeta"] });
      await explorer.chooseFromMenu("three.txt", "Delete from App", window().dialog.root);
      await window().dialog.waitForText("Delete 3 items from ");
      await window().screenshot("mount-delete");
      await window().dialog.press("Delete");
      await explorer.waitUntilRowGone("one.txt");
      assert.equal(app().count("DELETE"), before + 1);
      assert.deepEqual(fs.readdirSync(app().file("scraps")), []);
      await window().pressUntilAsked("Control+Alt+U", "Undo or Restore");
      await window().quickInput.waitForItem("Delete in Shop");
      await window().screenshot("mount-restore");
      await window().quickInput.pick("two.txt");
      await window().editor.waitForFile("two.txt");
      await window().editor.waitForText("second scrap");
      assert.equal(app().read("scraps/two.txt"), "second scrap\n");
      await explorer.waitForRow("two.txt");
      await window().clearNotifications();
    });

    it("are closed after their app was deleted elsewhere; a notice offers to close the folder", async () => {
      app().emulator.state.removeApp(app().appId);
      fs.rmSync(app().file("."), { recursive: true });
      await window().runCommand("Hosted Apps: Refresh");
      const notice = await window().notification("Shop was deleted, or you no longer have access to it");
      await window()
        .page.locator('.tabs-container .tab[data-resource-name="two.txt"]')
        .waitFor({ state: "detached" });
      await window().waitUntilStatusBarItemGone("App Files Not Available");
      await window().screenshot("mount-app-deleted");
      // The window has no other folder.
      await notice.press("Close Folder");
      // An empty window opens with or without its side bar.
      await window().page.waitForURL(/[?&]ew=true/);
      await window().waitUntilReady();
      await window().openView("Explorer");
      await window().page.getByText("You have not yet opened a folder").first().waitFor();
    });
  });
});

describe("backups that take over 500 MB", () => {
  const app = useAppOnService({ name: "Shop", files: { "a.txt": "one\n" } });
  let oldBackup = "";
  const window = useWorkbench(() => {
    const userDataDir = temporaryFolder("vscode");
    const storage = path.join(userDataDir, "data", "User", "globalStorage", "hosted-apps.hosted-apps");
    oldBackup = path.join(storage, "backups", "account", "app", "segment", "content");
    fs.mkdirSync(path.dirname(oldBackup), { recursive: true });
    fs.writeFileSync(oldBackup, "");
    // A sparse file, which takes no space on the disk.
    fs.truncateSync(oldBackup, 600 * 1024 * 1024);
    const anHourAgo = Date.now() / 1_000 - 3_600;
    fs.utimesSync(oldBackup, anHourAgo, anHourAgo);
    return { userDataDir };
  });

  it("allow no replacement until the oldest are removed", async () => {
    await signIn(window(), app().emulator);
    await openAppFiles(window(), app(), "a.txt");
    await (await window().explorer()).click("a.txt");
    await window().editor.waitForFile("a.txt");
    await window().editor.append("mine\n");
    await window().editor.pressSave();
    const notice = await window().notification("so no more files can be replaced or deleted");
    await window().notification("on this machine. Nothing was changed.");
    await window().screenshot("backups-full");
    assert.equal(app().read("a.txt"), "one\n");
    await notice.press("Remove the Oldest Copies");
    await window().notification("The oldest copies were removed");
    assert.equal(fs.existsSync(oldBackup), false);
    await window().editor.save();
    assert.equal(app().read("a.txt"), "one\nmine\n");
  });
});
