// Requests that were given up and are carried out later: what was done since is put right.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { absent, any, breakConnection, count, engine, saw } from "./engine";

/** An engine whose first upload, or deletion, breaks and can be let through later. */
function late(kind: "upload" | "deletion") {
  const parts = engine({ "/stays.txt": "x" });
  const { clock, remote, files, put } = parts;
  const held: (() => void)[] = [];
  if (kind === "upload")
    remote.onUpload = (path, content) => {
      if (held.length > 0) return remote.store(path, content);
      held.push(() => remote.store(path, content));
      breakConnection();
    };
  else
    remote.onRequest = (request) => {
      if (!request.startsWith("DELETE") || held.length > 0) return;
      held.push(() => remote.files.delete(request.slice("DELETE ".length)));
      breakConnection();
    };
  const arrive = () => held[0]?.();
  const steps: Record<string, (...words: string[]) => unknown> = {
    /** "save /a.txt two over one": the author has seen the content "one". */
    save: async (path = "", text = "", _over?: string, seen?: string) =>
      await clock.finish(put(path, text, seen ? await saw(seen) : absent)),
    remove: (path = "") => clock.finish(files.remove([{ path, base: any }])),
    arrive,
    /** Somebody else writes or deletes. */
    theirs: (path = "", text = "") => (text ? remote.put(path, text) : remote.files.delete(path)),
    "away-for": async (seconds = "") => {
      remote.failing.add("LIST");
      await clock.advance(Number(seconds) * 1_000);
      remote.failing.clear();
    },
    wait: (seconds = "") => clock.advance(Number(seconds) * 1_000),
  };
  const play = async (story: string) => {
    for (const [name = "", ...words] of story.split(", ").map((step) => step.split(" ")))
      await (steps[name] ?? assert.fail(name))(...words);
  };
  /** What the app holds, such as "/a.txt newer", beside the file that stays. */
  const found = () => {
    const { "/stays.txt": stays, ...others } = parts.texts();
    assert.equal(stays, "x");
    return Object.entries(others)
      .map((each) => each.join(" "))
      .join(", ");
  };
  return { ...parts, arrive, play, found };
}

const replaced = "save /a.txt older, save /a.txt newer over older";

/** The steps, and what the app holds 130 s after the last of them. */
function tell(kind: "upload" | "deletion", stories: Readonly<Record<string, string>>) {
  for (const [title, story] of Object.entries(stories))
    it(title, async () => {
      const { clock, play, found } = late(kind);
      const [steps = "", expected] = story.split(": ");
      await play(steps);
      await clock.advance(130_000);
      assert.equal(found(), expected);
    });
}

describe("an upload that arrives late", () => {
  for (const [how, older] of [
    ["of another size", "older_text"],
    ["of the same size", "older"],
  ] as const)
    for (const hasWholeSeconds of [false, true])
      it(`does not stay over a newer save: ${how}${hasWholeSeconds ? ", in its second" : ""}`, async () => {
        const { clock, remote, log, play, found } = late("upload");
        remote.hasWholeSeconds = hasWholeSeconds;
        await play(`save /a.txt ${older}, save /a.txt newer over ${older}, arrive`);
        await clock.advance(130_000);
        assert.equal(found(), "/a.txt newer");
        assert.ok(log.kept.length > 0);
      });

  tell("upload", {
    "does not bring back what was deleted since": "save /lib/a.txt older, remove /lib/a.txt, arrive: ",
    "does not bring back what was in a folder that was deleted since":
      "save /lib/a.txt older, remove /lib, arrive: ",
    "does not take away the same text when that is saved again after a deletion":
      "save /a.txt older, remove /a.txt, save /a.txt older: /a.txt older",
    "does not take away the same text when somebody else writes it after its life was over":
      "save /a.txt older, remove /a.txt, away-for 140, theirs /a.txt older: /a.txt older",
    "leaves alone what somebody else has written since": `${replaced}, arrive, theirs /a.txt theirs: /a.txt theirs`,
  });

  it("does not stay over a newer save when it comes before that is proved", async () => {
    const { clock, remote, arrive, play, found } = late("upload");
    await play("save /a.txt older");
    remote.onCarriedOut = (request) => {
      if (request.startsWith("UPLOAD") && count(remote.requests, "UPLOAD") === 3) arrive();
    };
    await play("save /a.txt newer over older");
    await clock.advance(130_000);
    assert.equal(found(), "/a.txt newer");
  });

  it("is looked for no longer than ten minutes after that", async () => {
    const { clock, remote, play } = late("upload");
    await play(replaced);
    remote.failing.add("LIST");
    await clock.advance(800_000);
    const before = remote.requests.length;
    await clock.advance(3_600_000);
    assert.equal(remote.requests.length, before);
  });

  it("is not put right over a save that came after it was found out", async () => {
    const { clock, remote, put, arrive, play, found } = late("upload");
    await play(replaced);
    // The same text once more: it waits for its turn while the one that came late is found.
    arrive();
    remote.onTurn = async (request) => {
      if (request.startsWith("UPLOAD")) await clock.sleep(4_000);
    };
    const again = put("/a.txt", "older", any);
    await clock.finish(again);
    await clock.advance(130_000);
    assert.equal(found(), "/a.txt older");
  });

  for (const awaySeconds of [30, 130])
    it(`is put right also when the service could not be asked for ${awaySeconds} s, which its life may end in`, async () => {
      const { clock, play, found } = late("upload");
      await play(`${replaced}, arrive, away-for ${awaySeconds}`);
      assert.equal(found(), "/a.txt older");
      await clock.advance(60_000);
      assert.equal(found(), "/a.txt newer");
    });

  it("is watched for with few requests, and for no longer than it can live", async () => {
    const { clock, remote, play } = late("upload");
    await play(replaced);
    remote.requests.length = 0;
    await clock.advance(150_000);
    assert.ok(count(remote.requests, "LIST") <= 15, `${count(remote.requests, "LIST")} listings`);
    assert.ok(count(remote.requests, "READ") <= 2, `${count(remote.requests, "READ")} reads`);
    assert.equal(clock.sleeping, 0);
    remote.requests.length = 0;
    await clock.advance(600_000);
    assert.deepEqual(remote.requests, []);
  });
});

describe("a deletion that is carried out late", () => {
  const older = "theirs /lib/a.txt older";
  const saved = "save /lib/a.txt newer over older";
  tell("deletion", {
    "does not take a newer save with it": `${older}, remove /lib/a.txt, ${saved}, arrive: /lib/a.txt newer`,
    "does not take a newer save with it that is in the folder": `${older}, remove /lib, ${saved}, theirs /lib/a.txt, arrive: /lib/a.txt newer`,
    "is wanted when the file was deleted again since": `${older}, remove /lib/a.txt, ${saved}, remove /lib/a.txt, arrive: `,
    "does not make somebody else's deletion undone once it can no longer come": `${older}, remove /lib/a.txt, ${saved}, wait 130, theirs /lib/a.txt, wait 600: `,
  });
});
