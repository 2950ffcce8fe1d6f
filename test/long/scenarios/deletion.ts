// The window is cut off while the Explorer deletes a selection: deleted files have backups, and the next
// start's notice leads to all or none of them.
import assert from "node:assert/strict";
import { ownText, readFiles } from "../roundWorld";
import { Scenario, type ShownNotice } from "../scenario";

export class DeletionScenario extends Scenario {
  private readonly files = new Map(
    [1, 2, 3, 4, 5, 6].map((number) => [this.nameOf(number), ownText(this.nameOf(number))]),
  );

  async prepare(): Promise<void> {
    for (const [name, text] of this.files) this.world.shop.write(`${this.folder}/${name}`, text);
    await this.world.showFolder(this.folder, this.nameOf(6));
  }

  async start(): Promise<void> {
    const explorer = await this.world.window.explorer();
    await explorer.click(this.nameOf(1));
    await explorer
      .row(this.nameOf(6))
      .locator(".label-name")
      .click({ modifiers: ["Shift"] });
    await this.world.window.workbench.press("Delete");
  }

  colleague(): void {
    this.world.shop.write(`${this.folder}/theirs.txt`, this.theirs);
  }

  override async afterCut(): Promise<void> {
    const found = this.found();
    for (const [name, text] of this.files)
      assert.ok(
        found.get(name) === text || this.world.server.store.keeps(text),
        `${name} is gone and not kept`,
      );
  }

  async check(notices: readonly ShownNotice[]): Promise<void> {
    await this.afterCut();
    assert.equal(this.found().get("theirs.txt"), this.theirs);
    const named = new Set(
      notices.flatMap(({ operation }) => operation.paths.map((each) => each.split("/").at(-1))),
    );
    for (const { answer } of notices)
      for (const [name, text] of this.files) {
        if (!named.has(name)) continue;
        const expected = answer === "Finish" ? undefined : text;
        assert.equal(this.found().get(name), expected, `${name} after ${answer}`);
      }
  }

  private nameOf(number: number): string {
    return `${this.folder}-${number}.txt`;
  }

  private found(): Map<string, string> {
    return readFiles(this.world.shop.file(this.folder));
  }
}
