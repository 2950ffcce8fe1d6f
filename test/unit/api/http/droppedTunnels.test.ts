// undici's own ProxyAgent, as VS Code uses it, and a proxy that drops every tunnel.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { ProxyAgent, fetch as undiciFetch } from "undici";
import { connectionProblem, failDroppedTunnels } from "../../../../src/api/http/failureCodes";
import { startProxy, type TestProxy } from "../../../support/network/proxy";

describe("A proxy that drops every connection", () => {
  let proxy: TestProxy;
  let dispatcher: ProxyAgent;
  beforeEach(async () => {
    proxy = await startProxy("drop");
    dispatcher = new ProxyAgent(proxy.url);
  });
  afterEach(async () => {
    await dispatcher.destroy();
    await proxy.stop();
  });

  it("fails a request at its first attempt, with its own reason", async () => {
    failDroppedTunnels("https://dropped.test/v1");
    const controller = new AbortController();
    const asked = undiciFetch("https://dropped.test/v1/apps", { dispatcher, signal: controller.signal });
    const failure = await Promise.race([asked.catch((error: unknown) => error), manyTries("dropped.test")]);
    controller.abort();
    assert.equal(connectionProblem(failure), "proxyDropped");
    assert.equal(proxy.askedFor("dropped.test"), 1);
  });

  it("does not affect requests to other hosts", async () => {
    failDroppedTunnels("https://dropped.test/v1");
    const controller = new AbortController();
    const asked = undiciFetch("https://others.test/", { dispatcher, signal: controller.signal });
    asked.catch(() => undefined);
    await manyTries("others.test");
    controller.abort();
    await assert.rejects(asked, { name: "AbortError" });
  });

  /** Resolves after so many reconnections that they would never stop. */
  async function manyTries(host: string): Promise<void> {
    while (proxy.askedFor(host) < 20) await new Promise((resolve) => setImmediate(resolve));
  }
});
