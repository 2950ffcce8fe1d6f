import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { restartApp } from "../../src/features/apps/restart/restart";
import { useService } from "./useService";

const service = useService();

const restarts = () => service().requests.filter((request) => request.endsWith("/restart")).length;

describe("restarting an app", () => {
  it("is done when the service reports a newer start", async () => {
    const id = await service().emulator.addApp({ name: "Shop", started: true });
    const mine = service().account();
    await service().clock.advance(60_000);
    const outcome = await service().run(restartApp(mine, id, service().clock, new AbortController().signal));
    assert.equal(outcome.result, "restarted");
    assert.equal(restarts(), 1);
    assert.equal(mine.apps.find(id)?.metrics?.online, true);
  });

  it("is seen although its answer was lost, and is not sent again", async () => {
    const id = await service().emulator.addApp({ name: "Shop", started: true });
    await service().clock.advance(60_000);
    service().emulator.faults.next({ path: /restart$/ }, { cut: "after" });
    const outcome = await service().run(
      restartApp(service().account(), id, service().clock, new AbortController().signal),
    );
    assert.equal(outcome.result, "restarted");
    assert.equal(restarts(), 1);
  });

  it("is said to be unproved when the app stays up and no newer start shows within a minute", async () => {
    const id = await service().emulator.addApp({ name: "Shop", started: true });
    await service().clock.advance(60_000);
    service().emulator.faults.next({ path: /restart$/ }, { cut: "before" });
    const began = service().clock.now();
    const outcome = await service().run(
      restartApp(service().account(), id, service().clock, new AbortController().signal),
    );
    assert.deepEqual(outcome, { result: "unproved", saysStart: true });
    assert.equal(restarts(), 1);
    assert.ok(service().clock.now() - began < 70_000);
  });

  it("stops looking when it is cancelled", async () => {
    const id = await service().emulator.addApp({ name: "Shop", started: true });
    await service().clock.advance(60_000);
    service().emulator.faults.next({ path: /restart$/ }, { cut: "before" });
    const controller = new AbortController();
    const reason = new Error("cancelled");
    const restarting = restartApp(service().account(), id, service().clock, controller.signal);
    controller.abort(reason);
    await assert.rejects(service().run(restarting), reason);
  });

  it("of an app that is gone says so", async () => {
    const restarting = restartApp(service().account(), "nope", service().clock, new AbortController().signal);
    await assert.rejects(service().run(restarting), { kind: "notFound" });
    assert.equal(restarts(), 0);
  });
});

describe("the apps of an account", () => {
  it("stay as they were when a refresh fails, with the reason beside them", async () => {
    await service().emulator.addApp({ name: "Shop" });
    const { apps } = service().account();
    await service().run(apps.refresh());
    const before = apps.snapshot;
    service().emulator.faults.next(
      { path: /^\/v1\/apps/, times: 9 },
      { answer: { status: 503, body: "{}" } },
    );
    await service().run(apps.refresh());
    assert.deepEqual(apps.snapshot.apps, before.apps);
    assert.equal(apps.snapshot.refreshedAt, before.refreshedAt);
    assert.ok(apps.snapshot.error);
  });

  it("read alone before the first list do not pass for the whole list", async () => {
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

  it("are asked for once by all who ask at the same time", async () => {
    const { apps } = service().account();
    await service().run(Promise.all([apps.refresh(), apps.refresh(), apps.refresh()]));
    assert.equal(service().requests.length, 1);
  });
});
