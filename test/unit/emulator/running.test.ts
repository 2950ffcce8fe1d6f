// Running apps: both samples, crashes, memory, leftovers, and takeover by a new service.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { machineClock } from "../../../src/emulator/base/emulatorClock";
import { listProcesses } from "../../../src/emulator/running/processList";
import { startEmulator } from "../../../src/emulator/server";
import { skipOn } from "../../support/allowedSkips";
import { startTimeoutMs, waitUntil } from "../../support/waitUntil";
import { callService, useEmulator } from "./useEmulator";
import { zipOf } from "./zips";

const fixtures = join("test", "fixtures");

function filesOf(fixture: string): Record<string, string> {
  const names = readdirSync(join(fixtures, fixture));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(fixtures, fixture, name), "utf8")]));
}

async function isAlive(pid: number): Promise<boolean> {
  return (await listProcesses()).some((each) => each.pid === pid || each.groupId === pid);
}

describe("A running application", function () {
  this.timeout(startTimeoutMs);
  const use = useEmulator({ run: true, clock: machineClock });
  const forking = `import os, subprocess, sys, time
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
print("ready"); time.sleep(600)
`;

  const read = async (id: string) => (await use.call("GET", `/v1/apps/${id}`)).body;
  const log = (id: string) => readFileSync(join(use.emulator.appFolder(id), "app.log"), "utf8");
  const status = (id: string, wanted: string) =>
    waitUntil(() => use.emulator.state.app(id).status === wanted, {
      what: `the status ${wanted}`,
      saw: () => `${use.emulator.state.app(id).status}\n${log(id)}`,
    });
  const pidOf = (id: string) => use.emulator.state.app(id).process?.pid ?? 0;
  // On a busy machine, the response comes before the start that it began.
  const restart = async (id: string) => {
    const { lastStartedAtMs } = use.emulator.state.app(id);
    const response = await use.call("POST", `/v1/apps/${id}/restart`);
    assert.equal(response.status, 200);
    await waitUntil(() => use.emulator.state.app(id).lastStartedAtMs !== lastStartedAtMs, {
      what: "a new start",
      saw: () => log(id),
    });
    return { ...response.body, ...(await read(id)) };
  };
  const page = async (port: number): Promise<string> => (await fetch(`http://127.0.0.1:${port}/`)).text();

  for (const [fixture, runtime, mainFile, messages, from, command] of [
    ["python-app", "python", "main.py", "messages.py", "Hello from Python", ""],
    ["node-app", "nodejs", "index.js", "messages.js", "Hello from Node", ""],
    ["node-app", "nodejs", "index.js", "messages.js", "Hello from Node", "npm start"],
  ] as const) {
    it(`serves ${fixture} started with ${command || "its main file"}, and shows an edit after a restart`, async () => {
      const created = await use.create(await zipOf(filesOf(fixture)), {
        ...{ runtimeEnvironment: runtime, mainFile, exposedViaWeb: "true", autoRestartEnabled: "true" },
        startupCommand: command,
      });
      const { _id: id, externalPort } = created.body;
      await status(id, "active");
      assert.ok((await page(externalPort)).includes(from));

      const path = join(use.emulator.appFolder(id), messages);
      const changed = readFileSync(path, "utf8").replace(from, "Changed");
      assert.equal((await use.upload(id, "/", messages, changed)).status, 200);
      assert.ok((await page(externalPort)).includes(from), "read at the start only");

      const before = (await read(id)).currentResourceMetrics;
      const firstPid = pidOf(id);
      const restarted = await restart(id);
      assert.equal(restarted.externalPort, externalPort);
      assert.equal(typeof restarted.internalPort, "number");
      await status(id, "active");
      assert.ok((await read(id)).currentResourceMetrics.startedAt > before.startedAt);
      assert.ok((await page(externalPort)).includes("Changed"));
      assert.equal(await isAlive(firstPid), false);
      assert.match(log(id), /starts: [\s\S]*app on port \d+: Hello[\s\S]*was stopped\n[\s\S]*: Changed/);
    });
  }

  it("reports its usage, and the traffic of its port", async () => {
    const busy = `import os, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
class Page(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200); self.end_headers(); self.wfile.write(b"y" * 200000)
def spin():
    while True: pass
threading.Thread(target=spin, daemon=True).start()
HTTPServer(("127.0.0.1", int(os.environ["PORT"])), Page).serve_forever()
`;
    const id = await use.emulator.addApp({ files: { "main.py": busy }, exposedViaWeb: true, started: true });
    await status(id, "active");
    const { externalPort } = await read(id);
    const message = { method: "POST", body: "x".repeat(100_000) };
    const sent = await fetch(`http://127.0.0.1:${externalPort}/`, message);
    assert.equal((await sent.text()).length, 200_000);
    const metrics = await waitUntil(
      async () => {
        const now = (await read(id)).currentResourceMetrics;
        return now.cpuUsagePercent > 5 && now.uptime >= 1 && now;
      },
      { what: "figures of a busy app", saw: async () => (await read(id)).currentResourceMetrics },
    );
    assert.equal(metrics.online, true);
    assert.ok(metrics.cpuUsagePercent <= 100);
    assert.ok(metrics.memoryUsageBytes > 5_000_000);
    assert.equal(metrics.memoryLimitBytes, 256 * 1024 * 1024);
    assert.ok(metrics.networkRxBytes > 100_000 && metrics.networkRxBytes < 110_000);
    assert.ok(metrics.networkTxBytes > 200_000 && metrics.networkTxBytes < 210_000);
  });

  it("gets PORT and its variables, but not the service's environment", async () => {
    process.env["SECRET_OF_THE_EDITOR"] = "s3cret";
    const id = await use.emulator.addApp({
      files: { "main.py": "import json, os\nprint(json.dumps(dict(os.environ)))\n" },
      environment: [{ key: "GREETING", value: "hi", _id: "1" }],
      started: true,
    });
    await status(id, "stopped");
    const environment = JSON.parse(/^\{.*/m.exec(log(id))?.[0] ?? "{}");
    assert.equal(environment["GREETING"], "hi");
    assert.match(environment["PORT"], /^\d+$/);
    assert.equal(environment["SECRET_OF_THE_EDITOR"], undefined);
    assert.match(log(id), /ended with exit code 0/);
    assert.equal((await read(id)).currentResourceMetrics.online, false);
  });

  it("is restarted after a crash only if that is enabled", async () => {
    const crashing = { "main.py": "import sys\nprint('attempt')\nsys.exit(3)\n" };
    const once = await use.emulator.addApp({ files: crashing, started: true });
    const again = await use.emulator.addApp({ files: crashing, autoRestart: true, started: true });
    const attempts = (id: string) => log(id).split("attempt").length - 1;
    await waitUntil(() => attempts(again) >= 3, { what: "three attempts", saw: () => log(again) });
    await status(once, "crashed");
    assert.equal(attempts(once), 1);
    assert.match(log(once), /ended with exit code 3/);
    assert.doesNotMatch(log(once), /starts again/);
    assert.match(log(again), /starts again in 0\.5 s[\s\S]*starts again in 1 s/, "later each time");
  });

  it("is stopped when it exceeds its memory", async () => {
    const greedy =
      "import time\nkept = bytearray(150_000_000)\nkept[::4096] = b'x' * len(kept[::4096])\ntime.sleep(600)\n";
    const running = { memoryMB: 64, autoRestart: true, started: true };
    const id = await use.emulator.addApp({ files: { "main.py": greedy }, ...running });
    await status(id, "memory limit exceeded");
    assert.match(log(id), /more than its 64 MB/);
    assert.equal((await read(id)).currentResourceMetrics.online, false);
  });

  it("ends with its descendants, also those that left its process group", async function () {
    skipOn(this, ["win32"]);
    const id = await use.emulator.addApp({ files: { "main.py": forking }, started: true });
    await waitUntil(() => log(id).includes("ready"), { what: "the app", saw: () => log(id) });
    const pid = pidOf(id);
    const tree = (await listProcesses()).filter((each) => each.pid === pid || each.parentPid === pid);
    assert.equal(tree.length, 3);
    await use.call("DELETE", `/v1/apps/${id}/delete`);
    const left = (await listProcesses()).map((each) => each.pid);
    assert.ok(!tree.some((each) => left.includes(each.pid)));
  });

  it("that can't be started has crashed, with the reason in its log", async () => {
    const id = await use.emulator.addApp({ startupCommand: "no-such-program-anywhere", started: true });
    await status(id, "crashed");
    assert.match(log(id), /not found|not recognized/);
  });

  it("that doesn't respond yet has a page that says so", async () => {
    const id = await use.emulator.addApp({ files: { "main.py": "" }, exposedViaWeb: true, started: true });
    await status(id, "stopped");
    const answer = await fetch(`http://127.0.0.1:${(await read(id)).externalPort}/`);
    assert.equal(answer.status, 502);
  });

  it("has a log of bounded size", async () => {
    const id = await use.emulator.addApp({
      files: { "main.py": "print('end')\n", "app.log": "old line\n".repeat(150_000) },
    });
    await restart(id);
    await status(id, "stopped");
    assert.ok(log(id).length < 600_000);
    assert.ok(log(id).startsWith("old line\n"));
    assert.match(log(id), /end\r?\n/);
  });

  it("that prints without end has a log of its newest lines, and it is among the app's files", async () => {
    const chatty =
      "import time\nfor n in range(60_000): print('line', n, 'x' * 50)\nprint('that is all')\ntime.sleep(600)\n";
    const id = await use.emulator.addApp({ files: { "main.py": chatty }, started: true });
    // It printed 3.8 MB; a log over 1 MB is shortened.
    await waitUntil(() => /that is all\r?\n$/.test(log(id)) && log(id).length <= 1024 * 1024, {
      what: "a short log",
      saw: () => `${log(id).length} characters, ${log(id).slice(-100)}`,
    });
    assert.doesNotMatch(log(id), /^line 1 x/m);
    const { files } = (await use.call("GET", `/v1/apps/${id}/files`)).body;
    const shown = files.find(({ name }: { name: string }) => name === "app.log");
    assert.equal(shown?.size, log(id).length);
  });

  it("can be put on the web and taken off it with a restart", async () => {
    const id = await use.emulator.addApp({ files: filesOf("python-app"), started: true });
    await use.call("POST", `/v1/apps/${id}/update`, { exposedViaWeb: true });
    const { externalPort } = await restart(id);
    await status(id, "active");
    assert.ok((await page(externalPort)).includes("Hello"));
    await use.call("POST", `/v1/apps/${id}/update`, { exposedViaWeb: false });
    assert.equal((await restart(id)).externalPort, null);
    await assert.rejects(page(externalPort));
  });

  it("survives the service: a new one in the same folder has its state and port, and starts it", async () => {
    const running = { exposedViaWeb: true, started: true };
    const id = await use.emulator.addApp({ name: "kept", files: filesOf("python-app"), ...running });
    const resting = await use.emulator.addApp({ name: "resting" });
    await status(id, "active");
    const { externalPort } = await read(id);
    const [pid, token] = [pidOf(id), use.emulator.token];
    await use.emulator.stop();
    assert.equal(await isAlive(pid), false);

    const next = await startEmulator({ dataDir: use.dataDir });
    try {
      assert.notEqual(next.token, token);
      await waitUntil(() => next.state.app(id).status === "active", {
        what: "the app",
        saw: () => next.state.app(id).status,
      });
      assert.ok((await page(externalPort)).includes("Hello"));
      assert.equal((await callService(next, "GET", `/v1/apps/${id}`)).body.name, "kept");
      assert.equal(next.state.app(resting).status, "stopped");
    } finally {
      await next.stop();
    }
  });
});

describe("The demo", function () {
  this.timeout(startTimeoutMs);
  const use = useEmulator({ run: true, seed: "demo" });

  it("has apps that run, one that is stopped, one that crashed, and a team", async () => {
    const list = async () => (await use.call("GET", "/v1/apps")).body.applications;
    const states = async (): Promise<string> =>
      (await list()).map((app: { name: string; status: string }) => `${app.name}: ${app.status}`).join();
    const wanted = "Greeting board: active,Team clock: active,Nightly report: stopped,Mailer: crashed";
    await waitUntil(async () => (await states()) === wanted, { what: "the demo's apps", saw: states });
    const [board, clock, report] = await list();
    const pageOf = async (app: { externalPort: number }) =>
      (await fetch(`http://127.0.0.1:${app.externalPort}`)).text();
    assert.match(await pageOf(board), /<h1>Greetings<\/h1>/);
    assert.match(await pageOf(clock), /Osaka/);
    assert.equal((await use.call("GET", `/v1/apps/${clock._id}`)).body.teamId.name, "Studio");
    assert.equal(report.currentResourceMetrics, null);

    const mailer = (await list())[3]._id;
    await use.upload(mailer, "/", "config.json", '{"from": "you@example.com"}');
    await use.call("POST", `/v1/apps/${mailer}/restart`);
    await waitUntil(() => use.emulator.state.app(mailer).status === "active", {
      what: "the mailer",
      saw: states,
    });
  });
});

describe("A data folder", () => {
  const use = useEmulator();

  it("has secrets readable by its owner only, and none in the note for other programs", async () => {
    const note = JSON.parse(readFileSync(join(use.dataDir, "service.json"), "utf8"));
    assert.deepEqual(note, { url: use.emulator.url, pid: process.pid });
    assert.equal(readFileSync(join(use.dataDir, "token"), "utf8"), use.emulator.token);
    await use.emulator.stop();
    assert.ok(!readdirSync(use.dataDir).includes("service.json"));
  });
});
