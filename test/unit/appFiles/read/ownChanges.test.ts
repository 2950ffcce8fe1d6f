// What is told of an app's files: what others do, and nothing of our own doing.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { absent, any, engine, heldIn, player } from "../engine";

/** An engine, and what it told of others' changes. */
function listening(...names: string[]) {
  const parts = engine(Object.fromEntries(names.map((name) => [`/${name}.txt`, name])));
  const told: string[] = [];
  parts.files.listen({
    onRemoteChange: (changes) => told.push(...changes.map(({ type, path }) => `${type} ${path}`)),
  });
  return { ...parts, told };
}

describe("what is told of others' changes", () => {
  it("is nothing of our own puts, removals and the folders that they make", async () => {
    const { clock, remote, files, put, told } = listening("a");
    await files.list("/");
    remote.onTurn = () => clock.sleep(3_000);
    await clock.finish(put("/a.txt", "two", any));
    await clock.finish(put("/new/deep/b.txt", "b", absent));
    await clock.finish(files.remove([{ path: "/a.txt", base: any }]));
    for (const folder of ["/", "/new", "/new/deep"]) await files.list(folder, { maxAgeMs: 0 });
    assert.deepEqual(told, []);
  });

  /** What we ask for and waits, what they do meanwhile, what is told after a listing and when ours has ended, and what is left. */
  const rows = [
    [
      "is what they do beside a change of ours that waits, at once",
      "save /a.txt two over any",
      "theirs /theirs.txt x",
      ["created /theirs.txt"],
      ["created /theirs.txt"],
      "/a.txt two, /b.txt b, /c.txt c, /theirs.txt x",
    ],
    [
      "is what they did to a file that a put of ours then left alone",
      "save /a.txt mine over a !",
      "theirs /a.txt theirs",
      [],
      ["changed /a.txt"],
      "/a.txt theirs, /b.txt b, /c.txt c",
    ],
    [
      "is what they did to a file that a removal of ours then left alone, and not what went",
      "remove /a.txt /b.txt !",
      "theirs /a.txt theirs",
      [],
      ["changed /a.txt"],
      "/a.txt theirs, /c.txt c",
    ],
    [
      "is not lost among several changes of one folder",
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
      const { clock, remote, files, told } = parts;
      const { ask, play } = player(parts);
      await files.list("/");
      remote.onTurn = () => clock.sleep(60_000);
      const changing = ask(ours);
      await clock.advance(20_000);
      await play(theirs);
      await files.list("/", { maxAgeMs: 0 });
      assert.deepEqual(told, atOnce);
      await clock.finish(changing);
      assert.deepEqual(told.sort(), inTheEnd);
      assert.equal(heldIn(parts), held);
    });
});
