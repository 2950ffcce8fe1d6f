// What `stop` ends: a process with everything that it started, and nothing else.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { describe, it } from "mocha";
import { descendants, isRunning, stopProcessTree } from "../../support/processTree";

describe("a process tree", () => {
  it("is the process's children and theirs", () => {
    const parents = new Map([
      [2, 1],
      [3, 2],
      [4, 3],
      [5, 1],
    ]);
    assert.deepEqual(descendants(2, parents), [3, 4]);
    assert.deepEqual(descendants(5, parents), []);
  });

  it("ends as a whole, also where a process does not want to", async () => {
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
