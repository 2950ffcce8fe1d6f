import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { PathLocks, type Release } from "../../../src/appFiles/pathLocks";

/** Who has entered, in order. */
function harness() {
  const locks = new PathLocks();
  const entered: string[] = [];
  const releases = new Map<string, Release>();
  const ask = (who: string, paths: readonly string[], signal?: AbortSignal, order?: number) =>
    locks.acquire(paths, { signal, order, owner: who }).then((release) => {
      entered.push(who);
      releases.set(who, release);
    });
  const leave = async (who: string) => {
    releases.get(who)?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { locks, entered, ask, leave };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

describe("PathLocks", () => {
  it("lets changes of one path follow each other in the order in which they were asked for", async () => {
    const { entered, ask, leave } = harness();
    for (const who of ["one", "two", "three"]) void ask(who, ["/a"]);
    await soon();
    assert.deepEqual(entered, ["one"]);
    await leave("one");
    assert.deepEqual(entered, ["one", "two"]);
    await leave("two");
    assert.deepEqual(entered, ["one", "two", "three"]);
  });

  it("lets changes of other paths go side by side", async () => {
    const { entered, ask } = harness();
    void ask("a", ["/lib/a"]);
    void ask("b", ["/lib/b"]);
    void ask("like a", ["/lib/a.txt"]);
    await soon();
    assert.deepEqual(entered, ["a", "b", "like a"]);
  });

  it("holds up what is above and below", async () => {
    const { entered, ask, leave } = harness();
    void ask("file", ["/lib/a"]);
    void ask("folder", ["/lib"]);
    void ask("below", ["/lib/b"]);
    void ask("app", ["/"]);
    await soon();
    assert.deepEqual(entered, ["file"]);
    await leave("file");
    assert.deepEqual(entered, ["file", "folder"]);
    await leave("folder");
    await leave("below");
    assert.deepEqual(entered, ["file", "folder", "below", "app"]);
  });

  it("takes all paths of a change or none, so that no two wait for each other", async () => {
    const { entered, ask, leave } = harness();
    void ask("one", ["/a", "/b"]);
    void ask("two", ["/b", "/a"]);
    void ask("three", ["/c", "/b"]);
    await soon();
    assert.deepEqual(entered, ["one"]);
    await leave("one");
    assert.deepEqual(entered, ["one", "two"]);
    await leave("two");
    assert.deepEqual(entered, ["one", "two", "three"]);
  });

  it("lets nobody overtake one that waits, also not by a path that is free", async () => {
    const { entered, ask, leave } = harness();
    void ask("one", ["/a"]);
    void ask("two", ["/a", "/b"]);
    void ask("three", ["/b"]);
    await soon();
    assert.deepEqual(entered, ["one"]);
    await leave("one");
    assert.deepEqual(entered, ["one", "two"]);
  });

  it("lets one that was asked for before others go before them, but beside nobody who holds", async () => {
    const { locks, entered, ask, leave } = harness();
    void ask("holder", ["/a"], undefined, 1);
    void ask("later", ["/a"], undefined, 3);
    void ask("other", ["/b"], undefined, 4);
    void ask("earlier", ["/a", "/b"], undefined, 2);
    await soon();
    assert.deepEqual(entered, ["holder", "other"]);
    assert.deepEqual([locks.isLast("/a", "later"), locks.isLast("/a", "earlier")], [true, false]);
    await leave("holder");
    assert.deepEqual(entered, ["holder", "other"]);
    await leave("other");
    await leave("earlier");
    assert.deepEqual(entered, ["holder", "other", "earlier", "later"]);
  });

  it("lets go of those who leave while they wait, and of nobody who holds", async () => {
    const { locks, entered, ask, leave } = harness();
    const holder = new AbortController();
    const waiter = new AbortController();
    void ask("one", ["/a"], holder.signal);
    const left = assert.rejects(ask("two", ["/a"], waiter.signal), /enough/);
    void ask("three", ["/a"]);
    holder.abort(new Error("too late"));
    waiter.abort(new Error("enough"));
    await left;
    assert.deepEqual([entered, locks.isBusy("/a/b"), locks.isAwaited(["/a"])], [["one"], true, true]);
    await leave("one");
    assert.deepEqual(entered, ["one", "three"]);
    await leave("three");
    await leave("three");
    assert.deepEqual([locks.isBusy("/a"), locks.isAwaited(["/a"])], [false, false]);
    await assert.rejects(ask("four", ["/a"], AbortSignal.abort(new Error("before"))), /before/);
    assert.equal(locks.isBusy("/a"), false);
  });

  it("lets everybody in at last, and never two that touch", async () => {
    const path = fc.constantFrom("/", "/a", "/a/b", "/a/b/c", "/d", "/d/e");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(path, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
        async (changes) => {
          const locks = new PathLocks();
          const held = new Set<readonly string[]>();
          const isWithin = (above: string, below: string) =>
            above === "/" || above === below || below.startsWith(`${above}/`);
          const isTouching = (some: readonly string[], others: readonly string[]) =>
            some.some((a) => others.some((b) => isWithin(a, b) || isWithin(b, a)));
          await Promise.all(
            changes.map(async (paths) => {
              const release = await locks.acquire(paths);
              for (const other of held) assert.ok(!isTouching(other, paths), `${other} and ${paths}`);
              held.add(paths);
              await soon();
              held.delete(paths);
              release();
            }),
          );
        },
      ),
      { numRuns: 100 },
    );
  });
});
