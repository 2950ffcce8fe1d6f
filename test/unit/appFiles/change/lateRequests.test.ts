// Abandoned requests that are carried out later: newer changes are restored.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { CallOptions } from "../../../../src/api/http/exchange";
import { CannotBackUp } from "../../../../src/appFiles/change/change";
import { any, breakConnection, count, engine, heldIn, player, saw, testStories } from "../engine";

/** The first upload, or deletion, breaks and can be carried out later. */
function late(kind: "upload" | "deletion") {
  const parts = engine({ "/stays.txt": "x" });
  const { clock, remote } = parts;
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
  const own = {
    arrive,
    "away-for": async (seconds = "") => {
      remote.failing.add("LIST");
      await clock.advance(Number(seconds) * 1_000);
      remote.failing.clear();
    },
  };
  return { ...parts, own, arrive, play: player(parts, own).play };
}

const replaced = "save /a.txt older, save /a.txt newer over older";

describe("an upload that arrives late", () => {
  for (const [how, older] of [
    ["of another size", "older_text"],
    ["of the same size", "older"],
  ] as const)
    for (const hasWholeSeconds of [false, true])
      it(`does not undo a newer save: ${how}${hasWholeSeconds ? ", in its second" : ""}`, async () => {
        const parts = late("upload");
        parts.remote.hasWholeSeconds = hasWholeSeconds;
        await parts.play(`save /a.txt ${older}, save /a.txt newer over ${older}, arrive, wait 130`);
        assert.equal(heldIn(parts), "/a.txt newer, /stays.txt x");
        assert.ok(parts.log.backups.length > 0);
        assert.deepEqual(parts.repaired, ["/a.txt"]);
      });

  testStories(
    {
      "does not restore a file that was deleted since":
        "save /lib/a.txt older, remove /lib/a.txt, arrive, wait 130: /stays.txt x",
      "does not restore a file of a folder that was deleted since":
        "save /lib/a.txt older, remove /lib, arrive, wait 130: /stays.txt x",
      "does not remove an equal text that is saved again after a deletion":
        "save /a.txt older, remove /a.txt, save /a.txt older, wait 130: /a.txt older, /stays.txt x",
      "does not remove an equal text that another client writes after the request's life":
        "save /a.txt older, remove /a.txt, away-for 140, theirs /a.txt older, wait 130: /a.txt older, /stays.txt x",
      "keeps another client's later file": `${replaced}, arrive, theirs /a.txt theirs, wait 130: /a.txt theirs, /stays.txt x`,
      // Equal text: the save waits for its turn while the late one is found.
      "is not undone over a save that came after its discovery": `${replaced}, arrive, turns 4, save /a.txt older over any, wait 130: /a.txt older, /stays.txt x`,
      "is undone also when the service was unreachable for 30 s": `${replaced}, arrive, away-for 30, wait 60: /a.txt newer, /stays.txt x`,
      "is undone also when the service was unreachable until the end of its life": `${replaced}, arrive, away-for 130, wait 60: /a.txt newer, /stays.txt x`,
    },
    () => late("upload"),
  );

  it("does not undo a newer save where files' times are ahead of the service's clock", async () => {
    const parts = late("upload");
    parts.remote.filesAheadMs = 180_000;
    await parts.play(`${replaced}, wait 30, arrive, wait 130`);
    assert.equal(heldIn(parts), "/a.txt newer, /stays.txt x");
  });

  it("does not undo a newer save that listings showed late, where files' times never change", async () => {
    const parts = late("upload");
    let isListed = false;
    parts.remote.onEntries = (_, entries) =>
      entries
        .filter(({ name }) => isListed || name !== "a.txt")
        .map((entry) => ({ ...entry, modifiedAt: 1_000 }));
    await parts.play(replaced);
    isListed = true;
    await parts.play("wait 30, arrive, wait 130");
    assert.equal(heldIn(parts), "/a.txt newer, /stays.txt x");
  });

  it("is not mistaken for another client's file from after its life, while a look is queued", async () => {
    const parts = late("upload");
    const { remote, clock, play } = parts;
    await play("save /a.txt older, save /a.txt newer over older, wait 100");
    let isHeld = false;
    remote.onRequest = async (request) => {
      if (isHeld || request !== "READ /a.txt") return;
      isHeld = true;
      await clock.sleep(60_000);
    };
    remote.put("/a.txt", "other");
    await play("wait 50, theirs /a.txt older, wait 130");
    assert.ok(isHeld);
    assert.equal(heldIn(parts), "/a.txt older, /stays.txt x");
  });

  it("is undone while other reads take every slot", async () => {
    const parts = late("upload");
    const { remote, arrive, play } = parts;
    await play(replaced);
    const observe = remote.observe.bind(remote);
    Object.assign(remote, {
      observe: async (path: string, { priority }: CallOptions = {}) =>
        await (priority === "background" ? new Promise(() => undefined) : observe(path)),
    });
    arrive();
    await play("wait 130");
    assert.equal(heldIn(parts), "/a.txt newer, /stays.txt x");
  });

  it("does not undo a newer save when it arrives before the proof", async () => {
    const { remote, arrive, play, texts } = late("upload");
    await play("save /a.txt older");
    remote.onCarriedOut = (request) => {
      if (request.startsWith("UPLOAD") && count(remote.requests, "UPLOAD") === 3) arrive();
    };
    await play("save /a.txt newer over older, wait 130");
    assert.equal(texts()["/a.txt"], "newer");
  });

  it("is not undone over equal text that a delayed save stored", async () => {
    const { files, put, play, clock, arrive, texts } = late("upload");
    await play(replaced);
    const order = files.nextOrder();
    arrive();
    await clock.advance(20_000);
    assert.equal(texts()["/a.txt"], "newer");
    await put("/a.txt", "older", { kind: "any" }, { author: "two", order });
    await clock.advance(130_000);
    assert.equal(texts()["/a.txt"], "older");
  });

  it("does not restore a file that was deleted meanwhile, as by a move", async () => {
    const { play, remote, arrive, clock, texts } = late("upload");
    await play(replaced);
    arrive();
    remote.onTurn = async () => {
      remote.files.delete("/a.txt");
      await clock.sleep(1_000);
    };
    await clock.advance(130_000);
    assert.deepEqual(texts(), { "/stays.txt": "x" });
  });

  it("is not undone over a later deletion that is still queued", async () => {
    const parts = late("upload");
    parts.remote.isRemoveFree = false;
    await parts.play(`${replaced}, arrive`);
    // The deletion is one of what arrived.
    parts.files.refresh();
    await parts.play("turns 30, remove-soon /a.txt, wait 130");
    assert.equal(heldIn(parts), "/stays.txt x");
  });

  it("is looked for no longer than ten minutes after its life", async () => {
    const { clock, remote, play } = late("upload");
    await play(replaced);
    remote.failing.add("LIST");
    await clock.advance(800_000);
    const before = remote.requests.length;
    await clock.advance(3_600_000);
    assert.equal(remote.requests.length, before);
  });

  it("is watched with few requests, and only during its life", async () => {
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
  testStories(
    {
      "does not delete a newer save": `${older}, remove /lib/a.txt, ${saved}, arrive, wait 130: /lib/a.txt newer, /stays.txt x`,
      "does not delete a newer save in the folder": `${older}, remove /lib, ${saved}, theirs /lib/a.txt, arrive, wait 130: /lib/a.txt newer, /stays.txt x`,
      "does not delete a newer save beside a name that differs only in letter case": `${older}, remove /lib/a.txt, ${saved}, theirs /lib/A.txt other, arrive, wait 130: /lib/A.txt other, /lib/a.txt newer, /stays.txt x`,
      "stays when the file was deleted again since": `${older}, remove /lib/a.txt, ${saved}, remove /lib/a.txt, arrive, wait 130: /stays.txt x`,
      "does not undo another client's deletion after the request's life": `${older}, remove /lib/a.txt, ${saved}, wait 130, theirs /lib/a.txt, wait 600: /stays.txt x`,
    },
    () => late("deletion"),
  );

  it("does not delete a newer save when it takes away a misplaced upload, 100 s after its time limit", async () => {
    const { files, play, remote, clock, texts } = late("deletion");
    for (const isAnswered of [false, true]) {
      await play(older);
      const noteLeft = await clock.finish(files.willSend("remove", ["/lib/a.txt"]));
      await play(saved);
      noteLeft(isAnswered ? [] : ["/lib/a.txt"]);
      await clock.advance(130_000);
      remote.files.delete("/lib/a.txt");
      await clock.advance(40_000);
      assert.equal(texts()["/lib/a.txt"], isAnswered ? undefined : "newer");
    }
  });

  it("does not delete a newer save, nor another one, while a read waits for its limit", async () => {
    const { play, remote, clock, arrive, texts } = late("deletion");
    await play(`whole-seconds, theirs /lib/b.txt old, ${older}, remove /lib, ${saved}`);
    await play("save /lib/b.txt new over old");
    let isHeld = false;
    remote.onRequest = async (request) => {
      if (isHeld || request !== "READ /lib/a.txt") return;
      isHeld = true;
      await clock.sleep(100_000);
    };
    await clock.advance(10_000);
    assert.ok(isHeld);
    arrive();
    remote.files.delete("/lib/a.txt");
    remote.files.delete("/lib/b.txt");
    await clock.advance(40_000);
    assert.deepEqual(texts(), { "/lib/a.txt": "newer", "/lib/b.txt": "new", "/stays.txt": "x" });
  });

  it("does not delete a newer save when a deletion of it ends with a file that can't be backed up", async () => {
    const { files, play, remote, arrive, clock, texts } = late("deletion");
    remote.onEntries = (_directory, entries) =>
      entries.map((entry) =>
        entry.name === "stays.txt" ? { ...entry, sizeBytes: 21 * 1024 * 1024 } : entry,
      );
    await play(`${older}, remove /lib/a.txt, ${saved}`);
    arrive();
    files.refresh();
    const both = ["/lib/a.txt", "/stays.txt"].map((path) => ({ path, base: any }));
    await assert.rejects(clock.finish(files.remove(both)), CannotBackUp);
    await clock.advance(130_000);
    assert.equal(texts()["/lib/a.txt"], "newer");
  });

  it("does not delete a newer save when a deletion of it is canceled in its queue", async () => {
    const { files, play, remote, arrive, clock, texts } = late("deletion");
    await play(`${older}, remove /lib/a.txt, ${saved}`);
    arrive();
    files.refresh();
    const cancel = new AbortController();
    remote.onTurn = async () => {
      cancel.abort();
    };
    const both = ["/lib/a.txt", "/stays.txt"].map((path) => ({ path, base: any }));
    await assert.rejects(clock.finish(files.remove(both, { signal: cancel.signal })), { name: "AbortError" });
    remote.onTurn = () => undefined;
    await clock.advance(130_000);
    assert.deepEqual(texts(), { "/lib/a.txt": "newer", "/stays.txt": "x" });
  });

  it("keeps a newer save although an older move finds nothing there", async () => {
    const { files, play, arrive, clock, texts } = late("deletion");
    const order = files.nextOrder();
    await play(`${older}, remove /lib/a.txt, ${saved}`);
    arrive();
    files.refresh();
    await clock.finish(files.remove([{ path: "/lib/a.txt", base: saw("older") }], { order }));
    await clock.advance(130_000);
    assert.equal(texts()["/lib/a.txt"], "newer");
  });
});
