// Whether an app stays up after a restart, judged from reads of the service.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Landing, LandingJudge } from "../../../../src/core/metrics/landing";
import type { App, Metrics } from "../../../../src/core/model/model";
import { someApp } from "../../../support/someApp";

type Read = Metrics | App | undefined;

const appOf = (read: Read): App =>
  read && "id" in read ? read : read ? someApp({ metrics: read }) : someApp();

/** Reads 5 s apart, the last one for ever; the verdict, after how many seconds it came, and `end` without one. */
function landing(...reads: readonly Read[]): [Landing, number] {
  const [first, ...others] = reads;
  const judge = new LandingJudge(appOf(first), 0);
  for (let seconds = 5; seconds <= 60; seconds += 5) {
    const read = others.length > seconds / 5 - 1 ? others[seconds / 5 - 1] : reads.at(-1);
    const verdict = judge.judge(appOf(read), seconds * 1_000);
    if (verdict) return [verdict, seconds];
  }
  return [judge.end(), 60];
}

const began = (startedAt: number): Metrics => ({ online: true, startedAt });
const down: Metrics = { online: false };

describe("the landing of an app", () => {
  it("is proved by one run that is up for 30 s", () => {
    assert.deepEqual(landing(began(10_000)), ["landed", 30]);
    // Derived from the uptime, so that it varies by a moment.
    assert.deepEqual(landing(began(10_000), began(10_900), began(9_800)), ["landed", 30]);
  });

  it("begins again with another start, or after an offline moment", () => {
    assert.deepEqual(landing(began(10_000), began(20_000)), ["landed", 35]);
    assert.deepEqual(landing(began(10_000), down, began(10_000)), ["landed", 40]);
    assert.deepEqual(landing(began(10_000), undefined, began(10_000)), ["landed", 30]);
  });

  it("fails when the app goes down and stays down, before or after its run", () => {
    const crashed = someApp({ status: "crashed", metrics: down });
    assert.deepEqual(landing(began(10_000), crashed), ["crashed", 15]);
    assert.deepEqual(landing(began(10_000), began(10_000), down), ["crashed", 20]);
    const ended = someApp({ status: "stopped", metrics: down });
    assert.deepEqual(landing(began(10_000), ended), ["ended", 15]);
    const failed = someApp({ status: "memory limit exceeded", metrics: down });
    assert.deepEqual(landing(began(10_000), failed), ["crashed", 15]);
  });

  it("is a crash only where the word says so, or where an app that should run is offline", () => {
    const offline = (status: string) => someApp({ status, metrics: down });
    for (const status of ["inactive", "offline", "paused", "stopping", "sleeping", "deployed", "resting"])
      assert.deepEqual(landing(began(10_000), offline(status)), ["down", 15], status);
    assert.deepEqual(landing(began(10_000), offline("Running")), ["crashed", 15]);
    assert.deepEqual(landing(began(10_000), offline("install failed")), ["crashed", 15]);
  });

  it("waits for an app that another window restarts, or that is still being built", () => {
    for (const status of ["restarting", "installing", "build", "redeploying"]) {
      const onTheWay = someApp({ status, metrics: down });
      const away = [onTheWay, onTheWay, onTheWay];
      assert.deepEqual(landing(began(10_000), ...away, began(20_000)), ["landed", 50], status);
      const end = status === "restarting" ? "down" : "starting";
      assert.deepEqual(landing(began(10_000), onTheWay), [end, 60], status);
    }
  });

  it("fails at the second start that the user did not request", () => {
    assert.deepEqual(landing(began(10_000), began(20_000), began(30_000)), ["crashLoop", 10]);
    const reads = [began(10_000), began(10_000), down, began(25_000), began(25_000), down, began(40_000)];
    assert.deepEqual(landing(...reads), ["crashLoop", 30]);
    const ran = (uptimeSeconds: number): Metrics => ({ online: true, uptimeSeconds });
    assert.deepEqual(landing(ran(4), ran(3), ran(2)), ["crashLoop", 10]);
  });

  it("fails when memory stays at its limit, not when it is only near", () => {
    const uses = (memoryBytes: number): Metrics => ({ ...began(10_000), memoryBytes, memoryLimitBytes: 100 });
    assert.deepEqual(landing(uses(20), uses(99)), ["memory", 20]);
    assert.deepEqual(landing(uses(95)), ["landed", 30]);
    assert.deepEqual(landing(uses(99), uses(60)), ["landed", 30]);
  });

  it("is unknown where the service does not say when the app started, or never sends metrics", () => {
    assert.equal(landing({ online: true })[0], "unknown");
    assert.equal(landing(began(10_000), undefined)[0], "unknown");
    assert.equal(landing(undefined)[0], "unknown");
  });

  it("is proved by an uptime that grows, not by one that stands still", () => {
    const ran = (uptimeSeconds: number): Metrics => ({ online: true, uptimeSeconds });
    const growing = Array.from({ length: 12 }, (_, index) => ran(2 + index * 5));
    assert.deepEqual(landing(...growing), ["landed", 30]);
    assert.equal(landing(ran(2))[0], "unknown");
  });

  it("is not proved by a sample that the service repeats", () => {
    const old: Metrics = { ...began(10_000), timestamp: 50_000 };
    assert.equal(landing(old)[0], "unknown");
    const slow = Array.from({ length: 12 }, (_, index) => ({
      ...began(10_000),
      timestamp: 50_000 + Math.floor(index / 2) * 10_000,
    }));
    assert.deepEqual(landing(...slow), ["landed", 30]);
  });

  it("keeps the last read's result without more reads", () => {
    const judge = new LandingJudge(appOf(began(10_000)), 0);
    assert.equal(judge.end(), "unknown");
    judge.judge(appOf(began(30_000)), 20_000);
    assert.equal(judge.end(), "crashLoop");
    judge.judge(someApp({ status: "crashed", metrics: down }), 21_000);
    assert.equal(judge.end(), "crashed");
  });

  it("paces its reads so that the last one comes when 30 s are over", () => {
    const judge = new LandingJudge(appOf(began(10_000)), 0);
    assert.equal(judge.pauseMs(20), 5_000);
    assert.equal(judge.pauseMs(3), 10_034);
    assert.equal(judge.pauseMs(1), 30_100);
    judge.judge(appOf(began(10_000)), 20_000);
    assert.equal(judge.pauseMs(1), 10_100);
    judge.judge(appOf(began(25_000)), 25_000);
    assert.equal(judge.pauseMs(1), 30_100);
  });
});
