// `stop` ends a process with its descendants, and nothing else.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { describe, it } from "mocha";
import { skipOn } from "../../support/allowedSkips";
import { descendants, isRunning, processesWith, stopProcessTree } from "../../support/processTree";

describe("a process tree", () => {
  it("has all descendants of the process", () => {
    const parents = new Map([
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 1],
    ]);
    assert.deepEqual(descendants(2, parents), [3, 4]);
    assert.deepEqual(descendants(5, parents), []);
  });

  it("is not needed to find a process by its mark", async function () {
    skipOn(this, ["darwin", "win32"]);
    const mark = `run-${process.pid}`;
    const child = spawn(process.execPath, ["-e", "console.log(1); setInterval(() => {}, 1000)"], {
      env: { ...process.env, HOSTED_APPS_MARK: mark },
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    assert.deepEqual(processesWith("HOSTED_APPS_MARK", mark), [child.pid]);
    child.kill();
  });

  it("ends as a whole, even if a process ignores SIGTERM", async () => {
    const inner = "process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)";
    const outer = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' })`;
    const root = spawn(process.execPath, ["-e", outer], { stdio: ["ignore", "pipe", "inherit"] });
    const innerPid = await new Promise<number>((resolve) => {
      root.stdout.once("data", (chunk: Buffer) => resolve(Number(chunk.toString("utf8"))));
    });
    assert.ok(root.pid && isRunning(root.pid) && isRunning(innerPid));
    await stopProcessTree(root.pid, 200);
    assert.ok(!isRunning(root.pid) && !isRunning(innerPid));
  });
});
