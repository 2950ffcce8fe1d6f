// Lists, settings, errors and permissions of apps.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { describe, it } from "mocha";
import { permissions, type TeamRecord } from "../../../src/emulator/data/records";
import { studio } from "../../../src/emulator/seed/people";
import { callService, rawStatus, useEmulator } from "./useEmulator";
import { zipOf } from "./zips";

describe("The list of applications", () => {
  const use = useEmulator();

  it("has pages, in the order of creation", async () => {
    for (let i = 0; i < 5; i += 1) await use.emulator.addApp({ name: `app ${i}` });
    const [first, second, ...more] = (await use.call("GET", "/v1/apps?page=2&limit=2")).body.applications;
    assert.deepEqual([first.name, second.name, more.length], ["app 2", "app 3", 0]);
    assert.deepEqual(first.pagination, {
      ...{ totalItems: 5, totalPages: 3, currentPage: 2, itemsPerPage: 2 },
      ...{ hasNextPage: true, hasPrevPage: true },
    });
  });

  it("has 20 items to a page, and never more than 100", async () => {
    for (let i = 0; i < 21; i += 1) await use.emulator.addApp({});
    assert.equal((await use.call("GET", "/v1/apps")).body.applications.length, 20);
    const all = await use.call("GET", "/v1/apps?limit=5000");
    assert.equal(all.body.applications.length, 21);
    assert.equal(all.body.applications[0].pagination.itemsPerPage, 100);
  });

  for (const query of ["page=0", "page=x", "limit=-1", "limit=1.5"]) {
    it(`refuses ${query}`, async () => {
      const { status, body } = await use.call("GET", `/v1/apps?${query}`);
      assert.equal(status, 400);
      assert.match(body.error, /whole number/);
    });
  }
});

describe("The settings of an application", () => {
  const use = useEmulator();

  it("stay where the update names nothing or null", async () => {
    const id = await use.emulator.addApp({ startupCommand: "python3 x.py", memoryMB: 128 });
    const changes = { appName: "New", startupCommand: null, runtimeEnvironment: null };
    const { body } = await use.call("POST", `/v1/apps/${id}/update`, changes);
    assert.deepEqual(
      [body.name, body.startupCommand, body.allocatedMemoryMB, body.restartRequired],
      ["New", "python3 x.py", 128, false],
    );
  });

  for (const change of [
    { memoryMB: 512 },
    { startupCommand: "x" },
    { runtimeEnvironment: "nodejs" },
    { exposedViaWeb: true },
  ]) {
    it(`need a restart after ${JSON.stringify(change)}, and none after it`, async () => {
      const id = await use.emulator.addApp({ started: true });
      const before = (await use.call("GET", `/v1/apps/${id}`)).body.currentResourceMetrics.startedAt;
      const updated = await use.call("POST", `/v1/apps/${id}/update`, change);
      assert.equal(updated.body.restartRequired, true);
      const restarted = await use.call("POST", `/v1/apps/${id}/restart`);
      assert.equal(restarted.body.restartRequired, false);
      const after = restarted.body.currentResourceMetrics.startedAt;
      assert.ok(after > before, "a restart is newer even when the clock stands still");
    });
  }

  for (const bad of [
    { appName: " " },
    { appName: 7 },
    { memoryMB: 63 },
    { memoryMB: 65_537 },
    { memoryMB: 100.5 },
    { memoryMB: "256" },
    { runtimeEnvironment: "ruby" },
    { exposedViaWeb: "true" },
    { autoRestartEnabled: null },
    { startupCommand: 1 },
  ]) {
    it(`are refused as ${JSON.stringify(bad)}`, async () => {
      const id = await use.emulator.addApp({ name: "kept" });
      const { status, body } = await use.call("POST", `/v1/apps/${id}/update`, bad);
      assert.equal(status, 400);
      assert.ok(body.error.includes(Object.keys(bad).join()));
      assert.equal(use.emulator.state.app(id).name, "kept");
    });
  }

  it("must come as a JSON object", async () => {
    const id = await use.emulator.addApp({});
    for (const text of ["{", "[]", "null", ""]) {
      const { status, body } = await use.call("POST", `/v1/apps/${id}/update`, text);
      assert.equal(status, 400);
      assert.equal(typeof body.error, "string");
    }
  });
});

describe("A deleted application", () => {
  const use = useEmulator();

  it("leaves no files, and is not found", async () => {
    const id = await use.emulator.addApp({ files: { "a/b.txt": "b" } });
    assert.equal((await use.call("DELETE", `/v1/apps/${id}/delete`)).status, 200);
    assert.equal(existsSync(use.emulator.appFolder(id)), false);
    assert.equal((await use.call("GET", `/v1/apps/${id}`)).status, 404);
  });
});

describe("Errors", () => {
  const use = useEmulator({ sizes: { jsonBytes: 1_000 } });

  const calls = [
    "GET ",
    "GET /files",
    "GET /download?path=a",
    "POST /update",
    "POST /restart",
    "POST /upload",
  ];
  for (const call of [...calls, "DELETE /delete", "DELETE /files"])
    it(`${call} of an unknown app is a 404 with a sentence`, async () => {
      const [method = "", rest] = call.split(" ");
      const { status, body } = await use.call(method, `/v1/apps/x${rest}`, method === "GET" ? undefined : {});
      assert.equal(status, 404);
      assert.deepEqual(Object.keys(body), ["error"]);
    });

  it("an unknown route is a 404", async () => {
    assert.deepEqual((await use.call("GET", "/v1/nothing")).body, { error: "Not found" });
  });

  it("a body over the limit is a 413", async () => {
    const id = await use.emulator.addApp({});
    const { status } = await use.call("POST", `/v1/apps/${id}/update`, { appName: "x".repeat(2_000) });
    assert.equal(status, 413);
  });

  it("a missing or wrong token is a 401 on every route", async () => {
    const wrong = { url: use.emulator.url, token: "wrong" };
    for (const path of ["/v1/apps", "/v1/users/@me", "/v1/apps/x/files", "/-/lifeline", "/elsewhere"]) {
      const { status, body } = await callService(wrong, "GET", path);
      assert.equal(status, 401);
      assert.deepEqual(Object.keys(body), ["error"]);
    }
    const bare = await fetch(`${use.emulator.url}/v1/apps`);
    assert.equal(bare.status, 401);
  });
});

describe("Requests that the client never sends", () => {
  const use = useEmulator();

  it("get an error, and the service continues", async () => {
    const { url, token } = use.emulator;
    const authorization = `Authorization: Bearer ${token}\nConnection: close`;
    for (const [path, host, statuses] of [
      ["/v1/apps", "evil.example.com", [403]],
      ["/v1/apps", "127.0.0.1.evil.example.com:80", [403]],
      ["/v1/apps", "localhost:1", [200]],
      ["/v1/apps", "not a host@@", [400, 403]],
      ["/v1/apps/%E0%A4%A", "127.0.0.1", [404]],
      ["/v1/apps/x/files?path=%E0%A4%A", "127.0.0.1", [404]],
      ["//", "127.0.0.1", [400, 404]],
    ] as [string, string, number[]][]) {
      const status = await rawStatus(url, `GET ${path} HTTP/1.1\nHost: ${host}\n${authorization}\n\n`);
      assert.ok(statuses.includes(status), `${path} of ${host}: ${status}`);
    }
    assert.equal(await rawStatus(url, "nonsense\n\n"), 400);
    const post = "POST /v1/apps/create HTTP/1.1\nHost: 127.0.0.1\nContent-Length: 99\n";
    await rawStatus(url, `${post}Content-Type: multipart/form-data; boundary=x\n${authorization}\n\nhalf`);
    assert.equal((await use.call("GET", "/v1/apps")).status, 200);
  });
});

describe("Permissions in a team", () => {
  const use = useEmulator();
  const someone = "65a0c0ffee0000000000a009";

  function teamWhereCallerMay(except: Parameters<typeof permissions>[1]): TeamRecord {
    const me = use.emulator.state.user._id;
    const members = [{ user: me, permissions: permissions(false, except), _id: "m1" }];
    const team = { ...studio(use.clock), owner: someone, members };
    use.emulator.state.putTeam(team);
    return team;
  }

  it("a member without a flag gets a 403 with a sentence", async () => {
    const team = teamWhereCallerMay({});
    const id = await use.emulator.addApp({ userId: someone, teamId: team._id, files: { "a.txt": "a" } });
    const refused = [
      await use.call("GET", `/v1/apps/${id}/files`),
      await use.call("GET", `/v1/apps/${id}/download?path=a.txt`),
      await use.upload(id, "/", "b.txt", "b"),
      await use.call("DELETE", `/v1/apps/${id}/files`, { files: ["/a.txt"] }),
      await use.call("POST", `/v1/apps/${id}/update`, { appName: "x" }),
      await use.call("POST", `/v1/apps/${id}/restart`),
      await use.call("DELETE", `/v1/apps/${id}/delete`),
      await use.create(await zipOf({ "main.py": "" }), { team: team._id }),
    ];
    for (const { status, body } of refused) {
      assert.equal(status, 403);
      assert.match(body.error, /aren't allowed/);
    }
    assert.equal((await use.call("GET", `/v1/apps/${id}`)).status, 200);
  });

  it("a member with the flag gets a success", async () => {
    const team = teamWhereCallerMay({ canSeeApplicationFiles: true });
    const id = await use.emulator.addApp({ userId: someone, teamId: team._id });
    assert.equal((await use.call("GET", `/v1/apps/${id}/files`)).status, 200);
    assert.equal((await use.upload(id, "/", "b.txt", "b")).status, 403);
  });

  it("a stranger's app is invisible", async () => {
    const id = await use.emulator.addApp({ userId: someone });
    assert.equal((await use.call("GET", `/v1/apps/${id}`)).status, 404);
    assert.deepEqual((await use.call("GET", "/v1/apps")).body, { applications: [] });
  });
});
