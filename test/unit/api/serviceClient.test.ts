// The client: endpoints, paging, 429s, the stop at a 401, checks of responses.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Exchange, HttpRequest } from "../../../src/api/http/exchange";
import { ServiceClient } from "../../../src/api/serviceClient";
import { isServiceError, ServiceError } from "../../../src/core/errors/serviceError";
import { defaultDialect } from "../../../src/core/model/dialect";
import { canary, failedFetch, json, SimulatedHttp } from "../../support/simulatedHttp";
import { someSettings } from "../../support/someSettings";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

let service: SimulatedHttp;

beforeEach(() => {
  service = new SimulatedHttp();
});

describe("ServiceClient: endpoints", () => {
  it("sends every endpoint as documented", async () => {
    const { client, clock } = service;
    service.put("/d/a.txt", "x");
    const app = await client.getApp("app1");
    await client.getCurrentUser();
    await client.listApps();
    await client.updateApp(app, { memoryMB: 1024 });
    await client.restartApp("app1");
    await client.deleteApp("app1");
    await client.readPath("app1", "/d");
    assert.equal(new TextDecoder().decode(await client.downloadFile("app1", "/d/a.txt")), "x");
    await client.createApp(someSettings, new Blob(["zip"]));
    await clock.finish(client.uploadFile("app1", "/d/b.txt", bytes("y")));
    assert.deepEqual(await client.deleteFiles("app1", ["/d/b.txt", "/d/zz"]), {
      deleted: ["/d/b.txt"],
      failed: ["/d/zz"],
    });
    assert.deepEqual(
      service.asked.map(({ method, path }) => `${method} ${path}`),
      [
        "GET /v1/apps/app1",
        "GET /v1/users/@me",
        "GET /v1/apps",
        "POST /v1/apps/app1/update",
        "POST /v1/apps/app1/restart",
        "DELETE /v1/apps/app1/delete",
        "GET /v1/apps/app1/files",
        "GET /v1/apps/app1/download",
        "POST /v1/apps/create",
        "POST /v1/apps/app1/upload",
        "DELETE /v1/apps/app1/files",
      ],
    );
    assert.deepEqual(service.asked[9]?.query, { path: "/d" });
    // Creations do not count towards the limit of file uploads.
    assert.equal(service.asked[9].atMs, service.asked[8]?.atMs);
  });

  it("sends no path for the app's root, and no target for a file in it", async () => {
    await service.client.readPath("app1", "/");
    await service.client.uploadFile("app1", "/a.txt", bytes("x"));
    assert.deepEqual(
      service.asked.map(({ query }) => query),
      [{}, {}],
    );
  });

  it("rejects ids and names that would address another resource before sending", async () => {
    const { client } = service;
    for (const path of ["/", '/a"b', "/a\nb", "/a\\b", "/\ud83d"])
      await assert.rejects(client.uploadFile("app1", path, bytes("x")), { kind: "badInput" }, path);
    for (const path of ["/", "/\ud83d"])
      await assert.rejects(client.deleteFiles("app1", ["/a", path]), { kind: "badInput" }, path);
    for (const id of ["", ".", "..", "\ud83d"])
      await assert.rejects(client.getApp(id), { kind: "badInput" }, id);
    assert.equal(service.asked.length, 0);
    await client.deleteFiles("app1", ['/a"b']);
  });

  it("keeps time limits within bounds, whatever the settings say", async () => {
    for (const [asked, kept] of [
      [1e12, 600_000],
      [Number.NaN, 600_000],
      [0, 100],
    ] as const) {
      service = new SimulatedHttp();
      service.fault = () => new Promise(() => undefined);
      const failed = assert.rejects(service.client.restartApp("app1", { timeoutMs: asked }), {
        kind: "timeout",
        message: new RegExp(` ${kept} ms`),
      });
      await service.clock.advance(kept);
      await failed;
    }
  });
});

describe("ServiceClient: its exchange", () => {
  it("can be replaced, and then gets files as bytes and the service's time", async () => {
    const { clock, logger } = new SimulatedHttp();
    const asked: HttpRequest[] = [];
    const exchange: Exchange = {
      send: async (request) => {
        asked.push(request);
        const answer = { isDirectory: true, files: [{ name: "" }, { name: "a" }], currentPath: "/" };
        return { status: 200, json: answer, bytes: new Uint8Array(), dateMs: 5_000 };
      },
    };
    const client = new ServiceClient({
      baseUrl: "https://service.test",
      token: () => canary,
      hosts: () => ({ "https://service.test": { wire: defaultDialect } }),
      requestTimeoutMs: () => 1_000,
      clock,
      logger,
      exchange,
    });
    await client.uploadFile("app1", "/a.txt", bytes("x"));
    assert.deepEqual(asked[0]?.file, { name: "a.txt", bytes: bytes("x") });
    const { content, hidden, dateMs } = await client.readPath("app1", "/");
    assert.deepEqual([content.isDirectory && content.entries.length, hidden, dateMs], [1, 1, 5_000]);
    const created = client.createApp(someSettings, new Blob(["zip"])).catch(() => undefined);
    await clock.finish(created);
    assert.equal(asked.at(-1)?.fields?.["appName"], "Shop");
  });
});

describe("ServiceClient: large files", () => {
  const megabyte = 1_000_000;
  /** Receives bodies at this speed, one by one. */
  const atSpeed = (service: SimulatedHttp, bytesPerMs: () => number): void => {
    service.fault = async ({ body, path }) => {
      const file = body instanceof FormData ? (body.get("file") as File) : undefined;
      const size = file?.size ?? (path.endsWith("/download") ? 20 * megabyte : 0);
      await service.clock.sleep(size / bytesPerMs());
      return file ? json({}) : new Response(new Uint8Array(size));
    };
  };

  it("are sent and read also over slow connections", async () => {
    atSpeed(service, () => 50);
    await service.clock.finish(service.client.uploadFile("app1", "/a", new Uint8Array(5 * megabyte)));
    atSpeed(service, () => 14);
    await service.clock.finish(service.client.uploadFile("app1", "/a", new Uint8Array(20 * megabyte)));
    const options = { expectedBytes: 20 * megabyte };
    await service.clock.finish(service.client.downloadFile("app1", "/a", options));
  });

  it("get more time after one that was too slow", async () => {
    const { client, clock } = service;
    atSpeed(service, () => 5);
    const failed = assert.rejects(client.uploadFile("app1", "/a", new Uint8Array(20 * megabyte)), {
      kind: "timeout",
      outcomeUnknown: true,
    });
    await clock.advance(30_000 + 1_600_000);
    await failed;
    await clock.finish(client.uploadFile("app1", "/a", new Uint8Array(20 * megabyte)));
  });

  it("time out sooner on a fast connection, but never sooner than at 50 kB/s", async () => {
    const { client, clock } = service;
    atSpeed(service, () => 10_000);
    await clock.finish(client.uploadFile("app1", "/a", new Uint8Array(megabyte)));
    service.fault = () => new Promise(() => undefined);
    const start = clock.now();
    await assert.rejects(clock.finish(client.uploadFile("app1", "/a", new Uint8Array(megabyte))), {
      kind: "timeout",
    });
    const waitedMs = clock.now() - start;
    assert.ok(waitedMs >= 50_000 && waitedMs < 54_000, String(waitedMs));
  });
});

describe("ServiceClient: reading", () => {
  it("logs how many entries it dropped, without their names", async () => {
    service.fault = () => json({ isDirectory: true, files: [{ name: "../evil" }], currentPath: "/" });
    await service.client.readPath("app1", "/");
    assert.ok(service.log.some((line) => line.includes("left out 1")));
    assert.ok(!service.log.join().includes("evil"));
  });
});

describe("ServiceClient: lists of apps", () => {
  const pageOf = (first: number, count: number, pagination?: object) =>
    json({
      applications: Array.from({ length: count }, (_, index) => ({ _id: `a${first + index}` })),
      ...(pagination ? { pagination } : {}),
    });

  it("counts pages from the dialect's first one by their total", async () => {
    service.wire = { ...defaultDialect, firstPage: 0 };
    service.fault = ({ query }) => pageOf(Number(query["page"]) * 2, 2, { totalPages: 3 });
    assert.equal((await service.client.listApps()).apps.length, 6);
  });

  it("sends the next request in a dialect that has been set since the last one", async () => {
    service.fault = () => pageOf(0, 1);
    const sent: string[] = [];
    for (const limitParameter of ["limit", "size", "limit"]) {
      service.wire = { ...defaultDialect, limitParameter };
      await service.client.listApps();
      sent.push(String(Object.keys(service.asked.at(-1)?.query ?? {})));
    }
    assert.deepEqual(sent, ["page,limit", "page,size", "page,limit"]);
  });

  it("reads the list again when apps moved between its pages", async () => {
    let round = 0;
    service.fault = ({ query }) => {
      if (query["page"] === "1") round++;
      const pagination = { totalItems: 101, hasNextPage: query["page"] === "1" };
      if (query["page"] === "1") return pageOf(0, 100, pagination);
      return round === 1 ? pageOf(99, 1, pagination) : pageOf(100, 1, pagination);
    };
    const { apps, missing } = await service.client.listApps();
    assert.deepEqual([apps.length, missing, service.asked.length], [101, undefined, 4]);
  });

  it("reports missing apps when the list never has as many as the service counts", async () => {
    service.fault = ({ query }) =>
      query["page"] === "1"
        ? pageOf(0, 100, { totalItems: 120 })
        : pageOf(100, query["page"] === "2" ? 10 : 0, { totalItems: 120 });
    const { apps, missing } = await service.client.listApps();
    assert.deepEqual([apps.length, missing], [110, { count: 10, cause: "changing" }]);
  });

  it("ends although the service always reports another page", async () => {
    service.fault = ({ query }) =>
      query["page"] === "1"
        ? pageOf(0, 100, { hasNextPage: true })
        : pageOf(100, 20, { hasNextPage: true, currentPage: Number(query["page"]) });
    const { apps } = await service.client.listApps();
    assert.equal(apps.length, 120);
    assert.ok(service.asked.length <= 3);
  });

  it("begins one page earlier where the service reports an earlier page", async () => {
    service.fault = ({ query }) => {
      const page = Number(query["page"] ?? 1);
      const pagination = { totalItems: 3, currentPage: page, hasPrevPage: page > 0, hasNextPage: page < 2 };
      return pageOf(page, 1, pagination);
    };
    const { apps, missing } = await service.client.listApps();
    assert.deepEqual([apps.map(({ id }) => id).sort(), missing], [["a0", "a1", "a2"], undefined]);
  });

  it("reports missing apps when the service ignores the page parameter", async () => {
    service.fault = () => pageOf(0, 2, { hasNextPage: true });
    const { apps, missing } = await service.client.listApps();
    assert.deepEqual([apps.length, missing], [2, { count: undefined, cause: "pages" }]);
    assert.equal(service.asked.length, 2);
  });
});

describe("ServiceClient: failures", () => {
  it("retries after an unreadable response, also one of another shape", async () => {
    const faults = [
      async () => new Response("<html>"),
      async () => json({ applications: "none" }),
      () => undefined,
    ];
    service.fault = () => faults.shift()?.();
    const start = service.clock.now();
    assert.equal((await service.clock.finish(service.client.listApps())).apps.length, 1);
    assert.deepEqual(service.timesSince(start), [0, 300, 1_300]);
    service.fault = () => new Response('{"cut": ');
    await assert.rejects(service.clock.finish(service.client.getApp("app1")), { kind: "badResponse" });
    assert.equal(service.asked.length, 6);
  });

  it("waits once for a hanging service in an interactive call", async () => {
    service.fault = () => new Promise(() => undefined);
    const start = service.clock.now();
    await assert.rejects(
      service.clock.finish(service.client.readPath("app1", "/", { priority: "interactive" })),
      { kind: "timeout" },
    );
    assert.deepEqual([service.clock.now() - start, service.asked.length], [30_000, 1]);
    await assert.rejects(service.clock.finish(service.client.readPath("app1", "/")), { kind: "timeout" });
    assert.equal(service.asked.length, 4);
  });

  it("sends creations, restarts, uploads and deletions once and marks their outcome as unknown", async () => {
    const { client, clock } = service;
    const calls = [
      () => client.createApp(someSettings, new Blob(["zip"])),
      () => client.restartApp("app1"),
      () => client.uploadFile("app1", "/a", bytes("x")),
      () => client.deleteFiles("app1", ["/a"]),
      () => client.deleteApp("app1"),
    ];
    const faults = [
      () => Promise.reject(failedFetch("ECONNRESET")),
      async () => json({}, 500),
      async () => new Response("<html>"),
    ];
    for (const fault of faults) {
      service.fault = fault;
      for (const call of calls) {
        service.asked.length = 0;
        const failed = assert.rejects(call(), { outcomeUnknown: true });
        await clock.advance(10_000);
        await failed;
        assert.equal(service.asked.length, 1);
      }
    }
  });

  it("waits a 429 out, by Retry-After or the limit's window, and pauses the whole limit", async () => {
    const { client, clock } = service;
    const limits = [json({}, 429, { "retry-after": "5" }), json({}, 429)];
    service.fault = () => limits.shift();
    const start = clock.now();
    const first = client.uploadFile("app1", "/a", bytes("a"));
    const second = client.uploadFile("app1", "/b", bytes("b"));
    await clock.finish(Promise.all([first, second]));
    assert.deepEqual(
      service.asked.map(({ atMs, body }) => [((body as FormData).get("file") as File).name, atMs - start]),
      [
        ["a", 0],
        ["a", 5_000],
        ["a", 5_000 + 6_020],
        ["b", 5_000 + 6_020 + 3_010],
      ],
    );
  });

  it("fails a save at once for a Retry-After of weeks, and tries again after a quarter of an hour", async () => {
    const { client, clock } = service;
    service.fault = () => json({}, 429, { "retry-after": "2592000" });
    const start = clock.now();
    for (const path of ["/a", "/b"])
      await assert.rejects(
        clock.finish(client.uploadFile("app1", path, bytes("x"), { priority: "interactive" })),
        { kind: "rateLimited" },
      );
    assert.deepEqual([clock.now() - start, service.asked.length], [0, 1]);
    service.fault = () => undefined;
    await clock.advance(15 * 60_000 - 80_000);
    await clock.finish(client.uploadFile("app1", "/c", bytes("x")));
    assert.equal(clock.now() - start, 15 * 60_000);
  });

  it("fails when the last check fails, also after a 429", async () => {
    service.fault = () => json({}, 429);
    let checks = 0;
    const beforeSend = async (): Promise<void> => {
      if (++checks === 2) throw new ServiceError("rateLimited", "the look before it");
    };
    await assert.rejects(
      service.clock.finish(service.client.uploadFile("app1", "/a", bytes("x"), { beforeSend })),
      /the look before it/,
    );
    assert.deepEqual([checks, service.asked.length], [2, 1]);
  });

  it("reports a 429 only at the deadline, which starts with the first request", async () => {
    service.fault = () => json({ error: "slow down" }, 429);
    const start = service.clock.now();
    const failed = assert.rejects(service.client.getApp("app1", { deadlineMs: 30_000 }), {
      kind: "rateLimited",
      serviceText: "slow down",
    });
    await service.clock.advance(100_000);
    await failed;
    assert.deepEqual(service.timesSince(start), [0, 3_000, 9_000, 21_000]);
  });

  it("rejects with the signal's reason while it waits for a retry", async () => {
    service.fault = () => json({}, 503);
    const abort = new AbortController();
    const failed = assert.rejects(
      service.client.getApp("app1", { signal: abort.signal }),
      (reason) => reason === "enough",
    );
    await service.clock.settle();
    abort.abort("enough");
    await failed;
    assert.equal(service.asked.length, 1);
  });

  it("keeps the token out of logs and errors", async () => {
    const faults = [
      async () => json({ error: `token ${canary}` }, 400),
      async () => new Response(`<html>${canary}`, { status: 502 }),
      async () => new Response(`{"x": ${canary}`),
      () => Promise.reject(failedFetch("ECONNRESET")),
    ];
    for (const fault of faults) {
      service.fault = fault;
      const error = await service.clock.finish(
        service.client.restartApp("app1").catch((reason: unknown) => reason),
      );
      assert.ok(isServiceError(error));
      const shown = [error.message, error.serviceText, String(error.cause), error.stack];
      assert.ok(!shown.join().includes(canary));
    }
    assert.ok(!service.log.join("\n").includes(canary));
  });
});

describe("ServiceClient: the first 401", () => {
  it("stops every request, queued uploads included, and fires once", async () => {
    const { client, clock } = service;
    let stops = 0;
    client.onDidStop(() => void stops++);
    await client.uploadFile("app1", "/first", bytes("x"));
    const waiting = ["/a", "/b"].map((path) => client.uploadFile("app1", path, bytes("x")));
    const failed = Promise.all(waiting.map((upload) => assert.rejects(upload, { kind: "unauthorized" })));
    service.fault = () => json({ error: "expired" }, 401);
    await assert.rejects(client.getApp("app1"), { kind: "unauthorized" });
    await failed;
    const sent = service.asked.length;
    assert.ok(client.isStopped);
    await assert.rejects(client.getApp("app1"), { kind: "unauthorized" });
    await assert.rejects(client.uploadFile("app1", "/c", bytes("x")), { kind: "unauthorized" });
    await assert.rejects(client.downloadFile("app1", "/c"), { kind: "unauthorized" });
    await clock.advance(100_000);
    assert.deepEqual([service.asked.length, stops], [sent, 1]);
  });

  it("continues with another token, and stops again at its 401", async () => {
    const { client } = service;
    let stops = 0;
    client.onDidStop(() => void stops++);
    service.fault = () => json({}, 401);
    await assert.rejects(client.getApp("app1"), { kind: "unauthorized" });
    service.token = undefined;
    assert.ok(client.isStopped);
    service.token = "another";
    assert.ok(!client.isStopped);
    await assert.rejects(client.getApp("app1"), { kind: "unauthorized" });
    assert.deepEqual([service.asked.length, stops], [2, 2]);
  });

  it("stops nothing when the token has been replaced since", async () => {
    let answer: (response: Response) => void = () => undefined;
    service.fault = () =>
      new Promise<Response>((resolve) => {
        answer = resolve;
      });
    const failed = assert.rejects(service.client.getApp("app1"), { kind: "unauthorized" });
    await service.clock.settle();
    service.token = "another";
    answer(json({}, 401));
    await failed;
    assert.ok(!service.client.isStopped);
  });

  it("sends nothing without a token", async () => {
    service.token = undefined;
    await assert.rejects(service.client.getApp("app1"), { kind: "unauthorized" });
    assert.deepEqual([service.asked.length, service.client.isStopped], [0, false]);
  });

  it("ends the wait for a retry", async () => {
    service.fault = ({ path }) => (path.endsWith("@me") ? json({}, 401) : json({}, 503));
    const failed = assert.rejects(service.client.getApp("app1"), { kind: "unauthorized" });
    await service.clock.settle();
    await assert.rejects(service.client.getCurrentUser(), { kind: "unauthorized" });
    await failed;
    assert.equal(service.asked.length, 2);
  });
});
