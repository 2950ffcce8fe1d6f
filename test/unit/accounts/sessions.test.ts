// Sign-ins of two windows at once, and an unreliable keyring.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Account, Accounts } from "../../../src/accounts/accounts";
import { SessionNotStored } from "../../../src/core/errors/sessionNotStored";
import { Random } from "../../simulation/random";
import { MemoryMachineFiles } from "../../support/memoryMachineFiles";
import { Secrets } from "../../support/memorySecrets";
import { newAccounts } from "./newAccounts";

function machine() {
  const secrets = new Secrets();
  let created = 0;
  const machineFiles = new MemoryMachineFiles(() => ++created);
  const newWindow = () => newAccounts({ secrets, machineFiles });
  return { secrets, machineFiles, newWindow };
}

const signIn = async (accounts: Accounts, name: string, token = `token of ${name}`): Promise<Account> =>
  await accounts.add("https://a.example", token, { id: name, name, sessions: [] });

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

const labels = (accounts: Accounts): string[] => accounts.all.map(({ label }) => label).sort();

/** The next `times` operations of a kind. */
function failNext(secrets: Secrets, kind: "get" | "store" | "delete", times: number): void {
  let left = times;
  secrets.before = (operation) => {
    if (operation === kind && left-- > 0) throw new Error("the keyring is locked");
  };
}

/** Random order of the keyring's operations. */
async function inAnyOrder<T>(secrets: Secrets, random: Random, work: () => Promise<T>): Promise<T> {
  const waiting: (() => void)[] = [];
  secrets.before = () => new Promise<void>((resolve) => waiting.push(resolve));
  let isDone = false;
  const end = work().finally(() => {
    isDone = true;
  });
  while (!isDone || waiting.length > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    for (const goOn of waiting.splice(Math.floor(random.next() * waiting.length), 1)) goOn();
  }
  secrets.before = () => undefined;
  await settle();
  return await end;
}

describe("remembered sign-ins", () => {
  it("survive windows that sign in and out at once, in any order", async () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      const { secrets, newWindow } = machine();
      const first = newWindow();
      await signIn(first, "Old");
      const old = first.all[0]?.id ?? "";
      const second = newWindow();
      await second.load();
      const other = () => (seed % 2 === 0 ? second.remove(old) : signIn(second, "Bob"));
      await inAnyOrder(secrets, random, () => Promise.all([signIn(first, "Ann"), other()]));
      const others = seed % 2 === 0 ? [] : ["Bob (a.example)", "Old (a.example)"];
      const expected = ["Ann (a.example)", ...others];
      const third = newWindow();
      await third.load();
      for (const window of [first, second, third]) assert.deepEqual(labels(window), expected, `${seed}`);
    }
  });

  it("of one account, out in one window and in again in another, are complete or absent", async () => {
    for (let seed = 1; seed <= 300; seed++) {
      const random = new Random(seed);
      const { secrets, machineFiles, newWindow } = machine();
      const first = newWindow();
      const { id } = await signIn(first, "Ann");
      const second = newWindow();
      await second.load();
      const both = () => Promise.allSettled([signIn(first, "Ann", "fresh"), second.remove(id)]);
      const [signedIn] = await inAnyOrder(secrets, random, both);
      const isThere = first.all.length === 1;
      assert.equal(second.all.length === 1, isThere, `both windows know the same (${seed})`);
      assert.equal(first.tokenOf(id), isThere ? "fresh" : undefined);
      const tokens = [...secrets.values.values()].filter((text) => text.includes("token"));
      assert.equal(tokens.length, isThere ? 1 : 0, `no token stays that nobody knows of (${seed})`);
      if (isThere) assert.ok([...machineFiles.files.keys()].includes(`signedIn/${id}`));
      if (signedIn.status === "rejected") assert.ok(signedIn.reason instanceof SessionNotStored);
    }
  });

  it("are read again when the keyring fails once, without a message", async () => {
    const { secrets, newWindow } = machine();
    await signIn(newWindow(), "Ann");
    failNext(secrets, "get", 1);
    const accounts = newWindow();
    let reports = 0;
    accounts.onDidFailToRead(() => reports++);
    await accounts.load();
    assert.deepEqual([labels(accounts), reports], [["Ann (a.example)"], 0]);
  });

  it("are counted without the keyring, which may ask for a password", async () => {
    const { secrets, newWindow } = machine();
    assert.equal(await newWindow().isAnySignedIn(), false);
    const first = newWindow();
    const { id } = await signIn(first, "Ada");
    failNext(secrets, "get", Number.POSITIVE_INFINITY);
    assert.equal(await newWindow().isAnySignedIn(), true);
    secrets.before = () => undefined;
    await first.remove(id);
    assert.equal(await newWindow().isAnySignedIn(), false);
  });

  it("stay open while the keyring fails, and are never overwritten", async () => {
    const { secrets, newWindow } = machine();
    const first = newWindow();
    await signIn(first, "Ann");
    await signIn(first, "Bob");
    const kept = new Map(secrets.values);
    let reports = 0;
    first.onDidFailToRead(() => reports++);
    failNext(secrets, "get", 1_000);
    await first.reload();
    assert.deepEqual(labels(first), ["Ann (a.example)", "Bob (a.example)"]);
    assert.ok(reports > 0);

    const second = newWindow();
    await second.load();
    assert.deepEqual(labels(second), []);
    await assert.rejects(signIn(second, "Eve"), SessionNotStored);
    secrets.before = () => undefined;
    for (const [key, text] of kept) assert.equal(secrets.values.get(key), text);
    await second.reload();
    assert.ok(labels(second).includes("Ann (a.example)") && labels(second).includes("Bob (a.example)"));
  });

  it("are not reported as stored when the keyring refused them", async () => {
    const { secrets, newWindow } = machine();
    const accounts = newWindow();
    failNext(secrets, "store", 2);
    await assert.rejects(signIn(accounts, "Ann"), { name: "SessionNotStored", why: "store" });
    assert.deepEqual(labels(accounts), []);
    failNext(secrets, "store", 1);
    await signIn(accounts, "Ann");
    assert.deepEqual(labels(accounts), ["Ann (a.example)"]);
  });

  it("are not shown as signed out while their token may still be there", async () => {
    const { secrets, newWindow } = machine();
    const accounts = newWindow();
    const { id } = await signIn(accounts, "Ann");
    failNext(secrets, "delete", 2);
    await assert.rejects(accounts.remove(id), { name: "SessionNotStored", why: "delete" });
    assert.deepEqual(labels(accounts), ["Ann (a.example)"]);
    await accounts.remove(id);
    assert.deepEqual([labels(accounts), secrets.values.size], [[], 0]);
  });
});
