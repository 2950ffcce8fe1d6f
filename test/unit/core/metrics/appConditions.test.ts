import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type AppCondition, AppConditions } from "../../../../src/core/metrics/appConditions";
import type { App, Metrics } from "../../../../src/core/model/model";

const stepMs = 10_000;

function app(metrics: Metrics | undefined, status = "active"): App {
  const own = { id: "a", name: "Shop", status, restartRequired: false, deployments: [] };
  return metrics ? { ...own, metrics } : own;
}

/** What began at each read, ten seconds apart. */
function began(conditions: AppConditions, apps: readonly App[], from = 0): AppCondition[][] {
  return apps.map((each, index) => conditions.observe(each, from + index * stepMs, 90));
}

const online = (startedAt: number) => app({ online: true, startedAt });
const offline = app({ online: false });

describe("an app that goes down", () => {
  it("is told once, when it has stayed down for more than a moment", () => {
    const conditions = new AppConditions();
    assert.deepEqual(began(conditions, [online(1), offline, offline, offline]), [[], [], ["down"], []]);
    assert.ok(conditions.active.has("down"));
  });

  it("is told again after it was back", () => {
    const found = began(new AppConditions(), [online(1), offline, offline, online(1), offline, offline]);
    assert.deepEqual(found.flat(), ["down", "down"]);
  });

  it("is not told of an app that was never seen up, nor of one that is unknown", () => {
    assert.deepEqual(began(new AppConditions(), [offline, offline, offline]).flat(), []);
    assert.deepEqual(began(new AppConditions(), [online(1), app(undefined), app(undefined)]).flat(), []);
  });

  it("is told when the service's word says failed and no metrics come", () => {
    const crashed = app(undefined, "crashed");
    assert.deepEqual(began(new AppConditions(), [online(1), crashed, crashed]).flat(), ["down"]);
  });

  it("is not told while the user's own restart takes its time", () => {
    const conditions = new AppConditions();
    conditions.observe(online(1), 0, 90);
    conditions.restartAsked(1_000);
    assert.deepEqual(began(conditions, [offline, offline, offline, online(900_000)], 2_000).flat(), []);
  });
});

describe("a crash loop", () => {
  const starts = [1, 60_000, 120_000, 180_000].map(online);

  it("is three starts without a request for one", () => {
    assert.deepEqual(began(new AppConditions(), starts), [[], [], [], ["crashLoop"]]);
  });

  it("is seen by the uptime alone", () => {
    const uptimes = [500, 3, 2, 9, 1].map((uptimeSeconds) => app({ online: true, uptimeSeconds }));
    assert.deepEqual(began(new AppConditions(), uptimes).flat(), ["crashLoop"]);
  });

  it("is not what a user's own restarts are", () => {
    const conditions = new AppConditions();
    const found = starts.flatMap((each, index) => {
      conditions.restartAsked(index * stepMs - 1);
      return conditions.observe(each, index * stepMs, 90);
    });
    assert.deepEqual(found, []);
  });

  it("is told once while it lasts, and ends when the app has stayed up", () => {
    const conditions = new AppConditions();
    began(conditions, starts);
    const more = [240_000, 300_000, 300_000].map(online);
    assert.deepEqual(began(conditions, more, 40_000).flat(), []);
    conditions.observe(online(300_000), 60 * 60_000, 90);
    assert.equal(conditions.active.size, 0);
  });

  it("does not take the jitter of a computed start for a start", () => {
    const jitter = [0, 900, 100, 1_200, 300].map((ms) => online(1_000_000 + ms));
    assert.deepEqual(began(new AppConditions(), jitter).flat(), []);
  });
});

describe("memory near its limit", () => {
  const using = (memoryBytes: number) => app({ online: true, memoryBytes, memoryLimitBytes: 100 });

  it("is told when it stays there, not for a peak", () => {
    const conditions = new AppConditions();
    assert.deepEqual(began(conditions, [using(95), using(20), using(95), using(95)]).flat(), []);
    assert.deepEqual(began(conditions, [using(96), using(97)], 4 * stepMs), [["memory"], []]);
  });

  it("ends below the share", () => {
    const conditions = new AppConditions();
    began(conditions, [using(95), using(95), using(95), using(50)]);
    assert.equal(conditions.active.has("memory"), false);
  });

  it("is never guessed without a limit", () => {
    const unlimited = app({ online: true, memoryBytes: 95, memoryLimitBytes: 0 });
    assert.deepEqual(began(new AppConditions(), Array(6).fill(unlimited)).flat(), []);
  });
});
