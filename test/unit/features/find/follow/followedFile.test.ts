import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { FileProblem } from "../../../../../src/core/errors/fileProblem";
import { silentLogger } from "../../../../../src/core/logger";
import { type FollowEvent, FollowedFile } from "../../../../../src/features/find/follow/followedFile";
import { bareFiles } from "../../../../support/bareFiles";
import { FakeClock } from "../../../../support/fakeClock";
import { RememberedFiles } from "../../../../support/rememberedFiles";

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

async function followed(text = "one\n") {
  const parts = harness(text);
  assert.equal(await parts.file.start(), "following");
  parts.file.setWanted(true);
  await parts.clock.advance(1);
  parts.events.length = 0;
  parts.remote.requests.length = 0;
  return parts;
}

/** Such as "grew one two". */
function eventText(event: FollowEvent): string {
  if (event.kind === "ended") return `ended ${event.reason}`;
  return "text" in event ? `${event.kind} ${event.text}` : event.kind;
}

describe("FollowedFile", () => {
  afterEach(() => {
    for (const dispose of disposals.splice(0)) dispose();
  });

  /** Steps and the resulting events of a file with "one/"; "/" ends a line. */
  const stories: Readonly<Record<string, string>> = {
    "appends new text":
      "write one/two/, write one/two/three, write one/two/three!/ -> grew one/two/, grew one/two/three, grew one/two/three!/",
    "polls nothing while it is hidden, and reads what it missed afterwards":
      "unwanted, silence 3600, put one/two/, silence 3600, wanted -> grew one/two/",
    "starts again when the file was cut off or replaced, also by a longer one":
      "write on, write other/, write another and longer/ -> restarted on, restarted other/, restarted another and longer/",
    "reports once that the file is deleted, waits, and shows it when it is back":
      "delete, wait 60, write new/ -> vanished, returned new/",
    "treats a deleted folder as a deleted file, and shows a restored one":
      "clear, wait 30, write one/ -> vanished, returned one/",
    "reads again after a failure":
      "fail READ, write one/two/, heal, wait 60 -> failing, recovered, grew one/two/",
    "ends when the file becomes too large": "enlarge, silence 60 -> ended tooLarge",
    "ends when its account is signed out": "signOut, wait 6, silence 60 -> ended signedOut",
    "lists at once after a change event": "put one/two/, check -> grew one/two/",
    "fires nothing after it was disposed": "dispose, put one/two/, silence 60 -> ",
  };
  for (const [title, story] of Object.entries(stories))
    it(title, async () => {
      const parts = await followed();
      const { clock, remote, events, file, account, write } = parts;
      const wanted = async (isWanted: boolean) => {
        file.setWanted(isWanted);
        await clock.advance(1);
      };
      const steps: Readonly<Record<string, (argument: string) => unknown>> = {
        write: (text) => write(text),
        put: (text) => remote.put(path, text),
        enlarge: () => write("x".repeat(5 * 1024 * 1024 + 1)),
        delete: () => remote.files.delete(path),
        clear: () => remote.files.clear(),
        fail: (request) => remote.failing.add(request),
        heal: () => remote.failing.clear(),
        wait: (seconds) => clock.advance(Number(seconds) * 1_000),
        /** Without requests and events. */
        silence: async (seconds) => {
          const before = [remote.requests.length, events.length];
          await clock.advance(Number(seconds) * 1_000);
          assert.deepEqual([remote.requests.length, events.length], before);
        },
        wanted: () => wanted(true),
        unwanted: () => wanted(false),
        check: async () => {
          file.checkNow();
          await clock.advance(1);
        },
        dispose: async () => {
          file.dispose();
          await wanted(true);
        },
        signOut: () => {
          account.isSignedOut = true;
        },
      };
      const [acts = "", expected] = story.replaceAll("/", "\n").split(" -> ");
      for (const act of acts.split(", ")) {
        const [name = "", ...argument] = act.split(" ");
        const step = steps[name];
        assert.ok(step, name);
        await step(argument.join(" "));
      }
      assert.equal(events.map(eventText).join(", "), expected);
    });

  it("lists every three seconds, and reads the text only after a change", async () => {
    const { clock, remote, reads, write } = await followed();
    await clock.advance(30_000);
    assert.equal(remote.requests.length, 10);
    assert.equal(reads(), 0);
    await write("one\ntwo\n");
    assert.equal(reads(), 1);
  });

  it("reports once that it cannot be read, polls less and less often, and continues", async () => {
    const { clock, remote, events, kinds } = await followed();
    remote.failing.add("LIST");
    await clock.advance(120_000);
    assert.deepEqual(kinds(), ["failing"]);
    assert.ok(remote.requests.length <= 6, `${remote.requests.length} requests`);
    remote.failing.clear();
    remote.put(path, "one\ntwo\n");
    await clock.advance(300_000);
    assert.deepEqual(kinds(), ["failing", "recovered", "grew"]);
    assert.deepEqual(events.at(-1), { kind: "grew", text: "one\ntwo\n" });
  });

  it("does not mistake a partly written character for a change of the text before it", async () => {
    const { remote, events, clock } = await followed("gr");
    const bytes = new TextEncoder().encode("grün\n");
    for (const stored of [bytes.slice(0, 3), bytes]) {
      await clock.advance(3_000);
      remote.files.set(path, { bytes: stored, modifiedAt: clock.now() });
      await clock.advance(6_000);
    }
    assert.deepEqual(events, [{ kind: "grew", text: "grün\n" }]);
  });

  it("refuses a file that is missing, too large or not text", async () => {
    assert.equal(await harness().file.start(), "notFound");
    const large = harness("x".repeat(5 * 1024 * 1024 + 1));
    assert.equal(await large.file.start(), "tooLarge");
    assert.equal(large.reads(), 0);
    const binary = harness("x");
    binary.files.readText = async () => undefined;
    assert.equal(await binary.file.start(), "notText");
    assert.deepEqual([large.events, binary.events], [[], []]);
  });

  it("fails to start when the file cannot be listed", async () => {
    const { remote, file } = harness("one\n");
    remote.failing.add("LIST");
    await assert.rejects(file.start(), { kind: "server" });
  });
});
