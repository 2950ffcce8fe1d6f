import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { PathLocks, type Release } from "../../../../src/appFiles/change/pathLocks";

/** Names in the order of their turns. */
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
  /** "one /a /b" requests two paths, "-one" cancels; after the colon: those whose turn has come. */
  const stories = {
    "runs changes of one path in call order":
      "one /a, two /a, three /a: one; -one: one two; -two: one two three",
    "runs changes of other paths in parallel": "a /lib/a, b /lib/b, c /lib/a.txt: a b c",
    "blocks parents and children":
      "file /lib/a, folder /lib, below /lib/b, app /: file; -file: file folder; -folder, -below: file folder below app",
    "locks all paths of a change or none, so that no two wait for each other":
      "one /a /b, two /b /a, three /c /b: one; -one: one two; -two: one two three",
    "lets no later change overtake a waiting one, even by a free path":
      "one /a, two /a /b, three /b: one; -one: one two",
  };
  for (const [title, story] of Object.entries(stories))
    it(title, async () => {
      const { entered, ask, leave } = harness();
      for (const [steps = "", expected] of story.split("; ").map((part) => part.split(": "))) {
        for (const [who = "", ...paths] of steps.split(", ").map((step) => step.split(" ")))
          if (who.startsWith("-")) await leave(who.slice(1));
          else void ask(who, paths);
        await soon();
        assert.equal(entered.join(" "), expected);
      }
    });

  it("orders waiting changes by their call, and runs none beside a holder of the path", async () => {
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

  it("drops canceled waiters, but no holder", async () => {
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

  it("runs every change in the end, and never two of overlapping paths", async () => {
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
