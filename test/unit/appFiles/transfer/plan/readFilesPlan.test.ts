// Pushes of single files: compared like in a full push, without reading other files.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { rowText } from "../../../../support/transferring";
import { pushed, type TransferWorld, transferWorld } from "../transferWorld";

const planOf = (world: TransferWorld, paths: readonly string[]) => world.finish(world.moved.planFiles(paths));

const some = { "a.txt": "1", "lib/b.txt": "1", "lib/c.txt": "1", "web/d.txt": "1" };

describe("a plan for single files", () => {
  it("lists only their folders, and plans nothing for other files", async () => {
    const world = await pushed(some);
    world.folder.put("lib/b.txt", "two");
    world.folder.put("a.txt", "two");
    world.folder.drop("web/d.txt");
    world.remote.requests.length = 0;
    const plan = await planOf(world, ["lib/b.txt"]);
    assert.deepEqual(plan.rows.map(rowText), ["x changed /lib/b.txt"]);
    assert.deepEqual([...world.remote.requests].sort(), ["LIST /lib", "READ /lib/b.txt"]);
    // A replaced file was read while the folder was listed, and is not read again.
    await world.finish(world.moved.run(plan.rows, plan.memory));
    const reads = world.remote.requests.filter((request) => request.startsWith("READ"));
    assert.deepEqual([reads, world.moved.log.backups], [["READ /lib/b.txt"], ["overwritten /lib/b.txt 1"]]);
  });

  it("keeps a colleague's file from between the read and the listing, even of the same size", async () => {
    const world = await pushed(some);
    world.folder.put("lib/b.txt", "two");
    world.remote.onRequest = (request) => {
      if (request === "LIST /lib" && world.remote.text("/lib/b.txt") === "1")
        world.remote.put("/lib/b.txt", "2");
    };
    const plan = await planOf(world, ["lib/b.txt"]);
    assert.deepEqual(plan.rows.map(rowText), ["- changedOnBoth /lib/b.txt"]);
    await world.finish(world.moved.run(plan.rows, plan.memory, { choose: () => true }));
    assert.deepEqual(world.moved.log.backups, ["overwritten /lib/b.txt 2"]);
  });

  it("uploads the planned files, remembers them, and forgets no others", async () => {
    const world = await pushed(some);
    world.folder.put("lib/b.txt", "two");
    world.folder.put("new/deep/e.txt", "new");
    const plan = await planOf(world, ["lib/b.txt", "new/deep/e.txt"]);
    assert.deepEqual(plan.rows.map(rowText), ["x changed /lib/b.txt", "x added /new/deep/e.txt"]);
    const { put, failed } = await world.finish(world.moved.run(plan.rows, plan.memory));
    assert.deepEqual([put, failed], [["/lib/b.txt", "/new/deep/e.txt"], []]);
    assert.deepEqual(world.texts(), { ...some, "lib/b.txt": "two", "new/deep/e.txt": "new" });
    assert.deepEqual([...(await world.moved.remembered()).keys()].sort(), [
      "/a.txt",
      "/lib/b.txt",
      "/lib/c.txt",
      "/new/deep/e.txt",
      "/web/d.txt",
    ]);
  });

  it("is blocked by a file where a folder would have to be, and by a folder of that name", async () => {
    const world = transferWorld({ lib: "a file", "web/x/y.txt": "1" }, { "lib/b.txt": "1", "web/x": "1" });
    const plan = await planOf(world, ["lib/b.txt", "web/x"]);
    assert.deepEqual(plan.rows.map(rowText), [
      "- blocked /lib/b.txt (obstacle)",
      "- blocked /web/x (isFolderInApp)",
    ]);
  });

  it("treats another Unicode form of a name as the same file", async () => {
    const world = transferWorld({ "cafe\u0301.txt": "1" }, { "caf\u00e9.txt": "1" });
    const plan = await planOf(world, ["caf\u00e9.txt"]);
    assert.deepEqual([plan.rows.length, plan.unchanged], [0, 1]);
  });
});
