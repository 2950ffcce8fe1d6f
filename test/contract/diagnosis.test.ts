import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Account } from "../../src/accounts/accounts";
import { type Diagnosis, diagnose } from "../../src/accounts/diagnosis";
import { defaultWire, type Wire } from "../../src/core/model/wire";
import { useService } from "./useService";

const service = useService();

async function diagnosed(wire: Wire): Promise<Diagnosis> {
  service().wire = wire;
  const account = {
    client: service().client,
    apps: { snapshot: { teams: new Map() } },
  } as unknown as Account;
  return await service().run(diagnose(account, wire, new AbortController().signal));
}

const verdicts = ({ parameters }: Diagnosis) =>
  Object.fromEntries(parameters.map(({ setting, verdict }) => [setting, verdict]));

describe("a diagnosis of the service", () => {
  it("changes nothing, and shows no value of any answer", async () => {
    const { emulator } = service();
    await emulator.addApp({ name: "Sesame", files: { "deep/open.txt": "x" } });
    await emulator.addApp({ name: "Lentil" });
    const report = JSON.stringify(await diagnosed(defaultWire));
    assert.ok(emulator.requests.length > 4);
    assert.ok(emulator.requests.every(({ method }) => method === "GET"));
    assert.doesNotMatch(report, new RegExp(`Sesame|Lentil|open\\.txt|127\\.0\\.0|${emulator.token}`));
    assert.match(report, /activeSessions/);
  });

  it("tells which parameters the service heeds", async () => {
    const { emulator } = service();
    await emulator.addApp({ name: "One", files: { "src/a.txt": "x" } });
    await emulator.addApp({ name: "Two", files: { "src/a.txt": "x" } });
    assert.deepEqual(verdicts(await diagnosed(defaultWire)), {
      limitParameter: "honoured",
      pageParameter: "honoured",
      teamParameter: "unknown",
      listPathParameter: "honoured",
    });
    const wrong = { ...defaultWire, limitParameter: "size", pageParameter: "p", listPathParameter: "folder" };
    assert.deepEqual(verdicts(await diagnosed(wrong)), {
      limitParameter: "ignored",
      pageParameter: "ignored",
      teamParameter: "unknown",
      listPathParameter: "ignored",
    });
  });

  for (const spelling of ["src", "./src", "src/", undefined]) {
    it(`takes ${spelling === undefined ? "an answer without a path for no proof" : `"${spelling}" for the path it asked for`}`, async () => {
      const { emulator } = service();
      await emulator.addApp({ name: "One", files: { "src/a.txt": "x" } });
      const answer = { isDirectory: true, content: null, files: [], prevPath: "/", currentPath: spelling };
      emulator.faults.next(
        { method: "GET", path: /\/files\?/ },
        { answer: { status: 200, body: JSON.stringify(answer) } },
      );
      const { listPathParameter: pathParameter } = verdicts(await diagnosed(defaultWire));
      assert.equal(pathParameter, spelling === undefined ? "unknown" : "honoured");
    });
  }

  it("goes on where a list holds what is no app or file", async () => {
    const { emulator } = service();
    await emulator.addApp({ name: "One", files: { "src/a.txt": "x" } });
    const answer = { isDirectory: true, content: null, files: [null, 5], prevPath: "/", currentPath: "/" };
    emulator.faults.next(
      { method: "GET", path: /\/files/ },
      { answer: { status: 200, body: JSON.stringify(answer) } },
    );
    assert.equal(verdicts(await diagnosed(defaultWire))["listPathParameter"], "unknown");
  });

  it("says of a call that fails how it failed, and goes on", async () => {
    const { emulator } = service();
    emulator.faults.next(
      { method: "GET", path: /@me/, times: 100 },
      { answer: { status: 500, body: '{"error":"secret words"}' } },
    );
    const { calls } = await diagnosed(defaultWire);
    assert.deepEqual(calls[0], { call: "GET /v1/users/@me", status: "500 server" });
    assert.equal(calls[1]?.status, "200");
  });
});
