// Rows that a plan leaves to the user: files that an app wrote, are too large for a backup, or nearly share a
// name.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { largestBackupBytes } from "../../../../src/appFiles/backups/changeLog";
import { withDeletions } from "../../../../src/appFiles/transfer/plan/planPull";
import { planRestore } from "../../../../src/appFiles/transfer/plan/planUndo";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { appFilesOver, hashOf } from "../../../support/appFilesHarness";
import { rowText, TransferredFolder } from "../../../support/transferring";
import { bytes } from "../engine";
import { type TransferWorld, transferWorld } from "./transferWorld";

describe("a file that an app wrote since it was created", () => {
  for (const name of ["data.log", "data.db", "state.json"])
    it(`does not count as uploaded although its size is the same: ${name}`, async () => {
      const world = transferWorld({ "main.py": "m" }, { "main.py": "m", [name]: "a" });
      await world.rest();
      world.remote.put(`/${name}`, "b");
      await world.rest();
      await world.finish(world.moved.rememberCreated());
      const { rows } = await world.finish(world.moved.planPush());
      assert.deepEqual(
        rows.map(({ path, isChosen }) => [path, isChosen]),
        [[`/${name}`, false]],
      );
    });
});

describe("an app that took long to unpack", () => {
  const listings = ["LIST /", "LIST /part-0", "LIST /part-1", "LIST /part-2", "LIST /part-3"];
  const names = Array.from(
    { length: 200 },
    (_, index) => `part-${Math.floor(index / 50)}/${1_000 + index}.txt`,
  );
  const files = Object.fromEntries(names.map((name) => [name, name]));
  /** The files were unpacked at these times, in the order of the archive. */
  async function created(timeOf: (index: number, unpackedAt: number) => number) {
    const world = transferWorld({}, files);
    const unpackedAt = world.clock.now();
    for (const [index, name] of names.entries())
      world.remote.put(`/${name}`, name, timeOf(index, unpackedAt));
    await world.clock.advance(120_000);
    return world;
  }
  const every = (ms: number) => (index: number, unpackedAt: number) => unpackedAt + index * ms;

  for (const [title, timeOf] of [
    ["within milliseconds", every(0)],
    ["in 20 seconds", every(100)],
    [
      "in 20 seconds, with times of whole seconds",
      (index, at) => at - (at % 1_000) + Math.floor(index / 10) * 1_000,
    ],
    ["in 20 seconds, by several threads", (index, at) => at + (index ^ 7) * 100],
  ] as const satisfies readonly (readonly [string, (index: number, unpackedAt: number) => number])[])
    it(`costs one listing per folder at its first push, unpacked ${title}`, async () => {
      const world = await created(timeOf);
      await world.finish(world.moved.rememberCreated());
      const since = world.remote.requests.length;
      const { rows } = await world.finish(world.moved.planPush());
      assert.deepEqual([rows.length, world.remote.requests.slice(since).sort()], [0, listings]);
    });

  for (const [title, index] of [
    ["first", 0],
    ["middle", 100],
    ["last", 199],
  ] as const)
    it(`has a file of equal size compared that the app wrote since: the ${title} of the archive`, async () => {
      const world = await created(every(100));
      const name = names[index] ?? "";
      const theirs = name.replace("txt", "TXT");
      for (const laterMs of [3_000, 60_000]) {
        world.remote.put(`/${name}`, theirs, world.clock.now() - 120_000 + 20_000 + laterMs);
        await world.finish(world.moved.rememberCreated());
        const since = world.remote.requests.length;
        const { rows } = await world.finish(world.moved.planPush());
        assert.deepEqual(rows.map(rowText), [`- changedInTarget /${name}`]);
        assert.deepEqual(world.remote.requests.slice(since).sort(), [...listings, `READ /${name}`].sort());
      }
    });

  it("has a file compared that the app wrote since, when all others were changed locally", async () => {
    const world = transferWorld({ "main.py": "m", "state.json": "a" }, { "main.py": "m", "state.json": "a" });
    await world.rest();
    world.remote.put("/state.json", "b");
    await world.finish(world.moved.rememberCreated());
    const { rows } = await world.finish(world.moved.planPush());
    assert.deepEqual(rows.map(rowText), ["- changedInTarget /state.json"]);
  });

  it("gets a change that was made after the packing, whatever time the disk gives it", async () => {
    const world = transferWorld({ "main.py": "port=8000" }, { "main.py": "port=8000" });
    await world.rest();
    const packed = world.folder.files;
    world.folder.put("main.py", "port=8080", 1_000);
    await world.finish(world.moved.rememberCreated(packed));
    const { rows } = await world.finish(world.moved.planPush());
    assert.deepEqual(rows.map(rowText), ["x changed /main.py"]);
  });

  it("has files compared once whose times prove nothing yet", async () => {
    const world = transferWorld(files, files);
    await world.finish(world.moved.rememberCreated());
    await world.rest();
    for (const reads of [names.map((name) => `READ /${name}`), []]) {
      const since = world.remote.requests.length;
      await world.finish(world.moved.planPush());
      assert.deepEqual(world.remote.requests.slice(since).sort(), [...listings, ...reads].sort());
    }
  });
});

describe("restoring an older file", () => {
  it("leaves it to the user where the present file is too large for a backup", async () => {
    const world = transferWorld({ "a.bin": "x".repeat(largestBackupBytes + 1) });
    await world.rest();
    const kept = { file: "f", hash: hashOf("old"), path: "/a.bin", sizeBytes: 3 };
    const context = { app: world.files, folder: undefined, signal: new AbortController().signal };
    const readContent = async () => bytes("old");
    const plan = await world.finish(planRestore([kept], { ...context, readContent }));
    assert.deepEqual(
      plan.rows.map(({ isChosen }) => isChosen),
      [false],
    );
  });
});

describe("a pull that deletes without a question", () => {
  const texts = { "a.txt": "a", "lib/b.txt": "b", "lib/c.txt": "c" };
  const { signal } = new AbortController();

  /** After a pull, seen by another window; resolves with the plan. */
  async function pulled(prepare: (remote: TransferWorld["remote"]) => void) {
    const { clock, remote, moved, finish, rest } = transferWorld(texts);
    await finish(moved.pull());
    await rest();
    prepare(remote);
    const { files } = appFilesOver(remote, clock);
    const other = new TransferredFolder(files, clock, {}, moved.folder);
    other.memory.text = moved.memory.text;
    const { rows } = await finish(other.planPull());
    const since = remote.requests.length;
    const chosen = await finish(withDeletions(rows, files, signal));
    return { reported: chosen.map(rowText), requests: remote.requests.slice(since) };
  }

  it("deletes files that the app deleted, after another listing and a request for the path", async () => {
    const found = await pulled((remote) => remote.files.delete("/lib/b.txt"));
    assert.deepEqual(found.reported, ["x deleted /lib/b.txt"]);
    assert.deepEqual(found.requests, ["LIST /lib", "LIST /lib/b.txt"]);
  });

  it("deletes all files of a deleted folder", async () => {
    const found = await pulled((remote) => remote.files.delete("/lib"));
    assert.deepEqual(found.reported, ["x deleted /lib/b.txt", "x deleted /lib/c.txt"]);
  });

  it("keeps a file that only the listing lacks", async () => {
    const found = await pulled((remote) => {
      remote.onEntries = (_, entries) => entries.filter(({ name }) => !["a.txt", "c.txt"].includes(name));
    });
    assert.deepEqual(found.reported, ["- deleted /a.txt (maybeInApp)", "- deleted /lib/c.txt (maybeInApp)"]);
  });

  it("keeps all files where the first listing is wrongly empty, at the cost of one listing", async () => {
    const found = await pulled((remote) => {
      remote.emptyOnce = true;
    });
    assert.ok(found.reported.every((row) => row.startsWith("- deleted") && row.endsWith("(maybeInApp)")));
    assert.equal(found.reported.length, 3);
  });

  it("keeps a file whose path cannot be requested", async () => {
    const found = await pulled((remote) => {
      remote.files.delete("/a.txt");
      remote.failing.add("LIST /a.txt");
      remote.failWith = new ServiceError("timeout", "no answer");
    });
    assert.deepEqual(found.reported, ["- deleted /a.txt (maybeInApp)"]);
  });
});

describe("pushing a single file", () => {
  it("leaves it to the user where the app has a name that differs only in letter case", async () => {
    const world = transferWorld({ "Readme.md": "1" }, { "README.md": "2" });
    await world.rest();
    const { rows } = await world.finish(world.moved.pushFiles(["README.md"]));
    assert.deepEqual(
      rows.map(({ isChosen, reason }) => [isChosen, reason?.kind]),
      [[false, "alikeInApp"]],
    );
  });
});
