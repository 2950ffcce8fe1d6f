// Deletions one by one, as the Explorer sends them: answered before they are proved, and sent as one request.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { LeftPath } from "../../../../src/appFiles/read/knownFiles";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { appFilesOver, RememberedChanges } from "../../../support/appFilesHarness";
import { any, count, engine, saw, testStories } from "../engine";

const limitMs = 3_000;

/** Deletions wait for the rate limit; failed ones are recorded. */
function limited() {
  const parts = engine();
  const { clock, remote, files } = parts;
  let freeAt = Number.NEGATIVE_INFINITY;
  let isWaiting = false;
  remote.onTurn = async (request) => {
    if (!request.startsWith("DELETE")) return;
    isWaiting = true;
    const waitMs = freeAt - clock.monotonicMs();
    if (waitMs > 0) await clock.sleep(waitMs);
    isWaiting = false;
  };
  remote.onCarriedOut = (request) => {
    if (request.startsWith("DELETE")) freeAt = clock.monotonicMs() + limitMs;
  };
  remote.canRemoveNow = () => !isWaiting && clock.monotonicMs() >= freeAt;
  const failed: LeftPath[] = [];
  files.listen({ onDeletionFailed: (left) => failed.push(...left) });
  const removeSoon = (path: string) => files.removeSoon({ path, base: any });
  return { ...parts, failed, removeSoon };
}

/** Files were deleted one by one: the first is deleted, the others are answered as deleted. */
async function removedSoon(...names: string[]) {
  const parts = limited();
  for (const name of names) parts.remote.put(`/${name}.txt`, name);
  for (const name of names) await parts.removeSoon(`/${name}.txt`);
  const failedPaths = () => parts.failed.map(({ path }) => path);
  return { ...parts, failedPaths };
}

describe("deletions one by one", () => {
  it("are two requests for concurrent calls", async () => {
    const { clock, remote, files, log, removeSoon } = limited();
    for (let index = 0; index < 50; index++) remote.put(`/f${index}.txt`, `text ${index}`);
    await clock.finish(Promise.all(Array.from({ length: 50 }, (_, index) => removeSoon(`/f${index}.txt`))));
    await clock.finish(files.settled());
    assert.deepEqual([count(remote.requests, "DELETE"), remote.files.size, log.backups.length], [2, 0, 50]);
    // Concurrent callers share a listing.
    assert.ok(count(remote.requests, "LIST") <= 12, `${count(remote.requests, "LIST")} listings`);
  });

  it("are hidden as soon as they are answered, after the backup", async () => {
    const { clock, remote, files, log, removeSoon } = limited();
    for (const name of ["a", "b", "c"]) remote.put(`/${name}.txt`, name);
    await removeSoon("/a.txt");
    assert.deepEqual([remote.text("/a.txt"), files.isHidden("/a.txt")], [undefined, false]);
    await removeSoon("/b.txt");
    assert.deepEqual([remote.text("/b.txt"), files.isHidden("/b.txt")], ["b", true]);
    assert.deepEqual(log.backups, ["deleted /a.txt a", "deleted /b.txt b"]);
    await clock.finish(files.settled());
    assert.deepEqual([remote.text("/b.txt"), files.isHidden("/b.txt")], [undefined, false]);
    assert.equal(log.outcome, "done");
  });

  it("are sent at once when a caller awaits them", async () => {
    const { clock, remote, files } = await removedSoon("a", "b");
    const start = clock.monotonicMs();
    await clock.finish(files.settled());
    assert.ok(clock.monotonicMs() - start <= limitMs);
    assert.equal(remote.text("/b.txt"), undefined);
  });

  it("have a longest wait while more of them come", async () => {
    const { clock, remote, removeSoon } = limited();
    for (let index = 0; index < 300; index++) remote.put(`/f${index}.txt`, "x");
    let isOver = false;
    const explorer = (async () => {
      for (let index = 0; index < 300; index++) {
        await removeSoon(`/f${index}.txt`);
        await clock.sleep(800);
      }
      isOver = true;
    })();
    await clock.advance(180_000);
    assert.equal(isOver, false);
    assert.ok(count(remote.requests, "DELETE") >= 2);
    assert.ok(remote.files.size < 200, `${remote.files.size} files are still there`);
    await clock.finish(explorer);
  });

  it("are shown again one by one, except for those that the service deleted", async () => {
    const { clock, remote, files, failedPaths } = await removedSoon("a", "b", "c");
    const spared = remote.files.get("/c.txt");
    assert.ok(spared);
    remote.onCarriedOut = () => void remote.files.set("/c.txt", spared);
    await clock.finish(files.settled());
    assert.deepEqual(failedPaths(), ["/c.txt"]);
    assert.equal(remote.text("/b.txt"), undefined);
  });

  it("keep files that another client changed meanwhile, show them again, and remove the others", async () => {
    const { clock, remote, files, failed, texts } = await removedSoon("a", "b", "c");
    await clock.advance(1_000);
    remote.put("/c.txt", "theirs");
    await clock.finish(files.settled());
    assert.deepEqual(
      failed.map(({ path, error }) => `${path} ${(error as Error).name}`),
      ["/c.txt FileProblem"],
    );
    assert.deepEqual(texts(), { "/c.txt": "theirs" });
  });

  it("are done for files that another client deleted meanwhile", async () => {
    const { clock, remote, files, failed } = await removedSoon("a", "b", "c");
    await clock.advance(1_000);
    remote.files.delete("/b.txt");
    await clock.finish(files.settled());
    assert.deepEqual([failed, remote.files.size], [[], 0]);
  });

  it("are not sent for files that cannot be listed, which are shown again", async () => {
    const { clock, remote, files, failedPaths } = await removedSoon("a", "b");
    await clock.advance(1_000);
    remote.failing.add("LIST");
    await clock.finish(files.settled());
    assert.deepEqual(failedPaths(), ["/b.txt"]);
    assert.deepEqual([remote.text("/b.txt"), count(remote.requests, "DELETE")], ["b", 1]);
  });
});

describe("the logs of deletions one by one", () => {
  it("have two simultaneous ones together, and each log that was begun ends", async () => {
    const { clock, remote } = limited();
    const logs: RememberedChanges[] = [];
    const beginDeletion = async () => {
      await clock.sleep(5);
      logs.push(new RememberedChanges());
      return logs.at(-1) ?? assert.fail();
    };
    const { files } = appFilesOver(remote, clock, { beginDeletion });
    remote.canRemoveNow = () => false;
    const paths = ["/a.txt", "/b.txt"];
    for (const path of paths) remote.put(path, "x");
    await clock.finish(Promise.all(paths.map((path) => files.removeSoon({ path, base: any }))));
    await clock.finish(files.settled());
    const lengths = logs.map(({ changes }) => changes.length);
    assert.deepEqual(
      lengths.filter((length) => length > 0),
      [2],
    );
    assert.ok(logs.every(({ outcome }) => outcome === "done"));
  });

  it("have one end of a deletion that was taken back before the request failed, which is not reported", async () => {
    const { clock, remote, files, log, put, failedPaths, texts } = await removedSoon("a", "b", "c");
    const ended: string[] = [];
    const { did } = log;
    log.did = async (id, end) => {
      ended.push(`${log.changes[Number(id)]?.path} ${end}`);
      await did.call(log, id, end);
    };
    let saving: Promise<unknown> | undefined;
    remote.onTurn = (request) => {
      if (!request.startsWith("DELETE")) return;
      saving = put("/b.txt", "new", saw("b"));
      throw new ServiceError("network", "no connection");
    };
    await clock.finish(files.settled());
    await clock.finish(saving ?? assert.fail());
    const ofDeletion = ended.filter((line) => line !== "/b.txt done");
    assert.deepEqual([ofDeletion, failedPaths()], [["/b.txt notDone", "/c.txt notDone"], ["/c.txt"]]);
    assert.deepEqual(texts(), { "/b.txt": "new", "/c.txt": "c" });
  });
});

describe("a put to a path that is answered as deleted", () => {
  const folder =
    "theirs /x.txt x, theirs /lib/a.txt a, theirs /lib/b.txt b, remove-soon /x.txt, remove-soon /lib";
  testStories(
    {
      "does not replace another client's later file":
        "theirs /a.txt a, theirs /b.txt b, remove-soon /a.txt, remove-soon /b.txt, wait 1, theirs /b.txt theirs, turns 1, save /b.txt new !: /b.txt theirs",
      "waits for a folder that is answered as deleted, and is its only file then": `${folder}, save /lib/a.txt new: /lib/a.txt new`,
      "replaces a folder that is answered as deleted": `${folder}, save /lib file, settle: /lib file`,
      "is deleted by a later deletion": `${folder}, save /lib/a.txt new & remove-soon /lib, settle: `,
    },
    limited,
  );

  it("waits while files that another client changed are left out of the request", async () => {
    const { clock, remote, files, put, failedPaths, texts } = await removedSoon("x", "a", "b", "c");
    await clock.advance(1_000);
    remote.put("/c.txt", "theirs");
    let saving: Promise<unknown> | undefined;
    remote.onRequest = async (request) => {
      // After those of the backup and of the look before the request.
      if (saving || request !== "READ /a.txt" || count(remote.requests, request) < 3) return;
      saving = put("/b.txt", "new", saw("b"));
      await clock.sleep(5_000);
    };
    await clock.finish(files.settled());
    await clock.finish(saving ?? assert.fail());
    assert.deepEqual([failedPaths(), texts()], [["/c.txt"], { "/b.txt": "new", "/c.txt": "theirs" }]);
  });
});

describe("other changes and paths that are answered as deleted", () => {
  it("do not delete a save that came after the deletion was asked for", async () => {
    const { clock, remote, files, log, put, removeSoon, texts } = limited();
    remote.put("/a.txt", "one");
    // A backup takes time.
    const { will } = log;
    log.will = async (change) => {
      await clock.sleep(20);
      return await will.call(log, change);
    };
    const removing = removeSoon("/a.txt");
    const putting = put("/a.txt", "two", saw("one"));
    await clock.finish(Promise.all([removing, putting]));
    await clock.finish(files.settled());
    assert.deepEqual(texts(), { "/a.txt": "two" });
  });

  it("wait for the deletion when they need the app's present state, as a push does", async () => {
    const { clock, remote, files } = await removedSoon("x", "a");
    remote.put("/b.txt", "b");
    const { entries } = await clock.finish(files.list("/", { maxAgeMs: 0 }));
    assert.deepEqual([...entries.keys()], ["b.txt"]);
  });

  testStories(
    {
      "remove many at once although some are answered as deleted":
        "theirs /x.txt x, theirs /a.txt a, theirs /b.txt b, remove-soon /x.txt, remove-soon /a.txt, remove /a.txt /b.txt: ",
    },
    limited,
  );
});
