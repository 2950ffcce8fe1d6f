import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { permissions } from "../../src/emulator/data/records";
import { studio } from "../../src/emulator/seed/people";
import { someSettings } from "../support/someSettings";
import { useService, zipOf } from "./useService";

const service = useService();
const run = <T>(promise: Promise<T>): Promise<T> => service().run(promise);
const client = () => service().client;

async function createShop(): Promise<string> {
  return (await run(client().createApp(someSettings, await zipOf({ "main.py": "print(1)" })))).id;
}

describe("apps, client and local service", () => {
  it("reads the user", async () => {
    const user = await run(client().getCurrentUser());
    assert.ok(user.id && user.name);
    assert.equal(typeof user.emailTwoFactorEnabled, "boolean");
    assert.ok(user.sessions.every(({ id }) => id));
  });

  it("creates an app with every setting, and reads them back", async () => {
    const app = await run(client().getApp(await createShop()));
    assert.deepEqual(
      [app.name, app.memoryMB, app.runtime, app.exposedViaWeb, app.autoRestart, app.restartRequired],
      ["Shop", 256, "python", true, false, false],
    );
    assert.equal(typeof app.externalPort, "number");
    assert.ok(app.createdAt && app.metrics?.memoryLimitBytes === 256 * 1024 * 1024);
    assert.deepEqual(app.environment, []);
  });

  it("lists every page once", async () => {
    for (let index = 0; index < 120; index++) await service().emulator.addApp({ name: `App ${index}` });
    const { apps } = await run(client().listApps());
    assert.equal(new Set(apps.map(({ id }) => id)).size, 120);
    assert.equal(service().requests.length, 2);
    assert.ok(apps.every(({ environment }) => environment === undefined));
  });

  it("filters by team, and brings the team with one app", async () => {
    const { emulator } = service();
    const user = await run(client().getCurrentUser());
    const may = permissions(false, { canSeeApplicationFiles: true });
    const members = [{ user: "someone", permissions: may, _id: "m-1" }];
    emulator.state.putTeam({ ...studio(service().clock), _id: "team-1", owner: user.id, members });
    const id = await emulator.addApp({ name: "Team app", teamId: "team-1" });
    await emulator.addApp({ name: "Own app" });
    const { apps: listed } = await run(client().listApps({ teamId: "team-1" }));
    assert.deepEqual(
      listed.map(({ name, teamId, team }) => [name, teamId, team]),
      [["Team app", "team-1", undefined]],
    );
    const app = await run(client().getApp(id));
    assert.deepEqual(
      [app.team?.name, app.team?.members[0]?.permissions.canSeeApplicationFiles],
      ["Studio", true],
    );
  });

  it("updates only changed settings, and needs a restart until there is a newer start", async () => {
    const before = await run(client().getApp(await createShop()));
    const updated = await run(client().updateApp(before, { memoryMB: 512 }));
    assert.deepEqual(
      [updated.memoryMB, updated.name, updated.exposedViaWeb, updated.restartRequired],
      [512, "Shop", true, true],
    );
    const restarted = await run(client().restartApp(before.id));
    assert.ok((restarted.metrics?.startedAt ?? 0) > (before.metrics?.startedAt ?? 0));
    assert.equal(restarted.restartRequired, false);
  });

  it("deletes an app", async () => {
    await run(client().deleteApp(await createShop()));
    assert.deepEqual((await run(client().listApps())).apps, []);
  });

  it("keeps the token out of every log line (49)", async () => {
    await createShop();
    service().token = "canary-token-that-is-wrong";
    await assert.rejects(run(client().listApps()), { kind: "unauthorized" });
    assert.ok(service().logLines.length >= 4);
    for (const line of service().logLines) {
      assert.ok(!line.includes(service().emulator.token) && !line.includes("canary"), line);
    }
  });
});
