// A folder is renamed or copied when the window is cut off: no file is ever without a whole copy, and the notice of the
// next start leads to one whole folder or the other.
import assert from "node:assert/strict";
import { ownText, readFiles } from "../roundWorld";
import { folderOf, type Scenario, type ScenarioParts, type Told } from "../scenario";

export class FolderMoveScenario implements Scenario {
  readonly folder: string;
  private readonly files: ReadonlyMap<string, string>;
  private readonly theirs: string;
  private isDisturbed = false;

  constructor(private readonly parts: ScenarioParts) {
    this.folder = folderOf(parts.plan);
    this.files = new Map(
      ["a", "b", "c", "d"].map((name) => [`${name}.txt`, ownText(`${this.folder} ${name}`)]),
    );
    this.theirs = ownText(`theirs of ${this.folder}`);
  }

  async prepare(): Promise<void> {
    const { world } = this.parts;
    for (const [name, text] of this.files) world.shop.write(`${this.from}/${name}`, text);
    await world.showFolder(this.folder, `${this.folder}-old`);
  }

  async start(): Promise<void> {
    const { window } = this.parts.world;
    const explorer = await window.explorer();
    await explorer.click(`${this.folder}-old`);
    if (this.isMove) {
      await window.workbench.press("F2");
      await window.workbench.page.locator(".explorer-item-edited input").fill(`${this.folder}-new`);
      await window.workbench.press("Enter");
      return;
    }
    await window.workbench.press("ControlOrMeta+C");
    await explorer.click(this.folder);
    await window.workbench.press("ControlOrMeta+V");
  }

  colleague(): void {
    const { world, plan } = this.parts;
    world.shop.write(`${this.folder}/theirs.txt`, this.theirs);
    // Into the very folder that is moved; unless it has gone by now.
    this.isDisturbed = plan.isConflict && this.isMove && this.found(this.from).size > 0;
    if (this.isDisturbed) world.shop.write(`${this.from}/theirs.txt`, this.theirs);
  }

  async afterCut(): Promise<void> {
    const [old, copy] = [this.found(this.from), this.found(this.to)];
    for (const [name, text] of this.files)
      assert.ok(old.get(name) === text || copy.get(name) === text, `${name} is whole nowhere`);
  }

  async check(told: readonly Told[]): Promise<void> {
    if (this.isDisturbed) {
      await this.afterCut();
      const places = [this.found(this.from), this.found(this.to)];
      assert.ok(
        places.some((found) => found.get("theirs.txt") === this.theirs),
        "theirs.txt is lost",
      );
      return;
    }
    const [old, copy] = [this.found(this.from), this.found(this.to)];
    const answer = told[0]?.answer;
    const isThere = answer === "Finish" || (answer === undefined && copy.size > 0);
    assert.deepEqual(
      copy,
      isThere ? this.files : new Map(),
      `${this.to} after ${answer ?? "nothing was told"}`,
    );
    const isOldThere = !this.isMove || !isThere;
    assert.deepEqual(
      old,
      isOldThere ? this.files : new Map(),
      `${this.from} after ${answer ?? "nothing was told"}`,
    );
    assert.equal(this.parts.world.shop.read(`${this.folder}/theirs.txt`), this.theirs);
  }

  private get isMove(): boolean {
    return this.parts.plan.kind === "rename";
  }

  private get from(): string {
    return `${this.folder}/${this.folder}-old`;
  }

  private get to(): string {
    return `${this.folder}/${this.folder}-${this.isMove ? "new" : "old copy"}`;
  }

  private found(folder: string): Map<string, string> {
    return readFiles(this.parts.world.shop.file(folder));
  }
}
