import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { FileProblem } from "../../../../../../src/core/errors/fileProblem";
import { silentLogger } from "../../../../../../src/core/logger";
import {
  type FollowEvent,
  FollowedFile,
} from "../../../../../../src/features/files/find/follow/followedFile";
import { bareFiles } from "../../../../../support/bareFiles";
import { FakeClock } from "../../../../../support/fakeClock";
import { RememberedFiles } from "../../../../../support/rememberedFiles";

const path = "/logs/app.log";
const disposals: (() => void)[] = [];

function harness(text?: string) {
  const clock = new FakeClock();
  const remote = new RememberedFiles(clock);
  const files = bareFiles(remote);
  remote.put("/logs/other.log", "x");
  if (text !== undefined) remote.put(path, text);
  const events: FollowEvent[] = [];
  const account = { isSignedOut: false };
  const file = new FollowedFile({
    path,
    openFiles: async () => {
      if (account.isSignedOut) throw new FileProblem("signedOut", path);
      return files;
    },
    clock,
    logger: silentLogger,
    onEvent: (event) => events.push(event),
  });
  disposals.push(() => file.dispose());
  const reads = () => remote.requests.filter((request) => request.startsWith("READ")).length;
  const kinds = () => events.map(({ kind }) => kind);
  const following = async () => {
    assert.equal(await file.start(), "following");
    file.setWanted(true);
    await clock.advance(1);
    events.length = 0;
  };
  const write = async (content: string, ms = 3_000) => {
    await clock.advance(ms);
    remote.put(path, content);
    await clock.advance(ms);
  };
  return { clock, remote, files, events, account, file, reads, kinds, following, write };
}

describe("FollowedFile", () => {
  afterEach(() => {
    for (const dispose of disposals.splice(0)) dispose();
  });

  it("shows the end of the file first", async () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join("");
    const { file, events } = harness(lines);
    assert.equal(await file.start(), "following");
    const [event] = events;
    assert.ok(event?.kind === "started");
    assert.ok(event.text.startsWith("line ") && event.text.endsWith("line 19999\n"));
    assert.ok(event.text.length <= 64 * 1024 && event.text.length > 60 * 1024);
    assert.equal(event.hiddenLength + event.text.length, lines.length);
  });

  it("appends what is new", async () => {
    const { events, following, write } = harness("one\n");
    await following();
    await write("one\ntwo\n");
    await write("one\ntwo\nthree");
    await write("one\ntwo\nthree!\n");
    assert.deepEqual(events, [
      { kind: "grew", text: "two\n" },
      { kind: "grew", text: "three" },
      { kind: "grew", text: "!\n" },
    ]);
  });

  it("looks every three seconds, and reads the text only when the listing changed", async () => {
    const { clock, remote, reads, following, write } = harness("one\n");
    await following();
    remote.requests.length = 0;
    await clock.advance(30_000);
    assert.equal(remote.requests.length, 10);
    assert.equal(reads(), 0);
    await write("one\ntwo\n");
    assert.equal(reads(), 1);
  });

  it("asks for nothing while it is not wanted, and for what it missed when it is again", async () => {
    const { clock, remote, events, file, following } = harness("one\n");
    await following();
    file.setWanted(false);
    remote.requests.length = 0;
    await clock.advance(3_600_000);
    remote.put(path, "one\ntwo\n");
    await clock.advance(3_600_000);
    assert.deepEqual([remote.requests.length, events.length], [0, 0]);
    file.setWanted(true);
    await clock.advance(1);
    assert.deepEqual(events, [{ kind: "grew", text: "two\n" }]);
  });

  it("starts anew when the file was cut off or replaced", async () => {
    const { events, following, write } = harness("one\ntwo\n");
    await following();
    await write("one\n");
    await write("something else\n");
    assert.deepEqual(events, [
      { kind: "restarted", text: "one\n", hiddenLength: 0 },
      { kind: "restarted", text: "something else\n", hiddenLength: 0 },
    ]);
  });

  it("starts anew when the new file is longer than the old one", async () => {
    const { kinds, following, write } = harness("one\n");
    await following();
    await write("two, after the rotation\n");
    assert.deepEqual(kinds(), ["restarted"]);
  });

  it("says once that the file is gone, waits, and shows it when it is back", async () => {
    const { clock, remote, events, following, write } = harness("one\n");
    await following();
    remote.files.delete(path);
    await clock.advance(60_000);
    assert.deepEqual(events, [{ kind: "vanished" }]);
    await write("new\n");
    assert.deepEqual(events.slice(1), [{ kind: "returned", text: "new\n", hiddenLength: 0 }]);
  });

  it("shows a file that came back as it was", async () => {
    const { clock, remote, kinds, following, write } = harness("one\n");
    await following();
    remote.files.delete(path);
    await clock.advance(10_000);
    await write("one\n");
    assert.deepEqual(kinds(), ["vanished", "returned"]);
  });

  it("takes a folder that is gone for a file that is gone", async () => {
    const { clock, remote, kinds, following } = harness("one\n");
    await following();
    remote.files.clear();
    await clock.advance(30_000);
    assert.deepEqual(kinds(), ["vanished"]);
  });

  it("says once that it cannot be read, asks less and less often, and goes on", async () => {
    const { clock, remote, events, kinds, following } = harness("one\n");
    await following();
    remote.requests.length = 0;
    remote.failing.add("LIST");
    await clock.advance(120_000);
    assert.deepEqual(kinds(), ["failing"]);
    assert.ok(remote.requests.length <= 6, `${remote.requests.length} requests`);
    remote.failing.clear();
    remote.put(path, "one\ntwo\n");
    await clock.advance(300_000);
    assert.deepEqual(kinds(), ["failing", "recovered", "grew"]);
    assert.deepEqual(events.at(-1), { kind: "grew", text: "two\n" });
  });

  it("reads again what it could not read", async () => {
    const { clock, remote, kinds, following, write } = harness("one\n");
    await following();
    remote.failing.add("READ");
    await write("one\ntwo\n");
    remote.failing.clear();
    await clock.advance(60_000);
    assert.deepEqual(kinds(), ["failing", "recovered", "grew"]);
  });

  it("does not take a half written character for a change of what was there", async () => {
    const { remote, events, following, clock } = harness("gr");
    const bytes = new TextEncoder().encode("grün\n");
    await following();
    await clock.advance(3_000);
    remote.files.set(path, { bytes: bytes.slice(0, 3), modifiedAt: clock.now() });
    await clock.advance(6_000);
    remote.files.set(path, { bytes, modifiedAt: clock.now() });
    await clock.advance(6_000);
    assert.deepEqual(events, [{ kind: "grew", text: "ün\n" }]);
  });

  it("ends when its account is signed out", async () => {
    const { clock, remote, events, account, following } = harness("one\n");
    await following();
    account.isSignedOut = true;
    await clock.advance(6_000);
    remote.requests.length = 0;
    await clock.advance(60_000);
    assert.deepEqual(events, [{ kind: "ended", reason: "signedOut" }]);
    assert.deepEqual(remote.requests, []);
  });

  it("looks at once when told that something has changed", async () => {
    const { clock, remote, kinds, file, following } = harness("one\n");
    await following();
    remote.put(path, "one\ntwo\n");
    file.checkNow();
    await clock.advance(1);
    assert.deepEqual(kinds(), ["grew"]);
  });

  it("refuses a file that is not there, is too large or is no text", async () => {
    assert.equal(await harness().file.start(), "notFound");
    const large = harness("x".repeat(5 * 1024 * 1024 + 1));
    assert.equal(await large.file.start(), "tooLarge");
    assert.equal(large.reads(), 0);
    const binary = harness("x");
    binary.files.readText = async () => undefined;
    assert.equal(await binary.file.start(), "notText");
    assert.deepEqual([large.events, binary.events], [[], []]);
  });

  it("fails to start when the file cannot be looked at", async () => {
    const { remote, file } = harness("one\n");
    remote.failing.add("LIST");
    await assert.rejects(file.start(), { kind: "server" });
  });

  it("ends when the file becomes too large", async () => {
    const { remote, events, following, write, clock } = harness("x");
    await following();
    await write("x".repeat(5 * 1024 * 1024 + 1));
    remote.requests.length = 0;
    await clock.advance(60_000);
    assert.deepEqual(events, [{ kind: "ended", reason: "tooLarge" }]);
    assert.deepEqual(remote.requests, []);
  });

  it("says nothing after it was disposed", async () => {
    const { clock, remote, events, file, following } = harness("one\n");
    await following();
    file.dispose();
    file.setWanted(true);
    remote.put(path, "one\ntwo\n");
    await clock.advance(60_000);
    assert.deepEqual(events, []);
  });
});
