// The window is cut off during a push or pull: every file is old or new, and the next start's notice leads to
// all new or all old.
import assert from "node:assert/strict";
import path from "node:path";
import { ownText, readFiles, writeFiles } from "../roundWorld";
import { assertAllOrNone, Scenario, type ShownNotice } from "../scenario";

/** Slows a pull down, which would end before the cut. */
const listingMs = 900;

export class SyncScenario extends Scenario {
  private readonly isPush = this.plan.kind === "push";
  private readonly files = new Map(
    Array.from({ length: this.isPush ? 4 : 8 }, (_, index) => [
      `${index + 1}.txt`,
      ownText(`${this.folder} ${index + 1}`),
    ]),
  );

  async prepare(): Promise<void> {
    const [from] = this.folders();
    writeFiles(from, this.files);
    const { faults } = this.world.site.emulator;
    if (!this.isPush)
      faults.next({ method: "GET", path: /path=%2Fr\d/, times: 1000 }, { delayMs: listingMs });
  }

  async start(): Promise<void> {
    await this.world.press(this.isPush ? "push" : "pull");
  }

  colleague(): void {
    this.world.site.write("others/theirs.txt", this.theirs);
  }

  override async afterCut(): Promise<void> {
    this.world.site.emulator.faults.clear();
    for (const [name, text] of readFiles(this.folders()[1]))
      assert.equal(text, this.files.get(name), `${name} is neither the old nor the new one`);
  }

  async check(notices: readonly ShownNotice[]): Promise<void> {
    const [from, to] = this.folders();
    assertAllOrNone(readFiles(to), this.files, notices);
    assert.deepEqual(readFiles(from), this.files);
    assert.equal(this.world.site.read("others/theirs.txt"), this.theirs);
  }

  private folders(): readonly [from: string, to: string] {
    const [here, there] = [path.join(this.world.siteFolder, this.folder), this.world.site.file(this.folder)];
    return this.isPush ? [here, there] : [there, here];
  }
}
