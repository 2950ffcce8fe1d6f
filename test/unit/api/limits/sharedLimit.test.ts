// The windows of one machine share the rate limits, also when one dies at any moment.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Priority } from "../../../../src/api/http/exchange";
import { LimitStore } from "../../../../src/api/limits/limitStore";
import { type LimitedJob, RateLimiter } from "../../../../src/api/limits/rateLimiter";
import { downloadRule, type RateRule, threeSecondRule } from "../../../../src/api/limits/rateRules";
import type { Clock } from "../../../../src/core/async/clock";
import type { MachineFiles } from "../../../../src/core/disk/machineFiles";
import { SharedFile } from "../../../../src/core/disk/sharedFile";
import { silentLogger } from "../../../../src/core/logger";
import { FakeClock } from "../../../support/fakeClock";
import { around, MemoryMachineFiles } from "../../../support/memoryMachineFiles";

const name = "limits/me/uploads.json";

/** 0 to 1, equal in every run. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

class Machine {
  readonly clock = new FakeClock(1_000_000);
  readonly files = new MemoryMachineFiles(() => this.clock.now());
  readonly dead = new Set<string>();
  readonly failures: unknown[] = [];
  /** At the service. */
  readonly arrivals: { readonly name: string; readonly at: number }[] = [];
  /** In each direction. */
  jitterMs = 0;
  /** Longest time of a disk operation before and after its effect. */
  diskMs = 0;
  isDiskHanging = false;
  readonly random: () => number;

  constructor(
    private readonly rule: RateRule = threeSecondRule,
    seed = 7,
  ) {
    this.random = numbersOf(seed);
  }

  window(windowId: string): Window {
    const clock = this.clockOf(windowId);
    const logger = { ...silentLogger, warn: (text: string) => void this.failures.push(text) };
    const store = new LimitStore({
      clock,
      logger,
      rule: this.rule,
      shared: { files: this.filesOf(windowId), name, windowId },
    });
    return new Window(this, new RateLimiter({ rule: this.rule, clock, store, windowId }));
  }

  async send(name: string): Promise<string> {
    await this.clock.sleep(this.random() * this.jitterMs);
    this.arrivals.push({ name, at: this.clock.monotonicMs() });
    await this.clock.sleep(this.random() * this.jitterMs);
    return name;
  }

  /** In fake milliseconds. */
  async timeOf(work: Promise<unknown>): Promise<number> {
    const start = this.clock.monotonicMs();
    await this.clock.finish(work);
    return this.clock.monotonicMs() - start;
  }

  get names(): string[] {
    return this.arrivals.map(({ name }) => name);
  }

  assertWithinLimit(requests = 1, periodMs = 3_000): void {
    const times = this.arrivals.map(({ at }) => at).sort((a, b) => a - b);
    for (const [index, at] of times.entries()) {
      const before = times[index - requests];
      if (before !== undefined) assert.ok(at - before > periodMs, `${at - before} ms`);
    }
  }

  /** Callbacks of a dead window never run. */
  private clockOf(windowId: string): Clock {
    const { clock, dead } = this;
    const after = (ms: number, call: () => void) => clock.after(ms, () => dead.has(windowId) || call());
    return {
      now: () => clock.now(),
      monotonicMs: () => clock.monotonicMs(),
      after,
      sleep: (ms) => new Promise((resolve) => void after(ms, resolve)),
    };
  }

  private filesOf(windowId: string): MachineFiles {
    const wait = async (): Promise<void> => {
      if (this.dead.has(windowId) || this.isDiskHanging) await new Promise(() => undefined);
      else if (this.diskMs > 0) await this.clock.sleep(this.random() * this.diskMs);
    };
    return around(this.files, async (work) => {
      await wait();
      const result = await work();
      await wait();
      return result;
    });
  }
}

class Window {
  constructor(
    private readonly machine: Machine,
    readonly limiter: RateLimiter,
  ) {}

  add(name: string, priority: Priority = "normal", more: Partial<LimitedJob<string>> = {}): Promise<string> {
    return this.limiter.run({ priority, start: () => this.machine.send(name), ...more });
  }

  addMany(count: number, name: string, priority: Priority = "normal"): Promise<string[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => this.add(`${name}${index}`, priority)));
  }
}

function twoWindows(rule?: RateRule) {
  const machine = new Machine(rule);
  return { machine, a: machine.window("a"), b: machine.window("b") };
}

function addToEach(windows: readonly Window[], count: number): Promise<unknown> {
  return Promise.all(windows.map((window, index) => window.addMany(count, String(index))));
}

describe("Windows that share a limit", () => {
  for (const jitterMs of [0, 500]) {
    it(`send nothing that the service would refuse, with ${jitterMs} ms of jitter, and do not lag behind`, async () => {
      const machine = new Machine();
      machine.jitterMs = jitterMs;
      const windows = ["a", "b", "c"].map((id) => machine.window(id));
      const start = machine.clock.monotonicMs();
      await machine.clock.finish(addToEach(windows, 10));
      machine.assertWithinLimit();
      assert.equal(machine.arrivals.length, 30);
      const tookMs = (machine.arrivals.at(-1)?.at ?? 0) - start;
      // The limit's pace plus each request's way.
      assert.ok(tookMs <= 29 * (1.05 * 3_000 + jitterMs), `${tookMs} ms`);
      assert.deepEqual(machine.failures, []);
    });
  }

  it("take turns when each has much to do", async () => {
    const { machine, a, b } = twoWindows();
    void a.addMany(20, "a");
    await machine.clock.advance(100);
    void b.addMany(20, "b");
    await machine.clock.advance(60_000);
    const ofB = machine.names.filter((name) => name.startsWith("b")).length;
    assert.ok(Math.abs(ofB - machine.names.length / 2) <= 2, machine.names.join(" "));
  });

  it("start interactive requests within two slots, whatever another window does", async () => {
    for (const priority of ["normal", "background"] as const) {
      const { machine, a, b } = twoWindows();
      machine.jitterMs = 200;
      void a.addMany(100, "bulk", priority);
      for (const afterMs of [10, 4_321, 2_999, 3_333]) {
        await machine.clock.advance(afterMs);
        const before = machine.arrivals.length;
        await machine.clock.finish(b.add("save", "interactive"));
        const names = machine.names.slice(before);
        assert.ok(names.indexOf("save") <= 1, names.join(" "));
      }
      machine.assertWithinLimit();
    }
  });

  it("reserve two downloads for interactive requests of any window", async () => {
    const { machine, a, b } = twoWindows(downloadRule);
    void a.addMany(30, "bulk");
    await machine.clock.advance(100);
    assert.equal(machine.arrivals.length, 18);
    void b.addMany(3, "open", "interactive");
    await machine.clock.advance(100);
    assert.equal(machine.arrivals.length, 20);
    await machine.clock.advance(180_000);
    assert.equal(machine.arrivals.length, 33);
    machine.assertWithinLimit(20, 60_000);
  });

  it("all pause when the service has answered 429 to one of them", async () => {
    const { machine, a, b } = twoWindows();
    a.limiter.pause(20_000);
    await machine.clock.settle();
    const start = machine.clock.monotonicMs();
    await machine.clock.finish(b.add("save", "interactive"));
    assert.equal((machine.arrivals[0]?.at ?? 0) - start, 20_000);
  });

  it("use a slot at once that another has given back", async () => {
    const { machine, a, b } = twoWindows();
    const prepare = async (): Promise<void> => {
      await machine.clock.sleep(2_000);
      throw new Error("changed");
    };
    const start = machine.clock.monotonicMs();
    const refused = assert.rejects(a.add("a", "normal", { prepare }), /changed/);
    await machine.clock.advance(10);
    await machine.clock.finish(b.add("b"));
    await refused;
    assert.ok((machine.arrivals[0]?.at ?? 0) - start <= 3_100);
  });

  it("start an interactive request before the response to another window's hanging one", async () => {
    const { machine, a, b } = twoWindows();
    void a.add("hanging", "normal", { start: () => new Promise(() => undefined) });
    await machine.clock.advance(100);
    void b.add("norm");
    assert.ok((await machine.timeOf(b.add("save", "interactive"))) <= 11_000);
    assert.deepEqual(machine.names, ["save"]);
  });

  it("wait for a living window's request, however long it takes", async () => {
    const { machine, a, b } = twoWindows();
    const long = async (): Promise<string> => {
      await machine.clock.sleep(40_000);
      return await machine.send("long");
    };
    void a.add("long", "normal", { start: long });
    await machine.clock.advance(100);
    await machine.clock.finish(b.add("after"));
    assert.deepEqual(machine.names, ["long", "after"]);
    machine.assertWithinLimit();
  });

  it("do not wait after a reload for more than what is left of the last request", async () => {
    const machine = new Machine();
    await machine.clock.finish(machine.window("before").add("first"));
    machine.dead.add("before");
    await machine.clock.advance(2_000);
    assert.ok((await machine.timeOf(machine.window("after").add("second"))) <= 1_100);
    machine.assertWithinLimit();

    await machine.clock.advance(10_000);
    assert.equal(await machine.timeOf(machine.window("later").add("third")), 0);
  });

  it("do not depend on the wall clock", async () => {
    for (const ms of [3_600_000, -3_600_000]) {
      const { machine, a, b } = twoWindows();
      const start = machine.clock.monotonicMs();
      const all = Promise.all([a.addMany(5, "a"), b.addMany(5, "b")]);
      await machine.clock.advance(5_000);
      machine.clock.jump(ms);
      await machine.clock.finish(all);
      machine.assertWithinLimit();
      assert.ok(machine.clock.monotonicMs() - start <= 1.05 * 9 * 3_000);
    }
  });

  it("start after a restart of the machine", async () => {
    const machine = new Machine();
    machine.files.put(
      name,
      JSON.stringify({
        uses: [{ id: "x.1.0", takenAt: 9e9, leaseUntil: 9.1e9 }],
        waiting: [{ id: "x.1", priority: "interactive", since: 9e9, leaseUntil: 9.1e9 }],
        pause: { since: 9e9, until: 9.1e9 },
      }),
    );
    assert.ok((await machine.timeOf(machine.window("a").add("first"))) <= 3_020);
  });
});

describe("A window that stands still", () => {
  it("takes another slot when another window may have taken its own", async () => {
    const { machine, a, b } = twoWindows();
    let goOn = (): void => undefined;
    const prepared = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const late = b.add("b", "normal", { prepare: () => prepared });
    await machine.clock.advance(100);
    machine.dead.add("b");
    await machine.clock.finish(a.add("a"));
    machine.dead.delete("b");
    void b.add("next");
    await machine.clock.advance(100);
    goOn();
    await machine.clock.finish(late);
    machine.assertWithinLimit();
  });
});

describe("Windows that die", () => {
  it("delay others by no more than their lease and the limit when they had a slot", async () => {
    const { machine, a, b } = twoWindows();
    void b.add("hanging", "normal", { start: () => new Promise(() => undefined) });
    await machine.clock.advance(100);
    machine.dead.add("b");
    const tookMs = await machine.timeOf(a.add("save"));
    // Its request may arrive until the lease ends; the state is read once a second.
    assert.ok(tookMs >= 2_900 && tookMs <= 6_000 + 3_010 + 1_000, `${tookMs} ms`);
  });

  it("do not delay others when they were queued", async () => {
    const { machine, a, b } = twoWindows();
    void a.addMany(5, "a");
    await machine.clock.advance(100);
    void b.addMany(5, "b", "interactive");
    await machine.clock.advance(100);
    machine.dead.add("b");
    await machine.clock.advance(12_500);
    assert.deepEqual(machine.names, ["a0", "a1", "a2", "a3", "a4"]);
  });

  it("do not delay others at any step of a change", async () => {
    for (let step = 1; step <= 12; step++) {
      const { machine, a, b } = twoWindows();
      let steps = 0;
      machine.files.failing = () => {
        if (++steps === step) machine.dead.add("b");
        return undefined;
      };
      void b.add("b", "normal", { prepare: () => machine.clock.sleep(10) });
      await machine.clock.advance(5);
      await machine.clock.finish(a.add("a", "interactive"), 10_000);
      machine.assertWithinLimit();
    }
  });

  it("leave a lock, which is ignored once it has not changed for a while", async () => {
    const { machine, a, b } = twoWindows();
    machine.files.put(`${name}.lock`, "left\n");
    const tookMs = await machine.timeOf(addToEach([a, b], 2));
    assert.ok(tookMs <= 2_000 + 3 * 3_100, `${tookMs} ms`);
    machine.assertWithinLimit();
    assert.deepEqual([...machine.files.files.keys()], [name]);
  });
});

describe("Windows that share a limit, come and go", () => {
  for (let seed = 1; seed <= 12; seed++) {
    it(`never get a 429 and never get stuck, in any order of events (${seed})`, async () => {
      const isDownload = seed % 3 === 0;
      const machine = new Machine(isDownload ? downloadRule : threeSecondRule, seed);
      const { clock, random, dead } = machine;
      Object.assign(machine, { jitterMs: 500, diskMs: random() * 30 });
      let opened = 0;
      const open = () => ({ id: `w${++opened}`, window: machine.window(`w${opened}`) });
      const windows = [open(), open()];
      const waiting = new Map<string, Set<number>>();
      for (let index = 0; index < (isDownload ? 60 : 16); index++) {
        await clock.advance(random() < 0.3 ? 0 : random() * (isDownload ? 1_000 : 3_500));
        const at = Math.floor(random() * windows.length);
        const { id, window } = windows[at] ?? open();
        const ofWindow = waiting.get(id) ?? new Set();
        waiting.set(id, ofWindow.add(index));
        const priority =
          (["interactive", "normal", "background"] as const)[Math.floor(random() * 3)] ?? "normal";
        const isRefused = random() < 0.2;
        const prepare = async (): Promise<void> => {
          await clock.sleep(random() * 400);
          if (isRefused) throw new Error("changed");
        };
        window.add(String(index), priority, { prepare }).then(
          () => ofWindow.delete(index),
          () => ofWindow.delete(index),
        );
        if (random() > 0.1) continue;
        await clock.advance(random() * 200);
        dead.add(id);
        windows[at] = open();
      }
      await clock.advance(isDownload ? 240_000 : 90_000);
      machine.assertWithinLimit(isDownload ? 20 : 1, isDownload ? 60_000 : 3_000);
      const stuck = [...waiting].filter(([id, left]) => !dead.has(id) && left.size > 0);
      assert.deepEqual(stuck, []);
      assert.deepEqual(machine.failures, []);
    });
  }
});

describe("The files of a shared limit", () => {
  const oddObjects = ['{"slots": 1}', '{"slots":[{"id":1}],"waiters":[]}'];
  for (const garbage of ["", "null", "[]", ...oddObjects, "\u0000\u0000"]) {
    it(`may contain garbage: ${JSON.stringify(garbage)}`, async () => {
      const { machine, a, b } = twoWindows();
      machine.files.put(name, garbage);
      await machine.clock.finish(addToEach([a, b], 3));
      machine.assertWithinLimit();
      assert.deepEqual(machine.failures, []);
    });

    it(`may turn into garbage after the last download of a minute: ${JSON.stringify(garbage)}`, async () => {
      const { machine, a, b } = twoWindows(downloadRule);
      await machine.clock.finish(a.addMany(20, "a", "interactive"));
      machine.files.put(name, garbage);
      await machine.clock.finish(b.addMany(20, "b", "interactive"));
      machine.assertWithinLimit(20, 60_000);
      assert.deepEqual(machine.failures, []);
    });
  }

  it("may contain an entry of a newer version: the others still count, and so does an unknown request", async () => {
    const { machine, a } = twoWindows(downloadRule);
    const now = machine.clock.monotonicMs();
    const use = { id: "x.1.0", takenAt: now, leaseUntil: now, answeredAt: now };
    machine.files.put(
      name,
      JSON.stringify({
        uses: [...new Array(18).fill(use), { ...use, answeredAt: "now" }],
        waiting: [{ id: "x.1", priority: "urgent", since: now, leaseUntil: now + 5_000 }],
      }),
    );
    void a.addMany(2, "a", "interactive");
    await machine.clock.advance(60_000);
    assert.deepEqual(machine.names, ["a0"]);
    await machine.clock.advance(1_000);
    assert.deepEqual(machine.names, ["a0", "a1"]);
  });

  it("may be removed at any moment", async () => {
    const { machine, a, b } = twoWindows();
    const all = addToEach([a, b], 6);
    for (const ms of [4_500, 7_321]) {
      await machine.clock.advance(ms);
      machine.files.files.clear();
    }
    await machine.clock.finish(all);
    machine.assertWithinLimit();
  });

  it("stay few", async () => {
    const { machine, a, b } = twoWindows();
    await machine.clock.finish(addToEach([a, b], 50));
    assert.deepEqual([...machine.files.files.keys()], [name]);
  });

  it("are used six times before a request that is not delayed", async () => {
    const machine = new Machine();
    const window = machine.window("a");
    await machine.clock.finish(window.add("first"));
    for (const ms of [4_000, 60_000]) {
      await machine.clock.advance(ms);
      const before = machine.files.operations;
      let used = 0;
      const start = async (): Promise<string> => {
        used = machine.files.operations - before;
        return "";
      };
      await machine.clock.finish(window.add("save", "interactive", { start }));
      // Read, locked, read again, written, renamed, and unlocked.
      assert.equal(used, 6);
    }
  });

  it("are written by a queued window only to renew its lease", async () => {
    const { machine, a, b } = twoWindows(downloadRule);
    await machine.clock.finish(a.addMany(18, "a"));
    void b.add("b", "background");
    await machine.clock.advance(1_000);
    const before = machine.files.counts.get("append") ?? 0;
    await machine.clock.advance(30_000);
    const written = (machine.files.counts.get("append") ?? 0) - before;
    assert.ok(written >= 7 && written <= 10, String(written));
  });

  for (const [where, isHeldUpAfter] of [
    ["read", false],
    ["create", true],
    ["append", false],
    ["append", true],
    ["rename", false],
  ] as const)
    it(`keep what two windows wrote, whose ${where} is ${isHeldUpAfter ? "answered" : "done"} late`, async () => {
      for (let ms = 1_400; ms <= 1_700; ms++) {
        const files = new MemoryMachineFiles();
        const clock = new FakeClock();
        const [held, other] = ["a", "b"].map((windowId) => new SharedFile({ files, name, clock, windowId }));
        assert.ok(held && other);
        let isHeldUp = false;
        const work = files[where] as (...all: unknown[]) => Promise<unknown>;
        Object.assign(files, {
          [where]: async (...all: unknown[]) => {
            const isNow = !isHeldUp && files.files.has(`${name}.lock`) === (where !== "create");
            if (isNow) isHeldUp = true;
            if (isNow && !isHeldUpAfter) await clock.sleep(ms);
            // Each takes a little, so that every order is tried.
            await clock.sleep(1);
            const answer = await work.apply(files, all);
            if (isNow && isHeldUpAfter) await clock.sleep(ms);
            return answer;
          },
        });
        const add = (who: string) => (text: string | undefined) => `${text ?? ""}${who}`;
        const both = [held.update(add("a")), clock.sleep(10).then(() => other.update(add("b")))];
        await clock.finish(Promise.all(both));
        assert.ok(isHeldUp);
        assert.deepEqual([...((await clock.finish(held.read())) ?? "")].sort(), ["a", "b"], String(ms));
        assert.deepEqual([...files.files.keys()], [name], String(ms));
      }
    });

  it("are given up when every round loses the lock", async () => {
    const files = new MemoryMachineFiles();
    const clock = new FakeClock();
    const file = new SharedFile({ files, name, clock, windowId: "a" });
    const { read } = files;
    files.read = async (asked) => {
      // Another window takes the lock for abandoned.
      if (asked === name) await files.remove(`${name}.lock`);
      await clock.sleep(1_000);
      return await read.call(files, asked);
    };
    await assert.rejects(clock.finish(file.update(() => "a")), /too slow/);
    assert.deepEqual([...files.files.keys()], []);
  });

  it("have no lock of a window whose disk is full", async () => {
    const { machine, a } = twoWindows();
    machine.files.failing = (operation) => (operation === "append" ? new Error("ENOSPC") : undefined);
    await machine.clock.finish(a.add("a"));
    assert.deepEqual([...machine.files.files.keys()], []);
  });

  it("are not read while no job is queued", async () => {
    const machine = new Machine();
    const window = machine.window("a");
    await machine.clock.finish(window.addMany(2, "a"));
    await machine.clock.settle();
    const before = machine.files.operations;
    await machine.clock.advance(600_000);
    assert.equal(machine.files.operations, before);
    assert.equal(machine.clock.sleeping, 0);
  });

  it("may fail: each window then keeps the limit alone, logs that, and shares it again later", async () => {
    const { machine, a, b } = twoWindows();
    await machine.clock.finish(a.add("a"));
    machine.files.failing = () => new Error("ENOSPC");
    assert.ok((await machine.timeOf(a.addMany(4, "a"))) <= 12_400);
    machine.assertWithinLimit();
    assert.equal(machine.failures.length, 1);
    machine.files.failing = () => undefined;
    await machine.clock.advance(61_000);
    await machine.clock.finish(Promise.all([a.addMany(3, "a"), b.addMany(3, "b")]));
    machine.assertWithinLimit();
    assert.equal(machine.failures.length, 1);
  });

  it("may fail as a request ends: its end is written later, even without further requests", async () => {
    const { machine, a, b } = twoWindows();
    let answer: (name: string) => void = () => undefined;
    const asked = a.add("a", "normal", { start: () => new Promise<string>((resolve) => (answer = resolve)) });
    await machine.clock.advance(100);
    machine.files.failing = () => new Error("ENOSPC");
    answer("a");
    await machine.clock.finish(asked);
    await machine.clock.advance(1_000);
    machine.files.failing = () => undefined;
    const tookMs = await machine.timeOf(b.add("b"));
    assert.ok(tookMs <= 61_000, String(tookMs));
  });

  it("may fail with a request of a signed-out user in them: the next sign-in waits for a limited time", async () => {
    const machine = new Machine();
    const before = machine.window("a");
    void before.add("hangs", "normal", { start: () => new Promise(() => undefined) });
    await machine.clock.advance(1_000);
    const again = machine.window("a");
    void again.add("save");
    await machine.clock.advance(1_000);
    machine.files.failing = () => new Error("ENOSPC");
    await machine.clock.advance(200_000);
    assert.deepEqual(machine.names, ["save"]);
  });

  it("may hang: interactive requests do not wait for the disk", async () => {
    const machine = new Machine();
    const window = machine.window("a");
    machine.isDiskHanging = true;
    assert.ok((await machine.timeOf(window.add("save", "interactive"))) <= 4_000);
    assert.equal(machine.failures.length, 1);
  });
});
