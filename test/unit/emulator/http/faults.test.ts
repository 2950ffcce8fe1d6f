// What tests of other folders rely on: calls that go wrong as told, and the log of what was asked.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import { waitUntil } from "../../../support/waitUntil";
import { useEmulator } from "../useEmulator";

describe("Faults", () => {
  const use = useEmulator();

  it("answer the next matching call, and only that", async () => {
    const fault = use.emulator.faults.next(
      { method: "GET", path: "/v1/apps" },
      { answer: { status: 502, body: "<html>Bad gateway</html>", headers: { "x-from": "proxy" } } },
    );
    assert.equal((await use.call("GET", "/v1/users/@me")).status, 200);
    const spoiled = await use.call("GET", "/v1/apps?page=1");
    assert.equal(spoiled.status, 502);
    assert.match(spoiled.headers.get("content-type") ?? "", /html/);
    assert.equal(spoiled.headers.get("x-from"), "proxy");
    assert.equal(fault.met, 1);
    assert.equal((await use.call("GET", "/v1/apps")).status, 200);
  });

  for (const cut of ["before", "after"] as const)
    it(`cut the connection ${cut} the call is handled`, async () => {
      const id = await use.emulator.addApp({});
      use.emulator.faults.next({ path: /upload/ }, { cut });
      await assert.rejects(use.upload(id, "/", "a.txt", "a"));
      assert.equal(existsSync(join(use.emulator.appFolder(id), "a.txt")), cut === "after");
      assert.equal(use.emulator.requests.at(-1)?.status, 0);
    });

  it("hold a call until the test lets it go, and its limit counts from its arrival", async () => {
    const id = await use.emulator.addApp({});
    let letGo: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const fault = use.emulator.faults.next({ path: /upload/, times: 1 }, { until });
    const slow = use.upload(id, "/", "a.txt", "slow");
    await waitUntil(() => fault.met === 1, { what: "the call" });
    use.clock.advance(3_001);
    assert.equal((await use.upload(id, "/", "b.txt", "quick")).status, 200);
    letGo();
    assert.equal((await slow).status, 200);
  });

  it("last for as many calls as told, or until they are taken back", async () => {
    const fault = use.emulator.faults.next({ times: Number.POSITIVE_INFINITY }, { answer: { status: 500 } });
    for (let i = 0; i < 3; i += 1) assert.equal((await use.call("GET", "/v1/apps")).status, 500);
    fault.remove();
    assert.equal((await use.call("GET", "/v1/apps")).status, 200);
    use.emulator.faults.next({ times: 2 }, { answer: { status: 500 } });
    use.emulator.faults.clear();
    assert.equal((await use.call("GET", "/v1/apps")).status, 200);
  });

  it("and every other request are in the log, with time, query and status", async () => {
    use.clock.advance(5);
    await use.call("GET", "/v1/apps?page=1");
    await use.call("POST", "/v1/apps/x/restart");
    assert.deepEqual(use.emulator.requests, [
      { time: use.clock.now(), method: "GET", path: "/v1/apps?page=1", status: 200 },
      { time: use.clock.now(), method: "POST", path: "/v1/apps/x/restart", status: 404 },
    ]);
  });
});
