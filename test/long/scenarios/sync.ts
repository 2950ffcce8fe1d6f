// A folder is pushed to its app, or pulled from it, when the window is cut off: every file is the old or the new one, and
// the notice of the next start leads to all new or all old.
import assert from "node:assert/strict";
import path from "node:path";
import { ownText, readFiles, writeFiles } from "../roundWorld";
import { folderOf, type Scenario, type ScenarioParts, type Told } from "../scenario";

/** A listing takes so long during a pull, which would be over before it is cut off. */
const listingMs = 900;

export class SyncScenario implements Scenario {
  readonly folder: string;
  private readonly files: ReadonlyMap<string, string>;
  private readonly theirs: string;

  constructor(private readonly parts: ScenarioParts) {
    this.folder = folderOf(parts.plan);
    const names = this.isPush ? ["1", "2", "3", "4"] : ["1", "2", "3", "4", "5", "6", "7", "8"];
    this.files = new Map(names.map((name) => [`${name}.txt`, ownText(`${this.folder} ${name}`)]));
    this.theirs = ownText(`theirs of ${this.folder}`);
  }

  async prepare(): Promise<void> {
    const { site } = this.parts.world;
    writeFiles(this.isPush ? this.local : site.file(this.folder), this.files);
    if (!this.isPush)
      site.emulator.faults.next({ method: "GET", path: /path=%2Fr\d/, times: 1000 }, { delayMs: listingMs });
  }

  async start(): Promise<void> {
    await this.parts.world.press(this.isPush ? "push" : "pull");
  }

  colleague(): void {
    this.parts.world.site.write("others/theirs.txt", this.theirs);
  }

  async afterCut(): Promise<void> {
    this.parts.world.site.emulator.faults.clear();
    for (const [name, text] of this.found())
      assert.equal(text, this.files.get(name), `${name} is neither the old nor the new one`);
  }

  async check(told: readonly Told[]): Promise<void> {
    const found = this.found();
    const answer = told[0]?.answer;
    const isThere = answer === "Finish" || (answer === undefined && found.size > 0);
    assert.deepEqual(
      found,
      isThere ? this.files : new Map(),
      `the files after ${answer ?? "nothing was told"}`,
    );
    assert.deepEqual(
      readFiles(this.isPush ? this.local : this.parts.world.site.file(this.folder)),
      this.files,
    );
    assert.equal(this.parts.world.site.read("others/theirs.txt"), this.theirs);
  }

  private get isPush(): boolean {
    return this.parts.plan.kind === "push";
  }

  private get local(): string {
    return path.join(this.parts.world.siteFolder, this.folder);
  }

  /** On the side that is changed. */
  private found(): Map<string, string> {
    return readFiles(this.isPush ? this.parts.world.site.file(this.folder) : this.local);
  }
}
