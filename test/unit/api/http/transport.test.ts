// One exchange: request, response and log.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { HttpRequest } from "../../../../src/api/http/exchange";
import { Transport, type TransportOptions } from "../../../../src/api/http/transport";
import { routes } from "../../../../src/api/routes";
import { isServiceError } from "../../../../src/core/errors/serviceError";
import { canary, failedFetch, json, SimulatedHttp } from "../../../support/simulatedHttp";

const origin = "https://service.test";
const listFiles: HttpRequest = {
  method: "GET",
  route: routes.files("a/b c"),
  query: { path: "/x y/ü&z" },
  answer: "json",
  timeoutMs: 1_000,
};

function setUp(
  answer: (url: string, init: RequestInit) => Promise<Response>,
  more: Partial<TransportOptions> = {},
) {
  const service = new SimulatedHttp();
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return answer(url, init);
  }) as typeof globalThis.fetch;
  const { clock, logger, log } = service;
  const transport = new Transport({ baseUrl: `${origin}/base/`, clock, logger, fetch, ...more });
  return { transport, clock, log, sent };
}

describe("Transport", () => {
  it("uses the present fetch, keeps the base path, sends the token and no cookies", async () => {
    const { transport, sent } = setUp(async () => json({}), { fetch: undefined });
    const before = globalThis.fetch;
    try {
      globalThis.fetch = (async (url: string, init: RequestInit) => {
        sent.push({ url, init });
        return json({ a: 1 });
      }) as typeof globalThis.fetch;
      assert.deepEqual((await transport.send(listFiles, canary)).json, { a: 1 });
    } finally {
      globalThis.fetch = before;
    }
    assert.equal(sent[0]?.url, `${origin}/base/v1/apps/a%2Fb%20c/files?path=%2Fx%20y%2F%C3%BC%26z`);
    const { headers, redirect, credentials, cache } = sent[0].init as RequestInit & {
      readonly cache?: string;
    };
    assert.deepEqual([redirect, credentials, cache], ["manual", "omit", "no-store"]);
    assert.deepEqual(Object.fromEntries(new Headers(headers)), {
      accept: "application/json",
      authorization: `Bearer ${canary}`,
    });
  });

  it("accepts any 2xx, an empty one as no body, and leaves no timer", async () => {
    const { transport, clock } = setUp(async () => new Response(null, { status: 204 }));
    assert.deepEqual(await transport.send(listFiles, canary), {
      status: 204,
      json: undefined,
      bytes: new Uint8Array(),
      dateMs: undefined,
    });
    await clock.settle();
    assert.equal(clock.sleeping, 0);
  });

  it("returns the service's time, and none for an unreadable date", async () => {
    const dates = ["Thu, 01 Jan 2026 00:00:05 GMT", "yesterday"];
    const { transport } = setUp(async () => json({}, 200, { date: dates.shift() ?? "" }));
    assert.equal((await transport.send(listFiles, canary)).dateMs, Date.UTC(2026, 0, 1, 0, 0, 5));
    assert.equal((await transport.send(listFiles, canary)).dateMs, undefined);
  });

  it("reads only the beginning of an endless error response", async () => {
    const endless = new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1_000)) });
    const { transport } = setUp(async () => new Response(endless, { status: 500 }));
    await assert.rejects(transport.send(listFiles, canary), { kind: "server" });
  });

  it("passes a file on in chunks, each after the one before was taken, and holds none", async () => {
    const body = new ReadableStream({
      start: (stream) => {
        for (const text of ["one", "two", "three"]) stream.enqueue(new TextEncoder().encode(text));
        stream.close();
      },
    });
    const { transport, clock } = setUp(async () => new Response(body));
    const taken: string[] = [];
    const onChunk = async (bytes: Uint8Array): Promise<void> => {
      const text = new TextDecoder().decode(bytes);
      taken.push(`${text} begins`);
      await clock.sleep(100);
      taken.push(`${text} ends`);
    };
    const answer = await clock.finish(transport.send({ ...listFiles, answer: "bytes", onChunk }, canary));
    assert.equal(answer.bytes.length, 0);
    assert.deepEqual(
      taken,
      ["one", "two", "three"].flatMap((text) => [`${text} begins`, `${text} ends`]),
    );
  });

  it("passes on no chunk after the time limit", async () => {
    const pieces: ((bytes: Uint8Array) => void)[] = [];
    const body = new ReadableStream({
      start: (stream) => void pieces.push((bytes) => stream.enqueue(bytes)),
    });
    const { transport, clock } = setUp(async () => new Response(body));
    let taken = 0;
    const onChunk = () => void taken++;
    const failed = assert.rejects(transport.send({ ...listFiles, answer: "bytes", onChunk }, canary), {
      kind: "timeout",
    });
    await clock.advance(500);
    pieces[0]?.(Uint8Array.of(1));
    await clock.advance(500);
    await failed;
    pieces[0]?.(Uint8Array.of(2));
    await clock.settle();
    assert.equal(taken, 1);
  });

  it("rejects an HTML page and incomplete JSON, and quotes neither", async () => {
    for (const body of ["<html>secret page</html>", '{"secret": ']) {
      const { transport } = setUp(async () => new Response(body));
      await assert.rejects(
        transport.send(listFiles, canary),
        (error: Error) =>
          isServiceError(error, "badResponse") && !`${error.message}${error.cause}`.includes("secret"),
      );
    }
  });

  it("returns bytes unchanged, also those that look like HTML", async () => {
    const { transport } = setUp(async () => new Response("<html>"));
    const answer = await transport.send({ ...listFiles, answer: "bytes" }, canary);
    assert.equal(new TextDecoder().decode(answer.bytes), "<html>");
  });

  it("sends JSON and forms, with the boundary left to fetch", async () => {
    const { transport, sent } = setUp(async () => json({}));
    const file = { name: "ü 1.bin", bytes: Uint8Array.of(0, 255, 13, 10) };
    await transport.send({ ...listFiles, method: "POST", json: { a: 1 } }, canary);
    await transport.send({ ...listFiles, method: "POST", file }, canary);
    const types = sent.map(({ init }) =>
      new Headers(init.headers as Record<string, string>).get("content-type"),
    );
    assert.deepEqual([sent[0]?.init.body, types], ['{"a":1}', ["application/json", null]]);
    const request = new Request("https://x.test", { method: "POST", body: sent[1]?.init.body as FormData });
    const arrived = (await request.formData()).get("file") as File;
    assert.equal(arrived.name, file.name);
    assert.deepEqual(new Uint8Array(await arrived.arrayBuffer()), file.bytes);
  });

  it("puts the texts of a form before its archive", async () => {
    const { transport, sent } = setUp(async () => json({}));
    const archive = { name: "app.zip", content: new Blob(["zip"]) };
    await transport.send({ ...listFiles, method: "POST", fields: { b: "1", a: "2" }, archive }, canary);
    const form = sent[0]?.init.body as FormData;
    assert.deepEqual([...form.keys()], ["b", "a", "file"]);
    assert.equal((form.get("file") as File).name, "app.zip");
  });

  it("stops at the time limit, also while the body is read and when fetch does not listen", async () => {
    const stuckBody = new Response(new ReadableStream({ start: () => undefined }));
    const stuck = [() => new Promise<Response>(() => undefined), async () => stuckBody];
    for (const answer of stuck) {
      const { transport, clock } = setUp(answer);
      const sending = transport.send(listFiles, canary);
      const failed = assert.rejects(sending, { kind: "timeout" });
      await clock.advance(1_000);
      await failed;
      assert.equal(clock.sleeping, 0);
    }
  });

  it("rejects with the caller's own reason, before and during the request", async () => {
    const { transport, clock, sent } = setUp(() => new Promise(() => undefined));
    const isReason = (reason: unknown): boolean => reason === "enough";
    await assert.rejects(
      transport.send({ ...listFiles, signal: AbortSignal.abort("enough") }, canary),
      isReason,
    );
    assert.equal(sent.length, 0);
    const abort = new AbortController();
    const failed = assert.rejects(transport.send({ ...listFiles, signal: abort.signal }, canary), isReason);
    await clock.settle();
    abort.abort("enough");
    await failed;
  });

  it("logs a line out and a line in, with neither token, query, app id nor body", async () => {
    const answers = [json({ error: `no ${canary}` }, 404), json({ content: "private" })];
    const { transport, log } = setUp(async () => answers.shift() ?? json({}));
    await assert.rejects(transport.send(listFiles, canary), { kind: "notFound" });
    await transport.send(listFiles, canary);
    assert.deepEqual(log, [
      "-> 0001 GET /v1/apps/{appId}/files",
      "<- 0001 404 GET /v1/apps/{appId}/files 0 ms",
      "-> 0002 GET /v1/apps/{appId}/files",
      "<- 0002 200 GET /v1/apps/{appId}/files 21 B 0 ms",
    ]);
  });

  it("refuses a token that no header can carry without quoting it", async () => {
    const { transport, log, sent } = setUp(async () => json({}));
    const odd = `${canary}\n`;
    await assert.rejects(
      transport.send(listFiles, odd),
      (error: Error) => isServiceError(error, "unauthorized") && !error.message.includes(canary),
    );
    assert.equal(sent.length, 0);
    assert.ok(!log.join().includes(canary));
  });

  it("repeats a request once with more certificates, and uses them from then on", async () => {
    const dispatcher = {};
    const hasMore = (init: RequestInit): boolean =>
      (init as { dispatcher?: object }).dispatcher === dispatcher;
    const answer = async (_: string, init: RequestInit) => {
      if (!hasMore(init)) throw failedFetch("SELF_SIGNED_CERT_IN_CHAIN");
      return json({});
    };
    let found = 0;
    const { transport, sent } = setUp(answer, {
      findDispatcher: async () => {
        found++;
        return dispatcher;
      },
    });
    await transport.send({ ...listFiles, method: "POST" }, canary);
    await transport.send(listFiles, canary);
    assert.deepEqual([sent.length, found], [3, 1]);
  });

  for (const [code, looks] of [
    ["DEPTH_ZERO_SELF_SIGNED_CERT", 1],
    ["CERT_HAS_EXPIRED", 0],
    ["CERT_NOT_YET_VALID", 0],
    ["ERR_TLS_CERT_ALTNAME_INVALID", 0],
  ] as const)
    it(`reports ${code} at once after ${looks} searches for certificates`, async () => {
      let looked = 0;
      const findDispatcher = async () => void looked++;
      const { transport, sent } = setUp(() => Promise.reject(failedFetch(code)), { findDispatcher });
      await assert.rejects(transport.send(listFiles, canary), { kind: "certificate" });
      assert.deepEqual([sent.length, looked], [1, looks]);
    });
});
