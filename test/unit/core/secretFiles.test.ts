import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { mayHoldSecrets } from "../../../src/core/secretFiles";

describe("files that may hold secrets", () => {
  it("are known by their names", () => {
    for (const name of [".env", ".env.local", ".ENV", "server.pem", "id_rsa", "credentials.json", ".npmrc"])
      assert.ok(mayHoldSecrets(name), name);
    for (const name of [".env.example", "environment.py", "main.py", "keys.md", "secretary.txt"])
      assert.ok(!mayHoldSecrets(name), name);
  });
});
