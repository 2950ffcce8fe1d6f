// Which account's app a folder belongs to.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../../../src/accounts/accounts";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { chosenLink, readFolderApp } from "../../../../../src/editor/project/folderApp";
import { switchTarget } from "../../../../../src/features/transfers/commands/linkFolder";
import {
  accountHaving,
  chooseFolderApp,
  type FolderChoice,
} from "../../../../../src/features/transfers/place/chooseFolderApp";
import {
  findFolderApp,
  foundFolderOf,
  setLink,
} from "../../../../../src/features/transfers/place/linkedFolders";
import {
  rememberPicked,
  type TransferPlace,
} from "../../../../../src/features/transfers/place/transferPlace";
import type { TransferServices } from "../../../../../src/features/transfers/place/transferServices";
import { MemoryState } from "../../../../support/memoryState";
import { folder, useProjectWindow } from "../projectWindow";

const whichApp = "Select an app to push to";

function account(id: string, appIds: readonly string[], baseUrl = `https://${id}.example`): Account {
  const apps = appIds.map((appId) => ({ id: appId }));
  return {
    ...{ id, label: id, baseUrl, isLocal: false },
    apps: {
      snapshot: { apps },
      find: (appId: string) => apps.find((app) => app.id === appId),
      refresh: async () => {},
    },
  } as unknown as Account;
}

function setUp(all: readonly Account[]) {
  const state = new MemoryState();
  const current = { all };
  const accounts = {
    get all() {
      return current.all;
    },
    get: (id: string) => current.all.find((each) => each.id === id),
  } as unknown as Accounts;
  const questions: string[] = [];
  const services = {
    ...{ state, accounts },
    chooseApp: async (_argument: unknown, title: string) => {
      questions.push(title);
      return { accountId: all[0]?.id ?? "", appId: "chosen", name: "Chosen" };
    },
  } as unknown as TransferServices;
  const choose = async (question: Parameters<typeof chooseFolderApp>[2]) =>
    await chooseFolderApp(await readFolderApp(folder, services), services, question);
  const appOf = async (isQuiet = false) => await choose({ whichApp, isQuiet });
  const pushedTo = async (chosen: FolderChoice) => {
    const reading = await readFolderApp(folder, services);
    return await rememberPicked({ folder, reading, appName: "Chosen", ...chosen } as TransferPlace, services);
  };
  return { services, accounts, state, questions, choose, appOf, pushedTo, current };
}

describe("the app of hosted-app.json", () => {
  const shown = useProjectWindow();
  const targets = { development: { appId: "mail" }, production: { appId: "shop" } };

  beforeEach(() => {
    shown.projectFile = { appId: "shop" };
  });

  it("is switched to another target, which is asked for", async () => {
    shown.projectFile = { targets };
    shown.answer = "production";
    const { services, accounts } = setUp([account("ann", ["mail"]), account("bob", ["shop"])]);
    Object.assign(accounts, { load: async () => undefined });
    await setLink(folder, { accountId: "ann", appId: "mail" }, services);
    await switchTarget({ folder, target: "development" }, services);
    assert.deepEqual(shown.said, [
      ...["Select the target of shop development, production", "The target of shop is production now"],
    ]);
    const { accountId, appId } = chosenLink(folder, services) ?? {};
    assert.deepEqual([accountId, appId], ["bob", "shop"]);
  });

  it("is the app of the one account that lists it, without a question", async () => {
    const { appOf, questions } = setUp([account("ann", ["mail"]), account("bob", ["shop"])]);
    assert.deepEqual(await appOf(true), { accountId: "bob", appId: "shop" });
    assert.deepEqual([shown.said, questions], [[], []]);
  });

  it("is the app of the account that the user chooses when several list it, remembered after a push", async () => {
    const { appOf, pushedTo } = setUp([account("ann", ["shop"]), account("bob", ["shop"])]);
    await assert.rejects(appOf(true), /Several accounts have the app shop/);
    shown.answer = "bob";
    const chosen = await appOf();
    assert.deepEqual(chosen, { accountId: "bob", appId: "shop", isPicked: true });
    await assert.rejects(appOf(true), /Several accounts have the app shop/);
    assert.deepEqual(await pushedTo(chosen), []);
    assert.deepEqual(await appOf(true), { accountId: "bob", appId: "shop" });
    assert.deepEqual(shown.said, [
      "Several accounts have the app shop. Which one do you want to use? ann, bob",
    ]);
  });

  it("is asked about again when the chosen account is gone or moved to another service", async () => {
    const both = [account("ann", ["shop"]), account("bob", ["shop"])];
    const { appOf, pushedTo, current } = setUp(both);
    shown.answer = "bob";
    await pushedTo(await appOf());
    current.all = [account("ann", ["shop"]), account("bob", ["shop"], "https://elsewhere.example")];
    await assert.rejects(appOf(true), /Several accounts/);
    current.all = [account("ann", ["shop"]), account("eve", ["shop"])];
    await assert.rejects(appOf(true), /Several accounts/);
    current.all = both;
    assert.deepEqual(await appOf(true), { accountId: "bob", appId: "shop" });
  });

  it("receives nothing while no account lists it, until the user chooses another app", async () => {
    const { appOf, pushedTo, questions, current } = setUp([account("ann", ["chosen"])]);
    await assert.rejects(appOf(true), /None of your accounts has the app shop/);
    await assert.rejects(appOf(), { name: "CancelledError" });
    shown.answer = "Select Another App";
    const chosen = await appOf();
    assert.deepEqual(chosen, { accountId: "ann", appId: "chosen", isPicked: true });
    assert.deepEqual(questions, [whichApp]);
    await assert.rejects(appOf(true), /None of your accounts has the app shop/);
    await pushedTo(chosen);
    assert.deepEqual(await appOf(true), { accountId: "ann", appId: "chosen" });
    current.all = [...current.all, account("bob", ["shop"])];
    assert.deepEqual(await appOf(true), { accountId: "bob", appId: "shop" });
  });

  it("can be replaced by another or a new app when it is gone", async () => {
    shown.projectFile = undefined;
    const { appOf, pushedTo, current, services } = setUp([account("ann", ["shop", "chosen"])]);
    await setLink(folder, { accountId: "ann", appId: "shop" }, services);
    assert.deepEqual(await appOf(true), { accountId: "ann", appId: "shop" });
    current.all = [account("ann", ["chosen"])];
    await assert.rejects(appOf(true), /The app that shop was linked to no longer exists/);
    const ran: unknown[] = [];
    Object.assign(vscode.commands, { executeCommand: async (...given: unknown[]) => void ran.push(given) });
    shown.answer = "Create New App...";
    await assert.rejects(appOf(), { name: "CancelledError" });
    assert.deepEqual(ran, [["hostedApps.deploy.createApp", folder]]);
    shown.answer = "Select Another App";
    const chosen = await appOf();
    assert.deepEqual(chosen, { accountId: "ann", appId: "chosen", isPicked: true });
    assert.deepEqual(await pushedTo(chosen), ["Linked the folder to Chosen."]);
    const question =
      "The app that shop was linked to no longer exists. | Select Another App | Create New App...";
    assert.deepEqual(shown.said, Array(2).fill(question));
    assert.deepEqual(await appOf(true), { accountId: "ann", appId: "chosen" });
  });

  it("is not reported as gone when the list failed or is incomplete", async () => {
    shown.projectFile = undefined;
    for (const snapshot of [
      { apps: [], error: new ServiceError("network", "down") },
      { apps: [], missing: { count: 1, cause: "pages" } },
    ]) {
      const ann = account("ann", []);
      Object.assign(ann.apps, { snapshot });
      const { appOf, services } = setUp([ann]);
      await setLink(folder, { accountId: "ann", appId: "shop" }, services);
      assert.deepEqual(await appOf(true), { accountId: "ann", appId: "shop" });
    }
  });

  it("is not reported as unlisted when an account could not be read", async () => {
    const silent = account("ann", []);
    const error = new ServiceError("network", "down");
    Object.assign(silent.apps, { snapshot: { apps: undefined, error } });
    const { appOf } = setUp([silent, account("bob", ["mail"])]);
    await assert.rejects(appOf(true), error);
  });

  it("is found when it is newer than the account's list", async () => {
    const ann = account("ann", []);
    let isListed = false;
    Object.assign(ann.apps, {
      refresh: async () => {
        isListed = true;
      },
      find: () => (isListed ? { id: "shop" } : undefined),
    });
    assert.deepEqual(await setUp([ann]).appOf(true), { accountId: "ann", appId: "shop" });
  });

  it("leads to its folder only for its own account", async () => {
    const { services } = setUp([account("ann", ["shop"]), account("bob", ["shop"])]);
    await setLink(folder, { accountId: "bob", appId: "shop" }, services);
    const folderFor = async (accountId: string) =>
      (await foundFolderOf({ accountId, appId: "shop" }, services))?.folder.path;
    assert.deepEqual([await folderFor("ann"), await folderFor("bob")], [undefined, folder.path]);
  });

  it("is resolved in the same way for a command that names an app without an account", async () => {
    const { services } = setUp([account("ann", ["shop", "mail"]), account("bob", ["shop"])]);
    assert.deepEqual(await accountHaving("mail", services, true), { accountId: "ann", appId: "mail" });
    await assert.rejects(accountHaving("shop", services, true), /Several accounts/);
    await assert.rejects(accountHaving("none", services, true), /None of your accounts/);
  });

  it("is asked for when there are several targets, the last pushed one first", async () => {
    shown.projectFile = { targets };
    const { choose, pushedTo } = setUp([account("ann", ["shop", "mail", "other"])]);
    const ask = async (more: object = {}) =>
      await choose({ whichApp, isQuiet: false, asksTarget: true, ...more });
    await assert.rejects(ask({ isQuiet: true }), /in the "target" argument: development, production/);
    await assert.rejects(ask(), { name: "CancelledError" });
    shown.answer = "production";
    const production = await ask();
    assert.deepEqual(production, { accountId: "ann", appId: "shop", isPicked: true });
    await assert.rejects(ask({ isQuiet: true }), /in the "target" argument/);
    await pushedTo(production);
    shown.answer = "development";
    assert.deepEqual(await ask({ asksTarget: false }), { accountId: "ann", appId: "shop" });
    assert.deepEqual(await ask({ isQuiet: true }), { accountId: "ann", appId: "shop" });
    assert.deepEqual(await ask(), { accountId: "ann", appId: "mail", isPicked: true });
    assert.deepEqual(await ask({ isQuiet: true }), { accountId: "ann", appId: "shop" });
    assert.deepEqual(shown.said.slice(1), [
      `${whichApp} development, production`,
      `${whichApp} production, development`,
    ]);
  });

  it("is the named target, which does not change the remembered choice", async () => {
    shown.projectFile = { targets };
    const { choose } = setUp([account("ann", ["shop", "mail"])]);
    const quiet = { whichApp, isQuiet: true };
    const production = await choose({ ...quiet, target: "production" });
    assert.deepEqual(production, { accountId: "ann", appId: "shop" });
    await assert.rejects(choose(quiet), /in the "target" argument/);
    await assert.rejects(
      choose({ ...quiet, target: "test" }),
      /no target "test"\. hosted-app\.json has: development, production/,
    );
    shown.projectFile = { appId: "shop" };
    await assert.rejects(choose({ ...quiet, target: "test" }), /no target "test"/);
  });

  it("replaces a choice that is none of the targets, and each target leads to the folder", async () => {
    const { services, accounts } = setUp([account("ann", ["shop", "mail", "other"])]);
    await setLink(folder, { accountId: "ann", appId: "other" }, services);
    shown.projectFile = { targets };
    assert.deepEqual(await findFolderApp(await readFolderApp(folder, services), accounts), {
      kind: "several",
    });
    for (const appId of ["mail", "shop"])
      assert.equal((await foundFolderOf({ accountId: "ann", appId }, services))?.folder.path, folder.path);
    assert.equal(await foundFolderOf({ accountId: "ann", appId: "other" }, services), undefined);
  });
});
