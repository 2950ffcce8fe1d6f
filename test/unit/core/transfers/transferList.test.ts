import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import {
  TransferList,
  type TransferSubject,
  type TransferWork,
} from "../../../../src/core/transfers/transferList";
import { FakeClock } from "../../../support/fakeClock";

const upload = (path: string, more: Partial<TransferSubject> = {}): TransferSubject => ({
  ...{ kind: "upload", accountId: "me", appId: "app", path, ...more },
});

/** Work that a test starts and ends; aborted while it waits, it rejects as a queued request does. */
function handWork() {
  const runs: {
    start(): void;
    done(value?: string): void;
    fail(error: unknown): void;
    signal: AbortSignal;
  }[] = [];
  const work: TransferWork<string> = ({ signal, started }) =>
    new Promise((resolve, reject) => {
      let hasStarted = false;
      signal.addEventListener("abort", () => hasStarted || reject(signal.reason));
      runs.push({
        start: () => {
          hasStarted = true;
          started();
        },
        done: (value = "done") => resolve(value),
        fail: reject,
        signal,
      });
    });
  const last = () => {
    const run = runs.at(-1);
    assert.ok(run, "the work was not run");
    return run;
  };
  return { work, runs, last };
}

function setUp() {
  const clock = new FakeClock(0);
  const list = new TransferList(clock);
  let fires = 0;
  list.onDidChange(() => fires++);
  const states = () => list.all.map(({ path, state }) => `${path} ${state}`);
  /** A failing transfer that can be retried. */
  const fail = async (path: string, more: Partial<TransferSubject> = {}) =>
    await assert.rejects(
      list.run(upload(path, more), () => Promise.reject(new Error("down")), { canRetry: true }),
      /down/,
    );
  const hand = handWork();
  /** A failed transfer whose retry the test ends. */
  const failByHand = async (path: string) => {
    const running = list.run(upload(path), hand.work, { canRetry: true });
    hand.last().fail(new Error("down"));
    await assert.rejects(running);
  };
  return { clock, list, states, fires: () => fires, fail, failByHand, ...hand };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const isCancelled = { name: "CancelledError" };

describe("TransferList", () => {
  it("shows a transfer that waits, then runs, then ends, with the time of each state", async () => {
    const { clock, list, states, work, last } = setUp();
    const running = list.run(upload("/a.txt", { sizeBytes: 7 }), work);
    assert.deepEqual(list.all, [
      { ...upload("/a.txt", { sizeBytes: 7 }), id: 1, state: "waiting", canRetry: false, since: 0 },
    ]);
    await clock.advance(3_000);
    last().start();
    assert.deepEqual(list.all[0]?.since, 3_000);
    assert.deepEqual(states(), ["/a.txt running"]);
    last().done("x");
    assert.equal(await running, "x");
    assert.deepEqual(states(), []);
  });

  it("fires once for all changes of a turn", async () => {
    const { list, fires, work, last } = setUp();
    for (let index = 0; index < 40; index++) void list.run(upload(`/${index}`), work);
    last().start();
    assert.equal(fires(), 0);
    await settled();
    assert.equal(fires(), 1);
  });

  describe("cancelling", () => {
    it("removes the transfer at once and never reports it as done, however its work ends later", async () => {
      for (const end of [
        async () => "done",
        () => Promise.reject(new Error("other")),
        async (signal: AbortSignal) => signal.throwIfAborted(),
      ] as const) {
        const { clock, list, states, work } = setUp();
        const running = list.run(
          upload("/a"),
          async ({ signal }) => {
            await clock.sleep(30_000);
            return await end(signal);
          },
          { canRetry: true },
        );
        void list.run(upload("/b"), work);
        list.cancel(1);
        assert.deepEqual(states(), ["/b waiting"]);
        await assert.rejects(clock.finish(running), isCancelled);
        assert.deepEqual(states(), ["/b waiting"]);
      }
    });

    it("lets a started transfer finish, and reports its real outcome", async () => {
      const { list, states, work, last } = setUp();
      const caller = new AbortController();
      const running = list.run(upload("/a"), work, { signal: caller.signal });
      last().start();
      list.cancel(1);
      list.cancelAll();
      caller.abort(new Error("closed"));
      assert.equal(last().signal.aborted, false);
      assert.deepEqual(states(), ["/a running"]);
      last().done("stored");
      assert.equal(await running, "stored");
    });

    it("shows and reports a transfer that started nevertheless", async () => {
      const { list, states } = setUp();
      let run: { started(): void; resolve(value: string): void } | undefined;
      const running = list.run(
        upload("/a"),
        ({ started }) => new Promise<string>((resolve) => (run = { started, resolve })),
      );
      list.cancel(1);
      run?.started();
      assert.deepEqual(states(), ["/a running"]);
      run?.resolve("stored");
      assert.equal(await running, "stored");
    });

    it("follows the caller's signal while it waits, with the caller's reason", async () => {
      const { list, states, work } = setUp();
      const caller = new AbortController();
      const reason = new Error("the window closes");
      const running = list.run(upload("/a"), work, { signal: caller.signal, canRetry: true });
      caller.abort(reason);
      await assert.rejects(running, (error) => error === reason);
      assert.deepEqual(states(), []);
    });

    it("starts nothing when the caller's signal has aborted already", async () => {
      const { list, work, runs } = setUp();
      await assert.rejects(list.run(upload("/a"), work, { signal: AbortSignal.abort(new Error("left")) }), {
        message: "left",
      });
      assert.deepEqual([runs.length, list.all.length], [0, 0]);
    });

    it("stops a running download when the caller's signal aborts", async () => {
      const { list } = setUp();
      const caller = new AbortController();
      const running = list.run(
        upload("/a", { kind: "download" }),
        ({ signal, started }) => {
          started();
          return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("cut"))));
        },
        { signal: caller.signal, canRetry: true },
      );
      caller.abort(new Error("left"));
      await assert.rejects(running, { message: "left" });
      assert.deepEqual(list.all, []);
    });

    it("cancels all waiting transfers and no other", async () => {
      const { list, states, work, last } = setUp();
      void list.run(upload("/a"), work);
      last().start();
      const waiting = [list.run(upload("/b"), work), list.run(upload("/c"), work)];
      let events = 0;
      list.onDidCancelAll(() => events++);
      list.cancelAll();
      assert.equal(events, 1);
      for (const each of waiting) await assert.rejects(each, isCancelled);
      assert.deepEqual(states(), ["/a running"]);
    });
  });

  describe("failures", () => {
    it("rejects as the work does, and keeps only transfers that can be retried", async () => {
      const { clock, list } = setUp();
      const error = new Error("down");
      await assert.rejects(
        list.run(upload("/a"), () => Promise.reject(error)),
        error,
      );
      await clock.advance(5_000);
      await assert.rejects(
        list.run(upload("/b"), () => Promise.reject(error), { canRetry: true }),
        error,
      );
      assert.deepEqual(list.all, [
        { ...upload("/b"), id: 2, state: "failed", canRetry: true, since: 5_000, error },
      ]);
    });

    it("does not list a transfer that the user canceled in a question", async () => {
      const { list } = setUp();
      const declined = new CancelledError();
      await assert.rejects(list.run(upload("/a"), () => Promise.reject(declined), { canRetry: true }));
      assert.deepEqual(list.all, []);
    });

    it("retries a failed transfer, and lists it until the retry succeeds", async () => {
      const { list, states, last, runs, failByHand } = setUp();
      await failByHand("/a");
      const again = list.retry(1);
      void list.retry(1);
      assert.deepEqual(states(), ["/a waiting"]);
      assert.equal(list.all[0]?.error, undefined);
      last().start();
      last().done();
      await again;
      assert.deepEqual([runs.length, list.all.length], [2, 0]);
    });

    it("lists a transfer as failed again when its retry fails or is cancelled", async () => {
      const { list, states, last, failByHand } = setUp();
      await failByHand("/a");
      const second = list.retry(1);
      last().fail(new Error("two"));
      await assert.rejects(second, { message: "two" });
      assert.equal(String(list.all[0]?.error), "Error: two");
      const third = list.retry(1);
      list.cancel(1);
      await assert.rejects(third, isCancelled);
      assert.deepEqual(states(), ["/a failed"]);
      assert.equal(String(list.all[0]?.error), "Error: two");
    });

    it("removes a failed transfer when a newer one has the same target: a retry would undo it", async () => {
      const { list, states, work, fail } = setUp();
      await fail("/a");
      void list.run(upload("/b"), work);
      assert.deepEqual(states(), ["/a failed", "/b waiting"]);
      void list.run(upload("/a"), work);
      assert.deepEqual(states(), ["/b waiting", "/a waiting"]);
    });

    it("does not list a failure when a newer transfer to the same target began before", async () => {
      const { list, states, work, runs } = setUp();
      const old = list.run(upload("/a"), work, { canRetry: true });
      const newer = list.run(upload("/a"), work, { canRetry: true });
      for (const run of runs) run.fail(new Error("down"));
      await assert.rejects(old);
      await assert.rejects(newer);
      assert.deepEqual([states(), list.all[0]?.id], [["/a failed"], 2]);
    });

    it("dismisses only failed transfers", async () => {
      const { list, states, work, fail } = setUp();
      void list.run(upload("/a"), work);
      await fail("/b");
      list.dismiss(1);
      list.dismiss(2);
      assert.deepEqual(states(), ["/a waiting"]);
    });

    it("holds at most 32 MB, and drops the oldest", async () => {
      const { states, fail } = setUp();
      const failOf = async (path: string, megabytes: number) => {
        await fail(path, { sizeBytes: megabytes * 1024 * 1024 });
        return states();
      };
      await failOf("/a", 10);
      await failOf("/b", 20);
      assert.deepEqual(await failOf("/c", 2), ["/a failed", "/b failed", "/c failed"]);
      assert.deepEqual(await failOf("/d", 1), ["/b failed", "/c failed", "/d failed"]);
      assert.deepEqual(await failOf("/huge", 33), ["/b failed", "/c failed", "/d failed"]);
    });
  });

  it("cancels waiting transfers of a removed account, drops failed ones, and keeps no running one", async () => {
    const { list, states, work, last, fail } = setUp();
    const running = list.run(upload("/runs"), work, { canRetry: true });
    const run = last();
    run.start();
    const waiting = list.run(upload("/waits"), work);
    const other = list.run(upload("/other", { accountId: "you" }), work);
    await fail("/failed");
    list.forgetAccount("me");
    await assert.rejects(waiting, isCancelled);
    assert.deepEqual(states(), ["/runs running", "/other waiting"]);
    run.fail(new Error("signed out"));
    await assert.rejects(running, { message: "signed out" });
    assert.deepEqual(states(), ["/other waiting"]);
    last().done();
    await other;
  });

  it("resolves a promise only when its work was done, in any order of events", async () => {
    const steps = fc.array(
      fc.record({
        what: fc.constantFrom("run", "start", "done", "fail", "cancel", "abort", "retry", "forget"),
        on: fc.nat(4),
      }),
      { maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        const { list } = setUp();
        const carriedOut = new Set<number>();
        const jobs: { index: number; abort: AbortController; live: ReturnType<typeof handWork> }[] = [];
        const problems: string[] = [];
        const begin = (path: string): void => {
          const index = jobs.length;
          const hand = handWork();
          const abort = new AbortController();
          jobs.push({ index, abort, live: hand });
          list.run(upload(path), hand.work, { signal: abort.signal, canRetry: true }).then(
            () => carriedOut.has(index) || problems.push(`${index} resolved but was not done`),
            () => undefined,
          );
        };
        for (const { what, on } of script) {
          const job = jobs[on];
          const run = job?.live.runs.at(-1);
          const id = list.all[on]?.id ?? -1;
          if (what === "run") begin(`/${on}`);
          else if (what === "cancel") list.cancel(id);
          else if (what === "retry") void list.retry(id).catch(() => undefined);
          else if (what === "forget") list.forgetAccount("me");
          else if (what === "abort") job?.abort.abort(new Error("left"));
          else if (job && run && !run.signal.aborted) {
            if (what === "start") run.start();
            if (what === "fail") run.fail(new Error("down"));
            if (what === "done") {
              run.start();
              carriedOut.add(job.index);
              run.done();
            }
          }
          if (on % 2 === 0) await settled();
        }
        for (const { live } of jobs) for (const run of live.runs) run.fail(new Error("end"));
        await settled();
        assert.deepEqual(problems, []);
        assert.ok(list.all.every(({ state, canRetry }) => state === "failed" && canRetry));
        assert.equal(new Set(list.all.map(({ path }) => path)).size, list.all.length);
      }),
      { numRuns: 200 },
    );
  });
});
