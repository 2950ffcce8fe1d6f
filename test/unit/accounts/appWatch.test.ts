// Watching apps: its requests and its results, by the time of the fake service.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { AccountApps } from "../../../src/accounts/accountApps";
import type { Account, Accounts, AccountsChange } from "../../../src/accounts/accounts";
import { AppWatch } from "../../../src/accounts/appWatch";
import { Emitter } from "../../../src/core/async/emitter";
import type { StoredConditions } from "../../../src/core/metrics/appConditions";
import type { HistoryPoint } from "../../../src/core/metrics/metricsHistory";
import { type Asked, appBody, failedFetch, json, SimulatedHttp } from "../../support/simulatedHttp";

const hourMs = 60 * 60_000;
const intervalMs = 10_000;
const readsInAnHour = hourMs / intervalMs + 1;

describe("watching apps", () => {
  let service: SimulatedHttp;
  let watch: AppWatch;
  let account: Account;
  let metrics: (asked: Asked) => unknown;
  let appIds: string[];
  let backgroundMs: number;
  let kept: HistoryPoint[][];
  let storedConditions: StoredConditions | undefined;
  const changes = new Emitter<AccountsChange>();

  const body = (asked: Asked, id: string) => ({
    ...{ ...appBody, _id: id, currentResourceMetrics: metrics(asked) },
  });

  beforeEach(() => {
    service = new SimulatedHttp();
    appIds = ["app1"];
    backgroundMs = 0;
    kept = [];
    storedConditions = undefined;
    metrics = ({ atMs }) => ({ timestamp: new Date(atMs).toISOString(), online: true, cpuUsagePercent: 3 });
    service.fault = (asked) => {
      if (asked.path === "/v1/apps") return json({ applications: appIds.map((id) => body(asked, id)) });
      const id = /^\/v1\/apps\/([^/]+)$/.exec(asked.path)?.[1];
      if (!id) return undefined;
      return appIds.includes(id) ? json(body(asked, id)) : json({ error: "Not found" }, 404);
    };
    account = { id: "one", apps: new AccountApps(service.client, service.clock) } as Account;
    const accounts = {
      all: [account],
      get: (id: string) => (id === "one" ? account : undefined),
      onDidChange: changes.event,
    } as unknown as Accounts;
    watch = new AppWatch({
      ...{ accounts, clock: service.clock, logger: service.logger, intervalMs: () => intervalMs },
      ...{
        backgroundMs: () => backgroundMs,
        storedHistory: () => kept,
        storedConditions: () => storedConditions,
        memoryWarningPercent: () => 90,
      },
    });
  });

  afterEach(() => watch.dispose());

  const key = (appId: string) => ({ accountId: "one", appId });

  const watchFocused = (ids: readonly string[]): void => {
    watch.setFocused(true);
    for (const id of ids) watch.want(key(id));
  };
  const requestsIn = async (ms: number): Promise<number> => {
    const before = service.asked.length;
    await service.clock.advance(ms);
    return service.asked.length - before;
  };

  const begunConditions = (): string[] => {
    const begun: string[] = [];
    watch.onDidBegin(({ appId, condition }) => begun.push(`${appId} ${condition}`));
    return begun;
  };

  it("costs one request per interval for one app", async () => {
    watchFocused(["app1"]);
    assert.equal(await requestsIn(hourMs), readsInAnHour);
    assert.ok(service.asked.every(({ path }) => path === "/v1/apps/app1"));
  });

  it("continues without the focus where a background interval is set, for watched apps only", async () => {
    backgroundMs = 60_000;
    watch.setFocused(true);
    watch.want(key("app1"), true);
    watch.want(key("other"));
    await service.clock.advance(intervalMs);
    watch.setFocused(false);
    assert.equal(await requestsIn(hourMs), 60);
    assert.ok(service.asked.slice(-60).every(({ path }) => path === "/v1/apps/app1"));
    const begun = begunConditions();
    metrics = () => ({ online: false });
    await service.clock.advance(5 * 60_000);
    assert.deepEqual(begun, ["app1 down"]);
    backgroundMs = 0;
    watch.setFocused(false);
    assert.equal(await requestsIn(hourMs), 0);
  });

  it("continues the history over a reload, with a gap", async () => {
    const figure = { low: 5, average: 5, high: 5, count: 1 };
    const now = service.clock.now();
    const before = Math.floor(now / 60_000) * 60_000 - 20 * 60_000;
    kept = [[{ at: before, cpuPercent: figure }]];
    watchFocused(["app1"]);
    await service.clock.advance(1_000);
    const points = watch.historyOf(key("app1"));
    assert.deepEqual(points[0], { at: before, cpuPercent: figure });
    assert.deepEqual(points[1], { at: before + 1 });
    assert.equal(points[2]?.cpuPercent?.average, 3);
    assert.equal(watch.historyToKeep(key("app1"))?.[0]?.length, 2);
  });

  it("reports only new conditions after a reload", async () => {
    storedConditions = { active: ["down"] };
    metrics = () => ({ online: false });
    const begun = begunConditions();
    watchFocused(["app1"]);
    assert.equal(watch.conditionsToKeep(key("app1")), undefined);
    await service.clock.advance(60_000);
    assert.deepEqual([begun, watch.conditionsToKeep(key("app1"))?.active], [[], ["down"]]);
    metrics = () => ({ online: true });
    await service.clock.advance(60_000);
    assert.deepEqual(watch.conditionsToKeep(key("app1"))?.active, []);
    metrics = () => ({ online: false });
    await service.clock.advance(60_000);
    assert.deepEqual(begun, ["app1 down"]);
  });

  it("costs one list per interval for ten apps", async () => {
    appIds = Array.from({ length: 10 }, (_, index) => `app${index}`);
    watchFocused(appIds);
    await service.clock.advance(hourMs);
    const lists = service.asked.filter(({ path }) => path === "/v1/apps").length;
    // The first was requested before the second was watched.
    assert.ok(service.asked.length - lists <= 1, `${service.asked.length - lists} single reads`);
    assert.ok(lists <= readsInAnHour + 1, `${lists} lists`);
    assert.ok(lists >= readsInAnHour - 1, `${lists} lists`);
  });

  it("reads three apps one by one rather than a list of a thousand", async () => {
    appIds = Array.from({ length: 1_000 }, (_, index) => `app${index}`);
    await service.clock.finish(account.apps.refresh());
    service.asked.length = 0;
    watchFocused(appIds.slice(0, 3));
    await service.clock.advance(intervalMs * 10);
    assert.ok(service.asked.every(({ path }) => path !== "/v1/apps"));
    assert.ok(service.asked.length <= 3 * 11);
  });

  it("costs nothing without the focus, and reads at once when it returns", async () => {
    watch.want(key("app1"));
    assert.equal(await requestsIn(hourMs), 0);
    watch.setFocused(true);
    await service.clock.advance(intervalMs);
    watch.setFocused(false);
    assert.equal(await requestsIn(hourMs), 0);
    watch.setFocused(true);
    assert.equal(await requestsIn(1), 1);
  });

  it("costs nothing without watchers", async () => {
    watch.setFocused(true);
    watch.want(key("app1")).dispose();
    await service.clock.settle();
    assert.equal(await requestsIn(hourMs), 0);
  });

  it("does not read an app that is watched again within its interval", async () => {
    watch.setFocused(true);
    for (let round = 0; round < 5; round++) {
      const held = watch.want(key("app1"));
      await service.clock.advance(500);
      held.dispose();
    }
    assert.equal(service.asked.length, 1);
  });

  it("reads from a failing service less and less often", async () => {
    service.fault = () => json({ error: "down" }, 503);
    watchFocused(["app1"]);
    await service.clock.advance(hourMs);
    assert.ok(service.asked.length < readsInAnHour / 4, `${service.asked.length} requests`);
    assert.ok(service.asked.length > 5);
    assert.ok(watch.stateOf(key("app1")).failure);
    const lately = service.asked.filter(({ atMs }) => atMs > service.clock.now() - hourMs / 2);
    assert.ok(lately.length < service.asked.length / 2);
  });

  it("continues when the machine wakes with dead connections", async () => {
    watchFocused(["app1"]);
    await service.clock.advance(1_000);
    const answers = service.fault;
    // Requests that were running when the machine fell asleep get no response.
    service.fault = () => new Promise(() => undefined);
    await service.clock.advance(intervalMs);
    await service.clock.suspend(8 * hourMs);
    service.fault = answers;
    const woken = service.clock.now();
    await service.clock.advance(60_000);
    assert.equal(watch.stateOf(key("app1")).failure, undefined);
    const since = service.asked.filter(({ atMs }) => atMs >= woken);
    assert.ok(since.length >= 5 && since.length <= 8, `${since.length} requests`);
  });

  it("returns to its interval after an hour without a network", async () => {
    const answers = service.fault;
    service.fault = () => {
      throw failedFetch("ENETUNREACH");
    };
    watchFocused(["app1"]);
    await service.clock.advance(hourMs);
    assert.ok(watch.stateOf(key("app1")).failure);
    service.fault = answers;
    await service.clock.advance(5 * 60_000);
    assert.equal(watch.stateOf(key("app1")).failure, undefined);
    assert.equal(await requestsIn(60_000), 60_000 / intervalMs);
  });

  it("sends nothing after the service refused the token", async () => {
    service.fault = () => json({ error: "no" }, 401);
    watchFocused(["app1"]);
    assert.equal(await requestsIn(hourMs), 1);
  });

  it("stops reading a deleted app, and reports it", async () => {
    watchFocused(["app1"]);
    await service.clock.advance(intervalMs);
    appIds = [];
    await service.clock.advance(intervalMs);
    assert.equal(watch.stateOf(key("app1")).isGone, true);
    assert.equal(watch.stateOf(key("app1")).app, undefined);
    assert.equal(await requestsIn(hourMs), 0);
  });

  it("loses no app for one false 404, and goes on reading it", async () => {
    const lost: unknown[] = [];
    account.apps.onDidLose((apps) => lost.push(apps));
    watchFocused(["app1"]);
    await service.clock.advance(intervalMs);
    const { fault } = service;
    let isFalse = true;
    service.fault = (asked) => {
      if (asked.path !== "/v1/apps/app1" || !isFalse) return fault(asked);
      isFalse = false;
      return json({ error: "Not found" }, 404);
    };
    await service.clock.advance(intervalMs * 2);
    assert.equal(isFalse, false);
    assert.deepEqual([lost, account.apps.find("app1")?.id], [[], "app1"]);
    assert.ok((await requestsIn(60_000)) >= 60_000 / intervalMs);
  });

  it("continues with the others when one app is deleted", async () => {
    appIds = ["app1", "app2", "app3"];
    watchFocused(appIds);
    await service.clock.advance(intervalMs);
    appIds = ["app1", "app3"];
    await service.clock.advance(intervalMs * 2);
    const gone = ["app1", "app2", "app3"].filter((id) => watch.stateOf(key(id)).isGone);
    assert.deepEqual(gone, ["app2"]);
    assert.equal(watch.stateOf(key("app1")).failure, undefined);
  });

  it("keeps the metrics that a list has of unwatched apps", async () => {
    appIds = ["app1", "app2"];
    await service.clock.finish(account.apps.refresh());
    assert.equal(watch.historyOf(key("app2")).length, 1);
  });

  it("shows missing metrics as a gap", async () => {
    watchFocused(["app1"]);
    await service.clock.advance(1);
    metrics = () => null;
    await service.clock.advance(intervalMs);
    assert.equal(watch.stateOf(key("app1")).app?.metrics, undefined);
    assert.deepEqual(Object.keys(watch.historyOf(key("app1")).at(-1) ?? {}), ["at"]);
  });

  it("reads metrics that are text, null or beyond exact numbers", async () => {
    const counters = ["9223372036854775807", 9.3e18, null, "x", 5];
    metrics = ({ atMs }) => ({
      timestamp: new Date(atMs).toISOString(),
      online: "true",
      cpuUsagePercent: "12.5",
      networkRxBytes: counters.shift() ?? 5,
    });
    watchFocused(["app1"]);
    await service.clock.advance(intervalMs * 8);
    const points = watch.historyOf(key("app1"));
    assert.ok(points.every(({ cpuPercent }) => cpuPercent?.average === 12.5));
    const rates = points.flatMap(({ receivedPerSecond }) => receivedPerSecond?.average ?? []);
    assert.ok(rates.every((rate) => rate >= 0 && Number.isFinite(rate)));
    assert.equal(rates.at(-1), 0);
  });

  it("reports the begin of a condition once", async () => {
    const begun = begunConditions();
    watchFocused(["app1"]);
    await service.clock.advance(intervalMs);
    metrics = () => ({ online: false });
    await service.clock.advance(hourMs);
    assert.deepEqual(begun, ["app1 down"]);
    assert.ok(watch.stateOf(key("app1")).conditions.has("down"));
  });

  it("tells the user's restart from a crash", async () => {
    const begun = begunConditions();
    watchFocused(["app1"]);
    for (let round = 0; round < 6; round++) {
      account.apps.announceRestart("app1");
      const startedAt = new Date(service.clock.now()).toISOString();
      metrics = () => ({ online: true, startedAt });
      await service.clock.advance(intervalMs * 2);
    }
    assert.deepEqual(begun, []);
  });

  it("leaves an app that crashes at once, again and again, to the message after its creation", async () => {
    const begun = begunConditions();
    watchFocused(["app1"]);
    account.apps.announceRestart("app1", "down");
    for (let round = 0; round < 4; round++) {
      const startedAt = new Date(service.clock.now()).toISOString();
      metrics = () => ({ online: true, startedAt });
      await service.clock.advance(intervalMs);
      metrics = () => ({ online: false });
      await service.clock.advance(10_000);
    }
    assert.deepEqual(begun, []);
    metrics = () => ({ online: true });
    await service.clock.advance(intervalMs);
    metrics = () => ({ online: false });
    await service.clock.advance(hourMs);
    assert.deepEqual(begun, ["app1 down"]);
  });

  it("reports an app that stays down after a restart once", async () => {
    for (const isReported of [true, false]) {
      metrics = () => ({ online: true });
      const begun = begunConditions();
      watchFocused(["app1"]);
      await service.clock.advance(intervalMs);
      account.apps.announceRestart("app1");
      metrics = () => ({ online: false });
      await service.clock.advance(intervalMs);
      if (isReported) account.apps.announceRestart("app1", "down");
      await service.clock.advance(hourMs);
      assert.deepEqual(begun, isReported ? [] : ["app1 down"]);
      metrics = () => ({ online: true });
      await service.clock.advance(intervalMs);
      metrics = () => ({ online: false });
      await service.clock.advance(hourMs);
      assert.deepEqual(begun.at(-1), "app1 down");
    }
  });
});
