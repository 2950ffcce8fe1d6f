import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { someSettings, useService, zipOf } from "./useService";

const service = useService();
const html = "<!doctype html><title>502 Bad Gateway</title><h1>nginx</h1>";

describe("failures, client and local service", () => {
  it("sends nothing after the first refused token, until the token changes", async () => {
    service().token = "wrong";
    const calls = [
      service().client.getCurrentUser(),
      service().client.listApps(),
      service().client.getApp("x"),
    ];
    for (const call of calls) await assert.rejects(service().run<unknown>(call), { kind: "unauthorized" });
    const before = service().requests.length;
    await assert.rejects(service().run(service().client.listApps()), { kind: "unauthorized" });
    assert.equal(service().requests.length, before);
    service().token = service().emulator.token;
    assert.deepEqual((await service().run(service().client.listApps())).apps, []);
  });

  it("reads an HTML page as a bad answer and never shows it", async () => {
    service().emulator.faults.next(
      { path: "/v1/apps", times: 5 },
      { answer: { status: 200, headers: { "content-type": "text/html" }, body: html } },
    );
    await assert.rejects(service().run(service().client.listApps()), {
      kind: "badResponse",
      serviceText: undefined,
    });
    service().emulator.faults.clear();
    service().emulator.faults.next(
      { path: "/v1/apps", times: 5 },
      { answer: { status: 502, headers: { "content-type": "text/html" }, body: html } },
    );
    await assert.rejects(
      service().run(service().client.listApps()),
      (error: Error & { kind?: string; serviceText?: string }) => {
        assert.equal(error.kind, "server");
        assert.ok(!`${error.message} ${error.serviceText}`.includes("nginx"));
        return true;
      },
    );
  });

  it("reads half a JSON as a bad answer", async () => {
    const half = {
      status: 200,
      headers: { "content-type": "application/json" },
      body: '{"applications": [{"_id": "a"',
    };
    service().emulator.faults.next({ path: "/v1/apps", times: 5 }, { answer: half });
    await assert.rejects(service().run(service().client.listApps()), { kind: "badResponse" });
  });

  it("tries a list again after a passing 500", async () => {
    service().emulator.faults.next(
      { path: "/v1/apps", times: 1 },
      { answer: { status: 500, body: '{"error":"oops"}' } },
    );
    assert.deepEqual((await service().run(service().client.listApps())).apps, []);
    assert.equal(service().requests.length, 2);
  });

  it("does not follow a redirect with the token", async () => {
    const elsewhere = {
      status: 302,
      headers: { location: `${service().emulator.url}/v1/users/@me` },
      body: "",
    };
    service().emulator.faults.next({ path: "/v1/apps", times: 5 }, { answer: elsewhere });
    await assert.rejects(service().run(service().client.listApps()), { kind: "badResponse" });
    assert.ok(!service().requests.includes("GET /v1/users/@me"));
  });

  it("never sends a create twice, and says that its outcome is unknown", async () => {
    service().emulator.faults.next({ method: "POST", path: "/v1/apps/create" }, { cut: "after" });
    const archive = await zipOf({ "main.py": "" });
    await assert.rejects(service().run(service().client.createApp(someSettings, archive)), {
      kind: "network",
      outcomeUnknown: true,
    });
    assert.equal(service().requests.filter((request) => request.startsWith("POST")).length, 1);
    assert.equal((await service().run(service().client.listApps())).apps.length, 1);
  });

  it("gives up on an answer that does not come", async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    service().emulator.faults.next({ path: "/v1/apps/x/restart" }, { until: held });
    const restarting = service().client.restartApp("x");
    const refused = assert.rejects(restarting, { kind: "timeout", outcomeUnknown: true });
    // While the request is in progress only the test can move the time on.
    while (service().requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await service().clock.advance(31_000);
    await refused;
    letGo();
  });

  it("says that a service which is gone cannot be reached, and that nothing was sent", async () => {
    await service().emulator.stop();
    await assert.rejects(service().run(service().client.restartApp("x")), {
      kind: "network",
      outcomeUnknown: false,
    });
  });

  it("reads a refusal in the service's words", async () => {
    service().emulator.faults.next(
      { path: "/v1/apps/x/restart" },
      { answer: { status: 409, body: '{"error":"Because."}' } },
    );
    await assert.rejects(service().run(service().client.restartApp("x")), {
      ...{ kind: "conflict", status: 409, serviceText: "Because." },
    });
  });
});
