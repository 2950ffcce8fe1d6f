// The programs that write an app's log, run for real: alone, and as a startup command in the local service.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { crashReason } from "../../../../src/core/metrics/crashReasons";
import { lastLines, tellingLine } from "../../../../src/core/text/logText";
import { machineClock } from "../../../../src/emulator/base/emulatorClock";
import { machinePython } from "../../../../src/emulator/running/pythonPrograms";
import { loggingCommand } from "../../../../src/features/transfers/commands/setUpLog";
import { skipOn } from "../../../support/allowedSkips";
import { writeTree } from "../../../support/fileTrees";
import { inRepository } from "../../../support/repository";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { startTimeoutMs, waitUntil } from "../../../support/waitUntil";
import { useEmulator } from "../../emulator/useEmulator";

const largestBytes = 1024 * 1024;
const programText = (name: string) =>
  readFileSync(inRepository("src", "features", "transfers", "logFiles", name), "utf8");

/** Without the line that begins a run, which must be there. */
function ownLines(log: string): string[] {
  const [first = "", ...own] = lastLines(log);
  assert.match(first, /^\[hosted_log\] \d{4}-\d\d-\d\dT\S{8,} starts$/);
  return own;
}

const kinds = [
  {
    runtime: "python",
    ...{ name: "hosted_log.py", interpreter: machinePython, main: "main.py" },
    says: 'import sys\nprint("one")\nprint("bad", file=sys.stderr)\nsys.exit(3)\n',
    waits: `import signal, sys, time
def stop(number, frame):
    print("stopping", number)
    sys.exit(7)
signal.signal(signal.SIGTERM, stop)
signal.signal(signal.SIGINT, stop)
print("ready")
time.sleep(600)
`,
    sleeps: 'import time\nprint("ready")\ntime.sleep(600)\n',
    prints: 'for each in range(30000):\n    print("line", each, "x" * 60)\n',
  },
  {
    runtime: "nodejs",
    ...{ name: "hosted_log.mjs", interpreter: process.execPath, main: "main.js" },
    says: 'console.log("one");\nconsole.error("bad");\nprocess.exitCode = 3;\n',
    waits: `for (const name of ["SIGTERM", "SIGINT"])
  process.on(name, () => { console.log("stopping", name === "SIGTERM" ? 15 : 2); process.exit(7); });
console.log("ready");
setInterval(() => {}, 1000);
`,
    sleeps: 'console.log("ready");\nsetInterval(() => {}, 1000);\n',
    prints: 'for (let each = 0; each < 30000; each++) console.log("line", each, "x".repeat(60));\n',
  },
] as const;

for (const { runtime, name, interpreter, main, says, waits, sleeps, prints } of kinds)
  describe(name, function () {
    this.timeout(startTimeoutMs);
    const use = useEmulator({ run: true, clock: machineClock });

    /** Runs alone in a new folder; only this program gets the signal. */
    function started(text: string) {
      const folder = temporaryFolder("log");
      writeTree(folder, { [name]: programText(name), [main]: text });
      const child = spawn(interpreter, [name, interpreter, main], { cwd: folder });
      let out = "";
      child.stdout.on("data", (data) => {
        out += data;
      });
      child.stderr.on("data", (data) => {
        out += data;
      });
      const ended = once(child, "close");
      const log = () => ownLines(readFileSync(join(folder, "logs", "app.log"), "utf8"));
      return { folder, child, ended, log, out: () => out };
    }
    const saysReady = ({ out }: ReturnType<typeof started>) =>
      waitUntil(() => out().includes("ready"), { what: "the app's first line", saw: out });

    it("writes the app's output to its log and passes it on, with the exit code, in the local service", async () => {
      const command = loggingCommand(
        `cd src && ${runtime === "python" ? "python" : "node"} ${main}`,
        runtime,
      );
      const id = await use.emulator.addApp({
        ...{ runtime, mainFile: `src/${main}`, startupCommand: command, started: true },
        files: { [name]: programText(name), [`src/${main}`]: says },
      });
      const folder = use.emulator.appFolder(id);
      const service = () => readFileSync(join(folder, "app.log"), "utf8");
      await waitUntil(() => /ended with exit code 3/.test(service()), { what: "the end", saw: service });
      assert.match(service(), /^one$/m);
      assert.match(service(), /^bad$/m);
      const log = readFileSync(join(folder, "logs", "app.log"), "utf8");
      assert.deepEqual(ownLines(log).sort(), ["bad", "one"]);
    });

    for (const [signal, number] of [
      ["SIGTERM", 15],
      ["SIGINT", 2],
    ] as const)
      it(`passes ${signal} on, and ends as the app ends`, async function () {
        skipOn(this, ["win32"]);
        const run = started(waits);
        await saysReady(run);
        run.child.kill(signal);
        assert.deepEqual(await run.ended, [7, null]);
        assert.deepEqual(run.log(), ["ready", `stopping ${number}`]);
      });

    it("begins each run with a line of its own, which no reason of a crash crosses", async () => {
      const folder = temporaryFolder("log");
      writeTree(folder, { [name]: programText(name), [main]: says });
      writeTree(folder, { "logs/app.log": "No module named 'flask'\ncut" });
      await once(spawn(interpreter, [name, interpreter, main], { cwd: folder }), "close");
      const lines = lastLines(readFileSync(join(folder, "logs", "app.log"), "utf8"));
      assert.match(lines[2] ?? "", /^\[hosted_log\]/);
      assert.equal(crashReason(lines, { isNearLimit: false }), undefined);
      assert.equal(tellingLine(lines.slice(0, 3)), 1);
    });

    it("ends as a shell does when a signal ends the app", async function () {
      skipOn(this, ["win32"]);
      const run = started(sleeps);
      await saysReady(run);
      run.child.kill("SIGTERM");
      assert.deepEqual(await run.ended, [128 + 15, null]);
    });

    it("keeps at most two files of 1 MB, which together end with the newest lines", async () => {
      const run = started(prints);
      assert.deepEqual(await run.ended, [0, null]);
      assert.deepEqual(readdirSync(join(run.folder, "logs")).sort(), ["app.1.log", "app.log"]);
      const texts = ["app.1.log", "app.log"].map((each) => {
        const file = join(run.folder, "logs", each);
        assert.ok(statSync(file).size <= largestBytes);
        return readFileSync(file, "utf8");
      });
      const all = run.out();
      assert.ok(all.length > 2 * largestBytes);
      assert.ok(all.endsWith(texts.join("")));
    });

    it("runs an app whose log cannot be written", async () => {
      const folder = temporaryFolder("log");
      writeTree(folder, { [name]: programText(name), [main]: says });
      writeFileSync(join(folder, "logs"), "a file in the place of the folder");
      const child = spawn(interpreter, [name, interpreter, main], { cwd: folder });
      assert.deepEqual(await once(child, "close"), [3, null]);
    });

    it("says that the program of the command is missing", async () => {
      const folder = temporaryFolder("log");
      writeTree(folder, { [name]: programText(name) });
      const child = spawn(interpreter, [name, "no-such-program", main], { cwd: folder });
      const [[code], text] = await Promise.all([once(child, "close"), child.stderr.toArray()]);
      assert.equal(code, 127);
      assert.match(text.join(""), /couldn't start the app: .*no-such-program/);
    });
  });
