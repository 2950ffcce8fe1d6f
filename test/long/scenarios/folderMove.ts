// The window is cut off while a folder is renamed or copied: every file always has a whole copy, and the next
// start's notice leads to one whole folder.
import assert from "node:assert/strict";
import { ownText, readFiles } from "../roundWorld";
import { assertAllOrNone, Scenario, type ShownNotice } from "../scenario";

export class FolderMoveScenario extends Scenario {
  private readonly files = new Map(
    ["a", "b", "c", "d"].map((name) => [`${name}.txt`, ownText(`${this.folder} ${name}`)]),
  );
  private readonly isMove = this.plan.kind === "rename";
  private readonly from = `${this.folder}/${this.folder}-old`;
  private readonly to = `${this.folder}/${this.folder}-${this.isMove ? "new" : "old copy"}`;
  private isDisturbed = false;

  async prepare(): Promise<void> {
    for (const [name, text] of this.files) this.world.shop.write(`${this.from}/${name}`, text);
    await this.world.showFolder(this.folder, `${this.folder}-old`);
  }

  async start(): Promise<void> {
    const { window } = this.world;
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
    const { shop } = this.world;
    shop.write(`${this.folder}/theirs.txt`, this.theirs);
    // In the moved folder itself, unless it is deleted by then.
    this.isDisturbed = this.plan.isConflict && this.isMove && this.found(this.from).size > 0;
    if (this.isDisturbed) shop.write(`${this.from}/theirs.txt`, this.theirs);
  }

  override async afterCut(): Promise<void> {
    for (const [name, text] of this.files) assert.ok(this.isThere(name, text), `${name} is whole nowhere`);
  }

  async check(notices: readonly ShownNotice[]): Promise<void> {
    if (this.isDisturbed) {
      await this.afterCut();
      assert.ok(this.isThere("theirs.txt", this.theirs), "theirs.txt is lost");
      // Its plan opens after the operation has ended.
      const isUndone = notices.some(({ answer }) => answer === "Undo");
      const copies = [...this.found(this.to).keys()].filter((name) => this.files.has(name));
      if (isUndone) assert.deepEqual(copies, [], `copies in ${this.to}`);
      return;
    }
    const isCopied = assertAllOrNone(this.found(this.to), this.files, notices);
    const isOldThere = !this.isMove || !isCopied;
    assert.deepEqual(this.found(this.from), isOldThere ? this.files : new Map(), this.from);
    assert.equal(this.world.shop.read(`${this.folder}/theirs.txt`), this.theirs);
  }

  private isThere(name: string, text: string): boolean {
    return [this.from, this.to].some((folder) => this.found(folder).get(name) === text);
  }

  private found(folder: string): Map<string, string> {
    return readFiles(this.world.shop.file(folder));
  }
}
