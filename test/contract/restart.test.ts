import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { RequestBudget, restartApp, watchLanding } from "../../src/features/apps/restart/restart";
import { useService } from "./useService";

const service = useService();

const restarts = () => service().requests.filter((request) => request.endsWith("/restart")).length;

const looks = (id: string) => service().requests.filter((request) => request === `GET /v1/apps/${id}`).length;

function restart(id: string, signal = new AbortController().signal, account = service().account()) {
  return service().run(restartApp(account, id, service().clock, new RequestBudget(signal)));
}

/** Started a minute ago. */
async function startedApp(): Promise<string> {
  const id = await service().emulator.addApp({ name: "Shop", started: true });
  await service().clock.advance(60_000);
  return id;
}

describe("restarting an app", () => {
  it("is done when the service reports a newer start", async () => {
    const [id, account] = [await startedApp(), service().account()];
    assert.equal((await restart(id, undefined, account)).result, "restarted");
    assert.equal(restarts(), 1);
    assert.equal(account.apps.find(id)?.metrics?.online, true);
  });

  it("is noticed although the response was lost, and is not requested again", async () => {
    const id = await startedApp();
    service().emulator.faults.next({ path: /restart$/ }, { cut: "after" });
    assert.equal((await restart(id)).result, "restarted");
    assert.equal(restarts(), 1);
  });

  it("is reported as unproved when the app stays online without a newer start for a minute", async () => {
    const id = await startedApp();
    service().emulator.faults.next({ path: /restart$/ }, { cut: "before" });
    const began = service().clock.now();
    assert.deepEqual(await restart(id), { result: "unproved", saysStart: true });
    assert.equal(restarts(), 1);
    assert.ok(service().clock.now() - began < 70_000);
  });

  it("is noticed although the service answered with an error, and is not requested again", async () => {
    const statuses = [302, 400, 403, 404, 409, 413, 500];
    for (const status of statuses) {
      const id = await startedApp();
      service().emulator.faults.next({ path: /restart$/ }, { answer: { status, isHandled: true } });
      assert.equal((await restart(id)).result, "restarted", String(status));
    }
    assert.equal(restarts(), statuses.length);
  });

  it("has failed when one look shows that the app runs on as before", async () => {
    const id = await startedApp();
    service().answerNext({ path: /restart$/ }, 409, { error: "It is being moved" });
    await assert.rejects(restart(id), { kind: "conflict", serviceText: "It is being moved" });
    assert.equal(restarts(), 1);
    assert.equal(looks(id), 2);
  });

  it("is not checked after a refused sign-in or a 429", async () => {
    for (const [status, kind] of [
      [429, "rateLimited"],
      [401, "unauthorized"],
    ] as const) {
      const id = await startedApp();
      service().answerNext({ path: /restart$/, times: Infinity }, status);
      await assert.rejects(restart(id), { kind });
      assert.equal(looks(id), 1);
      service().emulator.faults.clear();
    }
  });

  it("stops checking when it is cancelled", async () => {
    const id = await startedApp();
    service().emulator.faults.next({ path: /restart$/ }, { cut: "before" });
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const restarting = restart(id, controller.signal);
    controller.abort(reason);
    await assert.rejects(restarting, reason);
  });

  it("is followed until the app was up for 30 s, with at most 11 requests, also when some fail", async () => {
    const [id, account] = [await startedApp(), service().account()];
    const { clock, emulator } = service();
    const budget = new RequestBudget(new AbortController().signal, 11);
    assert.equal((await service().run(restartApp(account, id, clock, budget))).result, "restarted");
    const app = account.apps.find(id);
    assert.ok(app);
    emulator.faults.next({ path: new RegExp(`${id}$`), times: 2 }, { cut: "before" });
    const began = clock.now();
    assert.equal(await service().run(watchLanding(account, app, clock, budget)), "landed");
    const sent = emulator.requests.length;
    assert.ok(sent <= 11, String(sent));
    assert.ok(clock.now() - began < 45_000, String(clock.now() - began));
  });

  it("after a push outlasts a 429 of each request", async () => {
    const [id, account] = [await startedApp(), service().account()];
    const { clock, emulator } = service();
    const budget = new RequestBudget(new AbortController().signal, 11);
    const read = { path: new RegExp(`${id}$`) };
    service().answerNext(read, 429);
    service().answerNext({ path: /restart$/ }, 429);
    account.apps.onRestart(() => service().answerNext(read, 429));
    assert.equal((await service().run(restartApp(account, id, clock, budget))).result, "restarted");
    assert.equal(restarts(), 2);
    assert.ok(emulator.requests.length <= 11, String(emulator.requests.length));
  });

  it("of a deleted app reports the deletion", async () => {
    await assert.rejects(restart("nope"), { kind: "notFound" });
    assert.equal(restarts(), 0);
  });
});

describe("the apps of an account", () => {
  it("stay when a refresh fails, with the reason", async () => {
    await service().emulator.addApp({ name: "Shop" });
    const { apps } = service().account();
    await service().run(apps.refresh());
    const before = apps.snapshot;
    service().answerNext({ path: /^\/v1\/apps/, times: 9 }, 503);
    await service().run(apps.refresh());
    assert.deepEqual(apps.snapshot.apps, before.apps);
    assert.equal(apps.snapshot.refreshedAt, before.refreshedAt);
    assert.ok(apps.snapshot.error);
  });

  it("that were read one by one before the first list do not count as the list", async () => {
    const id = await service().emulator.addApp({ name: "Shop" });
    const { apps } = service().account();
    await service().run(apps.refreshApp(id));
    assert.equal(apps.find(id)?.name, "Shop");
    assert.equal(apps.snapshot.apps, undefined);
  });

  it("never keep an environment value", async () => {
    const id = await service().emulator.addApp({
      name: "Shop",
      environment: [{ key: "PASSWORD", value: "hunter2", _id: "e" }],
    });
    const { apps } = service().account();
    await service().run(apps.refresh());
    await service().run(apps.refreshApp(id));
    assert.ok(!JSON.stringify(apps.snapshot).includes("hunter2"));
    assert.ok(!JSON.stringify(apps.find(id)).includes("hunter2"));
  });

  it("are requested once by concurrent callers", async () => {
    const { apps } = service().account();
    await service().run(Promise.all([apps.refresh(), apps.refresh(), apps.refresh()]));
    assert.equal(service().requests.length, 1);
  });
});
