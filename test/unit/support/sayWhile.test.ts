// Output of npm start and npm test during a long step.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FakeClock } from "../../support/fakeClock";
import { sayWhile } from "../../support/sayWhile";

describe("a long step", () => {
  it("reports its duration every five seconds until it ends", async () => {
    const clock = new FakeClock();
    const said: string[] = [];
    const step = sayWhile(
      "Installing",
      async () => {
        await clock.sleep(12_000);
        return "installed";
      },
      (line) => said.push(line),
      clock,
    );
    await clock.advance(12_000);
    assert.equal(await step, "installed");
    await clock.advance(60_000);
    assert.deepEqual(said, ["Installing…", "Installing: 5 s…", "Installing: 10 s…"]);
  });
});
