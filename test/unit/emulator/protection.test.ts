// The local service's protection: its proof to the extension, refused requests, and crashes.
import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, describe, it } from "mocha";
import { startEmulator } from "../../../src/emulator/server";
import { skipOn } from "../../support/allowedSkips";
import { startEmulatorProgram } from "../../support/emulatorProgram";
import { temporaryFolder } from "../../support/temporaryFolder";
import { startTimeoutMs } from "../../support/waitUntil";
import { callService, createForm, rawStatus, useEmulator } from "./useEmulator";
import { zipOf } from "./zips";

const nonce = "0123456789abcdef".repeat(4);

describe("The service", () => {
  const use = useEmulator({
    sizes: { unpackedBytes: 100_000, unpackedEntries: 50, archiveBytes: 50_000 },
  });

  it("proves to a caller with a nonce that it knows the token, without a request that carries it", async () => {
    const { url, token } = use.emulator;
    const { proof } = (await (await fetch(`${url}/-/health?nonce=${nonce}`)).json()) as { proof: string };
    assert.equal(proof, createHmac("sha256", token).update(`${nonce} ${url}`).digest("hex"));
    for (const bad of ["", "short", `${nonce}g`, "a".repeat(129)])
      assert.equal((await fetch(`${url}/-/health?nonce=${bad}`)).status, 400, bad);
  });

  it("refuses every request of a web page, by any of its marks", async () => {
    const { url, token } = use.emulator;
    const request = `GET /v1/apps HTTP/1.1\nhost: ${new URL(url).host}\nauthorization: Bearer ${token}`;
    for (const [header, status] of [
      ["sec-fetch-site: cross-site", 403],
      ["sec-fetch-site: same-site", 403],
      ["origin: https://evil.example", 403],
      ["origin: http://127.0.0.1:3000", 403],
      ["origin: null", 403],
      ["sec-fetch-site: none", 200],
      ["origin: vscode-webview://x", 200],
    ] as const)
      assert.equal(await rawStatus(url, `${request}\n${header}\nconnection: close\n\n`), status, header);
  });

  it("sends every response with nosniff", async () => {
    for (const path of ["/-/health", "/v1/apps", "/nowhere"]) {
      const answer = await fetch(`${use.emulator.url}${path}`);
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff", path);
    }
  });

  it("responds to any form and any archive, without failing and without waiting for more", async () => {
    const disposition = 'content-disposition: form-data; name="';
    const piece = fc.oneof(
      fc.constantFrom("--x", "--x--", "\r\n", "\r\n\r\n", `${disposition}file"; filename="a.zip"`),
      fc.constantFrom(disposition, "content-type: application/zip", "PK\u0003\u0004"),
      fc.string({ maxLength: 40 }),
      // Larger than a stream's buffer and a part's header limit.
      fc.nat(100_000).map((length) => "y".repeat(length)),
    );
    const form = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(""));
    const archive = await zipOf({ "main.py": "print(1)", "a/b.txt": "b" });
    const damage = fc.array(fc.tuple(fc.nat(archive.length - 1), fc.nat(255)), { maxLength: 8 });
    const answers = async (body: string | FormData, headers = {}): Promise<void> => {
      const answer = await use.call("POST", "/v1/apps/create", body, headers);
      assert.ok(answer.status < 500, `${answer.status}: ${JSON.stringify(answer.body)}`);
    };
    const property = fc.asyncProperty(form, damage, async (text, bytes) => {
      await answers(text, { "content-type": "multipart/form-data; boundary=x" });
      const damaged = Uint8Array.from(archive);
      for (const [at, value] of bytes) damaged[at] = value;
      await answers(createForm(damaged));
    });
    await fc.assert(property, { seed: 12, numRuns: 60 });
    await fc.assert(property, { numRuns: 20 });
  }).timeout(startTimeoutMs);

  it("serves two hundred requests at once, without growing memory", async () => {
    const app = await use.emulator.addApp({ name: "Busy", files: { "main.py": "x".repeat(10_000) } });
    const round = async (): Promise<void> => {
      const all = Array.from({ length: 200 }, (_, index) =>
        use.call("GET", index % 2 ? `/v1/apps/${app}/files?path=/main.py` : "/v1/apps"),
      );
      for (const { status } of await Promise.all(all)) assert.equal(status, 200);
    };
    const used = async (): Promise<number> => {
      globalThis.gc?.();
      await nextTurn();
      return process.memoryUsage().heapUsed;
    };
    for (let warmUp = 0; warmUp < 5; warmUp++) await round();
    const before = await used();
    for (let number = 0; number < 8; number++) await round();
    assert.ok((await used()) - before < 60 * 1024 * 1024);
  }).timeout(startTimeoutMs);
});

describe("A service that waits for a request", () => {
  const use = useEmulator({ sendLimits: { requestMs: 300, headersMs: 200, checkEveryMs: 50 } });

  it("ends a request whose body or headers never arrive", async () => {
    const { url, token } = use.emulator;
    const { port } = new URL(url);
    const head = `POST /v1/apps/create HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`;
    const body = `authorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n\r\n--x`;
    for (const text of [head, head + body]) {
      const socket = connect(Number(port), "127.0.0.1");
      socket.on("error", () => undefined);
      socket.resume();
      socket.write(text);
      await once(socket, "close");
    }
    assert.deepEqual(readdirSync(join(use.dataDir, "tmp")), []);
  });
});

describe("The folder of a service", () => {
  it("is readable by its owner only, also an existing one, and has a new token at each start", async function () {
    skipOn(this, ["win32"]);
    const dataDir = join(temporaryFolder("emulator"), "service");
    mkdirSync(dataDir, { mode: 0o755 });
    const tokens = new Set<string>();
    for (let start = 0; start < 2; start++) {
      const emulator = await startEmulator({ dataDir, run: false });
      await emulator.addApp({ name: "A" });
      tokens.add(emulator.token);
      assert.equal(statSync(dataDir).mode & 0o777, 0o700);
      for (const name of ["state.json", "token", "service.json", "apps", "tmp"])
        assert.equal(statSync(join(dataDir, name)).mode & 0o077, 0, name);
      await emulator.stop();
    }
    assert.equal(tokens.size, 2);
  });

  for (const [what, text] of [
    ["cut off", '{"version":1,"user":{"_id":"65a0'],
    ["empty", ""],
    ["of another kind", "[]"],
    [
      "with an id that is a path",
      '{"user":{"_id":"65a0c0ffee0000000000a001"},"teams":[],"apps":[{"_id":"../x"}]}',
    ],
  ] as const)
    it(`keeps an unreadable state under another name: ${what}`, async () => {
      const dataDir = temporaryFolder("emulator");
      writeFileSync(join(dataDir, "state.json"), text);
      const emulator = await startEmulator({ dataDir, run: false });
      assert.equal(readFileSync(emulator.setAside ?? "", "utf8"), text);
      assert.deepEqual(emulator.state.allApps(), []);
      await emulator.stop();
    });
});

describe("A service that is killed", function () {
  this.timeout(startTimeoutMs);
  const started: ChildProcess[] = [];
  afterEach(() => {
    for (const each of started.splice(0)) each.kill("SIGKILL");
  });

  it("has a complete state at the next start, whenever it was killed", async () => {
    const data = temporaryFolder("emulator");
    const start = async () => {
      const program = startEmulatorProgram("--data", data, "--no-run");
      started.push(program.process);
      const { setAside, ...service } = await program.serving();
      assert.equal(setAside, undefined);
      return { child: program.process, service, ended: program.ended };
    };
    const archive = await zipOf({ "main.py": "print(1)\n", "data.txt": "x".repeat(5_000) });
    const created = new Set<string>();
    for (let round = 0; round < 6; round++) {
      const { child, service, ended } = await start();
      const { applications = [] } = (await callService(service, "GET", "/v1/apps")).body;
      const listed = new Set(applications.map(({ _id }: { _id: string }) => _id));
      for (const id of created) assert.ok(listed.has(id), "an app that was answered as created is gone");
      for (const id of listed)
        assert.equal(readFileSync(join(data, "apps", String(id), "main.py"), "utf8"), "print(1)\n");
      const makes = Array.from({ length: 8 }, async () => {
        const { status, body } = await callService(service, "POST", "/v1/apps/create", createForm(archive));
        if (status === 200) created.add(body._id);
      });
      await delay(round * 15);
      child.kill("SIGKILL");
      await Promise.allSettled(makes);
      await ended;
    }
  });
});
