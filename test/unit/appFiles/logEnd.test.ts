// Which of an app's logs is read for the reason of a crash.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readLogEnd } from "../../../src/appFiles/logEnd";
import { largestLogBytes } from "../../../src/core/paths/logFiles";

type Log = readonly [name: string, sizeBytes: number, modifiedAt: number];

const read = async (logs: readonly Log[], startedAt?: number) => {
  const entries = logs.map(([name, sizeBytes, modifiedAt]) => ({
    name,
    type: "file",
    sizeBytes,
    modifiedAt,
  }));
  const files = {
    list: async () => ({ entries: new Map(entries.map((each) => [each.name, each])) }),
    readText: async (path: string) => `end of ${path}\n`,
  };
  return await readLogEnd(
    async () => ({ get: () => files }) as never,
    { accountId: "me", appId: "shop" },
    startedAt,
  );
};

const dayMs = 24 * 3_600_000;

describe("the end of an app's newest log", () => {
  it("is none where the log is clearly older than the app's start", async () => {
    const startedAt = 2 * dayMs;
    const end = { name: "app.log", lines: ["end of /app.log"] };
    assert.equal(await read([["app.log", 20, startedAt - dayMs - 1]], startedAt), undefined);
    assert.deepEqual(await read([["app.log", 20, startedAt - dayMs]], startedAt), end);
    assert.deepEqual(await read([["app.log", 20, 1]]), end);
  });

  it("is read up to the size of a followed log", async () => {
    assert.deepEqual((await read([["app.log", largestLogBytes, 2]]))?.lines, ["end of /app.log"]);
  });

  it("is that of the next log where the newest is too large", async () => {
    const large = ["app.log", largestLogBytes + 1, 600_000] as const;
    const error = ["error.log", 20, 500_000] as const;
    const next = { name: "error.log", lines: ["end of /error.log"] };
    assert.deepEqual(await read([error, large], 590_000), next);
    // It may be of another run.
    assert.deepEqual(await read([error, large]), { name: "app.log", lines: [] });
    assert.deepEqual(await read([error, large], dayMs + 500_001), { name: "app.log", lines: [] });
  });

  it("is read where the service does not say when it was written", async () => {
    assert.deepEqual((await read([["app.log", 20, 0]], 10 * 60_000))?.lines, ["end of /app.log"]);
  });
});
