import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { inTime } from "../../../../src/core/disk/sharedFile";

describe("the time that the disk has", () => {
  let now = 0;
  const timers = new Map<() => void, number>();
  const clock = {
    monotonicMs: () => now,
    after: (ms: number, call: () => void) => {
      timers.set(call, now + ms);
      return () => void timers.delete(call);
    },
  };
  /** In one step, as for a suspended window: due timers fire at its end. */
  const pass = (ms: number): void => {
    now += ms;
    for (const [call, dueAt] of timers)
      if (dueAt <= now) {
        timers.delete(call);
        call();
      }
  };

  beforeEach(() => timers.clear());

  it("does not count while the window stands still", async () => {
    let answer = (_text: string): void => undefined;
    const work = inTime(clock, new Promise<string>((resolve) => (answer = resolve)));
    pass(3_990);
    pass(10);
    for (let round = 0; round < 7; round++) pass(500);
    answer("written");
    assert.equal(await work, "written");
  });

  it("is four seconds in a window that runs", async () => {
    const work = inTime(clock, new Promise<string>(() => undefined));
    for (let round = 0; round < 8; round++) pass(500);
    await assert.rejects(work, /no answer from the disk within 4000 ms/);
  });
});
