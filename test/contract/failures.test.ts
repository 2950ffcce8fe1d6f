import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { useService } from "./useService";

const service = useService();
const list = () => service().run(service().client.listApps());

describe("failures, client and local service", () => {
  for (const [status, kind] of [
    [200, "badResponse"],
    [502, "server"],
  ] as const)
    it(`never shows a page that comes with a ${status}`, async () => {
      const page = "<!doctype html><title>502 Bad Gateway</title><h1>nginx</h1>";
      service().answerNext({ path: "/v1/apps", times: 5 }, status, page, { "content-type": "text/html" });
      await assert.rejects(list(), { kind, message: /^(?!.*nginx)/s, serviceText: undefined });
    });

  it("retries a list after a single 500", async () => {
    service().answerNext({ path: "/v1/apps" }, 500, { error: "oops" });
    assert.deepEqual((await list()).apps, []);
    assert.equal(service().requests.length, 2);
  });

  it("does not follow a redirect with the token", async () => {
    const location = `${service().emulator.url}/v1/users/@me`;
    service().answerNext({ path: "/v1/apps", times: 5 }, 302, "", { location });
    await assert.rejects(list(), { kind: "badResponse" });
    assert.ok(!service().requests.includes("GET /v1/users/@me"));
  });

  it("reports that a stopped service cannot be reached and that nothing was sent", async () => {
    await service().emulator.stop();
    const failure = { kind: "network", outcomeUnknown: false };
    await assert.rejects(service().run(service().client.restartApp("x")), failure);
  });

  it("reads a refusal in the service's words", async () => {
    service().answerNext({ path: "/v1/apps/x/restart" }, 409, { error: "Because." });
    const failure = { kind: "conflict", status: 409, serviceText: "Because." };
    await assert.rejects(service().run(service().client.restartApp("x")), failure);
  });
});
