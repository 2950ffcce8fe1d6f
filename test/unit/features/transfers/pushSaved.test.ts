// Push on save: saved files that are pushed, skipped or tried again, and the notices.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account } from "../../../../src/accounts/accounts";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { silentLogger } from "../../../../src/core/logger";
import { setLink } from "../../../../src/features/transfers/place/linkedFolders";
import type { LeftOutFile } from "../../../../src/features/transfers/place/readFiles";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import { SavedFiles } from "../../../../src/features/transfers/pushSaved";
import type { pushFiles } from "../../../../src/features/transfers/run/pushFiles";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryState } from "../../../support/memoryState";
import { someAccount, someAccounts, someApp, someMember, someTeam } from "../../../support/someApp";
import { commands, window, workspace } from "../../../support/vscodeParts";
import { waitUntil } from "../../../support/waitUntil";
import { folder, useProjectWindow } from "./projectWindow";

const fileAt = (path: string) => vscode.Uri.joinPath(folder, path);

describe("files that are saved", () => {
  const shown = useProjectWindow();
  let left: readonly string[];
  let reason: string;
  let failed: readonly string[];
  let leftOut: readonly LeftOutFile[];
  let pushed: string[][];
  let asked: boolean[];
  let clock: FakeClock;
  /** What the push of a folder waits for, by its path. */
  let held: Map<string, Promise<void>>;
  /** Files that are deleted since they were saved. */
  let gone: readonly string[];

  beforeEach(() => {
    [left, pushed, asked] = [[], [], []];
    [failed, leftOut, reason] = [[], [], "changed on both sides"];
    clock = new FakeClock();
    [gone, held] = [[], new Map()];
    const stat = async ({ path }: vscode.Uri) => {
      if (path.endsWith("hosted-app.json") || gone.includes(path))
        throw vscode.FileSystemError.FileNotFound();
      return { type: path.endsWith("folder") ? vscode.FileType.Directory : vscode.FileType.File };
    };
    Object.assign(workspace["fs"] as object, { stat });
  });

  async function savedFiles({ isLinked = true, account = someAccount({ apps: [someApp()] }) } = {}) {
    const state = new MemoryState();
    const accounts = someAccounts(account);
    const services = { accounts, state, clock, logger: silentLogger } as unknown as TransferServices;
    if (isLinked) await setLink(folder, { accountId: "account", appId: "shop" }, services);
    const push: typeof pushFiles = async ({ place, paths }, questions) => {
      await held.get(place.folder.path);
      pushed.push([place.appId, ...paths]);
      asked.push(Object.keys(questions).length > 0);
      const names = paths.map((path) => `/${path.normalize("NFC")}`);
      const outcome = {
        ...{ removed: [], cancelled: [], unchanged: 0 },
        put: names.filter((name) => !left.includes(name) && !failed.includes(name)),
        failed: names.filter((name) => failed.includes(name)).map((path) => ({ path, reason: "Offline." })),
        left: names.filter((name) => left.includes(name)).map((path) => ({ path, reason })),
      };
      return { outcome, hasReplaced: true, leftOut };
    };
    const files = new SavedFiles(services, push);
    /** Saves them, and lets the time pass after which they go. */
    const save = async (...uris: readonly vscode.Uri[]) => {
      for (const uri of uris) files.add(uri);
      await clock.advance(500);
    };
    return { files, save, accounts, services };
  }

  it("are pushed together a moment later, without a question, and the status bar says so", async () => {
    const { files, save } = await savedFiles();
    files.add(fileAt("a.py"));
    await clock.advance(200);
    assert.deepEqual(pushed, []);
    await save(fileAt("lib/b.py"), fileAt("a.py"));
    // Whether lib is a link is read from the real disk.
    await waitUntil(() => shown.said.length > 0, { what: "the push" });
    assert.deepEqual([pushed, asked], [[["shop", "a.py", "lib/b.py"]], [false]]);
    assert.deepEqual(shown.said, ["Pushed 2 files to Shop"]);
  });

  it("are not said to be left when only the restart after them failed", async () => {
    const { save } = await savedFiles();
    Object.assign(workspace, {
      getConfiguration: () => ({
        get: (name: string) => (name === "deploy.restartAfterPush" ? "always" : undefined),
      }),
    });
    commands["executeCommand"] = async () => Promise.reject(new ServiceError("network", "no"));
    window["showErrorMessage"] = async (text: string) => void shown.said.push(text);
    await save(fileAt("a.py"));
    await waitUntil(() => shown.said.length > 1, { what: "the notices" });
    assert.equal(shown.said[0], "Pushed a.py to Shop");
    assert.match(shown.said[1] ?? "", /^Couldn't restart /);
    assert.equal(shown.said.length, 2);
    await save(fileAt("b.py"));
    await waitUntil(() => pushed.length > 1, { what: "the second push" });
    assert.deepEqual(pushed[1], ["shop", "b.py"]);
  });

  it("do not wait for the proof of the restart after those before them", async () => {
    const { save } = await savedFiles();
    Object.assign(workspace, {
      getConfiguration: () => ({
        get: (name: string) => (name === "deploy.restartAfterPush" ? "always" : undefined),
      }),
    });
    let restarts = 0;
    commands["executeCommand"] = async (id: string) => {
      if (id === "hostedApps.app.restart") restarts++;
      await new Promise(() => undefined);
    };
    for (const path of ["a.py", "b.py"]) await save(fileAt(path));
    assert.deepEqual(pushed, [
      ["shop", "a.py"],
      ["shop", "b.py"],
    ]);
    assert.equal(restarts, 2);
  });

  it("are not pushed from outside of an open folder, nor logs and hosted-app.json", async () => {
    const { save } = await savedFiles();
    await save(vscode.Uri.file("/tmp/x.py"), fileAt("app.log"), fileAt("hosted-app.json"));
    assert.deepEqual([pushed, shown.said], [[], []]);
  });

  it("are pushed while files of another folder wait for its open plan", async () => {
    const mail = vscode.Uri.file("/work/mail");
    workspace["getWorkspaceFolder"] = ({ path }: vscode.Uri) => ({
      uri: path.startsWith(mail.path) ? mail : folder,
    });
    const { save, services } = await savedFiles();
    await setLink(mail, { accountId: "account", appId: "shop" }, services);
    let close = (): void => undefined;
    held.set(folder.path, new Promise((resolve) => (close = resolve)));
    await save(fileAt("a.py"));
    await save(fileAt("b.py"), vscode.Uri.joinPath(mail, "m.py"));
    assert.deepEqual(pushed, [["shop", "m.py"]]);
    close();
    await clock.advance(500);
    assert.deepEqual(pushed.slice(1), [
      ["shop", "a.py"],
      ["shop", "b.py"],
    ]);
  });

  it("are pushed while hosted-app.json of another folder cannot be used", async () => {
    const mail = vscode.Uri.file("/work/mail");
    workspace["getWorkspaceFolder"] = ({ path }: vscode.Uri) => ({
      uri: path.startsWith(mail.path) ? mail : folder,
    });
    const { save, services } = await savedFiles();
    await setLink(mail, { accountId: "account", appId: "shop" }, services);
    const { readFile } = workspace["fs"] as typeof vscode.workspace.fs;
    let isBroken = true;
    Object.assign(workspace["fs"] as object, {
      readFile: async (uri: vscode.Uri) =>
        isBroken && uri.path === "/work/shop/hosted-app.json"
          ? new TextEncoder().encode("{")
          : await readFile(uri),
    });
    await save(fileAt("a.py"), fileAt("b.py"));
    await save(vscode.Uri.joinPath(mail, "m.py"));
    assert.deepEqual(pushed, [["shop", "m.py"]]);
    isBroken = false;
    await save(vscode.Uri.joinPath(mail, "n.py"));
    assert.deepEqual(pushed.slice(1).sort(), [
      ["shop", "a.py", "b.py"],
      ["shop", "n.py"],
    ]);
    assert.deepEqual(shown.said.filter((text) => text.includes("weren't pushed")).length, 2);
  });

  it("are not pushed in Restricted Mode", async () => {
    Object.assign(vscode.workspace, { isTrusted: false });
    const { save } = await savedFiles();
    await save(fileAt("a.py"));
    assert.deepEqual(pushed, []);
  });

  it("are left when a teammate changed them, with one notice until the next push", async () => {
    const { save } = await savedFiles();
    const conflict = "a.py was saved but not pushed to Shop: changed on both sides. | Compare | Push File";
    left = ["/a.py"];
    for (let times = 0; times < 2; times++) await save(fileAt("a.py"));
    assert.deepEqual(shown.said, [conflict]);
    left = [];
    await save(fileAt("a.py"));
    left = ["/a.py"];
    await save(fileAt("a.py"));
    assert.deepEqual(shown.said, [conflict, "Pushed a.py to Shop", conflict]);
  });

  it("are named with the reason when they are left for another one", async () => {
    const { save } = await savedFiles();
    [left, reason] = [["/a.bin"], "too large to keep; can't be undone"];
    await save(fileAt("a.bin"));
    assert.match(
      shown.said.join(),
      /^a\.bin was saved but not pushed to Shop: too large to keep; can't be undone/,
    );
  });

  it("are named once when they may contain a secret, and not where a rule excludes them", async () => {
    const { save } = await savedFiles();
    const out = { reason: "a password or key on line 2", mayHoldSecret: true };
    const fileOf = (path: string) => ({
      path,
      sizeBytes: 1,
      modifiedAt: 0,
      read: async () => new Uint8Array(),
    });
    leftOut = [
      { ...out, file: fileOf("conf.py"), isRuledOut: false },
      { ...out, file: fileOf(".env"), isRuledOut: true },
    ];
    for (let times = 0; times < 2; times++) await save(fileAt("a.py"));
    const notice =
      "conf.py was saved but not pushed to Shop: a password or key on line 2. | Compare | Push File";
    assert.deepEqual(
      shown.said.filter((text) => text.includes("not pushed")),
      [notice],
    );
  });

  it("wait for a list of apps that cannot be read, with one notice", async () => {
    const account = someAccount({ apps: [someApp()] });
    const { snapshot, find } = account.apps;
    const error = new Error("Offline.");
    Object.assign(account.apps, { refresh: async () => undefined, find: () => undefined });
    Object.defineProperty(account.apps, "snapshot", {
      value: { ...snapshot, apps: undefined, error },
      configurable: true,
    });
    const { save } = await savedFiles({ account });
    for (const path of ["a.py", "b.py"]) await save(fileAt(path));
    assert.deepEqual([pushed, shown.said], [[], ["Saved files weren't pushed: Offline."]]);
    Object.assign(account.apps, { find });
    Object.defineProperty(account.apps, "snapshot", { value: snapshot });
    await save(fileAt("c.py"));
    assert.deepEqual(
      pushed.map((each) => [...each].sort()),
      [["a.py", "b.py", "c.py", "shop"]],
    );
  });

  it("are named each time they fail, and are pushed with the next save", async () => {
    const { save } = await savedFiles();
    failed = ["/a.py"];
    for (let times = 0; times < 2; times++) await save(fileAt("a.py"));
    const notice = "a.py wasn't pushed to Shop: Offline. | Try Again";
    assert.deepEqual(shown.said, [notice, notice]);
    failed = [];
    await save(fileAt("b.py"));
    assert.deepEqual(pushed.at(-1), ["shop", "a.py", "b.py"]);
    await save(fileAt("b.py"));
    assert.deepEqual(pushed.at(-1), ["shop", "b.py"]);
  });

  for (const path of ["a.py", "folder"])
    it(`are not tried again once they are deleted or a folder: ${path}`, async () => {
      const { save } = await savedFiles();
      failed = [`/${path}`];
      await save(fileAt("b.py"), fileAt(path));
      gone = ["/work/shop/a.py"];
      shown.said.length = 0;
      for (let times = 0; times < 2; times++) await save(fileAt("b.py"));
      assert.deepEqual(shown.said, ["Pushed b.py to Shop", "Pushed b.py to Shop"]);
      assert.deepEqual(pushed.at(-1), ["shop", "b.py"]);
    });

  it("are named and pushed again by their own names where the app has another Unicode form", async () => {
    const { save } = await savedFiles();
    const [here, inApp] = ["cafe\u0301.py", "caf\u00e9.py"];
    [failed, gone] = [[`/${inApp}`], [`/work/shop/${inApp}`]];
    await save(fileAt(here));
    assert.deepEqual(shown.said, [`${here} wasn't pushed to Shop: Offline. | Try Again`]);
    failed = [];
    await save(fileAt("b.py"));
    assert.deepEqual(pushed.at(-1)?.toSorted(), ["b.py", here, "shop"]);
  });

  it("are remembered until they are pushed, and are pushed by the next window otherwise", async () => {
    const { files, save, services } = await savedFiles();
    const stored = () => services.state.get("savedFiles");
    files.add(fileAt("a.py"));
    assert.deepEqual(stored(), [String(fileAt("a.py"))]);
    let finish = (): void => undefined;
    held.set(folder.path, new Promise((resolve) => (finish = resolve)));
    await save(fileAt("b.py"));
    assert.deepEqual(stored(), [String(fileAt("a.py")), String(fileAt("b.py"))]);
    finish();
    await clock.advance(500);
    assert.deepEqual([stored(), pushed], [[], [["shop", "a.py", "b.py"]]]);
    await save(vscode.Uri.file("/tmp/x.py"));
    assert.deepEqual(stored(), []);
  });

  it("say once that their app is gone, and cost no request for each save", async () => {
    const account = someAccount({ apps: [] });
    let requests = 0;
    Object.assign(account.apps, { refresh: async () => void requests++ });
    const { save } = await savedFiles({ account });
    for (const path of ["a.py", "b.py", "c.py"]) await save(fileAt(path));
    assert.deepEqual([pushed, requests], [[], 1]);
    assert.deepEqual(shown.said, [
      "Saved files aren't pushed. The app that shop was linked to no longer exists. Nothing was sent. Link the folder to an app first.",
    ]);
    Object.assign(account.apps, { find: () => someApp() });
    await save(fileAt("c.py"));
    assert.deepEqual([pushed, requests], [[["shop", "c.py"]], 1]);
  });

  it("say once that no account has the app of hosted-app.json", async () => {
    shown.projectFile = { appId: "other" };
    const account = someAccount({ apps: [someApp()] });
    let requests = 0;
    Object.assign(account.apps, { refresh: async () => void requests++ });
    const { save } = await savedFiles({ account, isLinked: false });
    for (const path of ["a.py", "b.py"]) await save(fileAt(path));
    assert.deepEqual([pushed, requests, shown.said.length], [[], 1, 1]);
    assert.match(shown.said.join(), /^Saved files aren't pushed\. None of your accounts has the app other\./);
  });

  it("say once that the account of their app is signed out, and go to no app of a folder above", async () => {
    const { save, accounts, services } = await savedFiles();
    const api = { ...someAccount({ apps: [someApp({ id: "api" })] }), id: "second" } as Account;
    const own = { ...services, accounts: someAccounts(...accounts.all, api) };
    await setLink(fileAt("api"), { accountId: "second", appId: "api" }, own);
    for (const path of ["api/main.py", "api/lib.py"]) {
      await save(fileAt(path));
      // Whether api is a link is read from the real disk.
      await waitUntil(() => shown.said.length > 0, { what: "the notice" });
    }
    assert.deepEqual([pushed, shown.said.length], [[], 1]);
    assert.match(shown.said.join(), /^Saved files aren't pushed\. None of your accounts has the app api\./);
    await save(fileAt("a.py"));
    assert.deepEqual(pushed, [["shop", "a.py"]]);
  });

  it("say once that an app has to be selected where hosted-app.json names several", async () => {
    shown.projectFile = { targets: { production: { appId: "shop" }, development: { appId: "other" } } };
    const { save } = await savedFiles({ isLinked: false });
    for (const path of ["a.py", "b.py"]) await save(fileAt(path));
    assert.deepEqual(shown.said, ["Saved files of shop aren't pushed. Use Push File to select its app."]);
  });

  it("show the command's sentence when Try Again fails, and offer it again", async () => {
    const { save, accounts } = await savedFiles();
    failed = ["/a.py"];
    workspace["textDocuments"] = [];
    window["showWarningMessage"] = async () => {
      Object.assign(accounts, { load: async () => await Promise.reject(new ServiceError("network", "no")) });
      return "Try Again";
    };
    const problems: string[] = [];
    window["showErrorMessage"] = async (...said: readonly string[]) => void problems.push(said.join(" | "));
    await save(fileAt("a.py"));
    assert.match(problems.join(), /^Couldn't push to the app\. .* \| Try Again \| Show Output$/);
  });

  it("are pushed with the next save when hosted-app.json could not be read", async () => {
    const { save } = await savedFiles();
    shown.projectFile = { appId: 5 };
    await save(fileAt("a.py"));
    assert.match(shown.said.join(), /Saved files weren't pushed: hosted-app\.json, line 1/);
    shown.projectFile = undefined;
    await save(fileAt("b.py"));
    assert.deepEqual(pushed, [["shop", "a.py", "b.py"]]);
  });

  it("are never sent to a target that asks before each push, with one notice", async () => {
    shown.projectFile = { targets: { production: { appId: "shop" }, development: { appId: "other" } } };
    const { save } = await savedFiles();
    for (const path of ["a.py", "b.py"]) await save(fileAt(path));
    assert.deepEqual(pushed, []);
    assert.equal(shown.said.length, 1);
    assert.match(shown.said[0] ?? "", /aren't pushed to production, which asks before each push/);
  });

  it("wait until the user has agreed when only hosted-app.json names the app", async () => {
    shown.projectFile = { appId: "shop" };
    const account = someAccount({ apps: [someApp({ teamId: "team" })], teams: [someTeam()] });
    const { save } = await savedFiles({ isLinked: false, account });
    for (const path of ["a.py", "b.py"]) await save(fileAt(path));
    assert.deepEqual(pushed, []);
    const question =
      "hosted-app.json links shop to Shop (me). Push files to it each time you save?" +
      " The app belongs to the team Crew, whose members may be able to read its files.";
    assert.deepEqual(shown.said, [`${question} | Push Saved Files`]);
    shown.answer = "Push Saved Files";
    const agreed = await savedFiles({ isLinked: false, account });
    await agreed.save(fileAt("a.py"));
    await clock.advance(1_000);
    assert.deepEqual(pushed, [["shop", "a.py"]]);
  });

  it("are asked about again when another account lists the app", async () => {
    shown.projectFile = { appId: "shop" };
    const accounts = ["one", "two"].map((id) => ({ ...someAccount({ apps: [someApp()] }), id, label: id }));
    const { save, services } = await savedFiles({ isLinked: false });
    for (const account of accounts) {
      Object.assign(services, { accounts: someAccounts(account) });
      await save(fileAt("a.py"));
    }
    assert.deepEqual(
      shown.said.map((text) => /links shop to Shop \((.*?)\)/.exec(text)?.[1]),
      ["one", "two"],
    );
  });

  it("are all pushed when the user agrees after several saves", async () => {
    shown.projectFile = { appId: "shop" };
    const { save } = await savedFiles({ isLinked: false });
    let agree = (): void => undefined;
    const answer = new Promise<void>((resolve) => {
      agree = resolve;
    });
    Object.assign(window, {
      showInformationMessage: async () => await answer.then(() => "Push Saved Files"),
    });
    for (const path of ["a.py", "b.py", "a.py"]) await save(fileAt(path));
    assert.deepEqual(pushed, []);
    agree();
    await clock.advance(1_000);
    assert.deepEqual(pushed, [["shop", "a.py", "b.py"]]);
  });

  it("are pushed against the flags when the service has accepted files before", async () => {
    const account = someMember({ canEditApplicationFiles: false });
    account.permissions.answered("shop", "canEditApplicationFiles", true);
    const { save } = await savedFiles({ account });
    await save(fileAt("a.py"));
    assert.deepEqual(pushed, [["shop", "a.py"]]);
  });

  it("are not pushed when the team does not permit it", async () => {
    const account = someMember({ canEditApplicationFiles: false });
    const { save } = await savedFiles({ account });
    await save(fileAt("a.py"));
    assert.deepEqual(pushed, []);
    assert.match(shown.said.join(), /aren't pushed\. Your permissions in Crew may not let you edit/);
  });
});
