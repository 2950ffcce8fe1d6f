import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { Throttle } from "../../../../src/core/async/throttle";
import { FakeClock } from "../../../support/fakeClock";

describe("Throttle", () => {
  /** Calls of a 100 ms throttle, where a number is a wait in milliseconds, and the times of its runs. */
  const stories: Readonly<Record<string, readonly [story: string, runs: readonly number[]]>> = {
    "runs at once, then once per interval however often it is requested, and once after the last request": [
      `${"request 10 ".repeat(25)}1000`,
      [0, 100, 200, 300],
    ],
    "runs at once again after a pause": ["request 150 request", [0, 150]],
    "does not run a second time for a request that was served by runNow": [
      "request request 50 runNow 1000",
      [0, 50],
    ],
    "runs nothing once it is disposed": ["request request dispose request runNow 1000", [0]],
  };
  for (const [title, [story, expected]] of Object.entries(stories))
    it(title, async () => {
      const clock = new FakeClock(0);
      const runs: number[] = [];
      const throttle = new Throttle({ clock, intervalMs: 100, run: () => runs.push(clock.now()) });
      for (const step of story.split(" "))
        if (/^\d/.test(step)) await clock.advance(Number(step));
        else throttle[step as "request" | "runNow" | "dispose"]();
      assert.deepEqual(runs, expected);
    });
});
