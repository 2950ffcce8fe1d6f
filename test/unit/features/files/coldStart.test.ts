import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "mocha";
import { MountedApp } from "../../../../src/features/files/mountedApp";
import { FakeClock } from "../../../support/fakeClock";
import { quietTreeCopy } from "../../../support/quietTreeCopy";
import { RememberedFiles } from "../../../support/rememberedFiles";
import { inRepository } from "../../../support/repository";

/** A call that VS Code made of a provider, `t` milliseconds after the window started. */
interface RecordedCall {
  readonly t: number;
  readonly op: string;
  readonly u?: string;
  readonly x?: { readonly recursive?: boolean };
}

/** What VS Code asked of a mount in a recorded cold start, before anybody touched it. */
function recordedColdStart(): RecordedCall[] {
  const lines = readFileSync(inRepository("test", "support", "coldStartCalls.jsonl"), "utf8")
    .trim()
    .split("\n");
  const calls = lines.map((line): RecordedCall => JSON.parse(line));
  return calls.slice(
    0,
    calls.findIndex(({ op }) => op.startsWith("---")),
  );
}

const answerOf = (call: Promise<unknown>) => call.catch((error: Error) => error.message);

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
    const answers: Promise<unknown>[] = [];
    const calls = recordedColdStart();
    for (const { t, op, u } of calls) {
      await clock.advance(t - clock.now());
      const path = new URL(u ?? "app://demo/").pathname;
      if (op === "stat") answers.push(answerOf(mount.stat(path)));
      if (op === "readFile") answers.push(answerOf(mount.readFile(path)));
      if (op === "readDirectory") answers.push(answerOf(mount.readDirectory(path)));
    }
    assert.ok(answers.length >= 30, `${answers.length} calls were replayed`);
    const settled = await Promise.all(answers);
    assert.ok(settled.some((answer) => answer === "notFound: /.vscode/settings.json"));
    assert.deepEqual(remote.requests, ["LIST /"]);
  });
});
