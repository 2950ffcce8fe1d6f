// What the client learns of a service's spelling, and that nothing is harmed while it does.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import type { HttpAnswer, HttpRequest } from "../../../../src/api/http/exchange";
import { candidates } from "../../../../src/api/wire/candidates";
import { isServiceError, ServiceError } from "../../../../src/core/errors/serviceError";
import { SpelledService } from "./spelledService";

const put = { author: "one" } as const;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function listed(service: SpelledService) {
  const { apps, missing } = await service.clock.finish(service.client.listApps());
  return { count: apps.length, missing, requests: service.count("GET apps") };
}

async function save(service: SpelledService, path: string, text: string): Promise<void> {
  const base = { kind: "any" } as const;
  await service.clock.finish(service.appFiles.put(path, bytes(text), { ...put, base }));
}

describe("learning how apps are listed", () => {
  it("costs nothing on a service that speaks as assumed", async () => {
    assert.deepEqual(await listed(new SpelledService()), { count: 150, missing: undefined, requests: 2 });
  });

  it("finds the page's and the size's names, and knows them after a restart", async () => {
    const service = new SpelledService({
      pageParameter: "pageIndex",
      limitParameter: "per_page",
      appCount: 500,
    });
    const first = await listed(service);
    assert.deepEqual([first.count, first.missing], [500, undefined]);
    assert.ok(first.requests <= 5 + 5, String(first.requests));
    service.newClient();
    assert.equal((await listed(service)).requests - first.requests, 5);
  });

  it("asks for the next pages while one is on its way, each once and none that does not exist", async () => {
    let underWay = 0;
    let most = 0;
    class SlowService extends SpelledService {
      override async send(request: HttpRequest): Promise<HttpAnswer> {
        underWay++;
        most = Math.max(most, underWay);
        await Promise.resolve();
        underWay--;
        return await super.send(request);
      }
    }
    const service = new SlowService({ appCount: 950 });
    assert.deepEqual(await listed(service), { count: 950, missing: undefined, requests: 10 });
    assert.equal(most, 3);
    const again = await listed(service);
    assert.deepEqual([again.count, again.requests], [950, 20]);
  });

  it("fails with the failure of a page that was asked for ahead, and asks for no more", async () => {
    const service = new SpelledService({ appCount: 950 });
    await listed(service);
    const send = service.send.bind(service);
    service.send = async (request) => {
      if (request.query?.["page"] === "4") throw new ServiceError("forbidden", "page 4", { status: 403 });
      return await send(request);
    };
    const before = service.count("GET apps");
    await assert.rejects(service.clock.finish(service.client.listApps()), /page 4/);
    assert.ok(service.count("GET apps") - before <= 5);
  });

  it("lists every app of a service that counts pages from 0, said or not", async () => {
    for (const says of [["totalItems", "currentPage"], ["hasNextPage"], ["totalItems"], []] as const)
      for (const appCount of [30, 40, 41, 150]) {
        const service = new SpelledService({ firstPage: 0, says, appCount, limitParameter: "" });
        const { count, missing } = await listed(service);
        assert.deepEqual([count, missing], [appCount, undefined], `${says} ${appCount}`);
        service.newClient();
        assert.equal((await listed(service)).count, appCount);
      }
  });

  it("goes on without a size where the service refuses one, and where it caps it", async () => {
    const refusing = new SpelledService({ limitParameter: "", refusesUnknown: true });
    assert.equal((await listed(refusing)).count, 150);
    const capped = new SpelledService({ mostOnPage: 25 });
    assert.equal((await listed(capped)).count, 150);
  });

  it("finds the page's name among parameters that are refused when they are not known", async () => {
    const service = new SpelledService({ refusesUnknown: true, pageParameter: "p", limitParameter: "size" });
    const { count, missing, requests } = await listed(service);
    assert.deepEqual([count, missing], [150, undefined]);
    assert.ok(requests <= 8 + 5, String(requests));
  });

  it("says how many apps are missing where no name turns the page", async () => {
    const service = new SpelledService({ pageParameter: "seite" });
    assert.deepEqual((await listed(service)).missing, { count: 50, cause: "pages" });
  });

  it("does not ask again and again where the service says nothing of pages and has none", async () => {
    const service = new SpelledService({
      appCount: 20,
      pageSize: 1_000,
      mostOnPage: 1_000,
      says: [],
      pageParameter: "",
    });
    const first = await listed(service);
    assert.equal(first.count, 20);
    service.newClient();
    assert.equal((await listed(service)).requests - first.requests, 1);
  });
});

describe("learning the path of listings and downloads", () => {
  it("finds each name by itself and remembers it", async () => {
    const names = { listPathParameter: "directory", downloadPathParameter: "file" };
    const service = new SpelledService(names);
    service.put("/src/a.bin", "a\u0000b");
    for (let round = 0; round < 2; round++) {
      const { content } = await service.client.readPath("app1", "/src");
      assert.ok(content.isDirectory && content.entries.length === 1);
      const found = await service.client.downloadFile("app1", "/src/a.bin", { expectedBytes: 3 });
      assert.deepEqual(found, bytes("a\u0000b"));
      service.newClient();
    }
    assert.ok(service.count("GET files") <= 5 && service.count("GET download") <= 7);
    assert.equal(service.client.spelling.get("downloadPathParameter"), "file");
  });

  it("hands on a stream only once its length has proved the name", async () => {
    const service = new SpelledService({ downloadPathParameter: "filePath" });
    service.put("/a", "text");
    const chunks: Uint8Array[] = [];
    const onChunk = (chunk: Uint8Array) => void chunks.push(chunk);
    await service.client.downloadFile("app1", "/a", { expectedBytes: 4, onChunk });
    assert.deepEqual(chunks, [bytes("text")]);
  });

  it("learns anew when the service no longer heeds a name", async () => {
    const service = new SpelledService();
    service.put("/src/a", "x");
    await service.client.readPath("app1", "/src");
    (service.spelling as { listPathParameter: string }).listPathParameter = "dir";
    await service.client.readPath("app1", "/src");
    assert.equal(service.client.spelling.get("listPathParameter"), "dir");
  });

  it("uses what the user has set, and nothing else", async () => {
    const service = new SpelledService({ listPathParameter: "dir" }, { pathParameter: "file" });
    service.put("/src/a", "x");
    await assert.rejects(service.client.readPath("app1", "/src"), (error) => isServiceError(error, "wire"));
    assert.equal(service.asked.length, 1);
    const own = new SpelledService(
      { listPathParameter: "dir" },
      { pathParameter: "file", "https://service.test": { listPathParameter: "dir" } },
    );
    own.put("/src/a", "x");
    await own.client.readPath("app1", "/src");
    assert.equal(own.asked.length, 1);
  });
});

describe("learning the path of uploads", () => {
  it("costs no upload on a service that speaks as assumed", async () => {
    const service = new SpelledService();
    service.put("/src/a.txt", "old");
    await save(service, "/src/a.txt", "new");
    await save(service, "/deep/er/b.txt", "b");
    assert.deepEqual(service.tree, { "/deep/er/b.txt": "b", "/src/a.txt": "new" });
    assert.deepEqual([service.count("POST upload"), service.count("DELETE files")], [2, 0]);
    assert.equal(service.client.spelling.certaintyOf("uploadPathParameter"), "shown");
  });

  for (const uploadTarget of ["directory", "file"] as const)
    for (const refusesUnknown of [false, true])
      for (const uploadPathParameter of ["path", "filePath", "folder"])
        it(`finds a path that is called ${uploadPathParameter}, means the ${uploadTarget}${refusesUnknown ? ", and refuses others" : ""}`, async () => {
          for (const hasTwin of [false, true]) {
            const service = new SpelledService({ uploadTarget, uploadPathParameter, refusesUnknown });
            service.put("/keep.txt", "keep");
            service.put("/src/a.txt", "old");
            if (hasTwin) service.put("/a.txt", "root's own");
            await save(service, "/src/a.txt", "new");
            await save(service, "/fresh/folder/b.txt", "b");
            service.newClient();
            await save(service, "/src/a.txt", "newer");
            const expected = { "/fresh/folder/b.txt": "b", "/keep.txt": "keep", "/src/a.txt": "newer" };
            assert.deepEqual(service.tree, hasTwin ? { "/a.txt": "root's own", ...expected } : expected);
            const refused = service.count("POST upload") - service.storedUploads;
            assert.ok(
              service.storedUploads <= 3 + 2 && refused <= (refusesUnknown ? 5 : 1),
              `${refused} refused`,
            );
          }
        });

  it("lets uploads that come together wait for what the first one shows", async () => {
    const service = new SpelledService({ uploadPathParameter: "dir", uploadTarget: "file" });
    service.put("/keep.txt", "keep");
    const { appFiles, clock } = service;
    const base = { kind: "any" } as const;
    const puts = ["a", "b", "c", "d"].map((name) =>
      appFiles.put(`/new/${name}.txt`, bytes(name), { ...put, base }),
    );
    await clock.finish(Promise.all(puts));
    assert.deepEqual(Object.keys(service.tree), [
      "/keep.txt",
      "/new/a.txt",
      "/new/b.txt",
      "/new/c.txt",
      "/new/d.txt",
    ]);
    assert.ok(service.count("POST upload") <= 4 + 2);
  });

  it("finds out whether zip files are unpacked before the first is sent", async () => {
    const service = new SpelledService({ archiveUploads: "extracted" });
    service.put("/src/a.txt", "x");
    const base = { kind: "any" } as const;
    let failure: unknown;
    const saving = service.appFiles
      .put("/src/a.zip", bytes("PK"), { ...put, base })
      .catch((error: unknown) => {
        failure = error;
      });
    // Packing the probe goes on in threads that the clock does not know of.
    while (failure === undefined) {
      await new Promise((resolve) => setImmediate(resolve));
      await service.clock.advance(100);
    }
    await saving;
    assert.ok(isServiceError(failure, "badInput"));
    assert.deepEqual(Object.keys(service.tree), ["/src/a.txt"]);
    assert.equal(service.client.spelling.get("archiveUploads"), "extracted");
  });

  it("stops all uploads when one landed elsewhere and cannot be taken away, until that is settled", async () => {
    const service = new SpelledService({ uploadPathParameter: "dir" });
    service.put("/src/a.txt", "old");
    service.keepsDeleted = true;
    await assert.rejects(save(service, "/src/b.txt", "new"), (error) => isServiceError(error, "misplaced"));
    service.newClient();
    const sent = service.count("POST upload");
    await assert.rejects(save(service, "/src/c.txt", "c"), (error) => isServiceError(error, "misplaced"));
    assert.equal(service.count("POST upload"), sent);
    service.keepsDeleted = false;
    service.client.spelling.forget();
    await save(service, "/src/c.txt", "c");
    assert.equal(service.tree["/src/c.txt"], "c");
  });

  it("never takes for a stray what another upload was meant to put there", async () => {
    const service = new SpelledService();
    const { client, clock } = service;
    service.put("/keep.txt", "keep");
    // A listing that lags behind: the upload to the root is not in it yet.
    await client.readPath("app1", "/");
    await clock.finish(client.uploadFile("app1", "/a.txt", bytes("same")));
    await clock.finish(client.uploadFile("app1", "/src/a.txt", bytes("same")));
    service.files.delete("/src/a.txt");
    const failed = { path: "/src/a.txt", bytes: bytes("same"), isSure: false };
    assert.equal(await clock.finish(client.uploadSpelling.recover("app1", failed)), false);
    assert.deepEqual(service.tree, { "/a.txt": "same", "/keep.txt": "keep" });
  });

  for (const [what, kind] of [
    ["is gone", "notFound"],
    ["cannot be read", "network"],
  ] as const)
    it(`says nothing of an upload that is not seen when what may be a stray ${what} meanwhile`, async () => {
      const service = new SpelledService();
      const { client, clock } = service;
      await client.readPath("app1", "/");
      await clock.finish(client.uploadFile("app1", "/src/a.txt", bytes("same")));
      service.files.clear();
      service.put("/a.txt", "same");
      service.onRead = (path) => {
        if (path === "/a.txt") throw new ServiceError(kind, kind);
      };
      const failed = { path: "/src/a.txt", bytes: bytes("same"), isSure: false };
      assert.equal(await clock.finish(client.uploadSpelling.recover("app1", failed)), false);
      assert.deepEqual(service.tree, { "/a.txt": "same" });
    });

  it("learns anew when uploads no longer land where they did, and takes away what landed elsewhere", async () => {
    const service = new SpelledService();
    service.put("/src/a.txt", "old");
    await save(service, "/src/a.txt", "new");
    (service.spelling as { uploadPathParameter: string }).uploadPathParameter = "folder";
    await save(service, "/src/a.txt", "newer");
    assert.deepEqual(service.tree, { "/src/a.txt": "newer" });
  });
});

describe("any spelling that the candidates allow", () => {
  const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
  const spellings = fc.record({
    pageParameter: oneOf(candidates.pageParameter),
    limitParameter: oneOf([...candidates.limitParameter, ""]),
    firstPage: oneOf([0, 1]),
    listPathParameter: oneOf(candidates.listPathParameter),
    downloadPathParameter: oneOf(candidates.downloadPathParameter),
    uploadPathParameter: oneOf(candidates.uploadPathParameter),
    uploadTarget: oneOf(["directory", "file"] as const),
    refusesUnknown: fc.boolean(),
    appCount: fc.integer({ min: 0, max: 260 }),
    pageSize: oneOf([10, 20, 25]),
    mostOnPage: oneOf([25, 50, 100]),
    says: oneOf([
      ["totalItems"],
      ["totalItems", "currentPage"],
      ["totalItems", "hasNextPage", "itemsPerPage"],
    ] as const),
  });
  const saves = fc.array(
    fc.record({
      path: oneOf(["/a.txt", "/src/a.txt", "/src/b.txt", "/new/a.txt", "/src/deep/c.txt"]),
      isRestarted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );

  it("is learnt while every app is listed, every save lands where it was meant to, and nothing else changes", async () => {
    await fc.assert(
      fc.asyncProperty(spellings, saves, async (spelling, steps) => {
        const service = new SpelledService(spelling);
        const expected: Record<string, string> = {
          "/a.txt": "root's own",
          "/src/a.txt": "old",
          "/src/z/y.bin": "\u0001",
        };
        for (const [path, text] of Object.entries(expected)) service.put(path, text);
        const { count, missing } = await listed(service);
        assert.deepEqual([count, missing], [spelling.appCount, undefined]);
        for (const [index, { path, isRestarted }] of steps.entries()) {
          if (isRestarted) service.newClient();
          try {
            await save(service, path, `text ${index}`);
            expected[path] = `text ${index}`;
          } catch (error) {
            // Where one name after the other is refused, not all are tried: that is said, and nothing is stored.
            assert.ok(isServiceError(error, "wire", "refused") && spelling.refusesUnknown, String(error));
          }
        }
        assert.deepEqual(
          service.tree,
          Object.fromEntries(Object.entries(expected).sort(([a], [b]) => a.localeCompare(b))),
        );
      }),
      { numRuns: 300 },
    );
  }).timeout(60_000);
});
