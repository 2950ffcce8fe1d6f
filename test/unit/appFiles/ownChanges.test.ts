// What is told of an app's files: what others do, and nothing of our own doing.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { absent, any, engine, isConflict, saw } from "./engine";

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

  it("is what they do beside a change of ours that waits, at once", async () => {
    const { clock, remote, files, put, told } = listening("a");
    await files.list("/");
    remote.onTurn = () => clock.sleep(60_000);
    const putting = put("/a.txt", "two", any);
    await clock.advance(20_000);
    remote.put("/theirs.txt", "x");
    await files.list("/", { maxAgeMs: 0 });
    assert.deepEqual(told, ["created /theirs.txt"]);
    await clock.finish(putting);
  });

  it("is what they did to a file that a put of ours then left alone", async () => {
    const { clock, remote, files, put, told } = listening("a");
    await files.list("/");
    remote.onTurn = () => clock.sleep(60_000);
    const putting = put("/a.txt", "mine", await saw("a"));
    await clock.advance(20_000);
    remote.put("/a.txt", "theirs");
    await files.list("/", { maxAgeMs: 0 });
    assert.deepEqual(told, []);
    await assert.rejects(clock.finish(putting), isConflict);
    assert.deepEqual(told, ["changed /a.txt"]);
  });

  it("is what they did to a file that a removal of ours then left alone, and not what went", async () => {
    const { clock, remote, files, told } = listening("a", "b");
    await files.list("/");
    remote.onTurn = () => clock.sleep(60_000);
    const removing = files.remove([
      { path: "/a.txt", base: any },
      { path: "/b.txt", base: any },
    ]);
    await clock.advance(20_000);
    remote.put("/a.txt", "theirs");
    const { gone } = await clock.finish(removing);
    assert.deepEqual([gone, told], [["/b.txt"], ["changed /a.txt"]]);
  });

  it("is not lost among several changes of one folder", async () => {
    const { clock, remote, files, put, told } = listening("a", "b", "c");
    await files.list("/");
    remote.onTurn = () => clock.sleep(60_000);
    const fine = put("/a.txt", "mine", any);
    const conflict = assert.rejects(put("/b.txt", "mine", await saw("b")), isConflict);
    await clock.advance(20_000);
    remote.put("/b.txt", "theirs");
    remote.files.delete("/c.txt");
    await clock.finish(Promise.all([fine, conflict]));
    assert.deepEqual(told.sort(), ["changed /b.txt", "deleted /c.txt"]);
  });
});
