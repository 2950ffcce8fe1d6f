// Mounted apps while their accounts sign in and out.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Accounts, AccountsChange } from "../../../../../src/accounts/accounts";
import { Emitter } from "../../../../../src/core/async/emitter";
import { Mounts, type MountsOptions } from "../../../../../src/features/files/mount/mounts";
import { MountedApp } from "../../../../../src/features/files/mountedApp/mountedApp";
import { FakeClock } from "../../../../support/fakeClock";
import { MemoryState } from "../../../../support/memoryState";
import { someAccount, someAccounts, someApp, someMember } from "../../../../support/someApp";
import { engine } from "../../../appFiles/engine";

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

describe("an empty folder", () => {
  it("is remembered when another window writes its own, and forgotten where it was removed", async () => {
    const state = new MemoryState();
    const account = someAccount({ apps: [someApp()] });
    const key = { accountId: account.id, appId: "shop", path: "/" };
    const openWindow = async (): Promise<MountedApp> => {
      const { clock, files } = engine({ "/a.txt": "a" });
      const loadEngine = async () => ({
        files: { get: () => files },
        newMount: (...given: ConstructorParameters<typeof MountedApp>) => new MountedApp(...given),
      });
      const parts = { ...{ accounts: someAccounts(account), clock, whenLoaded, loadEngine }, state };
      return await new Mounts({ ...parts, windowState: state } as unknown as MountsOptions).at(key);
    };
    const [first, second] = [await openWindow(), await openWindow()];
    const remembered = async (): Promise<string[]> => {
      const next = await openWindow();
      return ["/one", "/two", "/three"].filter((path) => next.isPending(path));
    };
    await first.createDirectory("/one");
    await second.createDirectory("/two");
    assert.deepEqual(await remembered(), ["/one", "/two"]);
    await first.delete("/one", { recursive: true });
    await second.createDirectory("/three");
    assert.deepEqual(await remembered(), ["/two", "/three"]);
  });
});

describe("a sign-out", () => {
  it("lets deletions that were answered before it report their failure", async () => {
    const { clock, remote, files } = engine({ "/a.txt": "a" });
    const account = someAccount({ apps: [someApp()] });
    const changes = new Emitter<AccountsChange>();
    const parts = {
      ...{ accounts: { ...someAccounts(account), onDidChange: changes.event }, clock, whenLoaded },
      ...{ state: new MemoryState(), windowState: new MemoryState() },
      loadEngine: async () => ({
        files: { get: () => files },
        newMount: (...given: ConstructorParameters<typeof MountedApp>) => new MountedApp(...given),
      }),
    };
    const mounts = new Mounts(parts as unknown as MountsOptions);
    const failed: string[] = [];
    mounts.onDidFailToDelete(({ left }) => failed.push(...left.map(({ path }) => path)));
    const app = await mounts.at({ accountId: account.id, appId: "shop", path: "/" });
    remote.isRemoveFree = false;
    await app.delete("/a.txt", { recursive: false });
    remote.failing.add("DELETE");
    changes.fire({ added: [], removed: [account], changed: [] });
    await clock.advance(60_000);
    assert.deepEqual(failed, ["/a.txt"]);
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
