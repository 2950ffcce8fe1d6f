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
  const write = async (content: string, ms = 3_000) => {
    await clock.advance(ms);
    remote.put(path, content);
    await clock.advance(ms);
  };
  return { clock, remote, files, events, account, file, reads, kinds, write };
}

/** A file that is followed, with the text that it holds. */
async function followed(text = "one\n") {
  const parts = harness(text);
  assert.equal(await parts.file.start(), "following");
  parts.file.setWanted(true);
  await parts.clock.advance(1);
  parts.events.length = 0;
  parts.remote.requests.length = 0;
  return parts;
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
    const { events, write } = await followed();
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
    const { clock, remote, reads, write } = await followed();
    await clock.advance(30_000);
    assert.equal(remote.requests.length, 10);
    assert.equal(reads(), 0);
    await write("one\ntwo\n");
    assert.equal(reads(), 1);
  });

  it("asks for nothing while it is not wanted, and for what it missed when it is again", async () => {
    const { clock, remote, events, file } = await followed();
    file.setWanted(false);
    await clock.advance(3_600_000);
    remote.put(path, "one\ntwo\n");
    await clock.advance(3_600_000);
    assert.deepEqual([remote.requests.length, events.length], [0, 0]);
    file.setWanted(true);
    await clock.advance(1);
    assert.deepEqual(events, [{ kind: "grew", text: "two\n" }]);
  });

  it("starts again when the file was cut off or replaced, also by a longer one", async () => {
    const { events, write } = await followed("one\ntwo\n");
    const texts = ["one\n", "something else\n", "two, after the rotation\n"];
    for (const text of texts) await write(text);
    assert.deepEqual(
      events,
      texts.map((text) => ({ kind: "restarted", text, hiddenLength: 0 })),
    );
  });

  it("says once that the file is gone, waits, and shows it when it is back", async () => {
    const { clock, remote, events, write } = await followed();
    remote.files.delete(path);
    await clock.advance(60_000);
    assert.deepEqual(events, [{ kind: "vanished" }]);
    await write("new\n");
    assert.deepEqual(events.slice(1), [{ kind: "returned", text: "new\n", hiddenLength: 0 }]);
  });

  it("takes a folder that is gone for a file that is gone, and shows one that came back as it was", async () => {
    const { clock, remote, kinds, write } = await followed();
    remote.files.clear();
    await clock.advance(30_000);
    await write("one\n");
    assert.deepEqual(kinds(), ["vanished", "returned"]);
  });

  it("says once that it cannot be read, asks less and less often, and goes on", async () => {
    const { clock, remote, events, kinds } = await followed();
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
    const { clock, remote, kinds, write } = await followed();
    remote.failing.add("READ");
    await write("one\ntwo\n");
    remote.failing.clear();
    await clock.advance(60_000);
    assert.deepEqual(kinds(), ["failing", "recovered", "grew"]);
  });

  it("does not take a half written character for a change of what was there", async () => {
    const { remote, events, clock } = await followed("gr");
    const bytes = new TextEncoder().encode("grün\n");
    for (const stored of [bytes.slice(0, 3), bytes]) {
      await clock.advance(3_000);
      remote.files.set(path, { bytes: stored, modifiedAt: clock.now() });
      await clock.advance(6_000);
    }
    assert.deepEqual(events, [{ kind: "grew", text: "ün\n" }]);
  });

  it("looks at once when told that something has changed", async () => {
    const { clock, remote, kinds, file } = await followed();
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

  for (const reason of ["tooLarge", "signedOut"] as const)
    it(`ends and asks for nothing more: ${reason}`, async () => {
      const { remote, events, account, write, clock } = await followed();
      account.isSignedOut = reason === "signedOut";
      await write(reason === "tooLarge" ? "x".repeat(5 * 1024 * 1024 + 1) : "one\n");
      remote.requests.length = 0;
      await clock.advance(60_000);
      assert.deepEqual([events, remote.requests], [[{ kind: "ended", reason }], []]);
    });

  it("says nothing after it was disposed", async () => {
    const { clock, remote, events, file } = await followed();
    file.dispose();
    file.setWanted(true);
    remote.put(path, "one\ntwo\n");
    await clock.advance(60_000);
    assert.deepEqual(events, []);
  });
});
