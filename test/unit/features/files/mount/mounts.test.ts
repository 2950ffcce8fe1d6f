// A mounted app before its account is signed in again.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Accounts } from "../../../../../src/accounts/accounts";
import { Mounts, type MountsOptions } from "../../../../../src/features/files/mount/mounts";
import { FakeClock } from "../../../../support/fakeClock";
import { someAccount, someAccounts, someMember } from "../../../../support/someApp";

const whenLoaded = () => undefined;

describe("the files of an app at the start of a window", () => {
  it("wait at most 30 s for the start of the local service", async () => {
    for (const [startMs, expected] of [
      [20_000, "files"],
      [40_000, "signedOut"],
    ] as const) {
      const clock = new FakeClock();
      let isLoaded = false;
      const accounts = {
        onDidChange: () => ({ dispose: () => undefined }),
        get: () => (isLoaded ? someAccount() : undefined),
        load: async () => {
          await clock.sleep(startMs);
          isLoaded = true;
        },
      } as unknown as Accounts;
      const loadEngine = () => Promise.reject(new Error("files"));
      const mounts = new Mounts({ accounts, clock, loadEngine, whenLoaded } as unknown as MountsOptions);
      const asked = mounts.at({ accountId: "local", appId: "shop", path: "/" });
      const ended = assert.rejects(asked, new RegExp(expected));
      await clock.advance(startMs);
      await ended;
    }
  });
});

describe("a response about the user's permissions", () => {
  it("changes access to files, and forgets nothing else", () => {
    const member = someMember({ canEditApplicationFiles: false });
    const mounts = new Mounts({ accounts: someAccounts(member), whenLoaded } as unknown as MountsOptions);
    const fired: string[] = [];
    mounts.onDidForget((id) => fired.push(`forgets ${id}`));
    mounts.onDidChangeAccess((id) => fired.push(`access of ${id}`));
    member.permissions.answered("shop", "canEditApplicationFiles", true);
    assert.deepEqual(fired, [`access of ${member.id}`]);
  });
});
