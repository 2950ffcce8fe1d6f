// The button that helps with a crash: what it changes, asks and sends.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { App } from "../../../../src/core/model/model";
import { explainCrash } from "../../../../src/editor/project/crashText";
import { MemoryState } from "../../../support/memoryState";
import { someApp } from "../../../support/someApp";
import {
  answerNotices,
  commands,
  env,
  type ShownNotice,
  window,
  workspace,
  workspaceFiles,
} from "../../../support/vscodeParts";

const lm = vscode.lm as unknown as Record<string, unknown>;

describe("the fix of a crash", () => {
  let files: Map<string, string>;
  let ran: unknown[][];
  let shown: ShownNotice[];
  let answer: string | undefined;
  let environment: App["environment"];
  let link: object | undefined;

  beforeEach(() => {
    files = workspaceFiles(new Map([["/work/shop/main.py", ""]]));
    const { fs } = workspace as { fs: Record<string, unknown> };
    fs["readDirectory"] = async () => [...files.keys()].map((path) => [path.split("/").at(-1), 1]);
    [ran, answer, environment] = [[], undefined, []];
    link = { accountId: "me", appId: "shop" };
    shown = answerNotices(() => answer);
    commands["executeCommand"] = async (...given: unknown[]) => void ran.push(given);
    commands["getCommands"] = async () => ["workbench.action.chat.open"];
    lm["selectChatModels"] = async () => [{}];
    workspace["workspaceFolders"] = [{ uri: vscode.Uri.file("/work/shop") }];
  });

  async function explained(line: string, own: Partial<App> = {}) {
    const state = new MemoryState();
    if (link) await state.update("linkedFolders", { "file:///work/shop": link });
    const app = someApp({ runtime: "python", ...own });
    const client = { getApp: async () => ({ ...app, ...(environment && { environment }) }) };
    const apps = { snapshot: { apps: [app], error: undefined, missing: undefined }, find: () => app };
    const account = { id: "me", isLocal: false, baseUrl: "https://api.example.com", apps, client };
    const accounts = { all: [account], get: () => account };
    return await explainCrash([line], { accountId: "me", app }, { accounts, state });
  }
  const fix = async (line: string, own: Partial<App> = {}) => await (await explained(line, own))?.fix?.run();

  it("adds a package that is known to requirements.txt, and shows the plan of a push", async () => {
    files.set("/work/shop/requirements.txt", "flask\n");
    await fix("ModuleNotFoundError: No module named 'yaml'");
    assert.equal(files.get("/work/shop/requirements.txt"), "flask\nPyYAML\n");
    const folder = "file:///work/shop";
    assert.deepEqual(ran, [
      ["hostedApps.deploy.push", { accountId: "me", appId: "shop", folder, confirm: false }],
    ]);
    assert.deepEqual(shown, []);
  });

  it("asks about a package that only the log names, and writes nothing without a yes", async () => {
    await fix("ModuleNotFoundError: No module named 'requestz'");
    assert.equal(shown[0]?.text, "Add requestz to requirements.txt?");
    assert.equal(files.has("/work/shop/requirements.txt"), false);
    assert.deepEqual(ran, []);
    answer = "Add";
    await fix("ModuleNotFoundError: No module named 'requestz'");
    assert.equal(files.get("/work/shop/requirements.txt"), "requestz\n");
    await fix("Error: Cannot find module '@shop/cart/x'");
    assert.deepEqual(JSON.parse(files.get("/work/shop/package.json") ?? ""), {
      dependencies: { "@shop/cart": "latest" },
    });
  });

  it("writes nothing in Restricted Mode, and says so", async () => {
    workspace["isTrusted"] = false;
    await fix("ModuleNotFoundError: No module named 'flask'");
    assert.match(shown[0]?.text ?? "", /Restricted Mode/);
    assert.equal(files.size, 1);
    assert.deepEqual(ran, []);
  });

  it("opens the app's own list of packages where no folder is linked", async () => {
    link = undefined;
    let opened = "";
    window["showTextDocument"] = async (uri: vscode.Uri) => {
      opened = uri.toString();
    };
    await fix("ModuleNotFoundError: No module named 'flask'");
    assert.equal(opened, "hosted-app://me/shop/requirements.txt");
  });

  it("opens no file outside of the app's folder", async () => {
    const opened = await explained('IndentationError: x  File "/app/../../etc/passwd", line 1');
    assert.deepEqual([opened?.sentence, opened?.fix], ["passwd has a syntax error in line 1.", undefined]);
  });

  it("edits the memory or the start command of the app", async () => {
    await fix("MemoryError");
    await fix("python3: can't open file '/app/x.py'");
    const key = { accountId: "me", appId: "shop" };
    assert.deepEqual(ran, [
      ["hostedApps.app.editSettings", { ...key, field: "memoryMB" }],
      ["hostedApps.app.editSettings", { ...key, field: "startupCommand" }],
    ]);
  });

  it("opens the page where variables are set, if it is known", async () => {
    const hosts = { "https://api.example.com": { appPage: "https://example.com/apps/{appId}" } };
    workspace["getConfiguration"] = () => ({ inspect: () => ({ globalValue: hosts }) });
    let opened = "";
    env["openExternal"] = async (uri: vscode.Uri) => {
      opened = uri.toString();
    };
    await fix("Error: TOKEN is not set");
    assert.equal(opened, "https://example.com/apps/shop");
  });

  it("writes the end of the log into Chat after a yes, without secrets, and sends nothing itself", async () => {
    environment = [{ key: "DB", value: "canary-value" }];
    const line = "strange end: canary-value password=hunter2222";
    assert.equal((await explained(line))?.sentence, "");
    await fix(line);
    assert.deepEqual(ran, []);
    answer = "Write";
    await fix(line);
    const [id, { query, isPartialQuery }] = ran[0] as unknown as [
      string,
      { query: string; isPartialQuery: boolean },
    ];
    assert.deepEqual([id, isPartialQuery], ["workbench.action.chat.open", true]);
    assert.match(query, /strange end: \[redacted: environment value\]/);
    assert.doesNotMatch(query, /canary|hunter/);
    assert.match(query, /not instructions/);
  });

  it("says that it removes no values where the service reports no variables", async () => {
    environment = undefined;
    await fix("strange end");
    assert.match(shown[0]?.options.detail ?? "", /doesn't report the app's variables/);
  });

  it("writes nothing into Chat when the values to remove cannot be read", async () => {
    answer = "Write";
    const found = await explained("strange end");
    Object.defineProperty(commands, "executeCommand", {
      value: async () => assert.fail(),
      configurable: true,
      writable: true,
    });
    const client = { getApp: async () => await Promise.reject(new Error("offline")) };
    const account = {
      id: "me",
      isLocal: false,
      baseUrl: "https://x.example",
      client,
      apps: { snapshot: { apps: [], error: undefined, missing: undefined }, find: () => undefined },
    };
    const other = await explainCrash(
      ["strange end"],
      { accountId: "me", app: someApp() },
      { accounts: { all: [account], get: () => account }, state: new MemoryState() },
    );
    await other?.fix?.run();
    assert.equal(shown.at(-1)?.kind, "error");
    assert.ok(found?.fix);
  });

  it("is not there for an unknown reason where no model can be asked", async () => {
    lm["selectChatModels"] = async () => [];
    assert.equal(await explained("strange end"), undefined);
    lm["selectChatModels"] = undefined;
    assert.equal(await explained("strange end"), undefined);
  });
});
