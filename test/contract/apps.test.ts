import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { permissions } from "../../src/emulator/data/records";
import { someSettings, useService, zipOf } from "./useService";

const service = useService();

async function createShop(): Promise<string> {
  const { client } = service();
  return (await service().run(client.createApp(someSettings, await zipOf({ "main.py": "print(1)" })))).id;
}

describe("apps, client and local service", () => {
  it("reads the user", async () => {
    const user = await service().run(service().client.getCurrentUser());
    assert.ok(user.id && user.name);
    assert.equal(typeof user.emailTwoFactorEnabled, "boolean");
    assert.ok(user.sessions.every(({ id }) => id));
  });

  it("creates an app with every setting, and reads them back", async () => {
    const id = await createShop();
    const app = await service().run(service().client.getApp(id));
    assert.deepEqual(
      [app.name, app.memoryMB, app.runtime, app.exposedViaWeb, app.autoRestart, app.restartRequired],
      ["Shop", 256, "python", true, false, false],
    );
    assert.equal(typeof app.externalPort, "number");
    assert.ok(app.createdAt && app.metrics?.memoryLimitBytes === 256 * 1024 * 1024);
    assert.deepEqual(app.environment, []);
  });

  it("lists every page, once each", async () => {
    for (let index = 0; index < 120; index++) await service().emulator.addApp({ name: `App ${index}` });
    const { apps } = await service().run(service().client.listApps());
    assert.equal(new Set(apps.map(({ id }) => id)).size, 120);
    assert.equal(service().requests.length, 2);
    assert.ok(apps.every(({ environment }) => environment === undefined));
  });

  it("says how many apps are missing when the service ignores the page parameter that is set", async () => {
    for (let index = 0; index < 120; index++) await service().emulator.addApp({ name: `App ${index}` });
    service().wire = { ...service().wire, pageParameter: "seite" };
    const { apps, missing } = await service().run(service().client.listApps());
    assert.deepEqual([apps.length, missing], [100, { count: 20, cause: "pages" }]);
  });

  it("filters by team, and brings the team with one app", async () => {
    const { emulator, client } = service();
    const user = await service().run(client.getCurrentUser());
    emulator.state.putTeam({
      _id: "team-1",
      name: "Studio",
      owner: user.id,
      members: [
        { user: "someone", permissions: permissions(false, { canSeeApplicationFiles: true }), _id: "m-1" },
      ],
      invites: [],
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
    });
    const id = await emulator.addApp({ name: "Team app", teamId: "team-1" });
    await emulator.addApp({ name: "Own app" });
    const { apps: listed } = await service().run(client.listApps({ teamId: "team-1" }));
    assert.deepEqual(
      listed.map(({ name, teamId, team }) => [name, teamId, team]),
      [["Team app", "team-1", undefined]],
    );
    const app = await service().run(client.getApp(id));
    assert.deepEqual(
      [app.team?.name, app.team?.members[0]?.permissions.canSeeApplicationFiles],
      ["Studio", true],
    );
  });

  it("changes what is changed and keeps the rest", async () => {
    const { client } = service();
    const id = await createShop();
    const before = await service().run(client.getApp(id));
    const after = await service().run(client.updateApp(before, { memoryMB: 512 }));
    assert.deepEqual(
      [after.memoryMB, after.name, after.exposedViaWeb, after.restartRequired],
      [512, "Shop", true, true],
    );
  });

  it("restarts to a newer start, and a restart is no longer required", async () => {
    const { client } = service();
    const id = await createShop();
    const before = await service().run(client.getApp(id));
    await service().run(client.updateApp(before, { memoryMB: 512 }));
    const after = await service().run(client.restartApp(id));
    assert.ok((after.metrics?.startedAt ?? 0) > (before.metrics?.startedAt ?? 0));
    assert.equal(after.restartRequired, false);
  });

  it("deletes an app", async () => {
    const { client } = service();
    const id = await createShop();
    await service().run(client.deleteApp(id));
    assert.deepEqual((await service().run(client.listApps())).apps, []);
  });

  const gone = ["getApp", "restartApp", "deleteApp"] as const;
  for (const call of gone) {
    it(`${call} of an app that is not there says notFound, in the service's words`, async () => {
      await assert.rejects(
        service().run<unknown>(service().client[call]("nope")),
        (error: Error & { kind?: string; serviceText?: string }) => {
          assert.equal(error.kind, "notFound");
          assert.ok(error.serviceText);
          return true;
        },
      );
    });
  }

  it("refuses an archive that is not a zip, and leaves nothing behind", async () => {
    const { client } = service();
    await assert.rejects(service().run(client.createApp(someSettings, new Blob(["hello"]))), {
      kind: "refused",
      serviceText: /zip/i,
    });
    assert.deepEqual((await service().run(client.listApps())).apps, []);
  });

  it("names the main file that the archive lacks", async () => {
    const archive = await zipOf({ "other.py": "" });
    await assert.rejects(service().run(service().client.createApp(someSettings, archive)), {
      kind: "refused",
      serviceText: /main\.py/,
    });
  });

  it("keeps the token out of every log line (49)", async () => {
    await createShop();
    service().token = "canary-token-that-is-wrong";
    await assert.rejects(service().run(service().client.listApps()), { kind: "unauthorized" });
    assert.ok(service().logLines.length >= 4);
    for (const line of service().logLines) {
      assert.ok(!line.includes(service().emulator.token) && !line.includes("canary"), line);
    }
  });
});
