// Apps that go wrong by themselves, in a real window: what row, status bar and notices say of it, also while nobody looks.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { signIn } from "../support/signIn";
import { waitUntil } from "../support/waitUntil";
import { shownText } from "../support/window/shownText";
import { useWorkbench } from "../support/workbenchSession";
import { useAppOnService } from "./appOnService";

const files = { "main.py": "print(1)\n" };
const readSeconds = 2;

describe("apps that nobody looks at", function () {
  this.bail(true);

  const ids: Record<string, string> = {};
  const app = useAppOnService({ name: "Shop", files, started: true });
  const window = useWorkbench(async () => {
    const { emulator } = app();
    ids["Mailer"] = await emulator.addApp({ name: "Mailer", files, started: true });
    // Its runs are not known: the service reports no metrics of it.
    ids["Silent"] = await emulator.addApp({ name: "Silent", files, status: "active" });
    return {
      settings: {
        "hostedApps.metrics.refreshSeconds": readSeconds,
        "hostedApps.metrics.backgroundSeconds": readSeconds,
      },
    };
  });
  const apps = () => window().tree("Apps");
  const readings = () =>
    app().emulator.requests.filter(({ method, path }) => method === "GET" && path.startsWith("/v1/apps"))
      .length;

  /** What the browser tells a page whose window another one covers, and back: the test's page always has the focus. */
  async function setFocus(hasFocus: boolean): Promise<void> {
    await window().page.evaluate(
      `document.hasFocus = () => ${hasFocus}; document.dispatchEvent(new Event("visibilitychange"));`,
    );
    await window()
      .page.locator(".titlebar.inactive")
      .waitFor({ state: hasFocus ? "hidden" : "visible" });
  }

  it("are read on where that is set, and one that goes down is told of in a notice that stays", async () => {
    await signIn(window(), app().emulator);
    for (const name of ["Shop", "Mailer"])
      await apps().chooseFromMenu(name, "Watch in the Status Bar", window().statusBarItem(name));
    await setFocus(false);
    const before = readings();
    await waitUntil(() => readings() > before + 1, {
      what: "the apps to be read without the focus",
    });
    app().emulator.state.patchApp(app().appId, { status: "stopped" });
    const notice = await window().notification("Shop has gone offline.");
    assert.deepEqual(await notice.buttons(), ["Show Log", "Restart", "Don't Show Again"]);
    await window().screenshot("unattended-down");
    await setFocus(true);
    assert.match(await notice.text(), /Shop has gone offline/);
    await notice.press("Restart");
    await waitUntil(() => app().emulator.state.app(app().appId).status === "active", {
      what: "the restart",
    });
  });

  it("are not read without the focus where that is not set", async () => {
    await window().changeSettings({ "hostedApps.metrics.backgroundSeconds": undefined });
    await setFocus(false);
    // What was under way comes to its end: two quiet intervals follow.
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

  it("that start again and again are named so in row, status bar and notice, and not as offline", async () => {
    const { state } = app().emulator;
    const mailer = ids["Mailer"] ?? "";
    for (let start = 1; start <= 3; start++) {
      const seen = readings();
      state.patchApp(mailer, { lastStartedAtMs: Date.now() + start });
      await waitUntil(() => readings() > seen + 2, { what: "the app to be read" });
    }
    const notice = await window().notification("Mailer keeps crashing");
    assert.deepEqual(await notice.buttons(), ["Show Log", "Restart", "Don't Show Again"]);
    const item = window().statusBarItem("Mailer");
    await window().waitForStatusBarItem("Mailer", "keeps restarting");
    await apps().waitForDescription("Mailer", /^keeps restarting/);
    assert.doesNotMatch(await shownText(item), /offline/);
    await window().screenshot("unattended-crash-loop");
    await notice.dismiss();
  });

  it("of which the service reports nothing are told apart, and a restart of them that cannot be proved says so", async () => {
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
    const notice = await window().notification("The restart of Silent could not be confirmed");
    assert.deepEqual(await notice.buttons(), ["Show Log"]);
    await window().screenshot("unattended-unproved-restart");
    await notice.dismiss();
  });
});
