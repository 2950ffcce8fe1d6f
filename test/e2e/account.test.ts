// An account in a real window: apps that fail, also without the focus; names of folders and teams; the sign-out.
import assert from "node:assert/strict";
import path from "node:path";
import { before, describe, it } from "mocha";
import { writeTree } from "../support/fileTrees";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { shownText } from "../support/window/shownText";
import { useWorkbench } from "../support/workbenchSession";
import { held, openAppFiles, useAppOnService } from "./appOnService";

const teamId = "65a0c0ffee0000000000b00c";
const files = { "main.py": "print(1)\n", "other.py": "print(2)\n" };
/** The interval at which watched apps are read with “fast”. */
const readSeconds = 5;

describe("an account in one window", () => {
  const ids: Record<string, string> = {};
  const app = useAppOnService({ name: "Shop", files, started: true }, ({ state }) => {
    state.putTeam({
      ...{ _id: teamId, name: "Market", owner: state.user._id, members: [], invites: [] },
      ...{ createdAt: new Date(0).toISOString(), updatedAt: new Date(0).toISOString() },
    });
    return {};
  });
  const window = useWorkbench(async () => {
    const { emulator } = app();
    ids["Mailer"] = await emulator.addApp({ name: "Mailer", files, started: true });
    // The service reports no metrics of it, so its runs are unknown.
    ids["Silent"] = await emulator.addApp({ name: "Silent", files, status: "active" });
    ids["Stall"] = await emulator.addApp({ name: "Stall", teamId });
    const folder = path.join(temporaryFolder("account"), "work");
    writeTree(folder, { "notes.txt": "notes\n" });
    return {
      folder,
      settings: {
        "hostedApps.refresh": "fast",
        "hostedApps.metrics.backgroundSeconds": 10,
      },
    };
  });
  before("sign in", async () => await signIn(window(), app().emulator, "Shop", "Mailer", "Stall"));
  const apps = () => window().tree("Apps");

  describe("with apps that fail", function () {
    this.bail(true);

    const readings = () =>
      app().emulator.requests.filter(({ method, path }) => method === "GET" && path.startsWith("/v1/apps"))
        .length;

    /**
     * Sends what a browser sends when another window covers the page, or no longer does: a test's page always has the
     * focus.
     */
    async function setFocus(hasFocus: boolean): Promise<void> {
      await window().page.evaluate(
        `document.hasFocus = () => ${hasFocus}; document.dispatchEvent(new Event("visibilitychange"));`,
      );
      await window()
        .page.locator(".titlebar.inactive")
        .waitFor({ state: hasFocus ? "hidden" : "visible" });
    }

    it("reports an app that goes down in a notice that stays, without the focus if the setting says so", async () => {
      for (const name of ["Shop", "Mailer"])
        await apps().chooseFromMenu(name, "Manage > Watch in the Status Bar", window().statusBarItem(name));
      await setFocus(false);
      const before = readings();
      await waitUntil(() => readings() > before + 1, {
        what: "the apps to be read without the focus",
      });
      app().emulator.state.patchApp(app().appId, { status: "stopped" });
      const notice = await window().notification("Shop is offline.");
      assert.deepEqual(await notice.buttons(), ["Show App Log", "Restart App", "Don't Show Again for Shop"]);
      await window().screenshot("unattended-down");
      await setFocus(true);
      assert.match(await notice.text(), /Shop is offline/);
      await notice.press("Restart App");
      await waitUntil(() => app().emulator.state.app(app().appId).status === "active", {
        what: "the restart",
      });
    });

    it("reads no metrics without the focus unless the setting says so", async () => {
      await window().changeSettings({ "hostedApps.metrics.backgroundSeconds": undefined });
      await setFocus(false);
      // Running requests end first; two intervals without any follow.
      let last = { count: readings(), at: Date.now() };
      await waitUntil(
        () => {
          if (readings() !== last.count) last = { count: readings(), at: Date.now() };
          return Date.now() - last.at > 2 * readSeconds * 1_000 + 500;
        },
        { what: "no more requests", intervalMs: 250 },
      );
      await setFocus(true);
      const quiet = readings();
      await waitUntil(() => readings() > quiet, { what: "reading to go on" });
    });

    it("reports an app that crashes repeatedly as that, not as offline, in row, status bar and notice", async () => {
      const { state } = app().emulator;
      const mailer = ids["Mailer"] ?? "";
      for (let start = 1; start <= 3; start++) {
        const seen = readings();
        state.patchApp(mailer, { lastStartedAtMs: Date.now() + start });
        await waitUntil(() => readings() > seen + 2, { what: "the app to be read" });
      }
      const notice = await window().notification("Mailer keeps crashing");
      assert.deepEqual(await notice.buttons(), [
        "Show App Log",
        "Restart App",
        "Don't Show Again for Mailer",
      ]);
      const item = window().statusBarItem("Mailer");
      await window().waitForStatusBarItem("Mailer", "keeps restarting");
      await apps().waitForDescription("Mailer", /^keeps restarting/);
      assert.doesNotMatch(await shownText(item), /offline/);
      await window().screenshot("unattended-crash-loop");
      await notice.dismiss();
    });

    it("shows the state of an app without metrics, and reports a restart that cannot be proved", async () => {
      const silent = ids["Silent"] ?? "";
      assert.match(await apps().description("Silent"), /^active/);
      const { emulator } = app();
      const record = await (
        await fetch(`${emulator.url}/v1/apps/${silent}`, {
          headers: { authorization: `Bearer ${emulator.token}` },
        })
      ).text();
      const fault = emulator.faults.next(
        { method: "POST", path: `/v1/apps/${silent}/restart` },
        { answer: { status: 200, headers: { "content-type": "application/json" }, body: record } },
      );
      await apps().chooseFromMenu("Silent", "Restart App", () => fault.met > 0);
      const notice = await window().notification("Couldn't confirm the restart of Silent");
      assert.deepEqual(await notice.buttons(), ["Show App Log"]);
      await window().screenshot("unattended-unproved-restart");
      await notice.dismiss();
    });
  });

  describe("that changes and is signed out", function () {
    this.bail(true);

    it("names the folder of an app after the app, also when that is renamed elsewhere", async () => {
      await openAppFiles(window(), app(), "Shop (app)");
      app().emulator.state.patchApp(app().appId, { name: "Bazaar" }, "settings");
      await window().runCommand("Hosted Apps: Refresh");
      await (await window().explorer()).waitForRow("Bazaar (app)");
      await window().screenshot("mount-renamed");
    });

    it("keeps the row of a team whose last app was deleted", async () => {
      await window().openView("Hosted Apps");
      await apps().waitForRow("Stall");
      app().emulator.state.removeApp(ids["Stall"] ?? "");
      await window().runCommand("Hosted Apps: Refresh");
      await apps().waitUntilRowGone("Stall");
      assert.equal(await apps().description("Market"), "no apps");
      await window().screenshot("team-without-apps");
    });

    it("names unsaved files and unfinished transfers before it signs out", async () => {
      await window().openFromExplorer("other.py");
      await window().editor.waitForText("print(2)");
      await window().editor.append("# sent");
      const { until, release: answer } = held();
      const slow = app().emulator.faults.next({ method: "POST" }, { until });
      await window().editor.pressSave();
      await window().openFromExplorer("main.py");
      await window().editor.waitForText("print(1)");
      await window().editor.append("# mine");
      await window().runCommand("Hosted Apps: Sign Out");
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

    it("leaves no names of its files in VS Code's list of recent files", async () => {
      const recents = async (): Promise<string> => {
        await window().runUntilAsked("File: Open Recent...", "Select to open");
        const rows = await window().quickInput.items.allInnerTexts();
        await window().screenshot("recents");
        await window().quickInput.cancel();
        return rows.join("\n");
      };
      await window().openView("Hosted Apps");
      await window().newWindow(() => apps().chooseFromMenu("Bazaar", "Files > Open App Files in New Window"));
      await waitUntil(async () => (await recents()).includes(app().appId), {
        what: "the app to be among what was opened last",
        intervalMs: 500,
      });
      await window().runCommand("Hosted Apps: Sign Out");
      await window().dialog.waitForText("Sign out");
      await window().dialog.press("Sign Out");
      await apps().waitUntilRowGone("Bazaar");
      const left = await recents();
      for (const text of [app().appId, app().accountId, "Bazaar"]) assert.ok(!left.includes(text), left);
    });
  });
});
