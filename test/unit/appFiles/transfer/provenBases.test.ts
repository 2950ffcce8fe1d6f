// Transfers over files whose times prove nothing: remote files are read before they are replaced or deleted.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { largestBackupBytes } from "../../../../src/appFiles/backups/changeLog";
import type { TransferRow } from "../../../../src/appFiles/transfer/plan/transferPlan";
import { type TransferWorld, transferWorld } from "./transferWorld";

const longAgo = Date.UTC(2020, 0, 1);
const names = ["a.txt", "b.txt", "c.txt", "d.txt", "e.txt", "f.txt"];
const all = (content: string) => Object.fromEntries(names.map((name) => [name, content]));
const chosen = { choose: () => true };

/** In a window to which an upload has shown the times of files. */
async function inApp(
  files: Readonly<Record<string, string>>,
  here: Readonly<Record<string, string>>,
  begin: (world: TransferWorld) => void,
): Promise<TransferWorld> {
  const world = transferWorld(files, { "first.txt": "first", ...here });
  begin(world);
  await world.rest();
  await world.finish(world.moved.upload(["first.txt"]));
  return world;
}

/** Every file has the same time for ever. */
function neverChanging({ remote }: TransferWorld): void {
  remote.onEntries = (_directory, entries) => entries.map((entry) => ({ ...entry, modifiedAt: longAgo }));
}

/** The clock that stamps files is behind. */
function farBehind({ remote }: TransferWorld): void {
  remote.filesBehindMs = 120_000;
  for (const [path, { bytes }] of [...remote.files]) remote.put(path, bytes);
}

for (const [what, begin] of [
  ["never change", neverChanging],
  ["are far behind", farBehind],
] as const)
  describe(`a transfer where times of files ${what}`, () => {
    it("replaces selected files, also in a window that notices the times only then", async () => {
      const world = transferWorld(all("old"), all("new"));
      begin(world);
      await world.rest();
      for (const content of ["new", "two"]) {
        for (const name of names) world.folder.put(name, content);
        const { failed } = await world.finish(world.moved.upload(names, chosen));
        assert.deepEqual([failed, world.texts()], [[], all(content)]);
      }
    });

    it("replaces and deletes files that only the app had, and keeps those that changed after the selection", async () => {
      const world = await inApp(all("old"), { "a.txt": "mine" }, begin);
      let isChanged = false;
      world.remote.onTurn = async () => {
        if (!isChanged) world.remote.put("/b.txt", "new");
        isChanged = true;
        await world.clock.sleep(5_000);
      };
      const { put, removed, failed } = await world.finish(world.moved.push(chosen));
      assert.deepEqual([put, failed], [["/a.txt"], ["/b.txt changedInApp"]]);
      assert.deepEqual(
        [removed.length, world.texts()],
        [4, { "a.txt": "mine", "b.txt": "new", "first.txt": "first" }],
      );
    });

    it("keeps a remote file that this window saved after the selection", async () => {
      const world = await inApp(all("old"), { "a.txt": "mine" }, begin);
      const onPlanned = async () => {
        await world.clock.sleep(1_000);
        await world.files.put("/a.txt", new TextEncoder().encode("own"), {
          author: "editor",
          base: { kind: "any" },
        });
      };
      const choose = ({ path }: TransferRow) => path === "/a.txt";
      const { failed } = await world.finish(world.moved.push({ choose, onPlanned }));
      assert.deepEqual([failed, world.texts()["a.txt"]], [["/a.txt changedInApp"], "own"]);
    });

    it("ends as canceled when it is canceled during its reads", async () => {
      const world = await inApp(all("old"), { "a.txt": "mine" }, begin);
      const cancel = new AbortController();
      const pushing = world.moved.push({ ...chosen, signal: cancel.signal });
      for (let second = 0; second < 3; second++) await world.clock.advance(1_000);
      cancel.abort();
      const { failed, cancelled, removed } = await world.finish(pushing);
      assert.deepEqual([failed, removed], [[], []]);
      assert.ok(cancelled.length > 0);
    });

    it("keeps a file that is too large to read, which may have changed", async () => {
      const large = "x".repeat(largestBackupBytes + 1);
      const here = { "a.txt": "new", "large.bin": "new" };
      const world = await inApp({ "a.txt": "old", "large.bin": large }, here, begin);
      const { put, failed } = await world.finish(world.moved.upload(Object.keys(here), chosen));
      assert.deepEqual([put, failed], [["/a.txt"], ["/large.bin maybeChangedInApp"]]);
      assert.equal(world.remote.text("/large.bin")?.length, large.length);
    });
  });
