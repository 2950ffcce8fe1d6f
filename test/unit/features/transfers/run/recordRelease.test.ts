// What transfers of a linked app leave as releases.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { TransferRow } from "../../../../../src/appFiles/transfer/plan/transferPlan";
import { settingsNow } from "../../../../../src/features/transfers/run/recordRelease";
import { hashOf } from "../../../../support/appFilesHarness";
import { someApp } from "../../../../support/someApp";
import { folderUri, key, releasingWorld } from "../releasingWorld";

function restored(path: string, text: string, askedAt: number): TransferRow {
  const read = async () => new TextEncoder().encode(text);
  const backup = { hash: hashOf(text), sizeBytes: text.length, read };
  const nowhere = { localPath: "", local: undefined, remote: undefined, askedAt };
  return { kind: "added", direction: "toApp", path, ...nowhere, backup, isChosen: true };
}

const commit = { commit: "a1b2c3d4", branch: "main", subject: undefined, uncommitted: 1 };

describe("a transfer of a linked app", () => {
  it("becomes a release with its commit, settings, files and contents, but no secret", async () => {
    const { push, list, filesOf, releases } = releasingWorld(someApp({ memoryMB: 512 }));
    await push({ kind: "push", commit: async () => commit });
    const [release, ...others] = await list();
    assert.deepEqual(
      [release?.number, release?.kind, release?.result, release?.changed, others.length],
      [...[1, "push", "complete", 2], 0],
    );
    assert.deepEqual(
      [release?.commit?.commit, release?.settings.memoryMB, release?.folder],
      ["a1b2c3d4", 512, folderUri],
    );
    assert.deepEqual(await filesOf(1), { "/bot.session": hashOf("KEY=1"), "/main.py": hashOf("one") });
    assert.ok(await releases.content(key, hashOf("one")));
    assert.equal(await releases.content(key, hashOf("KEY=1")), undefined);
  });

  it("is incomplete where a part failed, and has what is really in the app", async () => {
    const { push, list, filesOf, folder, remote } = releasingWorld();
    await push({ kind: "push" });
    folder.put("main.py", "two");
    folder.put("lib.py", "new");
    const { upload } = remote;
    remote.upload = async (...given) => {
      if (given[0] === "/lib.py") throw new Error("refused");
      return await upload.call(remote, ...given);
    };
    await push({ kind: "push" });
    const [release] = await list();
    assert.deepEqual([release?.number, release?.result, release?.changed], [2, "incomplete", 1]);
    assert.deepEqual(await filesOf(2), { "/bot.session": hashOf("KEY=1"), "/main.py": hashOf("two") });
  });

  it("names no commit where a part of it was left", async () => {
    const { push, list } = releasingWorld();
    await push({ kind: "push", commit: async () => commit }, ({ path }) => path === "/main.py");
    const [release] = await list();
    assert.deepEqual([release?.changed, release?.commit], [1, undefined]);
  });

  it("knows the other files of the release before where it has no folder of its own", async () => {
    const { push, transfer, filesOf, releases, clock } = releasingWorld();
    await push({ kind: "push" });
    const rows = [restored("/old.txt", "from a backup", clock.monotonicMs())];
    await transfer({ plan: { rows }, rows, release: { kind: "restore" } }, false);
    assert.deepEqual(await filesOf(2), {
      ...{ "/bot.session": hashOf("KEY=1"), "/main.py": hashOf("one") },
      "/old.txt": hashOf("from a backup"),
    });
    assert.ok(await releases.content(key, hashOf("from a backup")));
  });

  it("is no release without a change of the app, or of an app that no folder is linked to", async () => {
    const { push, transfer, list, clock } = releasingWorld();
    const rows = [restored("/old.txt", "x", clock.monotonicMs())];
    await transfer({ plan: { rows }, rows, release: { kind: "restore" } }, false);
    await push({ kind: "push" }, () => false);
    assert.deepEqual(await list(), []);
  });

  it("ends as before when its release cannot be recorded, which is logged", async () => {
    const { push, list, disk, texts, warned } = releasingWorld();
    disk.put("releases/account/releases.json", "token\nbroken");
    await push({ kind: "push" });
    assert.deepEqual(texts(), { "main.py": "one", "bot.session": "KEY=1" });
    await assert.rejects(list());
    assert.equal(warned.length, 1);
  });

  it("records no start command that may hold a secret", () => {
    const token = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
    const startupCommand = `TOKEN=${token} python main.py`;
    for (const [command, kept] of [
      [startupCommand, undefined],
      ["DB_PASSWORD=Xk29fjw8QpLm3zT7 python bot.py", undefined],
      ["python main.py", "python main.py"],
    ] as const) {
      const { services } = releasingWorld(someApp({ startupCommand: command }));
      assert.equal(settingsNow(key, services).startupCommand, kept);
    }
  });
});
