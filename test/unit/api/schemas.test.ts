// Deviations from docs/interface.md#resources that the client accepts.
import assert from "node:assert/strict";
import v8 from "node:v8";
import { describe, it } from "mocha";
import { readApp, readAppsPage, readDeletion, readPathContent, readUser } from "../../../src/api/schemas";

const call = { method: "GET", template: "/v1/apps" } as const;
const badResponse = { kind: "badResponse" };
const time = Date.UTC(2026, 0, 2, 3, 4, 5);

describe("Reading an app", () => {
  const at = "2026-01-02T03:04:05Z";
  const repository = { id: "r1", owner: "ada", name: "shop", branch: "main" };
  const metrics = { online: true, memoryLimitBytes: 2, networkRxBytes: 3, networkTxBytes: 4 };
  const commit = { commitId: "abc", branch: "main", status: "success", message: "m" };
  /** The sent field, and what is read from it. */
  const fields: Readonly<Record<string, readonly [sent: unknown, property: string, read: unknown]>> = {
    _id: ["a1", "id", "a1"],
    name: ["Shop", "name", "Shop"],
    status: ["active", "status", "active"],
    userId: ["u1", "userId", "u1"],
    containerId: ["c1", "containerId", "c1"],
    restartRequired: [true, "restartRequired", true],
    allocatedMemoryMB: [512, "memoryMB", 512],
    allocatedVCpu: [1, "vCpu", 1],
    workerNodeId: [{ _id: "w", nodeName: "node-3" }, "workerNodeName", "node-3"],
    containerImage: ["node:20", "containerImage", "node:20"],
    exposedViaWeb: [true, "exposedViaWeb", true],
    internalPort: [80, "internalPort", 80],
    externalPort: [443, "externalPort", 443],
    assignedSubdomain: ["shop", "subdomain", "shop"],
    assignedCustomDomain: ["shop.test", "customDomain", "shop.test"],
    startupCommand: ["npm start", "startupCommand", "npm start"],
    installDependenciesCmd: ["npm ci", "installCommand", "npm ci"],
    runtimeEnvironment: ["nodejs", "runtime", "nodejs"],
    autoRestartEnabled: [true, "autoRestart", true],
    createdAt: [at, "createdAt", time],
    updatedAt: ["2026-01-02T04:04:05+01:00", "updatedAt", time],
    environmentVariables: [[{ key: "K", value: "V", _id: "e" }], "environment", [{ key: "K", value: "V" }]],
    repository: [repository, "repository", repository],
    currentResourceMetrics: [
      { ...metrics, timestamp: at, startedAt: at, uptime: 60, cpuUsagePercent: 12.5, memoryUsageBytes: 1 },
      "metrics",
      { ...metrics, timestamp: time, startedAt: time, uptimeSeconds: 60, cpuPercent: 12.5, memoryBytes: 1 },
    ],
    repoDeploys: [
      [{ _id: "d1", ...commit, createdAt: at, commitedAt: at, commitedBy: "Ada", duration: 9 }],
      "deployments",
      [{ id: "d1", ...commit, createdAt: time, committedAt: time, author: "Ada", durationSeconds: 9 }],
    ],
  };

  it("reads every documented field", () => {
    const team = { name: "Core", owner: "u1", members: [], invites: [] };
    const sent = Object.entries(fields).map(([name, [value]]) => [name, value]);
    const read = Object.values(fields).map(([, property, value]) => [property, value]);
    assert.deepEqual(readApp({ ...Object.fromEntries(sent), teamId: { _id: "t1", ...team } }, call), {
      ...Object.fromEntries(read),
      teamId: "t1",
      team: { id: "t1", ...team },
    });
  });

  it("keeps an app in the form that takes V8 the least memory: thousands are held", () => {
    const sent = Object.fromEntries(Object.entries(fields).map(([name, [value]]) => [name, value]));
    v8.setFlagsFromString("--allow-natives-syntax");
    const isSmall = new Function("object", "return %HasFastProperties(object)");
    assert.equal(isSmall(readApp(sent, call)), true);
  });

  it("treats a list where an object belongs as absent", () => {
    const app = readApp({ _id: "a", teamId: [], currentResourceMetrics: [], repository: [] }, call);
    assert.deepEqual([app.team, app.metrics, app.repository], [undefined, undefined, undefined]);
    assert.throws(() => readApp([], call));
  });

  it("treats null and unreadable optional fields as absent and ignores unknown ones", () => {
    const absent = { teamId: null, currentResourceMetrics: null, repository: null };
    const odd = { createdAt: "yesterday", allocatedMemoryMB: -5, repoDeploys: "none", internalPort: {} };
    const known = { name: "n", status: "odd word" };
    assert.deepEqual(readApp({ _id: "a", ...known, ...absent, ...odd, extra: { a: 1 } }, call), {
      id: "a",
      ...known,
      restartRequired: false,
      deployments: [],
    });
  });

  it("accepts numbers and booleans as text, and a team id as text", () => {
    const app = readApp({ _id: 7, teamId: "t", allocatedMemoryMB: "256", exposedViaWeb: "false" }, call);
    assert.deepEqual([app.id, app.teamId, app.memoryMB, app.exposedViaWeb], ["7", "t", 256, false]);
  });

  it("reads a date-time without a zone as UTC", () => {
    assert.equal(readApp({ _id: "a", createdAt: "2026-01-02T03:04:05" }, call).createdAt, time);
    assert.equal(readApp({ _id: "a", createdAt: "2026-01-02 03:04:05.000" }, call).createdAt, time);
  });

  it("keeps members with their permissions, but no invite's code", () => {
    const permissions = { canSeeApplicationFiles: true, canEditApplicationFiles: false, canFly: true };
    const invites = [{ _id: "i", email: "e@x.test", userId: null, code: "secret-code", permissions }];
    const members = [{ _id: "m", user: "u2", permissions }, { permissions }];
    const app = readApp({ _id: "a", teamId: { _id: "t", name: "T", members, invites } }, call);
    const flags = { canEditApplicationFiles: false, canSeeApplicationFiles: true };
    assert.deepEqual(app.team?.members, [{ id: "m", userId: "u2", permissions: flags }]);
    assert.deepEqual(app.team?.invites, [{ id: "i", email: "e@x.test", permissions: flags }]);
    assert.ok(!JSON.stringify(app).includes("secret-code"));
  });

  it("rejects an app without an id, and anything but an object", () => {
    for (const body of [{ name: "n" }, { _id: "" }, { _id: null }, [], "x", null, undefined, 3]) {
      assert.throws(() => readApp(body, call), badResponse);
    }
  });

  it("rejects an app whose id could be a path", () => {
    for (const id of ["..", ".", "../a", "a/b", "a\\b", " a", "%2e%2e", "a\u0000", "x".repeat(129)])
      assert.throws(() => readApp({ _id: id }, call), badResponse, id);
    for (const id of ["65a0c0ffee0000000000a001", "my-app_1", "a.b", "urn:app:1", "a b", "é", 7])
      assert.equal(readApp({ _id: id }, call).id, String(id));
  });
});

describe("Reading a list of apps", () => {
  it("drops and counts malformed items", () => {
    const page = readAppsPage({ applications: [{ _id: "a" }, { name: "no id" }, null, { _id: "b" }] }, call);
    assert.deepEqual([page.items.map(({ id }) => id), page.dropped], [["a", "b"], 2]);
  });

  it("finds the pagination beside the list and in its items", () => {
    const pagination = { hasNextPage: true, totalPages: "3" };
    const beside = readAppsPage({ applications: [], pagination }, call);
    const inItem = readAppsPage({ applications: [{ _id: "a", pagination }] }, call);
    const none = readAppsPage({ applications: [{ _id: "a" }] }, call);
    assert.deepEqual([beside.hasNextPage, beside.totalPages], [true, 3]);
    assert.deepEqual([inItem.hasNextPage, inItem.totalPages], [true, 3]);
    assert.deepEqual([none.hasNextPage, none.totalPages], [undefined, undefined]);
  });

  it("rejects a response without a list", () => {
    for (const body of [{}, { applications: null }, [], "x"])
      assert.throws(() => readAppsPage(body, call), badResponse);
  });
});

describe("Reading a user", () => {
  it("reads the user itself and one inside {user}", () => {
    const device = { id: "s", device: "Laptop", ip: "10.0.0.1" };
    const session = { ...device, browser: null, lastActive: "2026-01-02T03:04:05Z" };
    const flags = { isEmail2FAEnabled: true, hasClaimedFreePlan: false };
    const body = { _id: "u", name: "Ada", ...flags, activeSessions: [session, 5] };
    const user = {
      id: "u",
      name: "Ada",
      emailTwoFactorEnabled: true,
      claimedFreePlan: false,
      sessions: [{ ...device, lastActive: time }],
    };
    assert.deepEqual(readUser(body, call), user);
    assert.deepEqual(readUser({ user: body }, call), user);
    assert.deepEqual(readUser({ _id: "u", name: null }, call), { id: "u", name: "u", sessions: [] });
  });

  it("rejects one without an id", () => assert.throws(() => readUser({ name: "Ada" }, call), badResponse));
});

describe("Reading a path", () => {
  const times = { createdAt: "2026-01-02T03:04:05Z", modifiedAt: null };
  const entry = { isDirectory: false, isFile: true, size: 3, ...times };

  it("reads a folder, and drops entries whose names could leave it", () => {
    const names = ["a.txt", "", ".", "..", "x/y", "x\\y", "nul\0", "[a](command:b)", 5, "a.txt", "ü .txt"];
    const files = names.map((name) => ({ name, ...entry }));
    const read = readPathContent({ isDirectory: true, content: null, files, currentPath: "d/" }, "/d", call);
    assert.equal(read.dropped, 9);
    assert.equal(read.currentPath, "/d");
    assert.ok(read.content.isDirectory);
    const common = { type: "file", sizeBytes: 3, createdAt: time, modifiedAt: time };
    assert.deepEqual(read.content.entries, [
      { name: "a.txt", ...common },
      { name: "ü .txt", ...common },
    ]);
  });

  it("tells folders, files and others apart and accepts odd sizes and times", () => {
    const files = [
      { name: "d", isDirectory: true, isFile: false, size: "12" },
      { name: "l", isDirectory: false, isFile: false, size: -1, modifiedAt: "x" },
      { name: "f", isFile: true, size: null },
      "no entry",
    ];
    const { content } = readPathContent({ files, currentPath: "/" }, "/", call);
    assert.ok(content.isDirectory);
    assert.deepEqual(
      content.entries.map(({ name, type, sizeBytes, modifiedAt }) => [name, type, sizeBytes, modifiedAt]),
      [
        ["d", "directory", 12, 0],
        ["l", "other", 0, 0],
        ["f", "file", 0, 0],
      ],
    );
  });

  it("reads a file, also one without text", () => {
    const body = { isDirectory: false, files: null, currentPath: "./a" };
    for (const [content, text] of [
      ["", ""],
      [null, undefined],
    ]) {
      const read = readPathContent({ ...body, content }, "/a", call);
      assert.deepEqual(read.content, { isDirectory: false, path: "/a", text });
      assert.equal(read.currentPath, "/a");
    }
  });

  it("never treats a folder without a list as empty", () => {
    for (const body of [{ isDirectory: true, files: null }, { currentPath: "/" }, {}, []]) {
      assert.throws(() => readPathContent(body, "/", call), badResponse);
    }
  });
});

describe("Reading a deletion", () => {
  it("accepts absent lists and an empty body", () => {
    assert.deepEqual(readDeletion({ success: ["/a", 3] }, call), { deleted: ["/a"], failed: [] });
    assert.deepEqual(readDeletion(undefined, call), { deleted: [], failed: [] });
    assert.throws(() => readDeletion("done", call), badResponse);
  });
});
