// Events of an app's files: other clients' changes only.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { absent, any, engine, heldIn, player } from "../engine";

/** With the announced changes. */
function listening(...names: string[]) {
  const parts = engine(Object.fromEntries(names.map((name) => [`/${name}.txt`, name])));
  const reported: string[] = [];
  parts.files.listen({
    onRemoteChange: (changes) => reported.push(...changes.map(({ type, path }) => `${type} ${path}`)),
  });
  return { ...parts, reported };
}

describe("events of other clients' changes", () => {
  it("exclude the window's own puts, removals and created folders", async () => {
    const { clock, remote, files, put, reported } = listening("a");
    await files.list("/");
    remote.onTurn = () => clock.sleep(3_000);
    await clock.finish(put("/a.txt", "two", any));
    await clock.finish(put("/new/deep/b.txt", "b", absent));
    await clock.finish(files.remove([{ path: "/a.txt", base: any }]));
    for (const folder of ["/", "/new", "/new/deep"]) await files.list(folder, { maxAgeMs: 0 });
    assert.deepEqual(reported, []);
  });

  /**
   * The window's running change, other clients' changes meanwhile, the events after a listing and after the
   * end, and the files.
   */
  const rows = [
    [
      "include another client's change beside a queued one, at once",
      "save /a.txt two over any",
      "theirs /theirs.txt x",
      ["created /theirs.txt"],
      ["created /theirs.txt"],
      "/a.txt two, /b.txt b, /c.txt c, /theirs.txt x",
    ],
    [
      "include another client's change of a file that an own put then kept",
      "save /a.txt mine over a !",
      "theirs /a.txt theirs",
      [],
      ["changed /a.txt"],
      "/a.txt theirs, /b.txt b, /c.txt c",
    ],
    [
      "include another client's change of a file that an own removal then kept, but not removed files",
      "remove /a.txt /b.txt !",
      "theirs /a.txt theirs",
      [],
      ["changed /a.txt"],
      "/a.txt theirs, /c.txt c",
    ],
    [
      "include every change among several of one folder",
      "save /a.txt mine over any & save /b.txt mine over b !",
      "theirs /b.txt theirs, theirs /c.txt",
      ["deleted /c.txt"],
      ["changed /b.txt", "deleted /c.txt"],
      "/a.txt mine, /b.txt theirs",
    ],
  ] as const;
  for (const [title, ours, theirs, atOnce, inTheEnd, held] of rows)
    it(title, async () => {
      const parts = listening("a", "b", "c");
      const { clock, remote, files, reported } = parts;
      const { ask, play } = player(parts);
      await files.list("/");
      remote.onTurn = () => clock.sleep(60_000);
      const changing = ask(ours);
      await clock.advance(20_000);
      await play(theirs);
      await files.list("/", { maxAgeMs: 0 });
      assert.deepEqual(reported, atOnce);
      await clock.finish(changing);
      assert.deepEqual(reported.sort(), inTheEnd);
      assert.equal(heldIn(parts), held);
    });
});
