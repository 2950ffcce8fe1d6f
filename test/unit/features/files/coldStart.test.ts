import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { MountedApp } from "../../../../src/features/files/mountedApp";
import { FakeClock } from "../../../support/fakeClock";
import { quietTreeCopy } from "../../../support/quietTreeCopy";
import { replayColdStart } from "../../../support/recordedColdStart";
import { RememberedFiles } from "../../../support/rememberedFiles";

describe("MountedApp in a recorded cold start", () => {
  it("asks for one listing and no content (1)", async () => {
    const clock = new FakeClock(0);
    const remote = new RememberedFiles(clock);
    remote.put("/index.js", "x");
    remote.put("/src/a.js", "x");
    const mount = new MountedApp(remote, {
      clock,
      maxOpenBytes: () => 1_000_000,
      askConflict: async () => "cancel",
      treeCopyDialog: quietTreeCopy,
    });
    const answers = await replayColdStart(mount, (elapsedMs) => clock.advance(elapsedMs - clock.now()));
    assert.ok(answers.length >= 30, `${answers.length} calls were replayed`);
    assert.ok(answers.some((answer) => answer === "notFound: /.vscode/settings.json"));
    assert.deepEqual(remote.requests, ["LIST /"]);
  });
});
