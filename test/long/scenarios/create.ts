// The window is cut off while an app is created: one app with all its files exists or none, and the next
// start says which.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createdName, readFiles } from "../roundWorld";
import { Scenario } from "../scenario";

/** As slow as a real service. */
const creationMs = 1_500;
const createPath = "/v1/apps/create";
/** The notice may be shown at the page's last moment. The progress names the app, too. */
const watchForNotice = `
  delete localStorage.wasNotified;
  const look = () => {
    const shown = document.querySelector(".notifications-toasts")?.textContent ?? "";
    if (/${createdName} (is online|was created)/.test(shown)) localStorage.wasNotified = "yes";
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
`;
const wasNotified = "localStorage.wasNotified";

export class CreateScenario extends Scenario {
  private askedBefore = 0;

  async prepare(): Promise<void> {
    const { faults } = this.world.server.emulator;
    faults.next({ method: "POST", path: createPath }, { delayMs: creationMs });
  }

  async start(): Promise<void> {
    this.askedBefore = this.asked();
    await this.world.press("create");
  }

  colleague(): void {
    this.world.shop.write(`${this.folder}/theirs.txt`, this.theirs);
  }

  override async beforeCut(): Promise<void> {
    await this.world.window.workbench.page.evaluate(watchForNotice);
  }

  async check(): Promise<void> {
    const { server, freshFolder, window } = this.world;
    const created = server.emulator.state.apps().filter((app) => app.name === createdName);
    assert.ok(created.length <= 1, `${created.length} apps were created`);
    // Killed before its begin, it may not be reported.
    if (this.asked() === this.askedBefore) return;
    const [app] = created;
    // Or it had ended before, and the window that was closed has said so.
    const { page } = window.workbench;
    if (await page.evaluate(wasNotified)) assert.ok(app, "a notice said that it was created");
    else {
      const said = await window.workbench.notification(createdName);
      await window.workbench.screenshot(`long-create-${this.folder}`);
      assert.match(await said.text(), app ? /created|online/i : /wasn't created|Nothing was sent/);
    }
    if (!app) return;
    const found = readFiles(server.emulator.appFolder(app._id));
    for (const [name, content] of readFiles(freshFolder)) assert.equal(found.get(name), content, name);
    server.emulator.state.removeApp(app._id);
    fs.rmSync(server.emulator.appFolder(app._id), { recursive: true, force: true });
  }

  /** Number of creation requests. */
  private asked(): number {
    const { requests } = this.world.server.emulator;
    return requests.filter(({ method, path }) => method === "POST" && path === createPath).length;
  }
}
