// Several selected apps, restarted together.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account, Accounts } from "../../../../../src/accounts/accounts";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { appsOfSelection } from "../../../../../src/editor/arguments/commandArguments";
import { appCommands } from "../../../../../src/features/apps/appCommands";
import { FakeClock } from "../../../../support/fakeClock";
import { someApp } from "../../../../support/someApp";

const window = vscode.window as unknown as Record<string, unknown>;
const { showErrorMessage, showWarningMessage, withProgress, setStatusBarMessage } = window;

describe("several apps that are restarted together", () => {
  afterEach(() =>
    Object.assign(window, { showErrorMessage, showWarningMessage, withProgress, setStatusBarMessage }),
  );

  async function restart(answer: string | undefined, broken: string) {
    const said: string[] = [];
    const sent: string[] = [];
    const status: string[] = [];
    Object.assign(window, {
      showWarningMessage: async (text: string, options: { readonly detail?: string }) => {
        said.push(text, options.detail ?? "");
        return answer;
      },
      showErrorMessage: async (text: string) => void said.push(text),
      setStatusBarMessage: (text: string) => {
        status.push(text);
        return { dispose: () => undefined };
      },
      withProgress: (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
        task({ report: () => undefined }, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
    });
    const clock = new FakeClock();
    const starts = new Map<string, number>();
    const appNow = (id: string) =>
      someApp({ id, name: `App ${id}`, metrics: { online: true, startedAt: starts.get(id) ?? 1 } });
    const account = {
      id: "ann",
      apps: {
        find: appNow,
        refreshApp: async (id: string) => appNow(id),
        announceRestart: () => undefined,
        put: () => undefined,
      },
      client: {
        restartApp: async (id: string) => {
          sent.push(id);
          if (id === broken) throw new ServiceError("forbidden", "no", { status: 403 });
          starts.set(id, 2);
          return appNow(id);
        },
      },
    } as unknown as Account;
    const accounts = { load: async () => {}, all: [account], get: () => account } as unknown as Accounts;
    const { "app.restart": run } = appCommands(accounts, {} as never, clock, {
      loadWatched: async () => ({
        all: [],
        conditionsOf: () => new Set<never>(),
        onDidChange: () => ({ dispose: () => undefined }),
      }),
      letGo: async () => [],
    });
    const rows = ["a", "b", "c"].map((appId) => ({ kind: "app", account, appId }));
    const done = Promise.resolve(run(rows[0], rows)).then(
      (value) => value as { restarted: string[]; failed: string[] },
      (error: Error) => error,
    );
    for (let second = 0; second < 5; second++) await clock.advance(1_000);
    return { outcome: await done, said, sent, status };
  }

  it("are named in one question, and none is restarted without a yes", async () => {
    const { said, sent } = await restart(undefined, "");
    assert.deepEqual(said, ["Restart 3 apps?", "App a\nApp b\nApp c"]);
    assert.deepEqual(sent, []);
  });

  it("are all restarted, and told of in one word", async () => {
    const { outcome, said, status } = await restart("Restart", "");
    assert.ok(!(outcome instanceof Error));
    assert.deepEqual([[...outcome.restarted].sort(), outcome.failed], [["a", "b", "c"], []]);
    assert.equal(said.length, 2);
    assert.match(status[0] ?? "", /3 apps are back online/);
  });

  it("go on when one of them cannot be restarted, which is told at the end", async () => {
    const { outcome, said } = await restart("Restart", "b");
    assert.ok(!(outcome instanceof Error));
    assert.deepEqual([[...outcome.restarted].sort(), outcome.failed], [["a", "c"], ["b"]]);
    assert.match(said.at(-1) ?? "", /^1 of 3 apps were not restarted\. App b: /);
  });

  it("are a selection only where every row is an app", () => {
    const app = { kind: "app", account: { id: "ann" }, appId: "a" };
    assert.equal(appsOfSelection([app, { ...app, appId: "b" }]).length, 2);
    assert.deepEqual(appsOfSelection([app, { kind: "group", account: { id: "ann" } }]), []);
    assert.deepEqual(appsOfSelection([app]), []);
    assert.deepEqual(appsOfSelection("x"), []);
  });
});
