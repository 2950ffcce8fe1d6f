import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type ListedFolder, Listings } from "../../../../src/appFiles/read/listings";
import type { FileEntry } from "../../../../src/core/model/model";
import { FakeClock } from "../../../support/fakeClock";

const entry = (name: string, sizeBytes = 1): FileEntry => ({
  name,
  type: "file",
  sizeBytes,
  createdAt: 1,
  modifiedAt: 1,
});

const folder = (name: string): FileEntry => ({ ...entry(name, 0), type: "directory" });

function harness() {
  const clock = new FakeClock(1_000_000);
  const requests: string[] = [];
  const answers: ((entries: readonly FileEntry[]) => void)[] = [];
  const cache = new Listings((directory) => {
    requests.push(directory);
    return new Promise<ListedFolder>((resolve) => answers.push((entries) => resolve({ entries, hidden: 0 })));
  }, clock);
  return { clock, cache, requests, answers };
}

describe("Listings", () => {
  it("ignores a response from before a change", async () => {
    const { cache, answers, requests } = harness();
    const first = cache.get("/", 0);
    answers[0]?.([entry("a", 1)]);
    await first;
    cache.markStale("/");
    const olderResponse = cache.get("/", 5_000);
    cache.putEntry("/", entry("a", 2));
    answers[1]?.([entry("a", 1)]);
    await olderResponse;
    assert.equal(cache.peek("/")?.entries.get("a")?.sizeBytes, 2);
    assert.equal(requests.length, 2);
  });

  it("returns a response while a newer request hangs, and requests again nevertheless", async () => {
    const { cache, answers, requests } = harness();
    const first = cache.get("/", 0);
    answers[0]?.([entry("a", 1)]);
    await first;
    const answered = cache.get("/", 0);
    cache.markStale("/");
    void cache.get("/", 0);
    answers[1]?.([entry("a", 2)]);
    await answered;
    assert.equal(cache.peek("/")?.entries.get("a")?.sizeBytes, 2);
    void cache.get("/", 5_000);
    assert.equal(requests.length, 3);
    answers[2]?.([entry("a", 3)]);
    assert.equal((await cache.get("/", 5_000)).entries.get("a")?.sizeBytes, 3);
  });

  it("answers callers of a hanging request with a newer one's response", async () => {
    const { cache, answers } = harness();
    const hanging = cache.get("/", 0);
    void cache.get("/", 0);
    answers[1]?.([entry("a", 2)]);
    assert.equal((await hanging).entries.get("a")?.sizeBytes, 2);
  });

  it("forgets listings below a deleted folder", async () => {
    const cache = new Listings(async () => ({ entries: [entry("a")], hidden: 0 }), new FakeClock());
    for (const directory of ["/", "/a", "/a/b", "/ab"]) await cache.get(directory, 0);
    cache.deleteEntry("/", "a");
    assert.deepEqual(
      ["/", "/a", "/a/b", "/ab"].filter((directory) => cache.peek(directory)),
      ["/", "/ab"],
    );
  });

  describe("reports that listings fail", () => {
    function failingHarness() {
      const failing = new Set<string>();
      const folders = new Map([
        ["/", [folder("a"), folder("b")]],
        ["/a", [folder("c")]],
      ]);
      const reported: string[] = [];
      const cache = new Listings(
        async (directory) => {
          if (failing.has(directory)) throw new Error(`${directory} is down`);
          return { entries: folders.get(directory) ?? [], hidden: 0 };
        },
        new FakeClock(),
        { onFailing: (error) => reported.push(error instanceof Error ? error.message : "well") },
      );
      const fail = async (directory: string) => {
        failing.add(directory);
        await assert.rejects(cache.get(directory, 0));
      };
      return { cache, failing, folders, reported, fail };
    }

    it("until the failed folder is listed, whatever else is listed meanwhile", async () => {
      const { cache, failing, reported, fail } = failingHarness();
      await fail("/a");
      await fail("/b");
      await cache.get("/", 0);
      failing.clear();
      await cache.get("/a", 0);
      assert.deepEqual(reported, ["/a is down"]);
      assert.deepEqual(cache.failed, ["/b"]);
      await cache.get("/b", 0);
      assert.deepEqual(reported, ["/a is down", "well"]);
      assert.deepEqual(cache.failed, []);
    });

    it("until the failed folder or a parent is deleted", async () => {
      const { cache, folders, reported, fail } = failingHarness();
      await fail("/a/c");
      await fail("/b");
      folders.set("/", [folder("b")]);
      await cache.get("/", 0);
      assert.deepEqual(cache.failed, ["/b"]);
      assert.equal(reported.length, 1);
      cache.deleteEntry("/", "b");
      assert.deepEqual(reported, ["/a/c is down", "well"]);
    });

    it("no longer once everything is stale and the next listing works", async () => {
      const { cache, reported, fail } = failingHarness();
      await fail("/a");
      cache.markAllStale();
      assert.deepEqual(reported, ["/a is down"]);
      await cache.get("/", 0);
      assert.deepEqual(reported, ["/a is down", "well"]);
    });
  });
});
