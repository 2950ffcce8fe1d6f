// What a plan leaves to a person: files that an app wrote itself, that are too large to be backed up, or nearly of one name.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { largestKeptBytes } from "../../../../src/appFiles/backups/changeLog";
import { planRestore } from "../../../../src/appFiles/transfer/plan/planUndo";
import { hashOf } from "../../../support/appFilesHarness";
import { bytes } from "../engine";
import { transferWorld } from "./transferWorld";

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
