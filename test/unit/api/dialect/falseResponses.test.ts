// One false response, or another client's change at that moment, must teach nothing that lasts.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { packArchive } from "../../../../src/core/archive/archive";
import type { FileProblem } from "../../../../src/core/errors/fileProblem";
import { json } from "../../../support/simulatedHttp";
import { LearningWorld, listed, save } from "./learningWorld";

type Fault = LearningWorld["fault"];
type Query = Parameters<Fault>[1];

const keep = { "/keep.txt": "keep" };
const binary = { "/src/a.bin": "a\u0000b" };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** `answer` to the first request that fits. */
function once(fits: (call: string, query: Query) => boolean, answer: (query: Query) => Response): Fault {
  let isOver = false;
  return (call, query) => {
    if (isOver || !fits(call, query)) return undefined;
    isOver = true;
    return answer(query);
  };
}

/** Compressing uses threads that the clock does not know. */
async function slowly<T>(world: LearningWorld, work: Promise<T>): Promise<T> {
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  work.then(end, end);
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    await world.clock.advance(100);
  }
  return await work;
}

const refused = (status: number) => (): Response => json({ error: "false" }, status);
const isUpload = (call: string): boolean => call === "POST upload";

describe("a false response about uploads", () => {
  it("learns the name that the first upload was sent with, although a download shows another one", () =>
    LearningWorld.with({ downloadPathParameter: "file", files: { ...keep, ...binary } }, async (world) => {
      const { client, appId } = world;
      let isRead = false;
      world.fault = async (call) => {
        if (isUpload(call) && !isRead) {
          isRead = true;
          await client.downloadFile(appId, "/src/a.bin", { expectedBytes: 3 });
        }
        return undefined;
      };
      await world.finish(client.readPath(appId, "/src"));
      await save(world, "/src/b.txt", "new");
      assert.equal(client.dialect.get("uploadPathParameter"), "path");
      await save(world, "/src/keep.txt", "new");
      assert.deepEqual(world.tree, { ...keep, ...binary, "/src/b.txt": "new", "/src/keep.txt": "new" });
    }));

  for (const [what, answer] of [
    ["empty", ({ path = "/" }: Query) => json({ isDirectory: true, files: [], currentPath: path })],
    ["refused", refused(404)],
  ] as const)
    it(`keeps files that a zip would be unpacked over, when the listing of its test is ${what}`, () =>
      LearningWorld.with({ archiveUploads: "extracted", files: { "/src/a.txt": "own" } }, async (world) => {
        await save(world, "/src/b.txt", "b");
        world.fault = once(
          (call, { path }) => call === "GET files" && path?.startsWith("/hosted-apps-") === true,
          answer,
        );
        const file = { path: "a.txt", sizeBytes: 3, modifiedAt: 0, read: async () => bytes("zip") };
        const archive = await packArchive([file], { signal: new AbortController().signal });
        const zip = new Uint8Array(await archive.arrayBuffer());
        const put = world.appFiles.put("/src/a.zip", zip, { author: "one", base: { kind: "any" } });
        await assert.rejects(slowly(world, put));
        assert.deepEqual(world.tree, { "/src/a.txt": "own", "/src/b.txt": "b" });
        assert.equal(world.client.dialect.isShown("archiveUploads"), false);
      }));

  it("keeps another client's file of equal content that comes to the root during the first upload", () =>
    LearningWorld.with({ files: keep }, async (world) => {
      world.fault = (call) => {
        if (isUpload(call)) world.changeAtOnce("__init__.py", "");
        world.fault = isUpload(call) ? () => undefined : world.fault;
        return undefined;
      };
      await save(world, "/pkg/__init__.py", "");
      const both = { ...keep, "/__init__.py": "", "/pkg/__init__.py": "" };
      assert.deepEqual(world.tree, both);
      await world.restart();
      await save(world, "/pkg/b.py", "b");
      assert.deepEqual(world.tree, { ...both, "/pkg/b.py": "b" });
    }));

  const lateRoot = (lagMs: number, use: (world: LearningWorld) => Promise<void>): Promise<void> =>
    LearningWorld.with({ uploadPathParameter: "folder", files: { "/src/b.txt": "b" } }, async (world) => {
      let lagsUntil = 0;
      world.fault = (call, { path = "/" }) => {
        if (isUpload(call) && lagsUntil === 0) {
          lagsUntil = world.clock.monotonicMs() + lagMs;
          world.changeAtOnce("src/a.txt", "new");
        }
        const isBehind = call === "GET files" && path === "/" && world.clock.monotonicMs() < lagsUntil;
        return isBehind ? json({ isDirectory: true, files: [], currentPath: path }) : undefined;
      };
      await save(world, "/src/a.txt", "new");
      await use(world);
    });

  it("finds the first upload in the root, which listings show late, when another client puts the same", () =>
    lateRoot(9_000, async ({ client, tree }) => {
      assert.equal(client.dialect.get("uploadPathParameter"), "folder");
      assert.deepEqual(tree, { "/src/a.txt": "new", "/src/b.txt": "b" });
    }));

  it("learns no name from a first upload that the listings of the root do not show in time", () =>
    lateRoot(30_000, async ({ client, tree }) => {
      assert.equal(client.dialect.isShown("uploadPathParameter"), false);
      assert.equal(tree["/src/a.txt"], "new");
    }));

  const beside = { "/src/b.txt": "b" };
  const theirs = (world: LearningWorld) => world.clock.during(world.change([], { "/src/a.txt": "his" }));

  /** The second begins a second after the first. */
  const putBoth = (world: LearningWorld, ...paths: readonly [string, string]) =>
    putAfter(world, 1_000, ...paths);
  const putAfter = async (world: LearningWorld, gapMs: number, ...paths: readonly [string, string]) => {
    const { appFiles, clock } = world;
    const puts = paths.map(async (path, index) => {
      await clock.sleep(index * gapMs);
      const stored = appFiles.put(path, bytes("new"), { author: "one", base: { kind: "any" } });
      return await stored.then(
        () => "stored",
        (error: unknown) => (error as FileProblem).kind,
      );
    });
    return await world.finish(Promise.all(puts));
  };
  /** The listing that proves the first upload comes after 25 s, without its file. */
  const slowProof = (world: LearningWorld, isStored: boolean, after: () => void = () => undefined) => {
    let isSent = false;
    world.fault = async (call, { path }) => {
      if (isUpload(call) && !isSent) {
        isSent = true;
        return isStored ? undefined : json({ message: "ok" });
      }
      if (call !== "GET files" || path !== "/src" || !isSent) return undefined;
      world.fault = () => undefined;
      await world.clock.sleep(25_000);
      setImmediate(after);
      return json({ isDirectory: true, files: [], currentPath: path });
    };
  };

  it("also looks for a first upload in the root when its proof takes longer than other uploads wait", () =>
    LearningWorld.with({ uploadPathParameter: "folder", files: beside }, async (world) => {
      slowProof(world, true, () => void theirs(world));
      assert.deepEqual(await putBoth(world, "/src/a.txt", "/src/c.txt"), ["stored", "stored"]);
      assert.deepEqual(world.tree, { "/src/a.txt": "new", ...beside, "/src/c.txt": "new" });
    }));

  it("removes a first upload that became a file in place of its folder, also when another has shown that since", () =>
    LearningWorld.with({ uploadTarget: "file", files: keep }, async (world) => {
      slowProof(world, true);
      assert.deepEqual(await putBoth(world, "/src/a.txt", "/lib/c.txt"), ["stored", "stored"]);
      assert.deepEqual(world.tree, { ...keep, "/lib/c.txt": "new", "/src/a.txt": "new" });
    }));

  it("keeps what another upload has shown while the proof of a first upload took long", () =>
    LearningWorld.with({ files: beside }, async (world) => {
      slowProof(world, false);
      assert.deepEqual(await putBoth(world, "/src/a.txt", "/lib/c.txt"), ["notStored", "stored"]);
      assert.equal(world.count("POST upload"), 1);
      assert.ok(world.client.dialect.isShown("uploadPathParameter"));
    }));

  it("keeps an own file in the root whose content is that of a first upload that was not stored", () =>
    LearningWorld.with({ files: keep }, async (world) => {
      world.fault = once(isUpload, () => json({ message: "ok" }));
      assert.deepEqual(await putBoth(world, "/src/a.txt", "/a.txt"), ["stored", "stored"]);
      assert.deepEqual(world.tree, { "/a.txt": "new", ...keep, "/src/a.txt": "new" });
    }));

  it("waits for a first upload until 20 s after its begin", () =>
    LearningWorld.with({ files: beside }, async (world) => {
      const { clock } = world;
      const sentAt: number[] = [];
      let slow = 0;
      world.fault = async (call, { path }) => {
        if (isUpload(call)) sentAt.push(clock.monotonicMs());
        if (slow > 1 || call !== "GET files" || path !== "/src" || sentAt.length === 0) return undefined;
        slow++;
        await clock.sleep(25_000);
        return json({ isDirectory: true, files: [], currentPath: path });
      };
      assert.deepEqual(await putAfter(world, 19_000, "/src/a.txt", "/lib/c.txt"), ["stored", "stored"]);
      const [first = 0, second = Infinity] = sentAt;
      assert.ok(second - first < 25_000, String(sentAt));
    }));

  it("does not take another client's file of the same size for its upload when the user set a wrong name", () =>
    LearningWorld.with(
      { set: { uploadPathParameter: "wrong", uploadTarget: "directory" }, files: beside },
      async (world) => {
        world.fault = async (call) => (isUpload(call) ? void (await theirs(world)) : undefined);
        await assert.rejects(save(world, "/src/a.txt", "new"), { kind: "notStored" });
        assert.deepEqual(world.tree, { "/src/a.txt": "his", ...beside });
      },
    ));

  it("does not count a name that the user set as proved by an upload of the same content", () =>
    LearningWorld.with(
      { set: { uploadPathParameter: "wrong", uploadTarget: "directory" }, files: beside },
      async (world) => {
        await save(world, "/src/b.txt", "b");
        assert.equal(world.client.dialect.isProved("uploadPathParameter"), false);
        await save(world, "/src/b.txt", "new").catch(() => undefined);
        assert.equal(world.tree["/src/b.txt"], "b");
      },
    ));

  it("keeps another client's file in the root when an upload by the name that the user set is not stored", () =>
    LearningWorld.with(
      { set: { uploadPathParameter: "path", uploadTarget: "directory" }, files: beside },
      async (world) => {
        await world.finish(world.client.readPath(world.appId, "/"));
        world.fault = once(isUpload, () => {
          world.changeAtOnce("a.txt", "new");
          return json({ message: "ok" });
        });
        await assert.rejects(save(world, "/src/a.txt", "new"), { kind: "notStored" });
        assert.deepEqual(world.tree, { ...beside, "/a.txt": "new" });
      },
    ));

  it("does not wait when another client puts another file of that name into the root", () =>
    LearningWorld.with({ files: keep }, async (world) => {
      world.fault = (call) => {
        if (isUpload(call)) world.changeAtOnce("a.txt", "a text of another client");
        world.fault = isUpload(call) ? () => undefined : world.fault;
        return undefined;
      };
      const startedAt = world.clock.monotonicMs();
      await save(world, "/src/a.txt", "new");
      const ms = world.clock.monotonicMs() - startedAt;
      assert.ok(ms < 5_000, `${ms} ms`);
      assert.ok(world.client.dialect.isShown("uploadPathParameter"));
    }));

  for (const status of [400, 404, 408, 409])
    it(`stops no later upload when the first into a new folder is refused with ${status}`, () =>
      LearningWorld.with({ files: keep }, async (world) => {
        world.fault = once(isUpload, refused(status));
        await save(world, "/src/a.txt", "new").catch(() => undefined);
        await save(world, "/src/a.txt", "new");
        await world.restart();
        await save(world, "/lib/b.txt", "new");
        assert.deepEqual(world.tree, { ...keep, "/lib/b.txt": "new", "/src/a.txt": "new" });
      }));

  for (const unknownParameters of ["ignored", "refused"] as const)
    it(`excludes no name for one refused test upload, where unknown ones are ${unknownParameters}`, () =>
      LearningWorld.with({ unknownParameters, files: { "/a.txt": "own" } }, async (world) => {
        world.fault = once(isUpload, refused(404));
        for (let round = 0; round < 6; round++) {
          await save(world, "/src/a.txt", "new").catch(() => undefined);
          await world.restart();
        }
        assert.deepEqual(world.tree, { "/a.txt": "own", "/src/a.txt": "new" });
      }));

  it("repeats no trial that shows nothing, and ends as not stored", () =>
    LearningWorld.with({ uploadPathParameter: "elsewhere", files: keep }, async (world) => {
      world.fault = (call, query) =>
        isUpload(call) && Object.values(query).some((value) => value.includes("hosted-apps-"))
          ? json({ error: "false" }, 400)
          : undefined;
      await assert.rejects(save(world, "/src/a.txt", "new"), { kind: "notStored" });
      assert.ok(world.count("POST upload") <= 14, String(world.count("POST upload")));
      assert.deepEqual(world.tree, keep);
    }));

  it("is forgotten for every window, also one that learns something afterwards", () =>
    LearningWorld.with({ uploadPathParameter: "elsewhere", files: keep }, async (world) => {
      await assert.rejects(save(world, "/src/a.txt", "new"));
      const { client: other } = world;
      await world.restart();
      world.dialect.uploadPathParameter = "path";
      world.client.dialect.forget();
      other.dialect.learn("downloadPathParameter", "path");
      await world.restart();
      await save(world, "/src/a.txt", "new");
      assert.equal(world.tree["/src/a.txt"], "new");
    }));
});

describe("a false response about reads", () => {
  it("ends no download after two files whose length proves nothing", () =>
    LearningWorld.with(
      {
        downloadPathParameter: "file",
        unknownParameters: "refused",
        files: { "/src/e.png": "", "/src/f.png": "", ...binary },
      },
      async ({ appFiles, ...world }) => {
        const { clock } = world;
        for (const [path, sizeBytes] of [
          ["/src/e.png", 0],
          ["/src/f.png", 0],
          ["/src/a.bin", 3],
        ] as const) {
          const entry = await clock.finish(appFiles.find(path));
          assert.ok(entry);
          assert.equal((await clock.finish(appFiles.read(path, entry))).byteLength, sizeBytes);
        }
      },
    ));

  it("ends no listing after two odd responses", () =>
    LearningWorld.with(
      { listPathParameter: "dir", files: { "/src/a.txt": "a", "/lib/b.txt": "b" } },
      async (world) => {
        const { client, appId } = world;
        await client.readPath(appId, "/src");
        world.fault = (call, { dir }) =>
          call === "GET files" && dir !== undefined
            ? json({ isDirectory: true, files: [], currentPath: null })
            : undefined;
        await Promise.all(
          ["/src", "/lib"].map((path) => client.readPath(appId, path).catch(() => undefined)),
        );
        world.fault = () => undefined;
        const { content } = await client.readPath(appId, "/lib");
        assert.deepEqual(content.isDirectory && content.entries.map(({ name }) => name), ["b.txt"]);
      },
    ));
});

describe("a false response about the list of apps", () => {
  const fixed = {
    apps: 30,
    sizeParameter: undefined,
    pageSize: { kind: "fixed", size: 20 },
    totals: "absent",
  } as const;
  const isSecondPage = (call: string, { page }: Query): boolean => call === "GET apps" && page === "2";

  it("hides no app in later lists when the second page is refused once", () =>
    LearningWorld.with(fixed, async (world) => {
      world.fault = once(isSecondPage, refused(404));
      await listed(world);
      assert.equal((await listed(world)).count, 30);
    }));

  it("hides no app in later lists when the second page is the first one again", () =>
    LearningWorld.with(fixed, async (world) => {
      const { apps } = await world.finish(world.client.listApps());
      const first = apps.slice(0, 20).map(({ id, name }) => ({ _id: id, name }));
      world.fault = once(isSecondPage, () => json({ applications: first }));
      await listed(world);
      for (let round = 0; round < 2; round++) {
        assert.equal((await listed(world)).count, 30);
        await world.restart();
      }
    }));

  it("hides no app in later lists when another one is created while its first page is numbered", () =>
    LearningWorld.with({ ...fixed, saysCurrentPage: false }, async (world) => {
      world.fault = (call, { page }) => {
        if (call !== "GET apps" || page !== "1") return undefined;
        world.fault = () => undefined;
        world.createApp("new");
        return undefined;
      };
      await listed(world);
      for (let round = 0; round < 2; round++) {
        assert.equal((await listed(world)).count, 31);
        await world.restart();
      }
    }));

  it("costs no requests for pages for ever where the service has none and refuses their names", () =>
    LearningWorld.with(
      { ...fixed, apps: 20, unknownParameters: "refused", pageParameter: "" },
      async (world) => {
        for (let list = 1; list <= 2; list++) await listed(world);
        assert.deepEqual(await listed(world), { count: 20, missing: undefined, requests: 1 });
      },
    ));

  it("hides no app where the service fails at several page sizes at once", () =>
    LearningWorld.with(
      { apps: 150, pageSize: { kind: "fixed", size: 20 }, sizeParameter: undefined },
      async (world) => {
        world.fault = (call, query) =>
          call === "GET apps" && Object.keys(query).length > 3 ? json({ error: "false" }, 500) : undefined;
        assert.equal((await listed(world)).count, 150);
      },
    ));

  for (const status of [400, 408])
    it(`costs no more requests later when the first one is refused with ${status}`, () =>
      LearningWorld.with({ apps: 450 }, async (world) => {
        world.fault = once((call) => call === "GET apps", refused(status));
        assert.equal((await listed(world)).count, 450);
        assert.equal((await listed(world)).requests, 5);
      }));
});
