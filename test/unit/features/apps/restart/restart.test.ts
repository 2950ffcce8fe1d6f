// Proof of a restart, on services that report more or less.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Account } from "../../../../../src/accounts/accounts";
import type { CallOptions } from "../../../../../src/api/http/exchange";
import { ServiceError, type ServiceErrorKind } from "../../../../../src/core/errors/serviceError";
import type { AppCondition } from "../../../../../src/core/metrics/appConditions";
import type { App, Metrics } from "../../../../../src/core/model/model";
import {
  RequestBudget,
  type RestartOutcome,
  restartApp,
  watchLanding,
} from "../../../../../src/features/apps/restart/restart";
import { Random } from "../../../../simulation/random";
import { FakeClock } from "../../../../support/fakeClock";
import { someApp } from "../../../../support/someApp";

/** The service returns these in turn, the last one for ever. */
async function restarted(
  ...said: readonly (Metrics | App | "crashed" | undefined)[]
): Promise<[RestartOutcome, number]> {
  const clock = new FakeClock();
  const left = [...said];
  const announced: boolean[] = [];
  const next = () => {
    const metrics = left.length > 1 ? left.shift() : left[0];
    if (metrics === "crashed") return someApp({ status: "crashed", metrics: { online: false } });
    if (metrics && "id" in metrics) return metrics;
    return metrics ? someApp({ metrics }) : { ...someApp(), metrics: undefined };
  };
  const account = {
    apps: {
      ...{ refreshApp: async () => next(), put: () => undefined },
      announceRestart: (_appId: string, known?: AppCondition) => void announced.push(known === "down"),
    },
    client: { restartApp: async () => next() },
  } as unknown as Account;
  const began = clock.monotonicMs();
  let outcome: RestartOutcome | undefined;
  const restarting = restartApp(account, "shop", clock, new RequestBudget(new AbortController().signal)).then(
    (found) => {
      outcome = found;
    },
  );
  for (let second = 0; !outcome && second < 900; second++) await clock.advance(1_000);
  await restarting;
  assert.ok(outcome);
  // A crash that is reported here is not reported again by the watch.
  const isDown = ["crashed", "ended", "down", "notSeen"].includes(outcome.result);
  assert.deepEqual(announced, isDown ? [false, true] : [false], outcome.result);
  return [outcome, clock.monotonicMs() - began];
}

const up = { online: true };
const down = { online: false };

describe("a restart", () => {
  it("is proved without a start time by an app that was offline, or whose uptime restarted", async () => {
    assert.equal((await restarted(up, up, down, up))[0].result, "restarted");
    const ran = (uptimeSeconds: number) => ({ online: true, uptimeSeconds });
    assert.equal((await restarted(ran(500), ran(501), ran(2)))[0].result, "restarted");
  });

  it("is proved by one more look where the app starts at the end of the time", async () => {
    const began = (startedAt: number) => ({ online: true, startedAt });
    for (const looks of [17, 18, 19]) {
      const stops = Array.from({ length: looks }, () => down);
      const [outcome, tookMs] = await restarted(began(1), ...stops, began(9));
      if (tookMs > 64_000) assert.equal(outcome.result, "restarted", `${looks} looks, ${tookMs} ms`);
    }
    assert.ok((await restarted(began(1), ...Array.from({ length: 18 }, () => down), began(9)))[1] > 60_000);
  });

  it("is soon unproved where the service sends nothing that could prove it", async () => {
    for (const metrics of [up, undefined]) {
      const [outcome, tookMs] = await restarted(metrics);
      assert.deepEqual(outcome, { result: "unproved", saysStart: false });
      assert.ok(tookMs < 20_000, String(tookMs));
    }
  });

  it("is decided by all responses: one without metrics decides nothing", async () => {
    const began = (startedAt: number) => ({ online: true, startedAt });
    assert.equal(
      (await restarted(undefined, began(1), began(1), undefined, began(9)))[0].result,
      "restarted",
    );
    const stale = [undefined, began(1), began(1), undefined] as const;
    assert.deepEqual((await restarted(...stale))[0], { result: "unproved", saysStart: true });
    const [outcome, tookMs] = await restarted(undefined, undefined, undefined, began(1));
    assert.deepEqual(outcome, { result: "unproved", saysStart: true });
    assert.ok(tookMs > 60_000, String(tookMs));
  });

  it("ends at once when the app crashes afterwards, and waits for one that had crashed before", async () => {
    const [outcome, tookMs] = await restarted(up, up, down, "crashed", "crashed");
    assert.deepEqual(outcome, { result: "crashed" });
    assert.ok(tookMs < 10_000, String(tookMs));
    assert.equal((await restarted("crashed", "crashed", "crashed", "crashed", up))[0].result, "restarted");
  });

  it("is done when two looks show the same newer run, and crashed when the app goes down after one", async () => {
    const began = (startedAt: number) => ({ online: true, startedAt });
    const ended = (status: string, startedAt: number) =>
      someApp({ status, metrics: { online: false, startedAt } });
    // The response itself shows the app online for a moment.
    for (const after of ["crashed", "active"])
      assert.deepEqual((await restarted(began(1_000), began(9_000), ended(after, 9_000)))[0], {
        result: "crashed",
      });
    // A teammate may have stopped it.
    for (const status of ["inactive", "stopping"])
      assert.deepEqual((await restarted(began(1_000), began(9_000), ended(status, 9_000)))[0], {
        ...{ result: "down", status },
      });
    const again = [ended("restarting", 9_000), ended("restarting", 9_000), began(15_000)] as const;
    assert.equal((await restarted(began(1_000), began(9_000), ...again))[0].result, "restarted");
    assert.deepEqual((await restarted(began(1_000), began(9_000), ended("stopped", 9_000)))[0], {
      ...{ result: "ended", status: "stopped" },
    });
    // It ended between two reads, like an app that is soon done.
    assert.equal((await restarted(began(1_000), ended("stopped", 9_000)))[0].result, "ended");
    // Stopped, started late, and restarted once more.
    const slow = [began(1_000), ended("stopped", 1_000), ended("stopped", 1_000), ended("starting", 9_000)];
    assert.equal((await restarted(...slow, ended("starting", 9_000), began(9_000)))[0].result, "restarted");
    assert.equal((await restarted(began(1_000), began(9_000), began(15_000)))[0].result, "restarted");
    assert.equal(
      (await restarted(began(1_000), began(9_000), began(15_000), began(21_000), began(27_000)))[0].result,
      "crashed",
    );
  });

  it("is done where the new uptime soon exceeds the one before", async () => {
    const ran = (uptimeSeconds: number) => ({ online: true, uptimeSeconds });
    assert.equal((await restarted(ran(3), ran(2), ran(4)))[0].result, "restarted");
  });

  it("is judged by two looks also where the request was refused", async () => {
    const clock = new FakeClock();
    const said = [1_000, 9_000].map((startedAt) => someApp({ metrics: { online: true, startedAt } }));
    const crashed = someApp({ status: "crashed", metrics: { online: false, startedAt: 9_000 } });
    const account = {
      apps: { refreshApp: async () => said.shift() ?? crashed, announceRestart: () => undefined },
      client: {
        restartApp: async () => {
          throw new ServiceError("refused", "409");
        },
      },
    } as unknown as Account;
    const restarting = restartApp(account, "shop", clock, new RequestBudget(new AbortController().signal));
    await clock.advance(5_000);
    assert.deepEqual(await restarting, { result: "crashed" });
  });

  it("may have happened when its result cannot be read, whatever the response was", async () => {
    for (const answer of ["done", "lost", "refused"]) {
      const clock = new FakeClock();
      const offline = new ServiceError("network", "GET /v1/apps/shop: no connection");
      let sent = 0;
      const refreshApp = async () => {
        if (sent > 0) throw offline;
        return someApp({ metrics: up });
      };
      const request = async () => {
        sent++;
        if (answer === "lost") throw new ServiceError("timeout", "no answer", { outcomeUnknown: true });
        if (answer === "refused") throw new ServiceError("refused", "409");
        return someApp({ metrics: up });
      };
      const account = {
        apps: { refreshApp, announceRestart: () => undefined, put: () => undefined },
        client: { restartApp: request },
      } as unknown as Account;
      const restarting = restartApp(account, "shop", clock, new RequestBudget(new AbortController().signal));
      const failed = assert.rejects(restarting, offline);
      for (let second = 0; second < 70; second++) await clock.advance(1_000);
      await failed;
      assert.equal(offline.outcomeUnknown, true, answer);
    }
  });

  it("is followed through reads that fail, which count for nothing", async () => {
    const clock = new FakeClock();
    const began = (startedAt: number) => someApp({ metrics: { online: true, startedAt } });
    const gone = someApp({ status: "crashed", metrics: { online: false, startedAt: 9_000 } });
    for (const [last, result] of [
      [began(9_000), "restarted"],
      [gone, "crashed"],
    ] as const) {
      const said = [
        began(1_000),
        "network",
        "rateLimited",
        last,
        "server",
        "timeout",
        "badResponse",
      ] as const;
      const left: (App | ServiceErrorKind)[] = [...said];
      let reads = 0;
      const account = {
        apps: {
          refreshApp: async () => {
            reads++;
            const next = left.shift() ?? last;
            if (typeof next === "string") throw new ServiceError(next, "no");
            return next;
          },
          ...{ announceRestart: () => undefined, put: () => undefined },
        },
        client: { restartApp: async () => began(1_000) },
      } as unknown as Account;
      const restarting = restartApp(account, "shop", clock, new RequestBudget(new AbortController().signal));
      for (let second = 0; second < 70; second++) await clock.advance(1_000);
      assert.deepEqual([(await restarting).result, reads], [result, 8]);
    }
  });

  it("is waited for as long where the request itself took more than a minute", async () => {
    const clock = new FakeClock();
    const app = (startedAt: number, online: boolean) => someApp({ metrics: { online, startedAt } });
    const said = [app(1_000, true), app(1_000, false)];
    const request = async () => {
      await clock.sleep(70_000);
      return app(1_000, false);
    };
    const account = {
      apps: {
        refreshApp: async () => said.shift() ?? app(80_000, true),
        ...{ announceRestart: () => undefined, put: () => undefined },
      },
      client: { restartApp: request },
    } as unknown as Account;
    const restarting = restartApp(account, "shop", clock, new RequestBudget(new AbortController().signal));
    assert.equal((await clock.finish(restarting)).result, "restarted");
  });

  it("is waited for while the app installs its packages, and then for a minute", async () => {
    const installing = someApp({ status: "installing", metrics: down });
    const during = (looks: number) => Array.from({ length: looks }, () => installing);
    const [outcome, tookMs] = await restarted(up, ...during(30), down, down, up);
    assert.equal(outcome.result, "restarted");
    assert.ok(tookMs > 120_000, String(tookMs));
    assert.equal((await restarted(up, ...during(30), down))[0].result, "notSeen");
    assert.equal((await restarted(undefined, someApp({ status: "building" })))[0].result, "starting");
    const failed = someApp({ status: "install failed", metrics: down });
    const [again, againMs] = await restarted(failed, installing, failed);
    assert.deepEqual(again, { result: "notSeen", status: "install failed" });
    assert.ok(againMs < 80_000, String(againMs));
    const restarting = someApp({ status: "restarting", metrics: down });
    const [crashing, crashingMs] = await restarted(up, restarting);
    assert.deepEqual(crashing, { result: "notSeen", status: "restarting" });
    assert.ok(crashingMs < 70_000, String(crashingMs));
    const [endless, endedMs] = await restarted(up, installing);
    assert.deepEqual(endless, { result: "starting", status: "installing" });
    assert.ok(endedMs > 600_000 && endedMs < 690_000, String(endedMs));
  });

  it("is not done when the app stays down", async () => {
    assert.equal((await restarted(up, down))[0].result, "notSeen");
  });
});

describe("a restart and its watch", () => {
  /** Each request takes the next of these, the last one for ever; a read that fails is sent three times. */
  async function watched(said: readonly (Metrics | "crashed" | "installs" | "fails" | undefined)[]) {
    const clock = new FakeClock();
    const left = [...said];
    let sent = 0;
    const answer = async ({ onDidSend, deadlineMs = 90_000 }: CallOptions = {}): Promise<App> => {
      const next = left.length > 1 ? left.shift() : left[0];
      const sends = next === "fails" && deadlineMs > 0 ? 3 : 1;
      for (let send = 0; send < sends; send++) onDidSend?.();
      sent += sends;
      if (next === "fails") throw new ServiceError("network", "no connection", { outcomeUnknown: true });
      if (next === "crashed") return someApp({ status: "crashed", metrics: { online: false } });
      if (next === "installs") return someApp({ status: "installing", metrics: { online: false } });
      return next ? someApp({ metrics: next }) : someApp();
    };
    const apps = {
      refreshApp: async (_id: string, options: CallOptions) => {
        const app = await answer(options);
        Object.assign(apps, { last: app });
        return app;
      },
      ...{ announceRestart: () => undefined, put: () => undefined, last: someApp() },
    };
    const client = {
      restartApp: async (_id: string, options: CallOptions) => await answer({ ...options, deadlineMs: 0 }),
    };
    const account = { apps, client } as unknown as Account;
    const budget = new RequestBudget(new AbortController().signal, 11);
    const ended = (async () => {
      const { result } = await restartApp(account, "shop", clock, budget);
      return result === "restarted" ? await watchLanding(account, apps.last, clock, budget) : result;
    })();
    const result = await clock.finish(ended.catch(() => "failed"));
    return { result, sent, tookMs: clock.monotonicMs() - new FakeClock().monotonicMs() };
  }

  const began = (startedAt: number) => ({ online: true, startedAt });

  it("end after 30 s without another start", async () => {
    const { result, sent, tookMs } = await watched([began(1), began(9_000)]);
    assert.equal(result, "landed");
    assert.ok(sent <= 11 && tookMs < 36_000, `${sent} requests, ${tookMs} ms`);
  });

  it("find a crash while the app is watched, also after reads that failed", async () => {
    const crash = [
      began(1),
      began(9_000),
      began(9_000),
      began(9_000),
      began(9_000),
      "fails",
      "crashed",
    ] as const;
    const { result, tookMs } = await watched(crash);
    assert.equal(result, "crashed");
    assert.ok(tookMs < 40_000, String(tookMs));
  });

  it("say nothing of an app that can no longer be read", async () => {
    assert.equal(
      (await watched([began(1), began(9_000), began(9_000), began(9_000), "fails"])).result,
      "unknown",
    );
  });

  it("prove a late start with the last requests", async () => {
    const stops = Array.from({ length: 6 }, () => ({ online: false }));
    const { result, sent } = await watched([began(1), began(1), ...stops, began(9_000)]);
    assert.deepEqual([result, sent], ["landed", 11]);
  });

  it("wait for an app that installs its packages, with longer pauses and the same budget", async () => {
    const installs = Array.from({ length: 7 }, () => "installs" as const);
    const late = await watched([began(1), ...installs, began(150_000)]);
    assert.deepEqual([late.result, late.sent], ["landed", 11]);
    assert.ok(late.tookMs > 100_000 && late.tookMs < 170_000, String(late.tookMs));
    const endless = await watched([began(1), "installs"]);
    assert.deepEqual([endless.result, endless.sent], ["starting", 11]);
    assert.ok(endless.tookMs > 180_000, String(endless.tookMs));
  });

  it("never send more than their budget, whatever the service says", async () => {
    const random = new Random(7);
    const kinds = [
      [undefined],
      ["crashed"],
      ["installs"],
      ["fails"],
      [up],
      [down],
      [began(1)],
      [began(9_000)],
      [began(20_000)],
    ] as const;
    for (let round = 0; round < 400; round++) {
      const said = Array.from({ length: 14 }, () => random.pick(kinds)[0]);
      const { sent } = await watched(said);
      assert.ok(sent <= 11, `${sent} requests for ${JSON.stringify(said)}`);
    }
  });
});
