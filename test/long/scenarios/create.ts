// An app is created when the window is cut off: there is one app with all its files or none, and the next start says which.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createdName, readFiles } from "../roundWorld";
import { folderOf, type Scenario, type ScenarioParts } from "../scenario";

/** The service takes so long, as a real one does. */
const creationMs = 1_500;

export class CreateScenario implements Scenario {
  readonly folder: string;
  private askedBefore = 0;

  constructor(private readonly parts: ScenarioParts) {
    this.folder = folderOf(parts.plan);
  }

  async prepare(): Promise<void> {
    this.parts.world.server.emulator.faults.next(
      { method: "POST", path: "/v1/apps/create" },
      { delayMs: creationMs },
    );
  }

  async start(): Promise<void> {
    this.askedBefore = this.asked();
    await this.parts.world.press("create");
  }

  colleague(): void {
    this.parts.world.shop.write(`${this.folder}/theirs.txt`, "theirs\n");
  }

  async check(): Promise<void> {
    const { server, freshFolder, window } = this.parts.world;
    const created = this.created();
    assert.ok(created.length <= 1, `${created.length} apps were created`);
    // Killed before it had begun, there may be nothing to tell of.
    if (this.asked() === this.askedBefore) return;
    const said = await window.workbench.notification(createdName);
    await window.workbench.screenshot(`long-create-${this.folder}`);
    const text = await said.text();
    const [app] = created;
    assert.match(text, app ? /created|online/i : /not created|Nothing was sent/);
    if (!app) return;
    const found = readFiles(server.emulator.appFolder(app._id));
    for (const [name, content] of readFiles(freshFolder)) assert.equal(found.get(name), content, name);
    server.emulator.state.removeApp(app._id);
    fs.rmSync(server.emulator.appFolder(app._id), { recursive: true, force: true });
  }

  /** How many creations the service was asked for up to now. */
  private asked(): number {
    const { requests } = this.parts.world.server.emulator;
    return requests.filter(({ method, path }) => method === "POST" && path === "/v1/apps/create").length;
  }

  private created() {
    return this.parts.world.server.emulator.state.apps().filter((app) => app.name === createdName);
  }
}
