// An account in a real window: what keeps its name, what stays when apps go, and what is said and left at signing out.
import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, it } from "mocha";
import { writeTree } from "../support/diskSource";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";
import { held, openAppFiles, useAppOnService } from "./appOnService";

const teamId = "65a0c0ffee0000000000b00c";

describe("an account that is left", function () {
  this.bail(true);

  const scratch = temporaryFolder("leaving");
  const app = useAppOnService(
    { name: "Shop", files: { "main.py": "print(1)\n", "other.py": "print(2)\n" } },
    ({ state }) => {
      state.putTeam({
        ...{ _id: teamId, name: "Market", owner: state.user._id, members: [], invites: [] },
        ...{ createdAt: new Date(0).toISOString(), updatedAt: new Date(0).toISOString() },
      });
      return {};
    },
  );
  let stallId = "";
  before("give the team an app", async () => {
    stallId = await app().emulator.addApp({ name: "Stall", teamId });
  });
  const window = useWorkbench(() => {
    const folder = path.join(scratch, "work");
    writeTree(folder, { "notes.txt": "notes\n" });
    return { folder, settings: { "hostedApps.files.refreshSeconds": 5 } };
  });
  const apps = () => window().tree("Apps");

  it("names the folder of an app after the app, also when that is renamed elsewhere", async () => {
    await signIn(window(), app().emulator, "Stall");
    await openAppFiles(window(), app(), "Shop (app)");
    app().emulator.state.patchApp(app().appId, { name: "Bazaar" }, "settings");
    await window().runCommand("Hosted Apps: Refresh Apps");
    await (await window().explorer()).waitForRow("Bazaar (app)");
    await window().screenshot("mount-renamed");
  });

  it("keeps a team in view whose last app is gone", async () => {
    await window().openView("Hosted Apps");
    await apps().waitForRow("Stall");
    app().emulator.state.removeApp(stallId);
    await window().runCommand("Hosted Apps: Refresh Apps");
    await apps().waitUntilRowGone("Stall");
    assert.equal(await apps().description("Market"), "no apps");
    await window().screenshot("team-without-apps");
  });

  it("says before it signs out what is unsaved and what is under way", async () => {
    await window().openFromExplorer("other.py");
    await window().editor.waitForText("print(2)");
    await window().editor.append("# sent");
    const { until, letGo: answer } = held();
    const slow = app().emulator.faults.next({ method: "POST" }, { until });
    await window().editor.pressSave();
    await window().openFromExplorer("main.py");
    await window().editor.waitForText("print(1)");
    await window().editor.append("# mine");
    await window().runCommand("Hosted Apps: Sign Out...");
    await window().dialog.waitForText("Unsaved changes: ");
    await window().dialog.waitForText("main.py");
    await window().dialog.waitForText("Unfinished transfers: 1.");
    await window().screenshot("sign-out-question");
    await window().dialog.press("Cancel");
    answer();
    slow.remove();
    await waitUntil(() => app().read("other.py").includes("# sent"), {
      what: "the save",
    });
    await window().editor.pressSave();
    await waitUntil(() => app().read("main.py").includes("# mine"), { what: "the save" });
  });

  it("leaves no names of files in VS Code's lists", async () => {
    const recents = async (): Promise<string> => {
      await window().runUntilAsked("File: Open Recent...", "Select to open");
      const rows = await window().quickInput.items.allInnerTexts();
      await window().screenshot("recents");
      await window().quickInput.cancel();
      return rows.join("\n");
    };
    await window().openView("Hosted Apps");
    await window().newWindow(() => apps().chooseFromMenu("Bazaar", "Open Files in New Window"));
    await waitUntil(async () => (await recents()).includes(app().appId), {
      what: "the app to be among what was opened last",
      intervalMs: 500,
    });
    await window().runCommand("Hosted Apps: Sign Out...");
    await window().dialog.waitForText("Sign out");
    await window().dialog.press("Sign Out");
    await apps().waitUntilRowGone("Bazaar");
    const left = await recents();
    for (const text of [app().appId, app().accountId, "Bazaar"]) assert.ok(!left.includes(text), left);
  });
});
