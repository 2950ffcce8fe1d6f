// The window is cut off while several files are saved: acknowledged saves are stored, the others are still
// unsaved.
import assert from "node:assert/strict";
import { backupsOf } from "../../support/vscodeBackups";
import { waitUntil } from "../../support/waitUntil";
import { ownText } from "../roundWorld";
import { saveAll } from "../saveAll";
import { Scenario } from "../scenario";

/** Longest upload to this machine's service. */
const mostMs = 500;

export class SavesScenario extends Scenario {
  private readonly names = [1, 2, 3].map((number) => `${this.folder}-${number}.txt`);
  private acknowledged: readonly string[] = [];
  /** A colleague has replaced one of the saved files. */
  private isReplaced = false;
  private replacedAt = 0;

  async prepare(): Promise<void> {
    const { world } = this;
    for (const name of this.names) world.shop.write(`${this.folder}/${name}`, "before\n");
    await world.showFolder(this.folder, `${this.folder}-3.txt`);
    for (const name of this.names) {
      await world.openFile(name);
      await world.window.workbench.editor.waitForText("before");
      await world.window.workbench.editor.append(ownText(name));
    }
    // Text without a backup of VS Code is lost with the window, whatever extensions do.
    await waitUntil(() => this.names.every((name) => this.isPutAside(name)), {
      what: "VS Code to have put the texts aside",
    });
  }

  async start(): Promise<void> {
    await this.world.press("saveAll");
  }

  colleague(): void {
    const { world, plan } = this;
    world.shop.write(`${this.folder}/${this.folder}-theirs.txt`, this.theirs);
    this.isReplaced = plan.isConflict && this.isUntouched(2);
    this.replacedAt = Date.now();
    if (this.isReplaced) world.shop.write(this.pathOf(2), this.theirs);
  }

  override async beforeCut(): Promise<void> {
    const tabs = await this.world.window.tabs();
    this.acknowledged = this.names.filter((name) => tabs.get(name) === "clean");
  }

  override async afterCut(): Promise<void> {
    this.figures.acknowledgedSaves += this.acknowledged.length;
    for (const name of this.acknowledged) this.assertStored(name);
  }

  async check(): Promise<void> {
    const { world, figures } = this;
    for (const name of this.names) await this.waitUntilThere(name);
    figures.questions += await saveAll(world.window, { names: this.names, figures });
    for (const name of this.names) this.assertStored(name);
    assert.equal(world.shop.read(`${this.folder}/${this.folder}-theirs.txt`), this.theirs);
    if (!this.isReplaced || world.server.store.keeps(this.theirs)) return;
    assert.ok(this.wasRace(), "what somebody else wrote is neither there nor kept");
    figures.races += 1;
  }

  /** Stored, or unsaved in its editor. */
  private async waitUntilThere(name: string): Promise<void> {
    const { window } = this.world;
    const state = await waitUntil(
      async () => {
        if ((await window.tabs()).get(name) === "dirty") return "dirty";
        return this.stored(name) === this.textOf(name) ? "stored" : undefined;
      },
      { what: `${name} to be stored or offered back`, intervalMs: 200 },
    );
    if (state === "stored") return;
    await window.workbench.editor.tab(name).click();
    await window.workbench.editor.waitForFile(name);
    await window.workbench.editor.waitForText(`${name}, line 3`);
    this.figures.restoredTexts += 1;
  }

  /** Written after the last look before an upload, and before that upload was stored. */
  private wasRace(): boolean {
    const { requests } = this.world.shop.emulator;
    return requests.some(({ method, path, time }, index) => {
      if (method !== "POST" || !path.includes("/upload") || Math.abs(time - this.replacedAt) > mostMs)
        return false;
      const look = requests.slice(0, index).findLast((each) => each.method === "GET");
      return look !== undefined && look.time <= this.replacedAt && time - look.time <= mostMs;
    });
  }

  private assertStored(name: string): void {
    assert.equal(this.stored(name), this.textOf(name), `${name} on the service's disk`);
  }

  private isUntouched(index: number): boolean {
    return this.world.shop.read(this.pathOf(index)) === "before\n";
  }

  private isPutAside(name: string): boolean {
    const text = this.textOf(name);
    return backupsOf(this.world.server.userDataDir).some((backup) => backup.endsWith(text));
  }

  private pathOf(index: number): string {
    return `${this.folder}/${this.names[index]}`;
  }

  private textOf(name: string): string {
    return `before\n${ownText(name)}`;
  }

  private stored(name: string): string {
    return this.world.shop.read(`${this.folder}/${name}`);
  }
}
