import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { silentLogger } from "../../../src/core/logger";
import { Heartbeat, ownHeartbeat } from "../../../src/editor/heartbeat";
import { FakeClock } from "../../support/fakeClock";
import { MemoryMachineFiles } from "../../support/memoryMachineFiles";

const minute = 60_000;

describe("the heartbeat of a window", () => {
  let clock: FakeClock;
  let files: MemoryMachineFiles;
  let running: Set<number>;

  const windowOf = (id: string, pid: number | undefined, own = clock) => {
    const isProcessAlive = (asked: number) => running.has(asked);
    return new Heartbeat({ files, clock: own, logger: silentLogger, id, pid, isProcessAlive });
  };

  const startTwo = async (a = windowOf("a", 10)) => {
    const b = windowOf("b", 20);
    await a.start();
    await b.start();
    return [a, b] as const;
  };
  /** Of another window. */
  const record = (id: string, pid: number | undefined, beatAt: number) =>
    files.put(`windows/${id}.json`, JSON.stringify({ pid, beatAt }));

  beforeEach(() => {
    clock = new FakeClock();
    files = new MemoryMachineFiles(() => clock.now());
    running = new Set([10, 20]);
  });

  it("is visible to other windows while it exists", async () => {
    const [a, b] = [windowOf("a", 10), windowOf("b", 20)];
    assert.equal(await b.isAlive("a"), false);
    await a.start();
    await b.start();
    assert.equal(await b.isAlive("a"), true);
    await clock.advance(60 * minute);
    for (const each of [a, b]) assert.equal(await each.isAlive("a"), true);
    await a.dispose();
    for (const each of [a, b]) assert.equal(await each.isAlive("a"), false);
    assert.deepEqual([...files.files.keys()], ["windows/b.json"]);
    await clock.advance(minute);
    assert.equal(await b.isAlive("a"), false);
    await b.dispose();
    assert.equal(clock.sleeping, 0);
  });

  it("is known to be the only one when no other window exists", async () => {
    const [a, b] = [windowOf("a", 10), windowOf("b", 20)];
    await a.start();
    assert.equal(await a.isAlone(), true);
    await b.start();
    assert.equal(await a.isAlone(), false);
    running.delete(20);
    assert.equal(await a.isAlone(), true);
  });

  it("ends with its process", async () => {
    const [, b] = await startTwo();
    running.delete(10);
    assert.equal(await b.isAlive("a"), false);
  });

  it("ends after two silent minutes, though another program has its process id", async () => {
    record("a", 10, clock.monotonicMs());
    const b = windowOf("b", 20);
    await b.start();
    await clock.advance(2 * minute);
    assert.equal(await b.isAlive("a"), true);
    await clock.advance(1);
    assert.equal(await b.isAlive("a"), false);
  });

  it("ends with a restart of the machine", async () => {
    record("a", 10, clock.monotonicMs() + 1);
    assert.equal(await windowOf("b", 20).isAlive("a"), false);
  });

  it("is not ended by a window that woke up a moment earlier", async () => {
    const [, b] = await startTwo();
    // The machine sleeps: time passes, and no timer runs.
    const asleep = new FakeClock(clock.now() + 30 * minute);
    Object.assign(clock, { now: () => asleep.now(), monotonicMs: () => asleep.monotonicMs() });
    assert.equal(await b.isAlive("a"), true);
    running.delete(10);
    assert.equal(await b.isAlive("a"), false);
  });

  it("counts silence again two minutes after waking up", async () => {
    let sleptMs = 0;
    const waking = new FakeClock();
    const own: FakeClock = Object.assign(Object.create(waking), {
      monotonicMs: () => waking.monotonicMs() + sleptMs,
    });
    record("a", 10, own.monotonicMs());
    const b = windowOf("b", 20, own);
    await b.start();
    sleptMs = 30 * minute;
    await waking.advance(minute);
    assert.equal(await b.isAlive("a"), true);
    await waking.advance(2 * minute);
    assert.equal(await b.isAlive("a"), false);
  });

  it("does not depend on the wall clock", async () => {
    const [, b] = await startTwo();
    for (const jump of [60 * minute, -120 * minute]) {
      clock.jump(jump);
      assert.equal(await b.isAlive("a"), true);
      await clock.advance(minute);
      assert.equal(await b.isAlive("a"), true);
    }
  });

  it("in a browser is known only by its heartbeat", async () => {
    const [, b] = await startTwo(windowOf("a", undefined));
    assert.equal(await b.isAlive("a"), true);
    record("c", undefined, clock.monotonicMs());
    await clock.advance(2 * minute + 1);
    assert.equal(await b.isAlive("a"), true);
    assert.equal(await b.isAlive("c"), false);
  });

  it("removes the files of ended windows", async () => {
    record("gone", 99, clock.monotonicMs());
    files.put("windows/torn.json", '{"pid":1');
    record("group", -1, clock.monotonicMs() - 3 * minute);
    record("here", 10, clock.monotonicMs());
    await windowOf("b", 20).start();
    assert.deepEqual([...files.files.keys()].sort(), ["windows/b.json", "windows/here.json"]);
  });

  it("continues on a full disk, and is visible again afterwards", async () => {
    const [a, b] = [windowOf("a", 10), windowOf("b", 20)];
    files.failing = (operation) => (operation === "write" ? new Error("full") : undefined);
    await a.start();
    assert.equal(await b.isAlive("a"), false);
    files.failing = () => undefined;
    await clock.advance(20_000);
    assert.equal(await b.isAlive("a"), true);
  });

  it("leaves nothing when it is disposed during a heartbeat", async () => {
    const a = windowOf("a", 10);
    await Promise.all([a.start(), a.dispose()]);
    await clock.settle();
    assert.deepEqual([...files.files.keys()], []);
    assert.equal(clock.sleeping, 0);
  });

  it("of this process is alive, and of another id is not", async () => {
    const own = ownHeartbeat({ files, clock, logger: silentLogger });
    await own.start();
    const other = ownHeartbeat({ files, clock, logger: silentLogger });
    assert.notEqual(own.id, other.id);
    assert.equal(await other.isAlive(own.id), true);
    record("never", 2 ** 30, clock.monotonicMs());
    assert.equal(await other.isAlive("never"), false);
    await own.dispose();
  });
});
