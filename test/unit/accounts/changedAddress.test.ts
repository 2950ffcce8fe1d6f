// The local service returns on another port with another token: a program on the old port gets neither.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import { isServiceError } from "../../../src/core/errors/serviceError";
import { json } from "../../support/simulatedHttp";
import { newAccounts } from "./newAccounts";

describe("an account whose service has a new URL", () => {
  const { fetch } = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  it("sends its new token to the new URL only, even through a client with the old one", async () => {
    const sent: string[] = [];
    globalThis.fetch = (async (input: string, init: RequestInit) => {
      sent.push(
        `${new URL(input).origin} ${new Headers(init.headers as Record<string, string>).get("Authorization")}`,
      );
      return json({ _id: "u1", name: "Ann", activeSessions: [] });
    }) as typeof globalThis.fetch;
    const accounts = newAccounts({});
    const user = { id: "u1", name: "Ann", sessions: [] };
    const before = await accounts.add("http://127.0.0.1:1001", "old-token", user, true);
    const now = await accounts.add("http://127.0.0.1:1002", "new-token", user, true);
    assert.equal(before.id, now.id);
    await assert.rejects(before.client.getCurrentUser(), (error) => isServiceError(error, "unauthorized"));
    await now.client.getCurrentUser();
    assert.deepEqual(sent, ["http://127.0.0.1:1002 Bearer new-token"]);
  });
});
