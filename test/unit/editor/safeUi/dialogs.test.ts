// Foreign names in VS Code's dialogs, comparisons, workspaces, Accounts menu and the dashboard.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Accounts } from "../../../../src/accounts/accounts";
import {
  showChanges,
  showDiff,
  showOpenDialog,
  showSaveDialog,
  writeWorkspaceFile,
} from "../../../../src/editor/safeUi/dialogs";
import { registerAuthentication } from "../../../../src/features/account/authenticationProvider";
import { type DashboardKnowledge, dashboardView } from "../../../../src/features/dashboard/dashboardView";
import { hostile } from "../../../support/hostileText";
import { someAccount, someApp } from "../../../support/someApp";
import { commands, window, workspace } from "../../../support/vscodeParts";

const authentication = vscode.authentication as unknown as Record<string, unknown>;
/** Texts that VS Code got, newest last. */
const given: unknown[] = [];
const take =
  (answer?: unknown) =>
  async (...all: unknown[]) => {
    given.push(...all);
    return answer;
  };
const uri = { toString: () => "hosted-app://account/shop/" } as vscode.Uri;

/** Fails for a link, an icon, or undrawable characters. */
function requireInert(text: unknown): void {
  assert.equal(typeof text, "string");
  assert.doesNotMatch(String(text), /\]\(|\$\(|[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
}

describe("names of others", () => {
  beforeEach(() => {
    given.length = 0;
  });
  for (const [what, show] of Object.entries({ showOpenDialog, showSaveDialog }))
    it(`are no link and no icon in the title of a dialog: ${what}`, async () => {
      window[what] = take();
      await show({ title: hostile("Shop") });
      requireInert((given[0] as vscode.OpenDialogOptions).title);
    });

  it("are no link and no icon in the titles of comparisons", async () => {
    commands["executeCommand"] = take();
    await showDiff([uri, uri], hostile("main.py"));
    await showChanges(hostile("Shop"), []);
    requireInert(given[3]);
    requireInert(given[6]);
  });

  for (const [count, title] of [
    [100, "Shop"],
    [101, "Shop (100 of 101)"],
  ] as const)
    it(`stand in the title of a comparison, with how many files it leaves out: ${count - 100}`, async () => {
      commands["executeCommand"] = take();
      await showChanges("Shop", Array(count).fill([uri, uri]));
      assert.deepEqual([given[1], (given[2] as unknown[]).length], [title, 100]);
    });

  it("are no link and no icon in the folder of a workspace", async () => {
    workspace["fs"] = { writeFile: take() };
    await writeWorkspaceFile(uri, { name: hostile("Shop"), uri }, { "git.enabled": false });
    const { folders, settings } = JSON.parse(new TextDecoder().decode(given[1] as Uint8Array));
    requireInert(folders[0].name);
    assert.deepEqual([folders[0].uri, settings], [uri.toString(), { "git.enabled": false }]);
  });

  it("are no link and no icon in the Accounts menu", async () => {
    let provider: vscode.AuthenticationProvider | undefined;
    authentication["registerAuthenticationProvider"] = (
      ...all: [string, string, vscode.AuthenticationProvider]
    ) => {
      provider = all[2];
      return { dispose: () => undefined };
    };
    const account = { ...someAccount(), label: hostile("Robin") };
    const accounts = {
      ...{ all: [account], load: async () => undefined, tokenOf: () => "token" },
      onDidChange: () => ({ dispose: () => undefined }),
    } as unknown as Accounts;
    registerAuthentication(accounts, { signIn: async () => account, signOut: async () => undefined });
    const sessions = await provider?.getSessions(undefined, {});
    requireInert(sessions?.[0]?.account.label);
  });

  it("are plain text in a dashboard", () => {
    const evil = `\u202e\u001b]8;;x\u0007${"x".repeat(30_000)}`;
    const app = someApp({
      ...{ name: evil, status: evil, startupCommand: evil, subdomain: evil, containerImage: evil },
      ...{ workerNodeName: evil, repository: { owner: evil, name: evil, branch: evil } },
      deployments: [{ commitId: evil, message: evil, author: evil, status: evil }],
    });
    const identity = { accountId: "account", appId: "shop", name: evil };
    const known: DashboardKnowledge = {
      ...{ identity, app, conditions: new Set(), notice: evil, newest: undefined, environment: [evil] },
      ...{ address: undefined, log: { name: evil, lines: [evil] }, isWatched: false, canAct: true, now: 0 },
      releases: [
        {
          number: 1,
          kind: "push",
          result: "complete",
          changed: 1,
          at: 0,
          commit: { commit: evil, subject: evil, uncommitted: 0 },
        },
      ] as never,
      isRuledOut: () => false,
    };
    const view = JSON.stringify(dashboardView(known));
    assert.doesNotMatch(view, /\u202e|\\u202e|\\u001b|\\u0007/);
    for (const text of textsOf(dashboardView(known))) assert.ok(text.length <= 10_000, text.slice(0, 40));
    assert.deepEqual(dashboardView({ ...known, app: undefined }).state.appId, "shop");
  });
});

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
