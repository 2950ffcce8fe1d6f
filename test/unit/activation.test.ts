// Activation in an editor that lacks, or refuses, one API after the other.
import assert from "node:assert/strict";
import { after, afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { activate, deactivate } from "../../src/extension";
import { Secrets } from "../support/memorySecrets";
import { MemoryState } from "../support/memoryState";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";

/** Called during activation, by part of `vscode`; each returns a disposable. */
const apis = {
  authentication: ["registerAuthenticationProvider"],
  commands: ["registerCommand"],
  lm: ["registerTool"],
  tasks: ["registerTaskProvider"],
  tabGroups: ["onDidChangeTabs"],
  window: [...["registerUriHandler", "registerWebviewPanelSerializer"], "createTreeView"],
  workspace: [
    ...["registerFileSystemProvider", "registerTextDocumentContentProvider"],
    ...["onDidChangeConfiguration", "onDidChangeWorkspaceFolders", "onDidSaveTextDocument"],
    "onDidSaveNotebookDocument",
  ],
} as const;

const names = Object.entries(apis).flatMap(([part, functions]) => functions.map((name) => `${part}.${name}`));

/** Without views the extension cannot show anything. */
const needed = ["window.createTreeView"];

describe("activation", () => {
  const scratch = temporaryFolder("activation");
  const handlers = new Map<string, () => unknown>();
  let calls: string[] = [];
  let warnings: string[] = [];
  let missing: string | undefined;
  let subscriptions: { dispose(): unknown }[] = [];

  beforeEach("give the stub what activation calls", () => {
    const disposable = () => new vscode.Disposable(() => undefined);
    const partOf = (part: keyof typeof apis): object =>
      Object.fromEntries(
        apis[part].map((name) => [
          name,
          (first: unknown, second: unknown) => {
            if (typeof second === "function") handlers.set(String(first), second as () => unknown);
            if (missing === `${part}.${name}`) throw new TypeError(`${part}.${name} is not a function`);
            calls.push(`${part}.${name} ${typeof first === "string" ? first : ""}`);
            const listen = { onDidChangeVisibility: disposable, onDidExpandElement: disposable };
            const view = { visible: false, ...listen };
            return Object.assign(disposable(), name === "createTreeView" ? view : {});
          },
        ]),
      );
    const quiet = () => undefined;
    const log = { trace: quiet, debug: quiet, info: quiet, error: quiet, show: quiet, dispose: quiet };
    Object.assign(vscode.window, partOf("window"), {
      createOutputChannel: () => ({ ...log, warn: (text: string) => warnings.push(text) }),
      state: { focused: true, active: true },
      tabGroups: { ...partOf("tabGroups"), all: [] },
    });
    Object.assign(vscode.workspace, partOf("workspace"), {
      getConfiguration: () => ({ get: (_key: string, fallback: unknown) => fallback, inspect: quiet }),
    });
    const { authentication, commands, lm, tasks } = vscode;
    for (const [part, object] of Object.entries({ authentication, commands, lm, tasks }))
      Object.assign(object, partOf(part as keyof typeof apis));
  });

  afterEach("end the window", async () => {
    for (const each of subscriptions.toReversed()) each.dispose();
    await deactivate();
  });

  after("remove the storage", () => removeTemporaryFolder(scratch));

  function activateWithout(api?: string): void {
    [calls, warnings, missing, subscriptions] = [[], [], api, []];
    const uri = vscode.Uri.file(scratch);
    activate({
      ...{ subscriptions, secrets: new Secrets(), extensionUri: uri, globalStorageUri: uri },
      ...{ globalState: new MemoryState(), workspaceState: new MemoryState() },
      extension: { packageJSON: { version: "1.0.0" } },
    } as unknown as vscode.ExtensionContext);
  }

  it("calls each register function once", () => {
    activateWithout();
    assert.deepEqual([...new Set(calls.map((call) => call.split(" ")[0] ?? ""))].sort(), [...names].sort());
    assert.deepEqual(warnings, []);
  });

  it("refreshes every view by each refresh command", async () => {
    activateWithout();
    for (const id of ["apps.refresh", "account.refresh", "files.refresh"]) {
      const views: unknown[] = [];
      const withProgress = async (
        { location }: { readonly location: { readonly viewId: string } },
        work: (progress: unknown) => Promise<unknown>,
      ) => {
        views.push(location.viewId);
        return await work({});
      };
      Object.assign(vscode.window, { withProgress });
      await handlers.get(`hostedApps.${id}`)?.();
      assert.deepEqual(views.sort(), ["hostedApps.account", "hostedApps.apps"], id);
    }
  });

  for (const api of names.filter((name) => !needed.includes(name)))
    it(`logs that ${api} is missing, and registers the rest`, () => {
      activateWithout();
      const others = calls.filter((call) => !call.startsWith(`${api} `));
      for (const each of subscriptions) each.dispose();
      activateWithout(api);
      assert.deepEqual(calls, others);
      assert.ok(warnings.length > 0);
      for (const warning of warnings) assert.match(warning, new RegExp(`Missing in this editor: .*${api}`));
    });
});
