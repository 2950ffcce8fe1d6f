// What the service may send instead of what docs/interface.md#resources shows, and what the client makes of it.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readApp, readAppsPage, readDeletion, readPathContent, readUser } from "../../../src/api/schemas";
import { isServiceError } from "../../../src/core/errors/serviceError";

const call = { method: "GET", template: "/v1/apps" } as const;
const badResponse = (error: unknown): boolean => isServiceError(error, "badResponse");
const time = Date.UTC(2026, 0, 2, 3, 4, 5);

describe("Reading an app", () => {
  it("reads every documented field", () => {
    const app = readApp(
      {
        _id: "a1",
        containerId: "c1",
        teamId: { _id: "t1", name: "Core", owner: "u1", members: [], invites: [] },
        restartRequired: true,
        userId: "u1",
        name: "Shop",
        allocatedMemoryMB: 512,
        allocatedVCpu: 1,
        workerNodeId: { _id: "w", nodeName: "node-3" },
        containerImage: "node:20",
        exposedViaWeb: true,
        internalPort: 80,
        assignedSubdomain: "shop",
        assignedCustomDomain: "shop.test",
        startupCommand: "npm start",
        installDependenciesCmd: "npm ci",
        runtimeEnvironment: "nodejs",
        autoRestartEnabled: true,
        status: "active",
        currentResourceMetrics: {
          timestamp: "2026-01-02T03:04:05Z",
          online: true,
          uptime: 60,
          startedAt: "2026-01-02T03:04:05.000Z",
          cpuUsagePercent: 12.5,
          memoryUsageBytes: 1,
          memoryLimitBytes: 2,
          networkRxBytes: 3,
          networkTxBytes: 4,
        },
        environmentVariables: [{ key: "K", value: "V", _id: "e" }],
        createdAt: "2026-01-02T03:04:05Z",
        updatedAt: "2026-01-02T04:04:05+01:00",
        repoDeploys: [
          {
            _id: "d1",
            commitId: "abc",
            branch: "main",
            status: "success",
            message: "m",
            createdAt: "2026-01-02T03:04:05Z",
            commitedAt: "2026-01-02T03:04:05Z",
            commitedBy: "Ada",
            duration: 9,
          },
        ],
        externalPort: 443,
        repository: { name: "shop", owner: "ada", id: "r1", branch: "main" },
      },
      call,
    );
    assert.deepEqual(app, {
      id: "a1",
      name: "Shop",
      status: "active",
      teamId: "t1",
      team: { id: "t1", name: "Core", owner: "u1", members: [], invites: [] },
      userId: "u1",
      containerId: "c1",
      restartRequired: true,
      memoryMB: 512,
      vCpu: 1,
      workerNodeName: "node-3",
      containerImage: "node:20",
      exposedViaWeb: true,
      internalPort: 80,
      externalPort: 443,
      subdomain: "shop",
      customDomain: "shop.test",
      startupCommand: "npm start",
      installCommand: "npm ci",
      runtime: "nodejs",
      autoRestart: true,
      metrics: {
        timestamp: time,
        online: true,
        uptimeSeconds: 60,
        startedAt: time,
        cpuPercent: 12.5,
        memoryBytes: 1,
        memoryLimitBytes: 2,
        networkRxBytes: 3,
        networkTxBytes: 4,
      },
      environment: [{ key: "K", value: "V" }],
      deployments: [
        {
          id: "d1",
          commitId: "abc",
          branch: "main",
          status: "success",
          message: "m",
          author: "Ada",
          committedAt: time,
          createdAt: time,
          durationSeconds: 9,
        },
      ],
      repository: { id: "r1", owner: "ada", name: "shop", branch: "main" },
      createdAt: time,
      updatedAt: time,
    });
  });

  it("takes a list where an object belongs as absent", () => {
    const app = readApp({ _id: "a", teamId: [], currentResourceMetrics: [], repository: [] }, call);
    assert.deepEqual([app.team, app.metrics, app.repository], [undefined, undefined, undefined]);
    assert.throws(() => readApp([], call));
  });

  it("takes null, absent and unreadable optional fields as absent and ignores unknown ones", () => {
    const sent = {
      _id: "a",
      name: "n",
      status: "odd word",
      teamId: null,
      currentResourceMetrics: null,
      extra: { a: 1 },
    };
    const more = {
      repository: null,
      createdAt: "yesterday",
      allocatedMemoryMB: -5,
      repoDeploys: "none",
      internalPort: {},
    };
    assert.deepEqual(readApp({ ...sent, ...more }, call), {
      id: "a",
      name: "n",
      status: "odd word",
      restartRequired: false,
      deployments: [],
    });
  });

  it("accepts numbers and booleans as text, and a team id as text", () => {
    const app = readApp(
      { _id: 7, teamId: "t", allocatedMemoryMB: "256", exposedViaWeb: "false", name: "n" },
      call,
    );
    assert.deepEqual([app.id, app.teamId, app.memoryMB, app.exposedViaWeb], ["7", "t", 256, false]);
  });

  it("takes a date-time without a zone as UTC", () => {
    assert.equal(readApp({ _id: "a", createdAt: "2026-01-02T03:04:05" }, call).createdAt, time);
    assert.equal(readApp({ _id: "a", createdAt: "2026-01-02 03:04:05.000" }, call).createdAt, time);
  });

  it("keeps members with their flags but no invite's code", () => {
    const permissions = { canSeeApplicationFiles: true, canEditApplicationFiles: false, canFly: true };
    const invites = [{ _id: "i", email: "e@x.test", userId: null, code: "secret-code", permissions }];
    const members = [{ _id: "m", user: "u2", permissions }, { permissions }];
    const app = readApp({ _id: "a", teamId: { _id: "t", name: "T", members, invites } }, call);
    const flags = { canEditApplicationFiles: false, canSeeApplicationFiles: true };
    assert.deepEqual(app.team?.members, [{ id: "m", userId: "u2", permissions: flags }]);
    assert.deepEqual(app.team?.invites, [{ id: "i", email: "e@x.test", permissions: flags }]);
    assert.ok(!JSON.stringify(app).includes("secret-code"));
  });

  it("refuses an app without an id, and anything that is no object", () => {
    for (const body of [{ name: "n" }, { _id: "" }, { _id: null }, [], "x", null, undefined, 3]) {
      assert.throws(() => readApp(body, call), badResponse);
    }
  });

  it("refuses an app whose id could be taken for a path", () => {
    for (const id of ["..", ".", "../a", "a/b", "a\\b", "a b", "%2e%2e", "a\u0000", "é", "x".repeat(129)])
      assert.throws(() => readApp({ _id: id }, call), badResponse, id);
    for (const id of ["65a0c0ffee0000000000a001", "my-app_1", "a.b", "urn:app:1", 7])
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
    const inItem = readAppsPage({ applications: [{ _id: "a", totalUsedRAM: 1, pagination }] }, call);
    const none = readAppsPage({ applications: [{ _id: "a" }] }, call);
    assert.deepEqual([beside.hasNextPage, beside.totalPages], [true, 3]);
    assert.deepEqual([inItem.hasNextPage, inItem.totalPages], [true, 3]);
    assert.deepEqual([none.hasNextPage, none.totalPages], [undefined, undefined]);
  });

  it("finds the memory of all apps beside the list and in its items, also as text", () => {
    const totalOf = (body: object) => readAppsPage({ applications: [], ...body }, call).totalUsedRAM;
    assert.equal(totalOf({ totalUsedRAM: "768" }), 768);
    assert.equal(totalOf({ applications: [{ _id: "a", totalUsedRAM: 512 }] }), 512);
    assert.equal(totalOf({ applications: [{ _id: "a", totalUsedRAM: null }] }), undefined);
  });

  it("refuses an answer without a list", () => {
    for (const body of [{}, { applications: null }, [], "x"])
      assert.throws(() => readAppsPage(body, call), badResponse);
  });
});

describe("Reading a user", () => {
  it("reads the user itself and one inside {user}", () => {
    const session = {
      id: "s",
      device: "Laptop",
      ip: "10.0.0.1",
      browser: null,
      lastActive: "2026-01-02T03:04:05Z",
    };
    const body = {
      _id: "u",
      name: "Ada",
      isEmail2FAEnabled: true,
      hasClaimedFreePlan: false,
      activeSessions: [session, 5],
    };
    const user = {
      id: "u",
      name: "Ada",
      emailTwoFactorEnabled: true,
      claimedFreePlan: false,
      sessions: [{ id: "s", device: "Laptop", ip: "10.0.0.1", lastActive: time }],
    };
    assert.deepEqual(readUser(body, call), user);
    assert.deepEqual(readUser({ user: body }, call), user);
    assert.deepEqual(readUser({ _id: "u", name: null }, call), { id: "u", name: "u", sessions: [] });
  });

  it("refuses one without an id", () => assert.throws(() => readUser({ name: "Ada" }, call), badResponse));
});

describe("Reading a path", () => {
  const entry = {
    isDirectory: false,
    isFile: true,
    size: 3,
    createdAt: "2026-01-02T03:04:05Z",
    modifiedAt: null,
  };

  it("reads a folder, and drops entries whose names could lead elsewhere", () => {
    const names = ["a.txt", "", ".", "..", "x/y", "x\\y", "nul\0", "[a](command:b)", 5, "a.txt", "ü .txt"];
    const read = readPathContent(
      {
        isDirectory: true,
        content: null,
        files: names.map((name) => ({ name, ...entry })),
        currentPath: "d/",
      },
      "/d",
      call,
    );
    assert.equal(read.dropped, 9);
    assert.equal(read.currentPath, "/d");
    assert.ok(read.content.isDirectory);
    const common = { type: "file", sizeBytes: 3, createdAt: time, modifiedAt: time };
    assert.deepEqual(read.content.entries, [
      { name: "a.txt", ...common },
      { name: "ü .txt", ...common },
    ]);
  });

  it("tells folders, files and others apart and bears odd sizes and times", () => {
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
    const file = { isDirectory: false, path: "/a" } as const;
    assert.deepEqual(readPathContent({ ...body, content: "" }, "/a", call).content, { ...file, text: "" });
    assert.deepEqual(readPathContent({ ...body, content: null }, "/a", call).content, {
      ...file,
      text: undefined,
    });
    assert.equal(readPathContent({ ...body, content: "" }, "/a", call).currentPath, "/a");
  });

  it("never takes a folder without a list for an empty one", () => {
    for (const body of [{ isDirectory: true, files: null }, { currentPath: "/" }, {}, []]) {
      assert.throws(() => readPathContent(body, "/", call), badResponse);
    }
  });
});

describe("Reading a deletion", () => {
  it("bears absent lists and an empty body", () => {
    assert.deepEqual(readDeletion({ success: ["/a", 3] }, call), { deleted: ["/a"], failed: [] });
    assert.deepEqual(readDeletion(undefined, call), { deleted: [], failed: [] });
    assert.throws(() => readDeletion("done", call), badResponse);
  });
});
