// The bundled program as the extension starts it: output, flags, signals and cleanup.
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import { afterEach, describe, it } from "mocha";
import { listProcesses } from "../../../src/emulator/running/processList";
import { skipOn } from "../../support/allowedSkips";
import {
  type EmulatorAddress,
  type EmulatorProgram,
  startEmulatorProgram,
} from "../../support/emulatorProgram";
import { removeTemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { startTimeoutMs, waitUntil } from "../../support/waitUntil";
import { callService, createForm, fileForm } from "./useEmulator";
import { zipOf } from "./zips";

describe("The program", function () {
  this.timeout(startTimeoutMs);
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const process of started.splice(0)) process.kill("SIGKILL");
  });

  function start(...flags: string[]): EmulatorProgram {
    const program = startEmulatorProgram(...flags);
    started.push(program.process);
    return program;
  }

  const childrenOf = async (service: EmulatorAddress) =>
    (await listProcesses()).filter((each) => each.parentPid === service.pid);

  /** Resolves with the processes of the demo's two apps. */
  async function demoOf(service: EmulatorAddress) {
    const states = async (): Promise<string[]> =>
      (await callService(service, "GET", "/v1/apps")).body.applications.map(({ status = "" }) => status);
    const isUp = async () => (await states()).filter((each) => each === "active").length === 2;
    await waitUntil(isUp, { what: "the demo", saw: states });
    // Each app leads its own group, unlike the processes that measure it.
    const leaders = async () => (await childrenOf(service)).filter(({ groupId, pid }) => groupId === pid);
    // Measuring processes may not have ended yet.
    await waitUntil(async () => (await leaders()).length === 2, { what: "two processes", saw: leaders });
    return await leaders();
  }

  it("is small", async () => {
    const { outputFiles } = await build({
      ...{ entryPoints: ["src/emulator/main.ts"], write: false, logLevel: "error" },
      ...{ bundle: true, minify: true, platform: "node", target: "node20" },
    });
    assert.ok((outputFiles[0]?.contents.length ?? Infinity) < 300_000);
  });

  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    it(`prints its URL, and leaves no process and no note on ${signal}`, async function () {
      skipOn(this, ["win32"]);
      const data = temporaryFolder("emulator");
      const program = start("--port", "0", "--data", data, "--seed", "demo");
      const service = await program.serving();
      assert.equal(service.pid, program.process.pid);
      assert.deepEqual(Object.keys(service), ["url", "token", "pid"]);
      const health = await fetch(`${service.url}/-/health`);
      assert.deepEqual(await health.json(), { pid: service.pid, url: service.url });
      const groups = (await demoOf(service)).map(({ pid }) => pid);
      program.process.kill(signal);
      const { code, stdout, stderr } = await program.ended;
      assert.deepEqual([code, stderr], [0, ""]);
      assert.equal(stdout.trim().split("\n").length, 1);
      assert.ok(!(await listProcesses()).some(({ groupId }) => groups.includes(groupId)));
      assert.equal(existsSync(join(data, "service.json")), false);
    });
  }

  it("stops the processes of a killed earlier one", async function () {
    skipOn(this, ["win32"]);
    const data = temporaryFolder("emulator");
    const first = start("--data", data, "--seed", "demo");
    const service = await first.serving();
    const orphans = await demoOf(service);
    first.process.kill("SIGKILL");
    await first.ended;

    const second = start("--data", data);
    assert.notEqual((await second.serving()).token, service.token);
    const left = (await listProcesses()).map(({ pid }) => pid);
    assert.ok(!orphans.some(({ pid }) => left.includes(pid)));
    second.process.kill("SIGTERM");
    assert.equal((await second.ended).code, 0);
  });

  it("installs and unpacks by its flags, and can end during an install", async function () {
    skipOn(this, ["win32"]);
    const data = temporaryFolder("emulator");
    const program = start("--data", data, "--install-dependencies", "--archive-uploads", "extracted");
    const service = await program.serving();
    const form = createForm(
      await zipOf({
        "index.js": "",
        "package.json": '{"dependencies":{"p":"file:./p"},"scripts":{"preinstall":"sleep 600"}}',
        "p/package.json": '{"name":"p","version":"1.0.0"}',
      }),
      { mainFile: "index.js", runtimeEnvironment: "nodejs" },
    );
    const { status, body } = await callService(service, "POST", "/v1/apps/create", form);
    assert.deepEqual([status, body.status], [200, "installing"]);
    const zip = fileForm(await zipOf({ "more.txt": "more" }), "more.zip");
    await callService(service, "POST", `/v1/apps/${body._id}/upload`, zip);
    const names = readdirSync(join(data, "apps", body._id));
    assert.ok(names.includes("more.txt") && !names.includes("more.zip"));
    const install = await childrenOf(service);
    assert.equal(install.length, 1);
    program.process.kill("SIGTERM");
    const { code, stderr } = await program.ended;
    assert.deepEqual([code, stderr], [0, ""]);
    const left = await listProcesses();
    assert.ok(!left.some(({ groupId }) => install.some(({ pid }) => pid === groupId)));
  });

  /** Until the result is called. */
  async function use({ url, token }: EmulatorAddress): Promise<() => void> {
    const hold = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const lifeline = await fetch(`${url}/-/lifeline`, { headers, signal: hold.signal });
    assert.ok(((await lifeline.body?.getReader().read())?.value?.length ?? 0) > 0);
    return () => hold.abort();
  }

  it("ends after the last lifeline was closed", async () => {
    const flags = ["--data", temporaryFolder("emulator"), "--exit-when-unused", "--unused-seconds", "0"];
    const program = start(...flags, "--no-run");
    const service = await program.serving();
    const release = await use(service);
    assert.equal((await callService(service, "GET", "/v1/apps")).status, 200);
    release();
    assert.equal((await program.ended).code, 0);
  });

  it("ends with its apps although its parent and its data folder are gone", async function () {
    skipOn(this, ["win32"]);
    const data = temporaryFolder("emulator");
    const flags = ["--data", data, "--seed", "demo", "--exit-when-unused", "--unused-seconds", "0"];
    const program = start(...flags);
    const service = await program.serving();
    await demoOf(service);
    const release = await use(service);
    program.process.stdout?.destroy();
    program.process.stderr?.destroy();
    removeTemporaryFolder(data);
    const exited = once(program.process, "exit");
    release();
    await exited;
    assert.deepEqual(await childrenOf(service), []);
  });

  it("reports in one sentence why it cannot start, and exits with 2", async () => {
    const file = join(temporaryFolder("emulator"), "file");
    writeFileSync(file, "");
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const port = String((taken.address() as AddressInfo).port);
    const data = temporaryFolder("emulator");
    for (const [flags, reason] of [
      [[], /--data DIR is missing/],
      [["--data", data, "--prot", "1"], /--prot/],
      [["--data", data, "--port", "x"], /--port must be/],
      [["--data", data, "--seed", "x"], /--seed/],
      [["--data", data, "--archive-uploads", "x"], /--archive-uploads can only be/],
      [["--data", file], /can't use the folder/],
      [["--data", data, "--port", port], /already taken/],
    ] as const) {
      const { code, stdout, stderr } = await start(...flags).ended;
      assert.deepEqual([code, stdout, stderr.trim().split("\n").length], [2, "", 1]);
      assert.match(stderr, reason);
    }
    const other = start("--data", data, "--port", port, "--port-fallback");
    assert.notEqual(new URL((await other.serving()).url).port, port);
    taken.close();
  });
});
