// Detection of a service's parameter names, without harm.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { diagnose } from "../../../../src/accounts/diagnosis";
import { isServiceError } from "../../../../src/core/errors/serviceError";
import { failedFetch, json } from "../../../support/simulatedHttp";
import { describeAnyNames } from "./anyNames";
import { LearningWorld, listed, save } from "./learningWorld";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

async function verdictOf({ client, clock }: LearningWorld): Promise<string> {
  const diagnosis = diagnose({ client }, clock, new AbortController().signal);
  return (await clock.finish(diagnosis)).verdict.kind;
}

describe("detecting how apps are listed", () => {
  it("requests the next pages ahead, each once and none that does not exist", () =>
    LearningWorld.with({ apps: 950 }, async (world) => {
      for (let round = 0; round < 2; round++)
        assert.deepEqual(await listed(world), { count: 950, missing: undefined, requests: 10 });
      assert.equal(world.mostAtOnce, 3);
    }));

  it("fails with the failure of a page that was requested ahead, and requests no more", () =>
    LearningWorld.with({ apps: 950 }, async (world) => {
      await listed(world);
      const pages: (string | undefined)[] = [];
      world.fault = async (_, { page }) => {
        pages.push(page);
        await world.clock.sleep(page === "4" ? 100 : 1_000);
        return page === "4" ? json({ error: "page 4" }, 403) : undefined;
      };
      await assert.rejects(world.finish(world.client.listApps()), {
        kind: "forbidden",
        serviceText: "page 4",
      });
      await world.clock.advance(10_000);
      assert.deepEqual(pages, [undefined, "2", "3", "4", "5", "6"]);
    }));

  it("lists every app of a service that counts pages from 0, with or without page numbers in responses", async () => {
    for (const says of [
      { totals: "onlyTotal" },
      { totals: "onlyHasNext" },
      { totals: "onlyTotal", saysCurrentPage: false },
      { totals: "absent" },
    ] as const)
      for (const apps of [30, 40, 41, 150])
        await LearningWorld.with({ firstPage: 0, ...says, apps, sizeParameter: undefined }, async (world) => {
          const { count, missing } = await listed(world);
          assert.deepEqual([count, missing], [apps, undefined], `${JSON.stringify(says)} ${apps}`);
          await world.restart();
          assert.equal((await listed(world)).count, apps);
        });
  });

  it("detects the page parameter where unknown parameters are refused", () =>
    LearningWorld.with(
      { unknownParameters: "refused", pageParameter: "p", sizeParameter: "size", apps: 150 },
      async (world) => {
        const { count, missing, requests } = await listed(world);
        assert.deepEqual([count, missing], [150, undefined]);
        assert.ok(requests <= 9 + 5, String(requests));
      },
    ));

  it("reports missing apps where no name of the page parameter is applied", () =>
    LearningWorld.with({ pageParameter: "seite", apps: 150 }, async (world) => {
      assert.deepEqual((await listed(world)).missing, { count: 50, cause: "pages" });
    }));

  it("does not probe again where the service has no pages", () =>
    LearningWorld.with(
      { apps: 20, pageSize: { kind: "fixed", size: 1_000 }, totals: "absent", pageParameter: "" },
      async (world) => {
        assert.equal((await listed(world)).count, 20);
        await world.restart();
        assert.equal((await listed(world)).requests, 1);
      },
    ));
});

describe("detecting the path parameter of listings and downloads", () => {
  const files = { "/src/a.bin": "a\u0000b" };

  it("passes a stream on only once its length has proved the name", () =>
    LearningWorld.with({ downloadPathParameter: "filePath", files: { "/a": "text" } }, async (world) => {
      const chunks: Uint8Array[] = [];
      const onChunk = (chunk: Uint8Array) => void chunks.push(chunk);
      await world.client.downloadFile(world.appId, "/a", { expectedBytes: 4, onChunk });
      assert.deepEqual(chunks, [bytes("text")]);
    }));

  it("detects the name again when the service no longer knows it", () =>
    LearningWorld.with({ files }, async (world) => {
      await world.client.readPath(world.appId, "/src");
      world.dialect.listPathParameter = "dir";
      await world.client.readPath(world.appId, "/src");
      assert.equal(world.client.dialect.get("listPathParameter"), "dir");
    }));

  it("uses the user's setting, and nothing else", async () => {
    const set = { pathParameter: "file" };
    await LearningWorld.with({ listPathParameter: "dir", set, files }, async (world) => {
      await assert.rejects(world.client.readPath(world.appId, "/src"), { kind: "dialect" });
      assert.equal(world.count("GET files"), 1);
    });
    const own = { ...set, listPathParameter: "dir" };
    await LearningWorld.with({ listPathParameter: "dir", set: own, files }, async (world) => {
      await world.client.readPath(world.appId, "/src");
      assert.equal(world.count("GET files"), 1);
    });
  });
});

describe("detecting the path parameter of uploads", () => {
  const files = { "/src/a.txt": "old" };
  const keep = { "/keep.txt": "keep" };

  for (const uploadTarget of ["directory", "file"] as const)
    for (const unknownParameters of ["ignored", "refused"] as const)
      for (const uploadPathParameter of ["path", "filePath", "folder"])
        it(`detects ${uploadPathParameter} for the ${uploadTarget}, where unknown parameters are ${unknownParameters}`, async () => {
          for (const twin of [{}, { "/a.txt": "root's own" }]) {
            const dialect = { uploadTarget, uploadPathParameter, unknownParameters };
            await LearningWorld.with({ ...dialect, files: { ...keep, ...files, ...twin } }, async (world) => {
              await save(world, "/src/a.txt", "new");
              await save(world, "/fresh/folder/b.txt", "b");
              await world.restart();
              await save(world, "/src/a.txt", "newer");
              assert.deepEqual(world.tree, {
                ...twin,
                "/fresh/folder/b.txt": "b",
                ...keep,
                "/src/a.txt": "newer",
              });
              const [stored, refused] = [200, 400].map((status) => world.count("POST upload", status));
              assert.ok((stored ?? 9) <= 3 + 2, `${stored} stored`);
              assert.ok((refused ?? 9) <= (unknownParameters === "refused" ? 5 : 1), `${refused} refused`);
            });
          }
        });

  it("detects target, dest or location where unknown parameters are ignored", async () => {
    for (const uploadPathParameter of ["target", "dest", "location"])
      await LearningWorld.with({ uploadPathParameter, files: keep }, async (world) => {
        await save(world, "/src/a.txt", "new");
        assert.deepEqual([world.tree["/src/a.txt"], world.count("POST upload") <= 3], ["new", true]);
      });
  });

  for (const uploadPathParameter of ["targetPath", "location"])
    it(`detects ${uploadPathParameter} in later saves where unknown parameters are refused one by one`, () =>
      LearningWorld.with(
        { uploadPathParameter, unknownParameters: "refused", files: keep },
        async (world) => {
          for (let run = 1; run <= 3; run++) {
            await save(world, "/src/a.txt", "new").catch(() => undefined);
            await world.restart();
          }
          assert.deepEqual(world.tree, { ...keep, "/src/a.txt": "new" });
          await save(world, "/src/a.txt", "newer");
          assert.equal(world.tree["/src/a.txt"], "newer");
        },
      ));

  it("tries the likeliest name again after a failure that may be unrelated", () =>
    LearningWorld.with({ files: keep }, async (world) => {
      let probes = 0;
      world.fault = async (route) => (route.includes("upload") && ++probes === 1 ? json({}, 502) : undefined);
      await save(world, "/src/a.txt", "new").catch(() => undefined);
      world.fault = async () => undefined;
      await world.restart();
      await save(world, "/src/a.txt", "newer");
      assert.equal(world.tree["/src/a.txt"], "newer");
    }));

  it("sends no more probes when every name was refused, until the dialect is forgotten", () =>
    LearningWorld.with(
      { uploadPathParameter: "elsewhere", unknownParameters: "refused", files: keep },
      async (world) => {
        const saveFails = async (): Promise<number> => {
          const before = world.count("POST upload");
          await assert.rejects(save(world, "/src/a.txt", "new"));
          await world.restart();
          return world.count("POST upload") - before;
        };
        for (let run = 1; run <= 6; run++) assert.ok((await saveFails()) > 1, String(run));
        assert.equal(await saveFails(), 1);
        assert.deepEqual(Object.keys(world.tree), ["/keep.txt"]);
        assert.equal(await verdictOf(world), "uploadPathUnknown");
        world.dialect.uploadPathParameter = "location";
        world.client.dialect.forget();
        for (let run = 1; run <= 2; run++) await saveFails();
        await save(world, "/src/a.txt", "new");
        assert.equal(world.tree["/src/a.txt"], "new");
      },
    ));

  it("remembers that no name is applied, so that later files cost no probe", () =>
    LearningWorld.with({ uploadPathParameter: "elsewhere", files: keep }, async (world) => {
      await assert.rejects(save(world, "/src/a.txt", "new"));
      const sent = world.count("POST upload");
      await world.restart();
      for (const path of ["/src/a.txt", "/lib/b.txt"])
        await assert.rejects(save(world, path, "new"), { kind: "dialect" });
      assert.equal(world.count("POST upload"), sent);
      assert.equal(await verdictOf(world), "uploadPathUnknown");
      await save(world, "/root.txt", "new");
      assert.deepEqual(Object.keys(world.tree), ["/keep.txt", "/root.txt"]);
      world.dialect.uploadPathParameter = "path";
      world.client.dialect.forget();
      await save(world, "/src/a.txt", "new");
      assert.equal(world.tree["/src/a.txt"], "new");
    }));

  it("detects whether a name that the user set is for the file or its folder", () =>
    LearningWorld.with(
      { set: { uploadPathParameter: "folder" }, uploadPathParameter: "folder", uploadTarget: "file", files },
      async (world) => {
        await save(world, "/fresh/a.txt", "new");
        assert.deepEqual(world.tree, { "/fresh/a.txt": "new", ...files });
      },
    ));

  it("forgets a name that the user set wrongly with the setting", async () => {
    const set: { uploadPathParameter?: string } = { uploadPathParameter: "wrong" };
    await LearningWorld.with(
      { set, uploadTarget: "file", files: { "/a.txt": "root's own" } },
      async (world) => {
        await assert.rejects(save(world, "/src/a.txt", "new"), { kind: "dialect" });
        delete set.uploadPathParameter;
        await world.restart();
        await save(world, "/src/a.txt", "new");
        assert.equal(world.tree["/src/a.txt"], "new");
      },
    );
  });

  it("does not mistake a service that refuses everything for one that applies no name", () =>
    LearningWorld.with(
      { uploadPathParameter: "dir", unknownParameters: "refused", files: keep },
      async (world) => {
        world.fault = (call) => (call === "POST upload" ? json({ error: "Quota exceeded" }, 400) : undefined);
        for (let run = 1; run <= 4; run++) await assert.rejects(save(world, "/src/a.txt", "new"));
        world.fault = () => undefined;
        await save(world, "/src/a.txt", "new");
        assert.equal(world.tree["/src/a.txt"], "new");
      },
    ));

  it("makes concurrent uploads wait for the result of the first one", () =>
    LearningWorld.with({ uploadPathParameter: "dir", uploadTarget: "file", files: keep }, async (world) => {
      const { appFiles } = world;
      const names = ["a", "b", "c", "d"];
      const puts = names.map((name) =>
        appFiles.put(`/new/${name}.txt`, bytes(name), { author: "one", base: { kind: "any" } }),
      );
      await world.finish(Promise.all(puts));
      assert.deepEqual(Object.keys(world.tree), ["/keep.txt", ...names.map((name) => `/new/${name}.txt`)]);
      assert.ok(world.count("POST upload") <= 4 + 2);
    }));

  it("detects whether zip files are unpacked before the first is sent", () =>
    LearningWorld.with({ archiveUploads: "extracted", files }, async (world) => {
      let failure: unknown;
      const saving = world.appFiles
        .put("/src/a.zip", bytes("PK"), { author: "one", base: { kind: "any" } })
        .catch((error: unknown) => {
          failure = error;
        });
      // Compressing the probe uses threads that the clock does not know.
      while (failure === undefined) {
        await new Promise((resolve) => setImmediate(resolve));
        await world.clock.advance(100);
      }
      await saving;
      assert.ok(isServiceError(failure, "badInput"));
      assert.deepEqual(world.tree, files);
      assert.equal(world.client.dialect.get("archiveUploads"), "extracted");
    }));

  for (const [decodes, downloads] of [
    ["ascii", 2],
    ["utf8", 0],
  ] as const)
    it(`detects by a probe how text is decoded, and remembers it: ${decodes}`, () =>
      LearningWorld.with({ decodes, files: { ...keep, "/a.txt": "own", "/n/e.txt": "é" } }, async (world) => {
        await save(world, "/src/a.txt", "new");
        const before = world.count("GET download");
        for (let window = 1; window <= 2; window++) {
          await world.restart();
          const { appFiles } = world;
          const entry = await world.finish(appFiles.find("/n/e.txt"));
          assert.ok(entry);
          assert.deepEqual(await world.finish(appFiles.read("/n/e.txt", entry)), bytes("é"));
        }
        assert.equal(world.count("GET download"), before + downloads);
        const sent = world.count("POST upload");
        await save(world, "/lib/a.txt", "new");
        assert.equal(world.count("POST upload"), sent + 1);
      }));

  it("concludes nothing about text from a truncated probe", () =>
    LearningWorld.with({ files: { ...keep, "/a.txt": "own" } }, async (world) => {
      world.fault = (call, { path }) =>
        call === "GET files" && path?.startsWith("/hosted-apps-")
          ? json({ isDirectory: false, content: "Hosted Apps looks where", files: null, currentPath: path })
          : undefined;
      await save(world, "/src/a.txt", "new");
      assert.equal(world.client.dialect.losesCharacters, undefined);
    }));

  it("records probes before they are sent, and which of them may be left after their removal", () =>
    LearningWorld.with(
      { uploadPathParameter: "filePath", files: { ...keep, "/a.txt": "own" } },
      async (world) => {
        const reported: string[] = [];
        world.client.uploadDialect.note = async (_, _kind, paths) => {
          reported.push(`may put ${paths.length} with ${world.count("POST upload")} sent`);
          return (left) => void reported.push(`left ${left.length}`);
        };
        // A response that claims a deletion that did not happen.
        world.fault = (call) => (call === "DELETE files" ? json({ success: [], failed: [] }) : undefined);
        await save(world, "/src/a.txt", "new");
        assert.deepEqual(reported, ["may put 2 with 0 sent", "left 1", "may put 15 with 1 sent", "left 1"]);
        assert.equal(Object.keys(world.tree).length, 5);
        world.fault = () => undefined;
        await world.restart();
        await save(world, "/src/b.txt", "new");
        assert.equal(reported.length, 4);
      },
    ));

  it("reports that a probe may be left when its upload has no response", () =>
    LearningWorld.with({ files: { ...keep, "/a.txt": "own" } }, async (world) => {
      const reported: number[] = [];
      world.client.uploadDialect.note = async () => (left) => void reported.push(left.length);
      world.fault = (call) => {
        if (call === "POST upload") throw failedFetch("ECONNRESET");
        return undefined;
      };
      await assert.rejects(save(world, "/src/a.txt", "new"));
      assert.deepEqual(reported, [2]);
    }));

  it("stops all uploads when one landed elsewhere and cannot be deleted, until that is settled", () =>
    LearningWorld.with({ uploadPathParameter: "dir", files }, async (world) => {
      world.fault = (call) => (call === "DELETE files" ? json({ success: [], failed: [] }) : undefined);
      const misplaced = { kind: "misplaced" };
      await assert.rejects(save(world, "/src/b.txt", "new"), misplaced);
      await world.restart();
      const sent = world.count("POST upload");
      await assert.rejects(save(world, "/src/c.txt", "c"), misplaced);
      assert.equal(world.count("POST upload"), sent);
      world.fault = () => undefined;
      world.client.dialect.forget();
      await save(world, "/src/c.txt", "c");
      assert.equal(world.tree["/src/c.txt"], "c");
    }));

  it("deletes a stray again when the first response was lost", () =>
    LearningWorld.with({ uploadPathParameter: "dir", files }, async (world) => {
      let isLost = false;
      world.fault = (call) => {
        if (call !== "DELETE files" || isLost) return undefined;
        isLost = true;
        throw failedFetch("ECONNRESET");
      };
      await save(world, "/src/b.txt", "new");
      assert.deepEqual([isLost, world.tree], [true, { ...files, "/src/b.txt": "new" }]);
    }));

  it("keeps a file that another client put there since, and uploads nothing twice", () =>
    LearningWorld.with({ uploadPathParameter: "dir", files: { ...keep, ...files } }, async (world) => {
      let stage: "before" | "found" | "changed" = "before";
      world.fault = async (call, { path }) => {
        if (call === "GET files" && path === undefined && stage === "found") {
          stage = "changed";
          world.changeAtOnce("b.txt", "own");
        } else if (call === "GET files" && path === "/b.txt" && stage === "before") stage = "found";
        return undefined;
      };
      await save(world, "/src/b.txt", "new");
      assert.deepEqual(world.tree, { "/b.txt": "own", ...keep, ...files, "/src/b.txt": "new" });
    }));

  it("does not mistake an older file of equal content for the stray", () =>
    LearningWorld.with({ uploadPathParameter: "dir", files: { ...keep, ...files } }, async (world) => {
      await save(world, "/src/a.txt", "old");
      await save(world, "/src/keep.txt", "new");
      assert.deepEqual(world.tree, { ...keep, ...files, "/src/keep.txt": "new" });
    }));

  it("checks right before the first upload which file it could overwrite", () =>
    LearningWorld.with({ uploadPathParameter: "dir", files: { ...keep, ...files } }, async (world) => {
      const { client, appId } = world;
      await world.finish(client.readPath(appId, "/"));
      await world.change([], { "/a.txt": "root's own" });
      await world.clock.advance(10_000);
      await world.finish(client.uploadFile(appId, "/src/a.txt", bytes("new")));
      assert.deepEqual(world.tree, { "/a.txt": "root's own", ...keep, "/src/a.txt": "new" });
    }));

  it("never mistakes another upload's file for a stray", () =>
    LearningWorld.with({ files: keep }, async (world) => {
      const { client, appId } = world;
      // A lagging listing, without the upload to the root.
      await client.readPath(appId, "/");
      for (const path of ["/a.txt", "/src/a.txt"])
        await world.finish(client.uploadFile(appId, path, bytes("same")));
      await world.change(["/src/a.txt"]);
      const failed = { path: "/src/a.txt", bytes: bytes("same"), isSure: false };
      assert.equal(await world.finish(client.uploadDialect.recover(appId, failed)), "none");
      assert.deepEqual(world.tree, { "/a.txt": "same", ...keep });
    }));

  for (const [what, end, fault] of [
    ["is gone", "none", () => json({ error: "Not found" }, 404)],
    [
      "cannot be read",
      "unknown",
      () => {
        throw failedFetch("ECONNRESET");
      },
    ],
  ] as const)
    it(`reports no stray of an unseen upload when the candidate ${what} by then`, () =>
      LearningWorld.with({ files: {} }, async (world) => {
        const { client, appId } = world;
        await client.readPath(appId, "/");
        await world.finish(client.uploadFile(appId, "/src/a.txt", bytes("same")));
        await world.change(["/src"], { "/a.txt": "same" });
        world.fault = (call, { path }) => (call === "GET files" && path === "/a.txt" ? fault() : undefined);
        const failed = { path: "/src/a.txt", bytes: bytes("same"), isSure: false };
        assert.equal(await world.finish(client.uploadDialect.recover(appId, failed)), end);
        assert.deepEqual(world.tree, { "/a.txt": "same" });
      }));

  it("keeps a file that another client has moved to a stray's place", () =>
    LearningWorld.with({ files }, async (world) => {
      const { client, appId } = world;
      await save(world, "/src/a.txt", "new");
      await client.readPath(appId, "/");
      await world.finish(client.uploadFile(appId, "/src/b.txt", bytes("moved")));
      await world.change(["/src/b.txt"], { "/b.txt": "moved" });
      const failed = { path: "/src/b.txt", bytes: bytes("moved"), isSure: true };
      assert.equal(await world.finish(client.uploadDialect.recover(appId, failed)), "none");
      assert.deepEqual(world.tree, { "/src/a.txt": "new", "/b.txt": "moved" });
    }));

  it("detects the dialect again when uploads land elsewhere, and deletes the strays", () =>
    LearningWorld.with({ files }, async (world) => {
      await save(world, "/src/a.txt", "new");
      world.dialect.uploadPathParameter = "folder";
      await save(world, "/src/a.txt", "newer");
      assert.deepEqual(world.tree, { "/src/a.txt": "newer" });
    }));
});

describeAnyNames(50);
