import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it } from "mocha";
import type { Accounts, AccountsChange } from "../../../src/accounts/accounts";
import type { AccountsOptions } from "../../../src/accounts/accountsOptions";
import type { LocalUser, StoredSession } from "../../../src/accounts/storedSessions";
import { FakeClock } from "../../support/fakeClock";
import { MemoryMachineFiles } from "../../support/memoryMachineFiles";
import { Secrets } from "../../support/memorySecrets";
import { newAccounts } from "./newAccounts";

/** Never waits. */
class QuickClock extends FakeClock {
  override async sleep(): Promise<void> {}
}

function machine(shared: Partial<AccountsOptions> = {}) {
  const secrets = new Secrets();
  let created = 0;
  const machineFiles = new MemoryMachineFiles(() => ++created);
  let localUser: LocalUser | undefined;
  let port = 1000;
  const woken: StoredSession[] = [];
  const newWindow = (windowSecrets = secrets, own: Partial<AccountsOptions> = {}) => {
    const changes: string[] = [];
    const accounts = newAccounts({
      ...{ machineFiles, clock: new QuickClock(), ...shared, secrets: windowSecrets },
      wakeLocalService: async (session) => {
        woken.push(session);
        return { ...session, baseUrl: `http://127.0.0.1:${++port}`, token: "local-token" };
      },
      localUser: {
        get: () => localUser,
        set: async (user) => {
          localUser = user;
        },
      },
      ...own,
    });
    accounts.onDidChange((change) => {
      for (const kind of ["added", "removed", "changed"] as const satisfies (keyof AccountsChange)[]) {
        changes.push(...change[kind].map(({ id }) => `${kind} ${id}`));
      }
    });
    return { accounts, changes };
  };
  return { newWindow, woken };
}

const user = (name: string, id = name) => ({ id, name, sessions: [] });
const idsOf = ({ all }: Accounts): string[] => all.map(({ id }) => id);
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("Accounts", () => {
  it("remembers sign-ins over a reload, each bound to its own URL", async () => {
    const { newWindow } = machine();
    const first = newWindow().accounts;
    const a = await first.add("https://a.example", "token-a", user("Ann"));
    const b = await first.add("https://b.example", "token-b", user("Ann"));
    const { accounts } = newWindow();
    await accounts.load();
    assert.deepEqual(idsOf(accounts), [a.id, b.id]);
    assert.deepEqual(
      accounts.all.map(({ baseUrl }) => baseUrl),
      ["https://a.example", "https://b.example"],
    );
    assert.equal(accounts.tokenOf(a.id), "token-a");
  });

  it("gives one user of one service the same lower-case id for ever", async () => {
    const idOf = async (name: string) =>
      (await machine().newWindow().accounts.add("https://API.example", name, user(name, "User-1"))).id;
    assert.equal(await idOf("Ann"), await idOf("Renamed"));
    assert.match(await idOf("Ann"), /^[a-z0-9-]+$/);
  });

  it("gives an account an id of 128 bits, short enough for the name of a folder", async () => {
    const { accounts } = machine().newWindow();
    const { id } = await accounts.add(`https://${"long.".repeat(40)}example`, "t", user("Ann"));
    assert.match(id, /-[0-9a-f]{32}$/);
    assert.ok(id.length < 120);
  });

  it("never mistakes the local service's account for another of the same URL", async () => {
    const { accounts } = machine().newWindow();
    await accounts.add("http://127.0.0.1:1000", "local-token", user("You", "1"), true);
    const { id } = await accounts.add("http://127.0.0.1:1000", "t", user("You", "1"));
    assert.deepEqual([accounts.all.length, id === "local"], [2, false]);
  });

  it("sends requests again when a new sign-in accepts a refused token", async () => {
    const service = createServer((_request, response) => response.writeHead(401).end('{"error":"Expired"}'));
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const { port } = service.address() as AddressInfo;
    const { accounts, changes } = machine().newWindow();
    const account = await accounts.add(`http://127.0.0.1:${port}`, "token", user("Ann"));
    await assert.rejects(account.client.getCurrentUser());
    assert.equal(account.client.isStopped, true);
    await accounts.add(`http://127.0.0.1:${port}`, "token", user("Ann"));
    assert.equal(account.client.isStopped, false);
    assert.deepEqual(changes, [`added ${account.id}`, `changed ${account.id}`]);
    service.close();
  });

  it("applies sign-ins and sign-outs in a second window", async () => {
    const { newWindow } = machine();
    const [first, second] = [newWindow(), newWindow()];
    await second.accounts.load();
    const { id } = await first.accounts.add("https://a.example", "token", user("Ann"));
    await settle();
    assert.deepEqual(second.changes, [`added ${id}`]);
    await first.accounts.remove(id);
    await settle();
    assert.deepEqual(second.changes, [`added ${id}`, `removed ${id}`]);
    assert.equal(second.accounts.tokenOf(id), undefined);
  });

  it("shares rate limits with other windows, except for a token that is only verified", async () => {
    const machineFiles = new MemoryMachineFiles();
    const { accounts } = machine({ machineFiles, windowId: "w1" }).newWindow();
    const nowhere = "http://127.0.0.1:1";
    await assert.rejects(accounts.verify(nowhere, "token"));
    const limitFiles = () => [...machineFiles.files.keys()].filter((name) => !name.startsWith("signedIn/"));
    assert.deepEqual(limitFiles(), []);
    const { id, client } = await accounts.add(nowhere, "token", user("Ann"));
    await assert.rejects(client.uploadFile("app1", "/a", new Uint8Array(1)));
    assert.ok(limitFiles().every((name) => name.startsWith(`limits/${id}/uploads.json`)));
    assert.ok(limitFiles().length > 0);
  });

  it("gives every account a different label", async () => {
    const { accounts } = machine().newWindow();
    await accounts.add("https://a.example", "t1", user("Ann", "1"));
    await accounts.add("https://a.example", "t2", user("Ann", "2"));
    assert.equal(new Set(accounts.all.map(({ label }) => label)).size, 2);
  });

  it("starts the local service for its remembered account and uses its new port", async () => {
    const { newWindow, woken } = machine();
    await newWindow().accounts.add("http://127.0.0.1:1000", "local-token", user("You"), true);
    const { accounts } = newWindow();
    await accounts.load();
    assert.deepEqual([woken.length, accounts.get("local")?.baseUrl], [1, "http://127.0.0.1:1001"]);
    await settle();
    await accounts.add("https://a.example", "t", user("Ann"));
    assert.equal(accounts.get("local")?.baseUrl, "http://127.0.0.1:1001");
  });

  it("closes the account of an ended service, and opens it again with the service's next start", async () => {
    const { newWindow, woken } = machine();
    const { accounts, changes } = newWindow();
    await accounts.add("http://127.0.0.1:1000", "local-token", user("You"), true);
    await accounts.close("local");
    assert.deepEqual([accounts.all, accounts.tokenOf("local")], [[], undefined]);
    await accounts.add("http://127.0.0.1:1002", "newer-token", user("You"), true);
    assert.equal(accounts.get("local")?.baseUrl, "http://127.0.0.1:1002");
    assert.deepEqual(changes, ["added local", "removed local", "added local"]);
    const next = newWindow().accounts;
    await next.load();
    assert.deepEqual([woken.length, next.tokenOf("local")], [1, "local-token"]);
  });

  it("does not open the local account at its old URL when its service does not start", async () => {
    const { newWindow } = machine();
    await newWindow().accounts.add("http://127.0.0.1:1000", "local-token", user("You"), true);
    const wakeLocalService = () => Promise.reject(new Error("it did not answer in time"));
    const { accounts } = newWindow(undefined, { wakeLocalService });
    await accounts.load();
    assert.deepEqual(accounts.all, []);
  });

  it("signs the local account in again where secrets were lost, and other accounts out", async () => {
    const { newWindow } = machine();
    const first = newWindow().accounts;
    await first.add("http://127.0.0.1:1000", "local-token", user("You"), true);
    await first.add("https://a.example", "t", user("Ann"));
    const { accounts } = newWindow(new Secrets());
    await accounts.load();
    assert.deepEqual(idsOf(accounts), ["local"]);
  });

  it("does not restore a local account that was signed out", async () => {
    const { newWindow } = machine();
    const first = newWindow().accounts;
    await first.add("http://127.0.0.1:1000", "local-token", user("You"), true);
    await first.remove("local");
    const { accounts } = newWindow(new Secrets());
    await accounts.load();
    assert.deepEqual(accounts.all, []);
  });

  it("keeps the local account with its user when the keyring refuses to delete its token", async () => {
    const secrets = new Secrets();
    const { newWindow } = machine();
    const first = newWindow(secrets).accounts;
    await first.add("http://127.0.0.1:1000", "local-token", user("You"), true);
    secrets.before = (operation) => {
      if (operation === "delete") throw new Error("The keyring is locked.");
    };
    await assert.rejects(first.remove("local"), { name: "SessionNotStored", why: "delete" });
    assert.deepEqual(idsOf(first), ["local"]);
    const { accounts } = newWindow(new Secrets());
    await accounts.load();
    assert.deepEqual(idsOf(accounts), ["local"]);
  });

  it("closes a local account that another window signs out, and does not start its service", async () => {
    for (const isEnded of [false, true]) {
      const { newWindow, woken } = machine();
      const [first, second] = [newWindow(), newWindow()];
      await second.accounts.load();
      await first.accounts.add("http://127.0.0.1:1000", "local-token", user("You"), true);
      await settle();
      await second.accounts.reload();
      const before = woken.length;
      assert.deepEqual(idsOf(second.accounts), ["local"]);
      if (isEnded) await second.accounts.close("local");
      await first.accounts.remove("local");
      for (let turn = 0; turn < 20; turn++) await settle();
      assert.deepEqual([idsOf(second.accounts), woken.length - before], [[], 0]);
    }
  });

  it("skips an invalid sign-in and keeps the others", async () => {
    const good = { accountId: "a", baseUrl: "https://a.example", token: "t", userId: "1", userName: "Ann" };
    const bad = ["{", "{}", "null", "5", JSON.stringify({ ...good, accountId: "f", baseUrl: "?" })];
    const [secrets, machineFiles] = [new Secrets(), new MemoryMachineFiles()];
    for (const [index, text] of [JSON.stringify(good), ...bad].entries()) {
      const id = String.fromCharCode(97 + index);
      await secrets.store(`session:${id}`, text);
      machineFiles.put(`signedIn/${id}`, "");
    }
    const { accounts } = machine({ machineFiles }).newWindow(secrets);
    await accounts.load();
    assert.deepEqual(idsOf(accounts), ["a"]);
  });

  it("starts no local service for an invalid user", async () => {
    const localUser = { get: () => "somebody", set: async () => {} };
    const { newWindow, woken } = machine();
    const { accounts } = newWindow(undefined, { localUser });
    await accounts.load();
    assert.deepEqual([accounts.all.length, woken.length], [0, 0]);
  });
});
