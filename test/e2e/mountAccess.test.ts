// Permissions for an app's files in a real window: of a member of a team, and of a user who is signed out. Numbers in
// brackets are those of test/README.md.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { permissions } from "../../src/emulator/data/records";
import { answerSignIn, answerToken, signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { backupsOf } from "../support/vscodeBackups";
import { waitUntil } from "../support/waitUntil";
import type { Workbench } from "../support/workbench";
import { useWorkbench } from "../support/workbenchSession";
import { openAppFiles, useAppOnService, waitUntilStored } from "./appOnService";

const unauthorized = { answer: { status: 401, body: JSON.stringify({ error: "This token is not valid." }) } };

/** The sign-ins that the browser stores, encrypted. */
function storedSecrets(window: Workbench): Promise<string | null> {
  return window.page.evaluate<string | null>("localStorage.getItem('secrets.provider')");
}

const someoneElse = "65a0c0ffee0000000000a009";
const teamId = "65a0c0ffee0000000000b009";

describe("an app's files", () => {
  const app = useAppOnService({
    name: "Shop",
    files: { "main.py": "print('open')\n", "shop/basket.py": "" },
  });
  let stallId = "";
  const userDataDir = temporaryFolder("vscode");
  const window = useWorkbench(async () => {
    // An app of another owner's team, whose members may see files, but not edit them.
    const { state } = app().emulator;
    const mayLook = permissions(false, { canSeeApplicationFiles: true });
    state.putTeam({
      ...{ _id: teamId, name: "Market", owner: someoneElse, invites: [] },
      members: [{ user: state.user._id, permissions: mayLook, _id: "65a0c0ffee0000000000c009" }],
      ...{ createdAt: new Date(0).toISOString(), updatedAt: new Date(0).toISOString() },
    });
    const files = { "main.py": "print('open')\n" };
    stallId = await app().emulator.addApp({ name: "Stall", files, userId: someoneElse, teamId });
    return { userDataDir, settings: { "files.hotExit": "onExitAndWindowClose" } };
  });
  before("sign in", async () => await signIn(window(), app().emulator, "Shop", "Stall"));

  describe("for a member of the team who may not edit them", function () {
    this.bail(true);

    let own: Workbench;
    const file = (): string => path.join(app().emulator.appFolder(stallId), "main.py");
    before("open them in a window of their own", async () => {
      const apps = window().tree("Apps");
      own = await window().newWindow(() =>
        apps.chooseFromMenu("Stall", "Files > Open App Files in New Window"),
      );
    });
    after("close that window", async () => await own.page.close());

    it("are read-only, and the status bar and every file say why (30)", async () => {
      const why = /Your permissions in Market may not let you edit Stall's files\. Click to try anyway/;
      const item = own.statusBarItem("hostedApps.filesAccess");
      await own.waitForStatusBarItem("hostedApps.filesAccess", "App Files Read-Only");
      assert.match(await own.hoverText(item, why), why);
      const explorer = await own.explorer();
      await own.openFromExplorer("main.py");
      await own.editor.waitForText("print('open')");
      const mark = /Your permissions in Market may not let you edit Stall's files/;
      assert.match(await own.hoverText(explorer.row("main.py"), mark), mark);
      await own.screenshot("read-only-mount");
    });

    it("accept no text, and stay unchanged (30)", async () => {
      await own.editor.append("mine");
      await own.page.getByText("Editor is read-only").first().waitFor();
      assert.equal(await own.editor.isDirty(), false);
      await own.editor.pressSave();
      const explorer = await own.explorer();
      await explorer.click("main.py");
      await own.press("Delete");
      await own.dialog.press("Cancel");
      assert.equal(app().count("POST") + app().count("DELETE"), 0);
      assert.equal(fs.readFileSync(file(), "utf8"), "print('open')\n");
    });

    it("can be edited on trial from the status bar, and are read-only again once the service has refused (30)", async () => {
      await own.openFromExplorer("main.py");
      await own.pressStatusBarItem("hostedApps.filesAccess", () =>
        own.dialog.isShown("Your permissions may not include this. Try anyway?"),
      );
      await own.screenshot("try-anyway");
      await own.dialog.press("Try Anyway");
      await own.waitUntilStatusBarItemGone("hostedApps.filesAccess");
      await waitUntil(
        async () => {
          await own.editor.append("mine");
          return await own.editor.isDirty();
        },
        { what: "the editor to take text" },
      );
      await own.editor.pressSave();
      await own.notification("You don't have permission to edit Stall's files. Ask the owner of Market.");
      await own.waitForStatusBarItem("hostedApps.filesAccess", "App Files Read-Only");
      assert.equal(fs.readFileSync(file(), "utf8"), "print('open')\n");
      assert.equal(app().count("POST"), 1);
    });
  });

  describe("after a reload of the window", function () {
    this.bail(true);

    const waitForFiles = async () => {
      await (await window().explorer()).waitForRow("shop");
      await window().editor.waitForText("print('open')");
    };
    const errorPage = () => window().page.locator(".monaco-editor-pane-placeholder");

    it("come back into the Explorer and the open editor when the user signs in (46)", async () => {
      await openAppFiles(window(), app(), "main.py");
      await window().openFromExplorer("main.py");
      await waitForFiles();
      await waitUntilStored(window(), "resourceJSON", app().appId);
      const secrets = await storedSecrets(window());
      await window().runCommand("Hosted Apps: Sign Out");
      await window().dialog.press("Sign Out");
      await waitUntil(async () => (await storedSecrets(window())) !== secrets, {
        what: "the browser to forget the sign-in",
      });
      // Requests from before the sign-out may be answered after it.
      let before = -1;
      const isQuiet = () => {
        const last = before;
        before = app().emulator.requests.length;
        return before === last;
      };
      await waitUntil(isQuiet, { what: "the last response", intervalMs: 1_000 });

      await window().reload();
      await errorPage().waitFor();
      const notice = await window().notification("You're signed out");
      await window().screenshot("mount-signed-out");
      assert.equal((await window().notifications()).length, 1);
      assert.equal(await errorPage().getByText("Create File").count(), 0);
      assert.equal(await window().dialog.root.count(), 0);
      assert.equal(app().emulator.requests.length, before);

      await notice.press("Sign In");
      await answerSignIn(window(), app().emulator);
      await waitForFiles();
      await window().screenshot("mount-signed-in-again");
    });

    it("send nothing while the sign-in is refused, and come back when the user signs in again (46)", async () => {
      const refused = app().emulator.faults.next({ times: Number.POSITIVE_INFINITY }, unauthorized);
      await window().reload();
      const notice = await window().notification("is no longer valid");
      await errorPage().waitFor();
      const met = refused.met;
      await window().runCommand("Hosted Apps: Refresh");
      await window().screenshot("mount-sign-in-refused");
      assert.equal(refused.met, met);
      assert.equal(await errorPage().getByText("Create File").count(), 0);
      refused.remove();
      await notice.press("Sign In Again");
      await answerToken(window(), app().emulator);
      await waitForFiles();
    });

    it("keep unsaved text even when they cannot be read (47)", async () => {
      await window().editor.append("my text, not saved");
      await waitUntil(() => backupsOf(userDataDir).some((text) => text.includes("my text, not saved")), {
        what: "VS Code to back the text up",
      });
      app().write("main.py", "print('closed by somebody else')\n");
      const unread = app().emulator.faults.next(
        { path: /\/(files\?path=|download)/, times: Number.POSITIVE_INFINITY },
        { answer: { status: 500, body: JSON.stringify({ error: "The disk sleeps." }) } },
      );
      await window().reload();
      await window().editor.waitForFile("main.py");
      await window().editor.waitForText("my text, not saved");
      assert.equal(await window().editor.isDirty(), true);
      await window().screenshot("mount-hot-exit");
      unread.remove();
    });

    it("are not overwritten by that text until the user agrees (47)", async () => {
      await window().editor.pressSave();
      const notice = await window().notification("main.py");
      assert.equal(app().read("main.py"), "print('closed by somebody else')\n");
      assert.equal(await window().editor.isDirty(), true);
      await notice.press("Overwrite");
      await window().editor.waitUntilSaved();
      assert.equal(app().read("main.py"), "print('open')\nmy text, not saved");
    });
  });
});
