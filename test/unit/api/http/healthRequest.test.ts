// The request that asks an app on the web whether it answers: where it may go, and what it carries.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "mocha";
import {
  askHealth,
  type Health,
  type HealthOptions,
  healthAddress,
  isPublicAddress,
} from "../../../../src/api/http/healthRequest";
import { FakeClock } from "../../../support/fakeClock";
import { failedFetch, SimulatedHttp } from "../../../support/simulatedHttp";

const { logger } = new SimulatedHttp();
const publicHost = async () => ["93.184.216.34", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"];

/** What was sent, and the answer. */
async function ask(
  address: string,
  answer: (url: string, init: RequestInit) => Promise<Response> | Response,
  own: Partial<HealthOptions> & { readonly clock?: FakeClock } = {},
): Promise<{ readonly health: Health; readonly sent: { url: string; init: RequestInit }[] }> {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return await answer(url, init);
  }) as typeof globalThis.fetch;
  const { clock = new FakeClock(), ...others } = own;
  const { signal } = new AbortController();
  const asking = askHealth(address, { clock, logger, fetch, signal, resolve: publicHost, ...others });
  return { health: await clock.finish(asking), sent };
}

const ok = () => new Response("hello");

describe("the address of a health request", () => {
  const known = (address: string, isLocal = false) => healthAddress({ address, isGuess: false }, isLocal);

  it("is never a guess, and never has credentials", () => {
    assert.equal(healthAddress({ address: "https://shop.example.com", isGuess: true }, false), undefined);
    assert.equal(healthAddress({ address: "http://127.0.0.1:8000", isGuess: true }, true), undefined);
    assert.equal(known("https://ann:pw@shop.example.com"), undefined);
    assert.equal(known("https://ann@shop.example.com"), undefined);
  });

  it("is https, and http on loopback only for the local service", () => {
    assert.equal(known("https://shop.example.com"), "https://shop.example.com/");
    assert.equal(known("https://shop.example.com:8443/a?key=1#x"), "https://shop.example.com:8443/a");
    assert.equal(known("http://shop.example.com"), undefined);
    assert.equal(known("http://127.0.0.1:8000"), undefined);
    for (const host of ["127.0.0.1", "localhost", "[::1]"])
      assert.equal(known(`http://${host}:8000`, true), `http://${host}:8000/`);
    for (const host of ["shop.example.com", "10.0.0.1", "[::ffff:127.0.0.1]", "127.0.0.1.example.com"])
      assert.equal(known(`http://${host}:8000`, true), undefined, host);
  });
});

describe("a public address", () => {
  it("is no private, loopback, link-local, shared, reserved or multicast one", () => {
    for (const ip of ["8.8.8.8", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:2800:21f::1"])
      assert.ok(isPublicAddress(ip), ip);
    for (const ip of [
      ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1"],
      ...["172.31.255.255", "192.168.0.1", "198.18.0.1", "203.0.113.7", "224.0.0.1", "255.255.255.255"],
      ...["::", "::1", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1", "not an address", ""],
    ])
      assert.ok(!isPublicAddress(ip), ip);
  });

  it("is no IPv6 address that contains an IPv4 address", () => {
    for (const ip of [
      ...["::ffff:127.0.0.1", "::ffff:8.8.8.8", "::ffff:7f00:1", "64:ff9b::7f00:1", "2002:7f00:1::"],
      ...["2001:0:7f00:1::", "::127.0.0.1"],
    ])
      assert.ok(!isPublicAddress(ip), ip);
  });
});

describe("a health request", () => {
  it("is one GET without token, cookies and redirects, whose body is not read", async () => {
    let isCancelled = false;
    const cancel = (): void => {
      isCancelled = true;
    };
    const body = new ReadableStream({ cancel });
    const { health, sent } = await ask("https://shop.example.com/", () => new Response(body));
    assert.equal(health, 200);
    assert.ok(isCancelled);
    assert.equal(sent.length, 1);
    const { url, init } = sent[0] ?? assert.fail();
    assert.equal(url, "https://shop.example.com/");
    const { redirect, credentials, cache } = init as RequestInit & { readonly cache?: string };
    assert.deepEqual([redirect, credentials, cache], ["manual", "omit", "no-store"]);
    assert.deepEqual([init.method ?? "GET", init.headers, init.body], ["GET", undefined, undefined]);
  });

  it("does not follow a redirect to a private address", async () => {
    let requests = 0;
    const target = createServer((_request, response) => {
      requests++;
      response.end();
    });
    const app = createServer((_request, response) => {
      const { port } = target.address() as AddressInfo;
      response.writeHead(302, { Location: `http://127.0.0.1:${port}/` }).end();
    });
    for (const server of [target, app])
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    try {
      const { port } = app.address() as AddressInfo;
      const { health } = await ask(`http://127.0.0.1:${port}/`, (url, init) => fetch(url, init));
      assert.deepEqual([health, requests], [302, 0]);
    } finally {
      for (const server of [target, app]) {
        server.closeAllConnections();
        server.close();
      }
    }
  });

  it("is not sent where any address of the host is private, or none is known", async () => {
    const found: readonly (readonly string[])[] = [
      ...[[], ["127.0.0.1"], ["93.184.216.34", "10.0.0.1"], ["::ffff:192.168.0.1"], ["fe80::1%eth0"]],
    ];
    for (const addresses of found) {
      const { health, sent } = await ask("https://shop.example.com/", ok, { resolve: async () => addresses });
      assert.deepEqual([health, sent.length], ["notSent", 0], addresses.join());
    }
    const resolve = async () => Promise.reject(new Error("ENOTFOUND"));
    assert.equal((await ask("https://shop.example.com/", ok, { resolve })).health, "notSent");
  });

  it("requests no address that is not public, however the URL writes it", async () => {
    for (const host of [
      "0x7f.1",
      "2130706433",
      "127.1",
      "[::1]",
      "[::ffff:7f00:1]",
      "localhost",
      "10.0.0.1",
    ]) {
      const { clock, signal } = { clock: new FakeClock(), signal: new AbortController().signal };
      const address = healthAddress({ address: `https://${host}/`, isGuess: false }, false) ?? "";
      const fetch = (async () => assert.fail(`${host} was asked`)) as unknown as typeof globalThis.fetch;
      assert.equal(await askHealth(address, { clock, logger, fetch, signal }), "notSent", host);
    }
  });

  it("reports each status, and one without a response", async () => {
    for (const status of [204, 301, 404, 500, 503])
      assert.equal(
        (await ask("https://shop.example.com/", () => new Response(null, { status }))).health,
        status,
      );
    const broken = () => Promise.reject(failedFetch("ECONNREFUSED"));
    assert.equal((await ask("https://shop.example.com/", broken)).health, "noAnswer");
  });

  it("ends after 10 s, and at once when its watch is cancelled", async () => {
    const clock = new FakeClock();
    const never = () => new Promise<Response>(() => undefined);
    let began = clock.now();
    assert.equal((await ask("https://shop.example.com/", never, { clock })).health, "noAnswer");
    assert.equal(clock.now() - began, 10_000);
    began = clock.now();
    const fetch = never as unknown as typeof globalThis.fetch;
    const stop = new AbortController();
    const asking = askHealth("https://shop.example.com/", {
      ...{ clock, logger, fetch, resolve: publicHost, signal: stop.signal },
    });
    stop.abort(new Error("cancelled"));
    await assert.rejects(asking, /cancelled/);
    assert.equal(clock.now() - began, 0);
    assert.equal(clock.sleeping, 0);
  });
});
