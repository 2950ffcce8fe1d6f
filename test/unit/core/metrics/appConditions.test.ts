import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type AppCondition, AppConditions } from "../../../../src/core/metrics/appConditions";
import type { App, Metrics } from "../../../../src/core/model/model";

const stepMs = 10_000;

function app(metrics: Metrics | undefined, status = "active"): App {
  const own = { id: "a", name: "Shop", status, restartRequired: false, deployments: [] };
  return metrics ? { ...own, metrics } : own;
}

/** At each read, ten seconds apart. */
const began = (conditions: AppConditions, apps: readonly App[], from = 0) =>
  apps.map((each, index) => conditions.observe(each, from + index * stepMs, 90).join());

const online = (startedAt: number) => app({ online: true, startedAt });
const offline = app({ online: false });
const unknown = app(undefined);
const crashed = app(undefined, "crashed");
const starts = [1, 60_000, 120_000, 180_000].map(online);
const uptimes = [500, 3, 2, 9, 1].map((uptimeSeconds) => app({ online: true, uptimeSeconds }));
const jitter = [0, 900, 100, 1_200, 300].map((ms) => online(1_000_000 + ms));
const using = (memoryBytes: number, memoryLimitBytes = 100) =>
  app({ online: true, memoryBytes, memoryLimitBytes });
const unlimited = Array.from({ length: 6 }, () => using(95, 0));

/** The app at each read, and the conditions reported there. */
const histories: readonly [what: string, reads: readonly App[], begun?: readonly string[]][] = [
  [
    "an app that stays down for more than a moment is reported once",
    [online(1), offline, offline, offline],
    ["", "", "down", ""],
  ],
  [
    "an app that goes down is reported again after it was back",
    [online(1), offline, offline, online(1), offline, offline],
    ["", "", "down", "", "", "down"],
  ],
  ["an app that was never seen online is not reported as down", [offline, offline, offline]],
  ["an unknown app is not reported as down", [online(1), unknown, unknown]],
  [
    "an app is down when its status is failed and it has no metrics",
    [online(1), crashed, crashed],
    ["", "", "down"],
  ],
  ["a crash loop is three starts without a request for one", starts, ["", "", "", "crashLoop"]],
  ["a crash loop shows by the uptime alone", uptimes, ["", "", "", "", "crashLoop"]],
  ["the jitter of a computed start is no start", jitter],
  [
    "memory near its limit is reported when it stays there, not for a peak",
    [using(95), using(20), using(95), using(95), using(96), using(97)],
    ["", "", "", "", "memory", ""],
  ],
  ["memory is never near a missing limit", unlimited],
];

describe("the conditions of an app", () => {
  it("are not reported again by the next window, and end there", () => {
    const begun = (active: AppCondition[], reads: readonly App[], lastStartAt?: number) => {
      const conditions = new AppConditions({ active, lastStartAt });
      return [...began(conditions, reads), [...conditions.active].join()];
    };
    assert.deepEqual(begun(["down"], [offline, offline]), ["", "", "down"]);
    assert.deepEqual(begun(["down"], [online(1), offline, offline]), ["", "", "down", "down"]);
    assert.deepEqual(begun(["memory"], [using(95), using(95)]), ["", "", "memory"]);
    assert.deepEqual(begun(["memory"], [using(20)]), ["", ""]);
    // A crash loop ends ten minutes after its last start, in any window.
    assert.deepEqual(begun(["crashLoop"], [online(1)], -9 * 60_000), ["", "crashLoop"]);
    assert.deepEqual(begun(["crashLoop"], [online(1)], -11 * 60_000), ["", ""]);
    assert.deepEqual(new AppConditions({ active: ["down"], lastStartAt: 5 }).kept, {
      active: ["down"],
      lastStartAt: 5,
    });
  });

  for (const [what, reads, begun = reads.map(() => "")] of histories)
    it(what, () => assert.deepEqual(began(new AppConditions(), reads), begun));

  it("last until the app is back, or its memory is below the share", () => {
    for (const [condition, ...reads] of [
      ["down", online(1), offline, offline, online(1)],
      ["memory", using(95), using(95), using(95), using(50)],
    ] as const) {
      const conditions = new AppConditions();
      began(conditions, reads.slice(0, 3));
      assert.ok(conditions.active.has(condition));
      began(conditions, reads.slice(3), 3 * stepMs);
      assert.ok(!conditions.active.has(condition));
    }
  });

  it("are not reported during the user's restart", () => {
    const conditions = new AppConditions();
    conditions.observe(online(1), 0, 90);
    conditions.restartAsked(1_000);
    const reads = [offline, offline, offline, online(900_000)];
    assert.equal(began(conditions, reads, 2_000).join(""), "");
  });

  it("do not include a crash loop when the user restarts repeatedly", () => {
    const conditions = new AppConditions();
    const found = starts.flatMap((each, index) => {
      conditions.restartAsked(index * stepMs - 1);
      return conditions.observe(each, index * stepMs, 90);
    });
    assert.deepEqual(found, []);
  });

  it("of a crash loop are reported once, and end when the app has stayed online", () => {
    const conditions = new AppConditions();
    began(conditions, starts);
    assert.equal(began(conditions, [240_000, 300_000, 300_000].map(online), 40_000).join(""), "");
    conditions.observe(online(300_000), 60 * 60_000, 90);
    assert.equal(conditions.active.size, 0);
  });
});
