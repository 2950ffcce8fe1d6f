import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { replayColdStart } from "../../../../support/recordedColdStart";
import { harness } from "./mountHarness";

describe("MountedApp in a recorded cold start", () => {
  it("asks for one listing and no content (1)", async () => {
    const { clock, mount, remote } = harness();
    const start = clock.now();
    remote.put("/index.js", "x");
    remote.put("/src/a.js", "x");
    const answers = await replayColdStart(mount, (elapsedMs) =>
      clock.advance(start + elapsedMs - clock.now()),
    );
    assert.ok(answers.length >= 30, `${answers.length} calls were replayed`);
    assert.ok(answers.some((answer) => answer === "notFound: /.vscode/settings.json"));
    assert.deepEqual(remote.requests, ["LIST /"]);
  });
});
