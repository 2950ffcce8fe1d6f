// The diagnosis of a service: its report, and that it changes nothing and shows no value.
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

const certainties = ({ dialect }: Diagnosis) =>
  Object.fromEntries(dialect.map(({ part, certainty }) => [part, certainty]));

/** More than a page, each with a folder. */
async function addManyApps(): Promise<void> {
  for (let index = 0; index < 101; index++)
    await service().emulator.addApp({ name: `App ${index}`, files: { "src/a.txt": "x" } });
}

describe("a diagnosis of the service", () => {
  it("changes nothing, and shows no value of any response", async () => {
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

  it("reports how certain each part of the dialect is", async () => {
    await addManyApps();
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

  it("reports missing apps and unreadable files when a setting is wrong", async () => {
    await addManyApps();
    const { verdict } = await diagnosed({ pageParameter: "seite" });
    assert.deepEqual(verdict, { kind: "missing", missing: { count: 1, cause: "pages" }, listed: 100 });
    assert.equal((await diagnosed({ listPathParameter: "pfad" })).verdict.kind, "pathUnknown");
  });

  for (const [title, path, answer, certainty] of [
    ['takes "src" for the path it asked for', /\/files\?/, { files: [], currentPath: "src" }, "shown"],
    ['takes "./src" for the path it asked for', /\/files\?/, { files: [], currentPath: "./src" }, "shown"],
    ['takes "src/" for the path it asked for', /\/files\?/, { files: [], currentPath: "src/" }, "shown"],
    [
      "continues where a list contains anything but files",
      /\/files/,
      { files: [null, 5], currentPath: "/" },
      "assumed",
    ],
  ] as const)
    it(title, async () => {
      await service().emulator.addApp({ name: "One", files: { "src/a.txt": "x" } });
      const folder = { isDirectory: true, content: null, prevPath: "/", ...answer };
      service().answerNext({ method: "GET", path }, 200, folder);
      assert.equal(certainties(await diagnosed())["listPathParameter"], certainty);
    });

  it("reports a failing call and continues", async () => {
    service().answerNext({ method: "GET", path: /@me/, times: 100 }, 500, { error: "secret words" });
    const { calls, verdict } = await diagnosed();
    assert.deepEqual(calls[0], { call: "GET /v1/users/@me", status: "500 server" });
    assert.equal(calls[1]?.status, "200");
    assert.equal(verdict.kind === "failed" && verdict.error.kind, "server");
  });
});
