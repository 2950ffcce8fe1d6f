// The log's end in the dashboard of an app that is down.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { silentLogger } from "../../../../src/core/logger";
import { CrashLog } from "../../../../src/features/dashboard/crashLog";
import { FakeClock } from "../../../support/fakeClock";

function setUp(sizeBytes = 20, mayRead = true) {
  const clock = new FakeClock();
  const asked: string[] = [];
  const entry = { name: "app.log", type: "file", sizeBytes, modifiedAt: 1, createdAt: 1 };
  const files = {
    list: async () => {
      asked.push("list");
      return { entries: new Map([["app.log", entry]]) };
    },
    readText: async () => {
      asked.push("read");
      return "one\ntwo\n";
    },
  };
  const log = new CrashLog({
    app: { accountId: "me", appId: "shop" },
    loadFiles: async () => ({ get: () => files as never }),
    ...{ clock, logger: silentLogger, mayRead: () => mayRead, onDidRead: () => undefined },
    explain: async (lines) => ({ sentence: lines.join(), fix: undefined }),
  });
  return { clock, asked, log };
}

describe("the log of an app that is down", () => {
  it("is read once per crash, and not repeatedly in a crash loop", async () => {
    const { clock, asked, log } = setUp();
    for (const run of ["1", "1", "2", "3"]) {
      log.want(run);
      await clock.advance(1_000);
    }
    assert.deepEqual(asked, ["list", "read"]);
    assert.deepEqual(log.end, { name: "app.log", lines: ["one", "two"] });
    assert.equal(log.explanation?.sentence, "one,two");
    await clock.advance(30_000);
    log.want("3");
    await clock.advance(1_000);
    assert.equal(asked.length, 4);
    log.forget();
    assert.deepEqual([log.end, log.explanation], [undefined, undefined]);
  });

  it("is not read where it is older than the app's start", async () => {
    const { clock, asked, log } = setUp();
    log.want("1", 25 * 3_600_000);
    await clock.advance(1_000);
    assert.deepEqual([asked, log.end, log.explanation?.sentence], [["list"], undefined, ""]);
  });

  it("is not read where flags deny reading the app's files", async () => {
    const { clock, asked, log } = setUp(20, false);
    log.want("1");
    await clock.advance(1_000);
    assert.deepEqual(asked, []);
  });

  it("is named and not read when it is large", async () => {
    const { clock, asked, log } = setUp(50 * 1024 * 1024);
    log.want("1");
    await clock.advance(1_000);
    assert.deepEqual(asked, ["list"]);
    assert.deepEqual(log.end?.lines, []);
  });
});
