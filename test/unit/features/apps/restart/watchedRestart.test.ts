// A restart after a push: one progress, one message, and a request to the app's address that the user agreed to.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import type { Account } from "../../../../../src/accounts/accounts";
import type { CallOptions } from "../../../../../src/api/http/exchange";
import { Emitter } from "../../../../../src/core/async/emitter";
import { isCancellation } from "../../../../../src/core/errors/cancelledError";
import { silentLogger } from "../../../../../src/core/logger";
import type { AppCondition } from "../../../../../src/core/metrics/appConditions";
import type { App } from "../../../../../src/core/model/model";
import type { AppRelease } from "../../../../../src/core/transfers/release";
import type { CrashExplanation } from "../../../../../src/editor/project/crashText";
import { restartAndWatch } from "../../../../../src/features/apps/restart/watchedRestart";
import { FakeClock } from "../../../../support/fakeClock";
import { MemoryState } from "../../../../support/memoryState";
import { someApp, unrestricted } from "../../../../support/someApp";
import { answerNotices, commands, type ShownNotice, window } from "../../../../support/vscodeParts";

const started = (startedAt: number, own: Partial<App> = {}): App =>
  someApp({ metrics: { online: true, startedAt }, ...own });
const before = started(1_000);
const after = started(9_000);
const crashed = someApp({ status: "crashed", metrics: { online: false, startedAt: 9_000 } });

describe("a restart after a push", () => {
  let clock: FakeClock;
  let state: MemoryState;
  let status: string[];
  let titles: string[];
  let cancel: () => void;
  let shown: readonly ShownNotice[];
  let answer: (notice: ShownNotice) => string | undefined;
  let reported: (AppCondition | undefined)[];
  let explained: (conditions: ReadonlySet<AppCondition>) => CrashExplanation | undefined;
  let asked: { readonly url: string; readonly init: RequestInit }[];
  let restarts: Emitter<{ readonly appId: string; readonly known?: AppCondition | undefined }>;

  const originalFetch = globalThis.fetch;
  beforeEach(() => {
    clock = new FakeClock();
    state = new MemoryState();
    [status, titles, reported, asked] = [[], [], [], []];
    restarts = new Emitter();
    cancel = () => undefined;
    explained = () => undefined;
    answer = () => undefined;
    shown = answerNotices((notice) => answer(notice));
    Object.assign(window, {
      setStatusBarMessage: (text: string) => {
        status.push(text);
        return { dispose: () => undefined };
      },
      withProgress: (options: { title: string }, task: (progress: unknown, token: unknown) => unknown) => {
        titles.push(options.title);
        const onCancellationRequested = (call: () => void) => {
          cancel = call;
          return { dispose: () => undefined };
        };
        return task({ report: () => undefined }, { onCancellationRequested });
      },
    });
    globalThis.fetch = (async (url: string, init: RequestInit) => {
      asked.push({ url, init });
      return new Response(null, { status: 502 });
    }) as typeof globalThis.fetch;
  });
  afterEach(() => {
    globalThis.fetch = originalFetch;
  });

  /** The service shows `reads` in turn, the last one for ever. */
  function restart(
    reads: readonly App[],
    own: {
      readonly isLocal?: boolean;
      readonly releases?: readonly object[];
      readonly after?: "rollback";
    } = {},
    id = "shop",
  ) {
    const left = [...reads];
    let last = left[0];
    const next = async (_id: string, { onDidSend }: CallOptions) => {
      onDidSend?.();
      last = left.length > 1 ? left.shift() : left[0];
      return last;
    };
    const account = {
      ...{
        id: "ann",
        baseUrl: own.isLocal ? "http://127.0.0.1:4000" : "https://api.example.com",
        isLocal: own.isLocal ?? false,
      },
      permissions: { ...unrestricted, isRuledOut: () => true },
      apps: {
        ...{
          find: () => last,
          refreshApp: next,
          put: () => undefined,
          landings: new Map<string, Promise<boolean>>(),
        },
        onRestart: restarts.event,
        announceRestart: (appId: string, known?: AppCondition) => {
          reported.push(known);
          restarts.fire({ appId, known });
        },
      },
      client: { restartApp: next },
    };
    const proof = restartAndWatch({
      ...{ clock, state, logger: silentLogger },
      loadReleases: async () => ({ list: async () => (own.releases ?? []) as readonly AppRelease[] }),
      loadFiles: async () => Promise.reject(new Error("not needed")),
      explain: async (_lines, { conditions }) => explained(conditions ?? new Set()),
      after: own.after ?? "push",
      account: account as unknown as Account,
      choice: { accountId: "ann", appId: id, name: "Shop" },
    });
    proof.catch(() => undefined);
    const { landings } = account.apps;
    const landing = landings.get(id) ?? assert.fail();
    return { proof, landing, landings };
  }

  it("resolves with the proof, and is watched on until one line says that the app is up", async () => {
    const { proof, landing, landings } = restart([before, after]);
    assert.equal((await clock.finish(proof)).result, "restarted");
    assert.deepEqual([status, landings.size], [[], 1]);
    assert.equal(await clock.finish(landing), false);
    await clock.settle();
    assert.deepEqual(status, ["Shop is up"]);
    assert.deepEqual([shown.length, landings.size], [0, 0]);
  });

  it("reports a crash once, before or after the proof, with ways to go on", async () => {
    for (const reads of [
      [before, crashed],
      [before, after, after, after, after, crashed],
    ]) {
      shown = answerNotices();
      reported = [];
      const { landing } = restart(reads);
      assert.equal(await clock.finish(landing), true);
      await clock.settle();
      assert.deepEqual(
        shown.map(({ kind, text, buttons }) => [kind, text, buttons]),
        [["error", "Shop crashed after your push.", ["Show App Log", "Keep"]]],
      );
      assert.equal(reported.at(-1), "down");
      assert.deepEqual(status, []);
    }
  });

  it("says only the state of an app that someone may have stopped, before or after the proof", async () => {
    const offline = someApp({ status: "inactive", metrics: { online: false, startedAt: 9_000 } });
    for (const reads of [
      [before, after, offline],
      [before, after, after, after, after, offline],
    ]) {
      shown = answerNotices();
      assert.equal(await clock.finish(restart(reads).landing), true);
      await clock.settle();
      assert.deepEqual(
        shown.map(({ kind, text }) => [kind, text]),
        [["warning", 'Shop isn\'t up. Its state is "inactive".']],
      );
    }
  });

  it("says in the status bar that an app is still starting when the watch ends", async () => {
    const building = someApp({ status: "building", metrics: { online: false, startedAt: 9_000 } });
    for (const reads of [
      [before, building],
      [before, after, after, after, building],
    ]) {
      status = [];
      assert.equal(await clock.finish(restart(reads).landing), false);
      await clock.settle();
      assert.deepEqual([shown.length, status], [0, ['Shop isn\'t up. Its state is "building".']]);
    }
  });

  it("rolls back with one click where that is possible, and says when it fails", async () => {
    const rolled: unknown[] = [];
    answer = ({ buttons }) => buttons.find((button) => button === "Roll Back");
    commands["executeCommand"] = async (...given: unknown[]) => {
      rolled.push(given);
      throw new Error("The files of the release are gone.");
    };
    const releases = [
      { number: 7, result: "complete" },
      { number: 6, result: "incomplete" },
      { number: 5, result: "complete" },
    ];
    const { landing } = restart([before, crashed], { releases });
    await clock.finish(landing);
    await clock.settle();
    const given = { accountId: "ann", appId: "shop", release: 5, confirm: true };
    assert.deepEqual(rolled, [["hostedApps.release.rollBack", given]]);
    assert.deepEqual(shown[0]?.buttons, ["Roll Back", "Show App Log", "Keep"]);
    assert.equal(shown[1]?.text, "The files of the release are gone.");
  });

  it("rolls back past a release after which the app crashed, too", async () => {
    const rolled: unknown[] = [];
    answer = ({ buttons }) => buttons.find((button) => button === "Roll Back");
    commands["executeCommand"] = async (...given: unknown[]) => void rolled.push(given[1]);
    const releases = [12, 11, 10].map((number) => ({ number, result: "complete" }));
    await clock.finish(restart([before, crashed], { releases: releases.slice(1) }).landing);
    await clock.settle();
    await clock.finish(restart([before, crashed], { releases }).landing);
    await clock.settle();
    const given = { accountId: "ann", appId: "shop", release: 10, confirm: true };
    assert.deepEqual(rolled, [given, given]);
  });

  it("rolls back to a release that the user kept, or that only ended", async () => {
    const rolled: unknown[] = [];
    commands["executeCommand"] = async (...given: unknown[]) => void rolled.push(given[1]);
    const ended = someApp({ status: "stopped", metrics: { online: false, startedAt: 9_000 } });
    const releases = [60, 59].map((number) => ({ number, result: "complete" }));
    for (const [reads, button] of [
      [[before, crashed], "Keep"],
      [[before, ended], "Show App Log"],
      [[before, crashed], "Roll Back"],
    ] as const) {
      answer = () => button;
      await clock.finish(restart(reads, { releases }).landing);
      await clock.settle();
      releases.unshift({ number: (releases[0]?.number ?? 0) + 1, result: "complete" });
    }
    assert.deepEqual(rolled.at(-1), { accountId: "ann", appId: "shop", release: 61, confirm: true });
    await clock.finish(restart([before, crashed], { releases: releases.slice(2) }).landing);
    await clock.settle();
    assert.deepEqual(rolled.at(-1), { accountId: "ann", appId: "shop", release: 60, confirm: true });
  });

  it("rolls back past the release that was restarted, not past a newer one", async () => {
    const rolled: unknown[] = [];
    answer = ({ buttons }) => buttons.find((button) => button === "Roll Back");
    commands["executeCommand"] = async (...given: unknown[]) => void rolled.push(given[1]);
    const releases = [21, 20].map((number) => ({ number, result: "complete" }));
    const { proof, landing } = restart([before, after, after, after, after, crashed], { releases });
    await clock.finish(proof);
    releases.unshift({ number: 22, result: "complete" });
    await clock.finish(landing);
    await clock.settle();
    assert.deepEqual(rolled, [{ accountId: "ann", appId: "shop", release: 20, confirm: true }]);
  });

  it("rolls back to a save that followed a failed one under its number", async () => {
    const rolled: unknown[] = [];
    answer = ({ buttons }) => buttons.find((button) => button === "Roll Back");
    commands["executeCommand"] = async (...given: unknown[]) => void rolled.push(given[1]);
    const release = (number: number, files: string) => ({ number, files, result: "complete" });
    for (const releases of [
      [release(51, "failed"), release(50, "first")],
      [release(52, "failed, too"), release(51, "fixed"), release(50, "first")],
    ]) {
      await clock.finish(restart([before, crashed], { releases }).landing);
      await clock.settle();
    }
    const given = { accountId: "ann", appId: "shop", confirm: true };
    assert.deepEqual(rolled, [
      { ...given, release: 50 },
      { ...given, release: 51 },
    ]);
  });

  it("names the reason of a crash, with the button that helps", async () => {
    explained = () => ({
      sentence: "The variable TOKEN isn't set.",
      fix: { label: "Open bot.py", run: async () => undefined },
    });
    await clock.finish(
      restart([before, crashed], { releases: [{ number: 2 }, { number: 1, result: "complete" }] }).landing,
    );
    await clock.settle();
    assert.equal(shown[0]?.text, "Shop crashed after your push. The variable TOKEN isn't set.");
    assert.deepEqual(shown[0].buttons, ["Open bot.py", "Roll Back", "Show App Log", "Keep"]);
  });

  it("asks for the release when the app crashes after a rollback, too", async () => {
    answer = () => "Roll Back";
    const run: unknown[] = [];
    commands["executeCommand"] = async (...all: unknown[]) => void run.push(all[1]);
    const releases = [{ number: 31 }, { number: 30, result: "complete" }];
    await clock.finish(restart([before, crashed], { releases, after: "rollback" }).landing);
    await clock.settle();
    assert.equal(shown[0]?.text, "Shop crashed after the rollback.");
    assert.deepEqual(run, [{ accountId: "ann", appId: "shop" }]);
  });

  it("does nothing on Keep, and shows the log on Show App Log", async () => {
    const run: unknown[] = [];
    commands["executeCommand"] = async (...all: unknown[]) => void run.push(all[0]);
    for (const button of ["Keep", "Show App Log"]) {
      answer = () => button;
      await clock.finish(restart([before, crashed]).landing);
      await clock.settle();
    }
    assert.deepEqual(run, ["hostedApps.app.showLog"]);
  });

  it("reports repeated starts and full memory, each once and as known to the watch of apps", async () => {
    const full = someApp({
      metrics: { online: true, startedAt: 9_000, memoryBytes: 99, memoryLimitBytes: 100 },
    });
    explained = (conditions) =>
      conditions.has("memory")
        ? {
            sentence: "The app ran out of memory.",
            fix: { label: "Edit Memory", run: async () => undefined },
          }
        : undefined;
    for (const [reads, text, condition, buttons] of [
      [
        [before, after, after, after, started(19_000), started(29_000)],
        "Shop keeps restarting.",
        "crashLoop",
        ["Show App Log", "Keep"],
      ],
      [[before, full], "Shop is at its memory limit.", "memory", ["Edit Memory", "Show App Log", "Keep"]],
    ] as const) {
      shown = answerNotices();
      assert.equal(await clock.finish(restart(reads).landing), true);
      await clock.settle();
      assert.deepEqual(
        shown.map((notice) => [notice.text, notice.buttons]),
        [[text, buttons]],
      );
      assert.equal(reported.at(-1), condition);
    }
  });

  it("never takes silence for success", async () => {
    const silent = someApp();
    const { proof, landing } = restart([silent]);
    assert.equal((await clock.finish(proof)).result, "unproved");
    assert.equal(await clock.finish(landing), false);
    assert.match(shown[0]?.text ?? "", /^Couldn't confirm the restart of Shop: the service doesn't report/);
    assert.deepEqual(status, []);
    const online = someApp({ metrics: { online: true } });
    const offline = someApp({ metrics: { online: false } });
    await clock.finish(restart([online, online, offline, online]).landing);
    assert.deepEqual(status, ["Couldn't confirm that Shop stays up"]);
  });

  it("leaves the app alone when it is canceled, before and after the proof", async () => {
    const early = restart([before, before]);
    await clock.advance(1_000);
    cancel();
    assert.ok(isCancellation(await clock.finish(early.proof.catch((error: unknown) => error))));
    assert.equal(await early.landing, false);
    const late = restart([before, after]);
    await clock.finish(late.proof);
    cancel();
    assert.equal(await clock.finish(late.landing), false);
    assert.deepEqual([status, shown.length], [[], 0]);
  });

  it("is followed by a restart that came before its proof, and takes its stop for no crash", async () => {
    const down = started(5_000, { status: "restarting", metrics: { online: false, startedAt: 5_000 } });
    const first = restart([before, before, started(5_000), down, down, after]);
    await clock.advance(1_500);
    const second = restart([after, started(20_000)]);
    assert.equal(await clock.finish(first.landing), false);
    await clock.finish(second.landing);
    assert.deepEqual([shown, status], [[], ["Shop is up"]]);
  });

  it("is sent and watched although another restart is requested just before", async () => {
    const { proof, landing } = restart([before, after]);
    // The app is being read.
    restarts.fire({ appId: "shop" });
    assert.equal((await clock.finish(proof)).result, "restarted");
    await clock.finish(landing);
    assert.deepEqual(status, ["Shop is up"]);
  });

  it("is followed by the next restart, without a message of its own", async () => {
    const first = restart([before, after]);
    await clock.finish(first.proof);
    const second = restart([after, started(20_000)]);
    assert.equal(await clock.finish(first.landing), false);
    await clock.finish(second.landing);
    assert.deepEqual(status, ["Shop is up"]);
  });

  describe("of an app on the web", () => {
    const web = (own: Partial<App> = {}) =>
      [before, after].map((app) => ({ ...app, exposedViaWeb: true, externalPort: 8_000, ...own }));
    const local = "http://127.0.0.1:8000/";
    const landed = async (reads: readonly App[], id: string) => {
      const own = { isLocal: true };
      await clock.finish(restart(reads, own, id).landing);
      await clock.settle();
    };

    it("asks for an address once in a window, and requests nothing before the user agrees", async () => {
      await landed(web(), "asks");
      await landed(web(), "asks");
      assert.deepEqual(asked, []);
      assert.equal(shown.length, 1);
      assert.match(
        shown[0]?.text ?? "",
        /^After each push, check that Shop responds at http:\/\/127\.0\.0\.1:8000\/\?/,
      );
      assert.deepEqual(shown[0]?.buttons, ["Check After Each Push", "Don't Check"]);
    });

    it("requests the address once after a yes, in each later push, and says what it returns", async () => {
      answer = ({ buttons }) => buttons.find((button) => button === "Check After Each Push");
      await landed(web(), "agrees");
      await landed(web(), "agrees");
      assert.deepEqual(
        asked.map(({ url }) => url),
        [local, local],
      );
      assert.equal(asked[0]?.init.headers, undefined);
      assert.deepEqual(shown.map(({ text }) => text).slice(1), [
        `Shop is up, but its address returns status 502.`,
        `Shop is up, but its address returns status 502.`,
      ]);
      globalThis.fetch = (async () => new Response(null, { status: 302 })) as typeof globalThis.fetch;
      await landed(web(), "agrees");
      assert.deepEqual(status, ["Shop is up, and its address responds"]);
    });

    it("never requests after a no, nor another address than the user agreed to", async () => {
      answer = ({ buttons }) => buttons.find((button) => button === "Don't Check");
      await landed(web(), "declines");
      await landed(web(), "declines");
      assert.deepEqual([asked.length, shown.length], [0, 1]);
      await state.update("healthChecks", { "ann/moved": "http://127.0.0.1:7000/" });
      answer = () => undefined;
      await landed(web(), "moved");
      assert.deepEqual([asked.length, shown.length], [0, 2]);
    });

    it("never asks for a guessed address", async () => {
      await clock.finish(restart(web(), {}, "guess").landing);
      assert.deepEqual([asked.length, shown.length], [0, 0]);
    });

    it("says that an address that is not public was not requested", async () => {
      await state.update("healthChecks", { "ann/inside": "https://10.0.0.1/" });
      const inside = web({ customDomain: "10.0.0.1" });
      assert.equal(await clock.finish(restart(inside, {}, "inside").landing), false);
      assert.deepEqual(asked, []);
      assert.match(status[0] ?? "", /its address wasn't requested: no public IP address was found for it$/);
    });
  });
});
