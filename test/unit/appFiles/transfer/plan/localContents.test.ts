// Local files are read once per plan, without waiting for the service.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { LocalContents } from "../../../../../src/appFiles/transfer/plan/localContents";
import { hashNow } from "../../../../support/appFilesHarness";
import { transferWorld } from "../transferWorld";

const fileOf = (path: string, read: () => Promise<Uint8Array>) => ({ path, sizeBytes: 1, read });

describe("the contents of a folder's files", () => {
  const { now } = performance;
  // On a busy machine a small folder too would be read in several slices.
  beforeEach(() => {
    performance.now = () => 0;
  });
  afterEach(() => {
    performance.now = now;
  });

  it("are read once each, for all callers", async () => {
    let reads = 0;
    const file = fileOf("a.txt", async () => {
      reads++;
      return new Uint8Array([65]);
    });
    const contents = new LocalContents(hashNow);
    contents.readAhead([file], new AbortController().signal);
    const [one, two] = await Promise.all([contents.of(file), contents.of(file)]);
    assert.deepEqual([one.sizeBytes, one === two, reads], [1, true, 1]);
  });

  it("that cannot be read ahead reject for their callers, and stop no other", async () => {
    const broken = fileOf("a.txt", async () => {
      throw new Error("no permission");
    });
    const whole = fileOf("b.txt", async () => new Uint8Array([66]));
    const contents = new LocalContents(hashNow);
    contents.readAhead([broken, whole], new AbortController().signal);
    await assert.rejects(contents.of(broken), /no permission/);
    assert.equal((await contents.of(whole)).sizeBytes, 1);
  });

  it("are read while the app is still being listed, and not at all once that has failed", async () => {
    let isListed = false;
    const { moved, remote, folder, finish } = transferWorld({}, { "a.txt": "one" });
    remote.onRequest = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      isListed = true;
    };
    await finish(moved.push());
    await finish(moved.push());
    isListed = false;
    const readBefore: boolean[] = [];
    folder.onRead = () => void readBefore.push(!isListed);
    await finish(moved.planPush());
    assert.deepEqual(readBefore, [true]);
  });
});
