// The four calls on an app's files over the real client: dialect and sign-in.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { isServiceError, type ServiceErrorKind } from "../../../src/core/errors/serviceError";
import { defaultDialect } from "../../../src/core/model/dialect";
import { fileServiceOver } from "../../support/appFilesHarness";
import { json, SimulatedHttp } from "../../support/simulatedHttp";

const put = { base: { kind: "absent" }, author: "one" } as const;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const ofKind = (kind: ServiceErrorKind) => (error: unknown) => isServiceError(error, kind);

let service: SimulatedHttp;

beforeEach(() => {
  service = new SimulatedHttp();
});

describe("an app's files over the client", () => {
  it("detect the path parameter by an existing path when the service fails for missing ones", async () => {
    service.put("/d/a", "old");
    const isThere = (path: string): boolean => path === "/d" || service.files.has(path);
    service.fault = ({ query: { path } }) =>
      path === undefined || isThere(path) ? undefined : json({ error: "ENOENT" }, 500);
    await service.clock.finish(service.appFiles.put("/new.txt", bytes("x"), put));
    assert.equal(service.textOf("/new.txt"), "x");
  });

  it("refuse to store a zip where the service unpacks them", async () => {
    service.wire = { ...defaultDialect, archiveUploads: "extracted" };
    await assert.rejects(service.appFiles.put("/d/a.zip", bytes("x"), put), ofKind("badInput"));
    assert.equal(service.asked.length, 0);
  });

  it("never treat an unlistable app as empty", async () => {
    service.put("/d/a", "old");
    service.fault = () => json({ error: "No such app" }, 404);
    await assert.rejects(service.appFiles.find("/d/a"), ofKind("notFound"));
    await assert.rejects(service.appFiles.put("/d/a", bytes("x"), put), { kind: "unchecked" });
  });

  const broken: [string, () => Response][] = [
    [
      "cut",
      () =>
        new Response('{"isDirectory":true,"files":[{"na', {
          headers: { "Content-Type": "application/json" },
        }),
    ],
    ["a web page", () => new Response("<h1>Wait</h1>", { headers: { "Content-Type": "text/html" } })],
    [
      "a redirect",
      () => new Response(null, { status: 302, headers: { Location: "https://elsewhere.test/" } }),
    ],
    ["empty", () => new Response("")],
    ["of another shape", () => json({ isDirectory: true, files: "none", currentPath: "/d" })],
  ];
  for (const [what, response] of broken) {
    it(`save, read and delete although any one response is ${what}`, async () => {
      const work = async (): Promise<string> => {
        const { appFiles } = service;
        await appFiles.put("/d/a.txt", bytes("new"), { ...put, base: { kind: "any" } });
        await service.clock.sleep(20_000);
        const entry = await appFiles.find("/d/a.txt");
        assert.ok(entry);
        const read = new TextDecoder().decode(await appFiles.read("/d/a.txt", entry));
        await appFiles.remove([{ path: "/d/old.txt", base: { kind: "any" } }]);
        return `${read} ${[...service.files.keys()]}`;
      };
      const started = async (failing: number) => {
        service = new SimulatedHttp();
        service.put("/d/a.txt", "before");
        service.put("/d/old.txt", "old");
        await service.clock.advance(60_000);
        let gets = 0;
        service.fault = ({ method }) => (method === "GET" && gets++ === failing ? response() : undefined);
        return { found: await service.clock.finish(work()), gets };
      };
      const { found, gets } = await started(-1);
      assert.equal(found, "new /d/a.txt");
      assert.ok(gets >= 6, `${gets} GETs`);
      for (let failing = 0; failing < gets; failing++)
        assert.equal((await started(failing)).found, found, `GET ${failing}`);
    });
  }

  for (const [what, method] of [
    ["uploads", "POST"],
    ["everything", ""],
    ["everything once an upload was accepted", "after"],
  ] as const) {
    it(`end a save within the time limit and one look when the service hangs: ${what}`, async () => {
      service = new SimulatedHttp();
      service.put("/a", "old");
      await service.clock.advance(60_000);
      const entry = await service.appFiles.find("/a");
      assert.ok(entry);
      await service.appFiles.read("/a", entry);
      await service.clock.advance(60_000);
      let isTaken = false;
      service.fault = (asked) => {
        const isUpload = asked.method === "POST";
        const isHanging = method === "after" ? isTaken : method === "" || isUpload;
        isTaken ||= isUpload;
        return isHanging ? new Promise(() => undefined) : undefined;
      };
      const start = service.clock.monotonicMs();
      const saving = service.appFiles.put("/a", bytes("new"), {
        ...put,
        base: { kind: "any" },
        priority: "interactive",
      });
      await assert.rejects(service.clock.finish(saving));
      const tookMs = service.clock.monotonicMs() - start;
      assert.ok(tookMs <= 65_000, `${tookMs} ms`);
    });
  }

  it("send a deletion at once only while the limit is free", async () => {
    service.put("/a", "old");
    const files = fileServiceOver(() => service.client);
    assert.equal(files.canRemoveNow(), true);
    await files.remove(["/a"]);
    assert.equal(files.canRemoveNow(), false);
    await service.clock.advance(4_000);
    assert.equal(files.canRemoveNow(), true);
  });
});
