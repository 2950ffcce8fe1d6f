// The diagnosis of a service: what it says, and that it changes nothing and shows no value.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Diagnosis, diagnose } from "../../src/accounts/diagnosis";
import { useService } from "./useService";

const service = useService();

async function diagnosed(set: object = {}): Promise<Diagnosis> {
  service().wire = set;
  const { client, clock } = service();
  return await service().run(diagnose({ client }, clock, new AbortController().signal));
}

const certainties = ({ spelling }: Diagnosis) =>
  Object.fromEntries(spelling.map(({ part, certainty }) => [part, certainty]));

describe("a diagnosis of the service", () => {
  it("changes nothing, and shows no value of any answer", async () => {
    const { emulator } = service();
    await emulator.addApp({ name: "Sesame", files: { "deep/open.txt": "x" } });
    await emulator.addApp({ name: "Lentil" });
    const { verdict, ...rest } = await diagnosed();
    const report = JSON.stringify(rest);
    assert.equal(verdict.kind, "fine");
    assert.ok(emulator.requests.length > 4);
    assert.ok(emulator.requests.every(({ method }) => method === "GET"));
    assert.doesNotMatch(report, new RegExp(`Sesame|Lentil|open\\.txt|127\\.0\\.0|${emulator.token}`));
    assert.match(report, /activeSessions/);
  });

  it("tells how sure each part of the spelling is", async () => {
    const { emulator } = service();
    for (let index = 0; index < 101; index++)
      await emulator.addApp({ name: `App ${index}`, files: { "src/a.txt": "x" } });
    const found = await diagnosed({ uploadTarget: "directory" });
    assert.deepEqual(certainties(found), {
      pageParameter: "shown",
      limitParameter: "shown",
      teamParameter: "assumed",
      firstPage: "shown",
      listPathParameter: "shown",
      downloadPathParameter: "assumed",
      uploadPathParameter: "assumed",
      uploadTarget: "set",
      archiveUploads: "assumed",
    });
    assert.equal(found.verdict.kind, "fine");
  });

  it("says which apps are missing, and that files cannot be opened, where a setting is wrong", async () => {
    const { emulator } = service();
    for (let index = 0; index < 101; index++)
      await emulator.addApp({ name: `App ${index}`, files: { "src/a.txt": "x" } });
    const { verdict } = await diagnosed({ pageParameter: "seite" });
    assert.deepEqual(verdict, { kind: "missing", missing: { count: 1, cause: "pages" }, listed: 100 });
    assert.equal((await diagnosed({ listPathParameter: "pfad" })).verdict.kind, "pathUnknown");
  });

  for (const spelling of ["src", "./src", "src/"]) {
    it(`takes "${spelling}" for the path it asked for`, async () => {
      const { emulator } = service();
      await emulator.addApp({ name: "One", files: { "src/a.txt": "x" } });
      const answer = { isDirectory: true, content: null, files: [], prevPath: "/", currentPath: spelling };
      emulator.faults.next(
        { method: "GET", path: /\/files\?/ },
        { answer: { status: 200, body: JSON.stringify(answer) } },
      );
      assert.equal(certainties(await diagnosed())["listPathParameter"], "shown");
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
    assert.equal(certainties(await diagnosed())["listPathParameter"], "assumed");
  });

  it("says of a call that fails how it failed, and goes on", async () => {
    const { emulator } = service();
    emulator.faults.next(
      { method: "GET", path: /@me/, times: 100 },
      { answer: { status: 500, body: '{"error":"secret words"}' } },
    );
    const { calls, verdict } = await diagnosed();
    assert.deepEqual(calls[0], { call: "GET /v1/users/@me", status: "500 server" });
    assert.equal(calls[1]?.status, "200");
    assert.equal(verdict.kind === "failed" && verdict.error.kind, "server");
  });
});
