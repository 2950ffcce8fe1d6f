// Two accounts: no request of one contains data of the other.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Account } from "../../../src/accounts/accounts";
import { defaultDialect } from "../../../src/core/model/dialect";
import { Random } from "../../simulation/random";
import { FakeClock } from "../../support/fakeClock";
import { SimulatedHttp } from "../../support/simulatedHttp";
import { newAccounts } from "./newAccounts";

describe("two accounts at once", () => {
  const realFetch = globalThis.fetch;
  let services: Map<string, SimulatedHttp>;
  let clock: FakeClock;
  /** Arrival of each upload, by service. */
  let uploads: Map<string, number[]>;

  beforeEach(() => {
    clock = new FakeClock();
    const origins = ["https://a.example", "https://b.example"];
    services = new Map(origins.map((origin) => [origin, new SimulatedHttp()]));
    uploads = new Map(origins.map((origin) => [origin, []]));
    globalThis.fetch = (async (input: string, init: RequestInit) => {
      const { origin } = new URL(input);
      if (init.method === "POST") uploads.get(origin)?.push(clock.monotonicMs());
      return await services.get(origin)?.fetch(input, init);
    }) as typeof globalThis.fetch;
  });

  afterEach(() => {
    globalThis.fetch = realFetch;
  });

  /** Each service has equal ids and names of user and app. */
  const user = { id: "u1", name: "Ann", sessions: [] };

  async function signedIn() {
    const sharing = { windowId: "w1" };
    const accounts = newAccounts({ ...sharing, clock, requestTimeoutMs: () => 30_000 });
    const a = await accounts.add("https://a.example", "token-a", user);
    const b = await accounts.add("https://b.example", "token-b", user);
    return { accounts, a, b };
  }

  async function all(work: readonly Promise<unknown>[]): Promise<void> {
    await clock.finish(Promise.allSettled(work));
  }

  const uploadThree = ({ client }: Account) =>
    [1, 2, 3].map((each) => client.uploadFile("app1", `/${each}.txt`, new Uint8Array(3)));

  function operation(random: Random, { client }: Account): Promise<unknown> {
    const started = random.pick([
      () => client.getCurrentUser(),
      () => client.listApps(),
      () => client.getApp("app1"),
      () => client.readPath("app1", "/src"),
      () => client.uploadFile("app1", `/src/${random.int(5)}.txt`, new Uint8Array(3)),
    ])();
    // Checked when all are done.
    started.catch(() => undefined);
    return started;
  }

  it("send each request with their own token, also after a new sign-in of one", async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const random = new Random(seed);
      const { accounts, a, b } = await signedIn();
      const work: Promise<unknown>[] = [];
      for (let step = 0; step < 40; step++) {
        work.push(operation(random, random.chance(0.5) ? a : b));
        if (random.chance(0.3)) await clock.advance(random.int(2_000));
        if (step === 20) await accounts.add("https://b.example", "token-b2", user);
      }
      await all(work);
    }
    const tokens = [...services].map(([origin, { asked }]) => [
      origin,
      [...new Set(asked.map(({ headers }) => headers.get("Authorization")))].sort(),
    ]);
    assert.deepEqual(tokens, [
      ["https://a.example", ["Bearer token-a"]],
      ["https://b.example", ["Bearer token-b", "Bearer token-b2"]],
    ]);
    for (const { asked } of services.values()) assert.ok(asked.length > 50);
  });

  it("send nothing for the one that was signed out, and continue with the other", async () => {
    const { accounts, a, b } = await signedIn();
    const waiting = uploadThree(a);
    for (const upload of waiting) upload.catch(() => undefined);
    await clock.advance(10);
    await accounts.remove(a.id);
    await all([...waiting, b.client.uploadFile("app1", "/b.txt", new Uint8Array(3))]);
    for (const { length } of uploads.values()) assert.equal(length, 1);
  });

  it("wait for their own service only", async () => {
    const { a, b } = await signedIn();
    await all([...uploadThree(a), ...uploadThree(b)]);
    const [ofA = [], ofB = []] = [...uploads.values()];
    assert.deepEqual([ofA.length, ofB.length], [3, 3]);
    for (const times of [ofA, ofB])
      for (const [index, time] of times.slice(1).entries()) assert.ok(time - (times[index] ?? 0) >= 3_000);
    assert.ok(Math.abs((ofA[0] ?? 0) - (ofB[0] ?? 0)) < 500, "neither waits for the other");
    assert.ok(Math.abs((ofA[2] ?? 0) - (ofB[2] ?? 0)) < 1_000);
  });

  it("use the dialect of their own service", async () => {
    const [first, second] = [...services.values()];
    assert.ok(first && second);
    first.wire = { ...defaultDialect, listPathParameter: "directory", pageParameter: "p" };
    const random = new Random(7);
    const work: Promise<unknown>[] = [];
    for (let step = 0; step < 60; step++) {
      const { client } = random.pick([first, second]);
      work.push(client.readPath("app1", "/src"));
    }
    await Promise.allSettled(work);
    const parameters = [first, second].map(({ asked }) => [
      ...new Set(asked.flatMap(({ query }) => Object.keys(query))),
    ]);
    assert.deepEqual(parameters, [["directory"], ["path"]]);
  });
});
