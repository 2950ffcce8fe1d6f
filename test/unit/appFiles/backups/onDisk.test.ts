// Backups on a real disk, with real times and renames.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { Backups } from "../../../../src/appFiles/backups/backups";
import { contentHash } from "../../../../src/core/disk/contentHash";
import { silentLogger } from "../../../../src/core/logger";
import { FolderMachineFiles } from "../../../../src/editor/folderMachineFiles";
import { hashOf } from "../../../support/appFilesHarness";
import { FakeClock } from "../../../support/fakeClock";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { day, had, hour, push, putting, readable, removing, shop } from "./backupsWorld";

/** Two windows of a machine, and its folder. `startAt`: the clock's time, which the disk does not use. */
function openMachine(startAt = Date.now()) {
  const root = temporaryFolder("kept");
  const clock = new FakeClock(startAt);
  const alive = new Set(["a", "b"]);
  const window = (windowId: string) =>
    new Backups({
      files: new FolderMachineFiles({ root, clock }),
      clock,
      logger: silentLogger,
      hash: contentHash,
      windowId,
      isWindowAlive: (id) => alive.has(id),
    });
  const filesIn = (folder: string) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  return { clock, alive, a: window("a"), b: window("b"), filesIn };
}

describe("backups on a real disk", () => {
  it("are visible to the other window, taken over, and deleted after a day", async () => {
    const { clock, alive, a, b, filesIn } = openMachine();
    const log = await a.begin(push);
    await log.will(putting("/a", had("old"), "new"));
    await a.single(shop).will(removing("/b", "gone"));
    assert.deepEqual((await readable(b)).sort(), ["deleted /b: gone", "overwritten /a: old"]);
    await a.dispose();
    alive.delete("a");
    assert.equal(await b.claim(log.id), true);
    await (await b.reopen(log.id))?.end("failed");
    assert.equal((await b.operations())[0]?.outcome, "failed");
    await clock.advance(day + 2 * hour);
    await b.purge();
    assert.deepEqual(filesIn("backups"), []);
    assert.deepEqual(filesIn("temporary"), []);
  });

  it("include many changes at once, which the other window can read", async () => {
    const { a, b } = openMachine();
    const log = await a.begin(push);
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const change = await log.will(putting(`/${index}`, had(`old ${index}`), `new ${index}`));
        await log.did(change, "done", { hash: hashOf(`new ${index}`) });
      }),
    );
    await log.end("done");
    const [operation] = await b.operations();
    assert.equal(operation?.changes.filter(({ before }) => before.kind === "content").length, 200);
  });
});
