// What keeps people out, in what of ours VS Code itself draws: both views, a status bar item and pickers, in every
// theme; what a screen reader says of a picker's rows; and the page of our settings.
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { signIn } from "../support/signIn";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { violations } from "../support/window/axe";
import { themes } from "../support/workbench";
import { useWorkbench } from "../support/workbenchSession";

const quickInput = ".quick-input-widget";
const ownStatusItem = '.statusbar-item[id$=".hostedApps.metrics"]';

describe("what VS Code draws for us", function () {
  this.timeout(120_000);
  this.bail(true);

  const dataDir = temporaryFolder("service");
  let emulator: Emulator;
  before("start a service whose apps run", async () => {
    emulator = await startEmulator({ dataDir, seed: "demo" });
  });
  const window = useWorkbench();
  after("stop the service", async () => {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  });

  const found = (selector: string) => violations(window().page, selector);
  const openPicker = async (): Promise<void> => {
    await window().runCommand("Hosted Apps: Show App Actions...");
    await window().quickInput.item("Team clock").waitFor();
  };
  /** What axe finds in VS Code's own pickers, whose rows are as ours are. */
  const ofVsCode = new Set<string>();

  it("reads a picker's rows without the names of their icons", async () => {
    await signIn(window(), emulator);
    await window().openView("Hosted Apps");
    await window().tree("Apps").waitForRow("Mailer", 30_000);
    await openPicker();
    const row = window().quickInput.item("Nightly report");
    assert.equal(await row.getAttribute("aria-label"), "Nightly report, stopped");
    assert.equal(await row.locator('.codicon, [class*="codicon-"]').count(), 1);
    const spoken = await window().quickInput.items.evaluateAll((rows) =>
      rows.map((each) => each.getAttribute("aria-label") ?? ""),
    );
    assert.deepEqual(
      spoken.map((label) => label.split(",")[0]),
      await window().quickInput.labels(),
    );
    await window().quickInput.cancel();
  });

  it("has both views open, an app with its parts and a watched app", async () => {
    await window().runCommand("Hosted Apps: Watch in the Status Bar");
    await window().quickInput.pick("Team clock");
    await window().statusBarItem("hostedApps.metrics").filter({ hasText: "Team clock" }).waitFor();
    await window().page.locator('.part.sidebar .pane-header[aria-label^="Account and Teams"] .title').click();
    await window().tree("Account and Teams").expand("Studio");
    await window().tree("Apps").expandPath("Team clock", "Details");
    await window().press("F1");
    await window().quickInput.items.first().waitFor();
    for (const { problem } of await found(quickInput)) ofVsCode.add(problem);
    await window().quickInput.cancel();
  });

  for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
    it(`has no accessibility violations: ${theme}`, async () => {
      await window().setTheme(theme);
      assert.deepEqual(await found(".part.sidebar"), []);
      assert.deepEqual(await found(ownStatusItem), []);
      await openPicker();
      const own = (await found(quickInput)).filter(({ problem }) => !ofVsCode.has(problem));
      assert.deepEqual(own, []);
      await window().quickInput.cancel();
    });
  }

  it("shows its settings in their order, none of them marked as wrong", async () => {
    await window().runCommand("Preferences: Open Settings (UI)");
    const page = window().page.locator(".settings-editor");
    await page.locator(".settings-header").waitFor();
    await window().page.keyboard.type("@ext:hosted-apps.hosted-apps");
    const names = page.locator(".setting-item-contents .setting-item-label");
    await page
      .locator(".settings-count-widget")
      .filter({ hasText: /^\d+ Settings Found/ })
      .waitFor();
    await names.filter({ hasText: "Url" }).waitFor();
    assert.deepEqual((await names.allInnerTexts()).slice(0, 2), ["Url", "Token Page"]);
    assert.equal(await page.locator(".setting-item-validation-message").filter({ visible: true }).count(), 0);
    await window().screenshot("settings");
  });
});
