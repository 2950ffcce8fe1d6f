// A selection is deleted in the Explorer when the window is cut off: what is gone is kept, and the notice of the next
// start leads to all of what was named being gone or back.
import assert from "node:assert/strict";
import { ownText, readFiles } from "../roundWorld";
import { folderOf, type Scenario, type ScenarioParts, type Told } from "../scenario";

export class DeletionScenario implements Scenario {
  readonly folder: string;
  private readonly files: ReadonlyMap<string, string>;
  private readonly theirs: string;

  constructor(private readonly parts: ScenarioParts) {
    this.folder = folderOf(parts.plan);
    const names = ["1", "2", "3", "4", "5", "6"].map((name) => `${this.folder}-${name}.txt`);
    this.files = new Map(names.map((name) => [name, ownText(name)]));
    this.theirs = ownText(`theirs of ${this.folder}`);
  }

  async prepare(): Promise<void> {
    const { world } = this.parts;
    for (const [name, text] of this.files) world.shop.write(`${this.folder}/${name}`, text);
    await world.showFolder(this.folder, `${this.folder}-6.txt`);
  }

  async start(): Promise<void> {
    const { window } = this.parts.world;
    const explorer = await window.explorer();
    await explorer.click(`${this.folder}-1.txt`);
    await explorer
      .row(`${this.folder}-6.txt`)
      .locator(".label-name")
      .click({ modifiers: ["Shift"] });
    await window.workbench.press("Delete");
  }

  colleague(): void {
    this.parts.world.shop.write(`${this.folder}/theirs.txt`, this.theirs);
  }

  async afterCut(): Promise<void> {
    this.assertNothingLost();
  }

  async check(told: readonly Told[]): Promise<void> {
    this.assertNothingLost();
    assert.equal(this.found().get("theirs.txt"), this.theirs);
    const named = new Set(
      told.flatMap(({ operation }) => operation.paths.map((each) => each.split("/").at(-1))),
    );
    for (const { answer } of told)
      for (const [name, text] of this.files) {
        if (!named.has(name)) continue;
        const expected = answer === "Finish" ? undefined : text;
        assert.equal(this.found().get(name), expected, `${name} after ${answer}`);
      }
  }

  private assertNothingLost(): void {
    const found = this.found();
    for (const [name, text] of this.files)
      assert.ok(
        found.get(name) === text || this.parts.world.server.store.keeps(text),
        `${name} is gone and not kept`,
      );
  }

  private found(): Map<string, string> {
    return readFiles(this.parts.world.shop.file(this.folder));
  }
}
