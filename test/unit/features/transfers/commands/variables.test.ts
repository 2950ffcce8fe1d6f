// Pull Variables and Compare Variables in a real folder: what is asked, written and shown.
import assert from "node:assert/strict";
import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { withConsent } from "../../../../../src/editor/commands/consent";
import { compareVariables, pullVariables } from "../../../../../src/features/transfers/commands/variables";
import { FakeClock } from "../../../../support/fakeClock";
import { someAccount, someAccounts, someApp } from "../../../../support/someApp";
import { temporaryFolder } from "../../../../support/temporaryFolder";
import {
  answerNotices,
  extensions,
  type ShownNotice,
  window,
  workspace,
} from "../../../../support/vscodeParts";
import { waitUntil } from "../../../../support/waitUntil";
import { untouchedServices, useProjectWindow } from "../projectWindow";

const inApp = { TOKEN: "secret one", PORT_NAME: "8080", KEY: "their key" };

describe("the variables of an app and its folder", () => {
  useProjectWindow();

  function world(
    own: Readonly<Record<string, string>>,
    environment: Readonly<Record<string, string>> = inApp,
  ) {
    const home = temporaryFolder("variables");
    for (const [name, text] of Object.entries(own)) writeFileSync(path.join(home, name), text);
    const account = someAccount({ apps: [someApp()] });
    const variables = Object.entries(environment).map(([key, value]) => ({ key, value }));
    Object.assign(account.client, { getApp: async () => someApp({ environment: variables }) });
    const services = untouchedServices({ accounts: someAccounts(account), clock: new FakeClock() });
    const picks: { title: string; labels: string[] }[] = [];
    const select: string[][] = [];
    window["showQuickPick"] = async (
      items: readonly vscode.QuickPickItem[],
      { title = "", canPickMany }: vscode.QuickPickOptions,
    ) => {
      picks.push({ title, labels: items.map(({ label }) => label) });
      const chosen = select.shift();
      const found = chosen && items.filter(({ label }) => chosen.includes(label));
      return canPickMany ? found : found?.[0];
    };
    Object.assign(window, { tabGroups: { all: [] } });
    const argument = { folder: vscode.Uri.file(home), accountId: "account", appId: "shop" };
    const read = (name: string) => {
      const file = path.join(home, name);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    };
    return { home, services, picks, select, argument, read };
  }
  const agreeing = (press = "Write") =>
    answerNotices(({ buttons }) => buttons.find((each) => each === press));
  const asked = (shown: readonly ShownNotice[]) => shown.filter(({ options }) => options.modal);
  const git = (repository: object | null) => {
    extensions["getExtension"] = () => ({
      ...{ isActive: true, exports: { getAPI: () => ({ getRepository: () => repository }) } },
    });
  };
  const untracked = async () => await Promise.reject({ gitErrorCode: "UnknownPath" });

  it("go into a new .env that git ignores, after one question without values", async () => {
    const { services, argument, read, home } = world({});
    const shown = agreeing();
    const done = await pullVariables(argument, services);
    assert.deepEqual(done.written, ["TOKEN", "PORT_NAME", "KEY"]);
    assert.equal(read(".env"), "TOKEN='secret one'\nPORT_NAME=8080\nKEY='their key'\n");
    assert.equal(read(".gitignore"), ".env\n");
    if (process.platform !== "win32") assert.equal(statSync(path.join(home, ".env")).mode & 0o777, 0o600);
    const [question] = asked(shown);
    assert.equal(question?.text, "Write variables of Shop to .env?");
    assert.deepEqual(question?.options.detail?.split("\n"), [
      "Shop in the account me",
      `Into ${path.join(home, ".env")}`,
      "Couldn't check whether git tracks this file.",
      ".env is added to .gitignore first.",
      ...["TOKEN", "PORT_NAME", "KEY"],
    ]);
    assert.doesNotMatch(JSON.stringify([shown, done]), /secret|their/);
  });

  it("are not written without a yes", async () => {
    const { services, argument, read } = world({});
    agreeing("Other");
    await assert.rejects(pullVariables(argument, services));
    assert.deepEqual([read(".env"), read(".gitignore")], [undefined, undefined]);
  });

  it("replace those of .env that the user selects, and leave the others, comments and order", async () => {
    const { services, argument, read, picks, select } = world({
      ".env": "# mine\nKEY=mine # note\nOWN=1\nTOKEN=mine",
      ".gitignore": "*.log\n.env*\n",
    });
    select.push(["KEY"]);
    const shown = agreeing();
    const done = await pullVariables(argument, services);
    assert.deepEqual(picks, [
      { title: "Select variables to replace with the values of Shop", labels: ["TOKEN", "KEY"] },
    ]);
    assert.equal(read(".env"), "# mine\nKEY='their key' # note\nOWN=1\nTOKEN=mine\nPORT_NAME=8080\n");
    assert.equal(read(".gitignore"), "*.log\n.env*\n");
    assert.deepEqual(done, {
      ...{ accountId: "account", appId: "shop", written: ["PORT_NAME", "KEY"], kept: ["TOKEN"], left: [] },
    });
    assert.match(asked(shown)[0]?.options.detail ?? "", /Replaces: KEY/);
  });

  it("are found and replaced in a .env as some editors on Windows write it", async () => {
    const { services, argument, read, select } = world(
      { ".env": "\ufeffTOKEN=mine\r\nPEM='one\r\ntwo'\r\n" },
      { TOKEN: "theirs", PEM: "one\ntwo" },
    );
    assert.deepEqual((await compareVariables(argument, services)).different, ["TOKEN"]);
    select.push(["TOKEN"]);
    const shown = agreeing();
    await pullVariables(argument, services);
    assert.match(asked(shown)[0]?.options.detail ?? "", /Replaces: TOKEN/);
    assert.equal(read(".env"), "\ufeffTOKEN=theirs\r\nPEM='one\r\ntwo'\r\n");
  });

  it("keep what .env has, with consent, and ask although a tracked .env is written", async () => {
    git({ getObjectDetails: async () => ({}), checkIgnore: async () => new Set() });
    const { services, argument, read } = world({ ".env": "KEY=mine\n" });
    const shown = agreeing("Other");
    await assert.rejects(pullVariables(withConsent({ ...argument, confirm: true }), services));
    assert.match(asked(shown)[0]?.options.detail ?? "", /Git tracks this file: your next commit will have/);
    assert.equal(read(".env"), "KEY=mine\n");
    git({ getObjectDetails: untracked, checkIgnore: async (all: string[]) => new Set(all) });
    const quiet = agreeing();
    const done = await pullVariables(withConsent({ ...argument, confirm: true }), services);
    assert.deepEqual([asked(quiet), done.kept, done.written], [[], ["KEY"], ["TOKEN", "PORT_NAME"]]);
    assert.equal(read(".env"), "KEY=mine\nTOKEN='secret one'\nPORT_NAME=8080\n");
    assert.equal(read(".gitignore"), undefined, "git ignores .env by another rule");
  });

  it("are taken back by Undo, but for a file that changed since", async () => {
    for (const isChanged of [false, true]) {
      const { services, argument, read, home } = world({ ".env": "OWN=1\n", ".gitignore": "a" });
      const pressed: string[] = [];
      const shown = answerNotices(({ buttons }) => {
        const found = buttons.find((each) => ["Write", "Undo"].includes(each));
        if (found === "Undo" && isChanged) writeFileSync(path.join(home, ".env"), "OWN=2\n");
        if (found) pressed.push(found);
        return found;
      });
      await pullVariables(argument, services);
      const isOver = () =>
        isChanged ? shown.some(({ kind }) => kind === "error") : read(".gitignore") === "a";
      await waitUntil(isOver, { what: "the end of the undo" });
      assert.deepEqual(pressed, ["Write", "Undo"]);
      assert.equal(read(".env"), isChanged ? "OWN=2\n" : "OWN=1\n");
      if (isChanged) assert.equal(read(".gitignore"), "a\n.env\n");
    }
  });

  it("are not written over text that is unsaved, a link, or changed during the question", async () => {
    const linked = world({ other: "A=1\n" });
    symlinkSync(path.join(linked.home, "other"), path.join(linked.home, ".env"));
    await assert.rejects(pullVariables(linked.argument, linked.services), /is a link/);
    const unsaved = world({ ".env": "A=1\n" });
    const uri = vscode.Uri.file(path.join(unsaved.home, ".env"));
    workspace["textDocuments"] = [{ uri, isDirty: true }];
    await assert.rejects(pullVariables(unsaved.argument, unsaved.services), /unsaved changes/);
    workspace["textDocuments"] = [];
    const changed = world({ ".env": "A=1\n" });
    answerNotices(({ buttons }) => {
      writeFileSync(path.join(changed.home, ".env"), "A=2\n");
      return buttons[0];
    });
    await assert.rejects(pullVariables(changed.argument, changed.services), /changed in the meantime/);
    assert.deepEqual([changed.read(".env"), changed.read(".gitignore")], ["A=2\n", undefined]);
  });

  it("are compared by name, and a value is shown only on demand", async () => {
    const { services, argument, picks, select } = world({ ".env": "KEY=mine\nOWN=1\nPORT_NAME=8080\n" });
    const shown = answerNotices();
    select.push(["TOKEN"], ["KEY"]);
    const done = await compareVariables(argument, services);
    assert.deepEqual(done, {
      ...{ accountId: "account", appId: "shop" },
      ...{ onlyInApp: ["TOKEN"], onlyInFolder: ["OWN"], different: ["KEY"] },
    });
    await waitUntil(() => picks.length === 3, { what: "the list after its value" });
    assert.deepEqual(picks[0]?.labels, [
      ...["different: select one to show its values", "KEY", "missing in .env", "TOKEN"],
      ...["missing in Shop", "OWN"],
    ]);
    assert.deepEqual(
      shown.map(({ text, options }) => [text, options.detail]),
      [["KEY", "Shop: their key\n\n.env: mine"]],
    );
  });

  it("are the same where nothing differs, and not reported where the service says nothing", async () => {
    const same = world({ ".env": "A=1\n" }, { A: "1" });
    const shown = answerNotices();
    await compareVariables(same.argument, same.services);
    await waitUntil(() => shown.length > 0, { what: "a notice" });
    assert.equal(shown[0]?.text, "Shop and .env have the same variables.");
    assert.deepEqual((await pullVariables(same.argument, same.services)).written, []);
    const [account] = same.services.accounts.all;
    assert.ok(account);
    Object.assign(account.client, { getApp: async () => someApp() });
    await assert.rejects(compareVariables(same.argument, same.services));
    assert.match(shown.at(-1)?.text ?? "", /doesn't report the variables of Shop/);
  });
});
