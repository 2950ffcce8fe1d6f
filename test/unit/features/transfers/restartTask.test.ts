// The terminal text and the exit code of a task that restarts an app.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { runTask } from "../../../support/runTask";
import { someAccount, someAccounts, someApp } from "../../../support/someApp";
import { commands } from "../../../support/vscodeParts";

describe("a task that restarts an app", () => {
  for (const [outcome, said, code] of [
    [{ result: "restarted", seconds: 2 }, /It's back online\.\r\n$/, 0],
    [
      { result: "unproved", saysStart: true },
      /restart of Shop: the service reports no newer start time\.\r\n$/,
      1,
    ],
    [
      { result: "unproved", saysStart: false },
      /restart of Shop: the service doesn't report when the app started\.\r\n$/,
      1,
    ],
    [{ error: "Canceled." }, /Canceled\.\r\n$/, 1],
    [{ result: "crashed" }, /It didn't come back online\.\r\n$/, 1],
  ] as const)
    it(`says how it went: ${JSON.stringify(outcome)}`, async () => {
      commands["executeCommand"] = async () => outcome;
      const accounts = someAccounts(someAccount({ apps: [someApp()] }));
      const ended = await runTask({ task: "restart", accountId: "account", appId: "shop" }, { accounts });
      assert.match(ended.said, said);
      assert.equal(ended.code, code);
    });
});
