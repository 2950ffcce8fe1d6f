// Commands, tools and tasks with invalid arguments.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Accounts } from "../../../src/accounts/accounts";
import { CancelledError } from "../../../src/core/errors/cancelledError";
import { withConsent } from "../../../src/editor/commands/consent";
import { showSessionAddress } from "../../../src/features/account/accountCommands";
import { readTeamKey } from "../../../src/features/account/teamText";
import { readCreateAppArgument } from "../../../src/features/create/createAppArgument";
import { deleteFiles } from "../../../src/features/files/mount/deleteFiles";
import type { HostedFileSystem } from "../../../src/features/files/mount/hostedFileSystem";
import { givenTarget } from "../../../src/features/transfers/commands/download";
import { readPlaceArgument } from "../../../src/features/transfers/place/transferPlace";
import { askedWindow } from "../../support/askedWindow";
import { runTask } from "../../support/runTask";
import { someAccount, someAccounts } from "../../support/someApp";

const shop = { accountId: "account", appId: "shop" };

async function deleted(
  paths: unknown,
  make: <T>(argument: T) => T = withConsent,
): Promise<readonly string[] | undefined> {
  let asked: readonly string[] | undefined;
  const deleteAll = async (_app: unknown, all: readonly string[]) => {
    asked = all;
    return { left: [] };
  };
  const fileSystem = { deleteAll } as unknown as HostedFileSystem;
  const chooseApp = async () => ({ ...shop, name: "Shop" });
  await deleteFiles(make({ ...shop, paths }), undefined, {
    fileSystem,
    chooseApp,
    accounts: someAccounts(someAccount()),
  }).catch((error: unknown) => assert.ok(error instanceof CancelledError));
  return asked;
}

describe("deleting files", () => {
  it("accepts a path without its first slash", async () => {
    assert.deepEqual(await deleted(["src/a.txt", "/b.txt"]), ["/src/a.txt", "/b.txt"]);
  });

  it("never treats an empty path as the whole app", async () => {
    assert.deepEqual(await deleted(["", "/b.txt"]), ["/b.txt"]);
  });

  it("deletes nothing of a foreign argument before the user agrees to the files of this account", async () => {
    const window = askedWindow();
    assert.equal(await deleted(["/b.txt"], (argument) => argument), undefined);
    assert.deepEqual(window.asked[0]?.lines.slice(0, 2), ["/b.txt", "From Shop in the account me"]);
  });

  it("deletes nothing without a question for invalid paths", async () => {
    assert.equal(await deleted(5), undefined);
  });
});

describe("the argument of Create App", () => {
  it("is refused for an invalid setting when no questions are allowed", () => {
    const settings = { name: "Shop", memoryMB: "512", runtime: "php" };
    assert.throws(() => readCreateAppArgument({ settings }), /memoryMB, runtime/);
    assert.throws(() => readCreateAppArgument({ settings: "all" }), /all/);
    assert.throws(() => readCreateAppArgument({ settings: null }), /null/);
  });

  it("names no account by anything but text", () => {
    assert.equal(readCreateAppArgument({ accountId: 5 }).accountId, "5");
  });

  it("starts the steps with the valid rest", () => {
    const { startWith, settings } = readCreateAppArgument({ startWith: { name: "Shop", memoryMB: "512" } });
    assert.deepEqual([startWith, settings], [{ name: "Shop" }, undefined]);
    assert.deepEqual(readCreateAppArgument({ settings: { name: "Shop" } }).settings, { name: "Shop" });
  });
});

describe("the argument of Push and Pull", () => {
  it("suppresses questions only with a folder, or with consent that is exactly true", () => {
    const isQuiet = (argument: object) => readPlaceArgument(argument).isQuiet;
    assert.deepEqual(
      [isQuiet({ folder: "/a" }), isQuiet({ confirm: true }), isQuiet(shop)],
      [true, true, false],
    );
    assert.equal(isQuiet({ folder: "/a", confirm: "true" }), false);
    assert.equal(isQuiet({ folder: "" }), false);
  });
});

describe("the argument of Download", () => {
  it("means the single file that a text names, not the whole app", () => {
    const given = givenTarget({ ...shop, paths: "a.txt", target: "file:///home/me" });
    assert.deepEqual(
      given?.places.map(({ path }) => path),
      ["/a.txt"],
    );
  });
});

describe("the URL of a session", () => {
  it("is asked for when the argument names no signed-in account", async () => {
    const accounts = { load: async () => {}, all: [], get: () => undefined } as unknown as Accounts;
    const argument = { account: { id: "gone" }, session: { id: "s1" } };
    await assert.rejects(showSessionAddress(accounts, argument), CancelledError);
  });
});

describe("the page of a team", () => {
  it("is of no team when its URI is invalid", () => {
    assert.deepEqual(readTeamKey('{"accountId":"me","teamId":"crew"}'), { accountId: "me", teamId: "crew" });
    for (const query of ["", "{", "[]", "null", '{"accountId":5,"teamId":"crew"}'])
      assert.equal(readTeamKey(query), undefined);
  });
});

describe("a task of tasks.json", () => {
  it("writes no control sequences to its terminal", async () => {
    const { said } = await runTask({ task: "\u001b]8;;command:x\u0007\u001b[2Jx" });
    assert.match(said, /There's no task/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
    assert.doesNotMatch(said, /[\u001b\u0007]/);
  });

  it("does nothing, with a message, when a part of it is not text", async () => {
    const { said, code } = await runTask({ task: "push", folder: 5 });
    assert.equal(code, 1);
    assert.match(said, /must be strings/);
  });
});
