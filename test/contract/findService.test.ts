// URLs that are not the API's, and the API near them.
import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, it } from "mocha";
import { ServiceClient } from "../../src/api/serviceClient";
import { isServiceError } from "../../src/core/errors/serviceError";
import { silentLogger } from "../../src/core/logger";
import { findService } from "../../src/features/account/signIn";
import { FakeClock } from "../support/fakeClock";
import { IdleTime } from "../support/idleTime";

const servers: Server[] = [];
const asked: { path: string; authorization: string | undefined }[] = [];

/** A website with the API below the prefix, which knows only the right token. */
async function website(prefix: string, asksEverywhere = false): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? "";
    const { authorization } = incoming.headers;
    asked.push({ path, authorization });
    const isInterface = asksEverywhere ? path !== "/v1/users/@me" : path === `${prefix}/v1/users/@me`;
    outgoing.statusCode = isInterface ? (authorization === "Bearer right" ? 200 : 401) : 200;
    outgoing.setHeader("content-type", isInterface ? "application/json" : "text/html");
    const body = authorization === "Bearer right" ? { _id: "u", name: "Ada" } : { error: "Unauthorized" };
    outgoing.end(isInterface ? JSON.stringify(body) : "<!doctype html><title>Welcome</title>");
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const clock = new FakeClock();
const time = new IdleTime(clock);

const accounts = {
  verify: async (baseUrl: string, token: string, signal?: AbortSignal) => {
    const client = new ServiceClient({
      baseUrl,
      token: () => token,
      hosts: () => ({}),
      requestTimeoutMs: () => 2_000,
      clock,
      logger: silentLogger,
      fetch: time.fetch,
    });
    return await time.run(client.getCurrentUser({ signal, priority: "interactive" }));
  },
};

const find = async (address: string) => await findService(accounts, address, new AbortController().signal);

describe("a URL that is not the API's", () => {
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    asked.length = 0;
  });

  it("is recognized by its response, and the missing prefix is found without the token", async () => {
    const url = await website("/api");
    await assert.rejects(accounts.verify(url, "right"), (error) => isServiceError(error, "badResponse"));
    asked.length = 0;
    assert.equal(await find(url), `${url}/api`);
    assert.ok(asked.every(({ authorization }) => authorization !== "Bearer right"));
    assert.equal((await accounts.verify(`${url}/api`, "right")).name, "Ada");
  });

  it("is found when the URL has too much pasted", async () => {
    const url = await website("");
    assert.equal(await find(`${url}/v1`), url);
    assert.equal(await find(`${url}/v1/users/@me`), url);
  });

  it("is not found where a website answers everything", async () => {
    assert.equal(await find(await website("/nowhere/near")), undefined);
  });

  it("is not guessed where every path requires a token", async () => {
    assert.equal(await find(await website("", true)), undefined);
  });

  it("is not found where no server responds", async () => {
    const url = await website("");
    const [server] = servers.splice(0);
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
    assert.equal(await find(url), undefined);
  });
});
