// What a plan leaves to a person: files that an app wrote itself, that are too large to be backed up, or nearly of one name.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { largestKeptBytes } from "../../../../src/appFiles/backups/changeLog";
import { withDeletions } from "../../../../src/appFiles/transfer/plan/planPull";
import { planRestore } from "../../../../src/appFiles/transfer/plan/planUndo";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { appFilesOver, hashOf } from "../../../support/appFilesHarness";
import { TransferredFolder, told } from "../../../support/transferring";
import { bytes } from "../engine";
import { type TransferWorld, transferWorld } from "./transferWorld";

describe("a file that an app wrote since it was created", () => {
  for (const name of ["data.log", "data.db", "state.json"])
    it(`does not count as sent although its size is the same: ${name}`, async () => {
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

describe("restoring an older file", () => {
  it("leaves it to a person where the file there now is too large to be backed up", async () => {
    const world = transferWorld({ "a.bin": "x".repeat(largestKeptBytes + 1) });
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

describe("a pull that deletes and asks nobody", () => {
  const texts = { "a.txt": "a", "lib/b.txt": "b", "lib/c.txt": "c" };
  const { signal } = new AbortController();

  /** What was pulled, as another window sees it; resolves with what it would do. */
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
    return { told: chosen.map(told), requests: remote.requests.slice(since) };
  }

  it("takes what is gone, after another listing and a request for its path", async () => {
    const found = await pulled((remote) => remote.files.delete("/lib/b.txt"));
    assert.deepEqual(found.told, ["x deleted /lib/b.txt"]);
    assert.deepEqual(found.requests, ["LIST /lib", "LIST /lib/b.txt"]);
  });

  it("takes all of a folder that is gone", async () => {
    const found = await pulled((remote) => remote.files.delete("/lib"));
    assert.deepEqual(found.told, ["x deleted /lib/b.txt", "x deleted /lib/c.txt"]);
  });

  it("leaves what a listing lacks and the app has", async () => {
    const found = await pulled((remote) => {
      remote.onEntries = (_, entries) => entries.filter(({ name }) => !["a.txt", "c.txt"].includes(name));
    });
    assert.deepEqual(found.told, ["- deleted /a.txt (maybeInApp)", "- deleted /lib/c.txt (maybeInApp)"]);
  });

  it("leaves all where the first listing is empty by mistake, by one more listing", async () => {
    const found = await pulled((remote) => {
      remote.emptyOnce = true;
    });
    assert.ok(found.told.every((row) => row.startsWith("- deleted") && row.endsWith("(maybeInApp)")));
    assert.equal(found.told.length, 3);
  });

  it("leaves what cannot be asked for", async () => {
    const found = await pulled((remote) => {
      remote.files.delete("/a.txt");
      remote.failing.add("LIST /a.txt");
      remote.failWith = new ServiceError("timeout", "no answer");
    });
    assert.deepEqual(found.told, ["- deleted /a.txt (maybeInApp)"]);
  });
});

describe("pushing a single file", () => {
  it("leaves it to a person where the app has one whose name differs only in letter case", async () => {
    const world = transferWorld({ "Readme.md": "1" }, { "README.md": "2" });
    await world.rest();
    const { rows } = await world.finish(world.moved.pushFiles(["README.md"]));
    assert.deepEqual(
      rows.map(({ isChosen, reason }) => [isChosen, reason?.kind]),
      [[false, "alikeInApp"]],
    );
  });
});
