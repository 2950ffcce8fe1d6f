// The changes of rows that the Apps view announces to VS Code when the list is read again.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import type { Account, Accounts, AccountsChange } from "../../src/accounts/accounts";
import { Emitter } from "../../src/core/async/emitter";
import type { AppCondition } from "../../src/core/metrics/appConditions";
import type { AppKey } from "../../src/core/model/appKey";
import type { App, Metrics, Team } from "../../src/core/model/model";
import type { AppsNode } from "../../src/features/apps/appsNode";
import { AppsTree, type AppsTreeOptions } from "../../src/features/apps/appsTree";
import { FakeClock } from "../support/fakeClock";
import { MemoryState } from "../support/memoryState";
import { someAccount, someApp } from "../support/someApp";

function setUp(first: readonly Partial<App>[], options: AppsTreeOptions = {}) {
  const teams = new Map<string, Team>();
  const listed = new Emitter<void>();
  let apps = first as readonly App[];
  const account = {
    id: "one",
    label: "One",
    permissions: { isRuledOut: () => true, onDidChange: new Emitter<never>().event },
    client: {
      getApp: async () => ({ ...apps[0], environment: [{ key: "API_KEY", value: "sesame" }] }),
    },
    apps: {
      onDidChange: listed.event,
      refresh: async () => {},
      find: (appId: string) => apps.find(({ id }) => id === appId),
      teamOf: ({ teamId }: Pick<App, "teamId">) => teams.get(teamId ?? ""),
      get snapshot() {
        return { apps, teams, error: undefined, refreshedAt: 1 };
      },
    },
  } as unknown as Account;
  const changes = new Emitter<AccountsChange>();
  const accounts = {
    all: [account],
    onDidChange: changes.event,
    onDidReject: new Emitter<Account>().event,
  } as unknown as Accounts;
  const tree = new AppsTree(accounts, new MemoryState(), new FakeClock(), options);
  const events: (readonly AppsNode[] | undefined)[] = [];
  tree.onDidChangeTreeData((nodes) => events.push(nodes));
  changes.fire({ added: [account], removed: [], changed: [] });
  const list = (next: readonly Partial<App>[]) => {
    events.length = 0;
    apps = next as readonly App[];
    listed.fire();
    return events;
  };
  return { tree, list, teams };
}

/** Accounts whose lists do not change. */
function setUpAccounts(all: readonly Account[], view: Partial<vscode.TreeView<AppsNode>> = {}) {
  const rejected = new Emitter<Account>();
  const onDidChange = new Emitter<AccountsChange>().event;
  const load = async () => undefined;
  const accounts = { all, load, onDidChange, onDidReject: rejected.event } as unknown as Accounts;
  for (const { apps } of all) Object.assign(apps, { onDidChange, refresh: async () => undefined });
  const tree = new AppsTree(accounts, new MemoryState(), new FakeClock(), {
    view: view as vscode.TreeView<AppsNode>,
  });
  return { tree, rejected };
}

/** Label and description of each row. */
async function textsOf(tree: AppsTree, rows: readonly AppsNode[]): Promise<string[]> {
  const items = await Promise.all(rows.map((row) => tree.getTreeItem(row)));
  return items.map(({ label, description }) => `${label} | ${description ?? ""}`);
}

describe("the Apps view", () => {
  const shop = { id: "shop", name: "Shop", status: "active" };
  const mail = { id: "mail", name: "Mail", status: "active" };

  it("draws only the rows that changed, so that a command always knows the row it was called on", async () => {
    const { tree, list } = setUp([shop, mail]);
    const before = await tree.getChildren();
    const [changed] = list([{ ...shop, metrics: { cpuPercent: 3 } as Metrics }, { ...mail }]);
    const shopRow = before.find((node) => node.kind === "app" && node.appId === "shop");
    assert.ok(shopRow && changed?.length === 1 && changed[0] === shopRow);
    const after = await tree.getChildren();
    assert.deepEqual(after, before);
    assert.ok(after.every((node, index) => node === before[index]));
    tree.dispose();
  });

  it("draws nothing again for an unchanged list, and all rows when the user refreshes", async () => {
    const { tree, list } = setUp([shop, mail]);
    const events = list([{ ...shop }, { ...mail }]);
    assert.deepEqual(events, []);
    await tree.refresh();
    assert.deepEqual(events, [undefined]);
    tree.dispose();
  });

  it("sets the view's message only when it changes: VS Code delays rows that change soon after it", () => {
    const { tree, list } = setUp([shop]);
    const messages: string[] = [];
    const view = {
      get message() {
        return messages.at(-1) ?? "";
      },
      set message(text: string) {
        messages.push(text);
      },
      dispose: () => {},
    };
    Object.assign(tree, { options: { view } });
    list([shop, mail]);
    list([mail]);
    assert.deepEqual(messages, []);
    tree.dispose();
  });

  it("draws all rows when one was added or removed", async () => {
    const { tree, list } = setUp([shop]);
    assert.deepEqual(list([shop, mail]), [undefined]);
    assert.equal((await tree.getChildren()).length, 2);
    assert.deepEqual(list([mail]), [undefined]);
    tree.dispose();
  });

  it("keeps a team whose last app was deleted, except in filtered rows", async () => {
    const { tree, list, teams } = setUp([shop, { ...mail, teamId: "crew" }]);
    teams.set("crew", { id: "crew", name: "Crew", members: [], invites: [] });
    list([shop]);
    const rows = async () => await textsOf(tree, await tree.getChildren());
    assert.deepEqual(await rows(), ["Personal | 1 app", "Crew | no apps"]);
    await tree.arrangement.askFilter({ filter: "sh" });
    assert.deepEqual(await rows(), ["Shop | active"]);
    list([]);
    assert.deepEqual(await rows(), []);
    tree.dispose();
  });

  it("offers to stop watching an app as soon as the status bar shows it", async () => {
    const changed = new Emitter<void>();
    const watched: AppKey[] = [];
    const conditionsOf = () => new Set<AppCondition>();
    const loadWatched = async () => ({ all: watched, conditionsOf, onDidChange: changed.event });
    const { tree, list } = setUp([shop, mail], { loadWatched });
    await new Promise((resolve) => setImmediate(resolve));
    const context = async () =>
      await Promise.all(
        (await tree.getChildren()).map(async (row) => (await tree.getTreeItem(row)).contextValue),
      );
    assert.deepEqual(await context(), ["app;unwatched", "app;unwatched"]);
    const events = list([shop, mail]);
    watched.push({ accountId: "one", appId: "shop" });
    changed.fire();
    assert.deepEqual(await context(), ["app;unwatched", "app;watched"]);
    assert.equal(events[0]?.length, 1);
    tree.dispose();
  });

  it("shows first that a watched app keeps restarting, and draws no row for an equal text", async () => {
    const changed = new Emitter<void>();
    const found = new Set<AppCondition>();
    const loadWatched = async () => ({
      ...{ all: [{ accountId: "one", appId: "shop" }], onDidChange: changed.event },
      conditionsOf: () => found,
    });
    const { tree, list } = setUp([shop], { loadWatched });
    await new Promise((resolve) => setImmediate(resolve));
    const events = list([shop]);
    changed.fire();
    assert.equal(events.length, 0);
    found.add("crashLoop");
    changed.fire();
    assert.equal(events.length, 1);
    const [row] = await tree.getChildren();
    assert.ok(row);
    assert.match(String((await tree.getTreeItem(row)).description), /^keeps restarting/);
    found.clear();
    changed.fire();
    assert.doesNotMatch(String((await tree.getTreeItem(row)).description), /restarting/);
    tree.dispose();
  });

  it("sorts by usage, unknown usage last", async () => {
    const busy = { ...shop, metrics: { online: true, cpuPercent: 40 } as Metrics };
    const { tree } = setUp([mail, busy]);
    await tree.arrangement.askSort({ sort: "cpu" });
    const rows = await tree.getChildren();
    assert.deepEqual(
      rows.map((node) => node.kind === "app" && node.appId),
      ["shop", "mail"],
    );
    tree.dispose();
  });
});

describe("the Apps view of two accounts", () => {
  const named = (id: string, ...names: string[]) =>
    Object.assign(someAccount({ refreshedAt: 1, apps: names.map((name) => someApp({ id: name, name })) }), {
      ...{ id, label: id },
    });

  it("shows with a filter only accounts with a matching app, and how many of all apps match", async () => {
    const view = { description: "" };
    const { tree } = setUpAccounts([named("Ann", "Shop", "Mail"), named("Bob", "Wiki")], view);
    const rows = async () => await textsOf(tree, await tree.getChildren());
    assert.deepEqual(await rows(), ["Ann | ", "Bob | "]);
    await tree.arrangement.askFilter({ filter: "shop" });
    assert.deepEqual([await rows(), view.description], [["Ann | "], "1 of 3 · shop"]);
    await tree.arrangement.askFilter({ filter: "nowhere" });
    assert.deepEqual([await rows(), view.description], [[], "0 of 3 · nowhere"]);
    await tree.arrangement.clearFilter();
    assert.deepEqual([(await rows()).length, view.description], [2, ""]);
    tree.dispose();
  });

  it("marks at once the account whose sign-in ends, with its apps, and shows no message above the rows", async () => {
    const [ann, bob] = [named("Ann", "Shop"), named("Bob", "Wiki")];
    const view = { message: "" };
    const { tree, rejected } = setUpAccounts([ann, bob], view);
    await tree.load();
    const events: (readonly AppsNode[] | undefined)[] = [];
    tree.onDidChangeTreeData((nodes) => events.push(nodes));
    Object.assign(ann.client, { isStopped: true });
    rejected.fire(ann);
    assert.deepEqual(
      events.map((nodes) => nodes?.map(({ kind }) => kind)),
      [["account", "app"]],
    );
    assert.deepEqual(await textsOf(tree, await tree.getChildren()), ["Ann | sign in again", "Bob | "]);
    const below = await Promise.all((await tree.getChildren()).map((row) => tree.getChildren(row)));
    const [[shop = ""] = [], [wiki = ""] = []] = await Promise.all(below.map((rows) => textsOf(tree, rows)));
    assert.match(shop, /^Shop \| as of /);
    assert.equal(wiki, "Wiki | active");
    assert.equal(view.message, "");
    tree.dispose();
  });

  it("says above the rows of a single account why they are outdated", async () => {
    const view = { message: "" };
    const ann = Object.assign(someAccount({ apps: [someApp()], refreshedAt: 1, isStopped: true }));
    const { tree } = setUpAccounts([ann], view);
    await tree.load();
    assert.match(view.message, /^Last updated .*\. The service doesn't accept this sign-in\./);
    tree.dispose();
  });
});

describe("the rows below an app", () => {
  const app: Partial<App> = {
    ...{ id: "shop", name: "Shop", status: "active", deployments: [{ id: "d1" }] },
    ...{ startupCommand: "", metrics: { online: true, cpuPercent: 0.3 } },
  };

  it("are what the service sent and nothing else; no start command is the default", async () => {
    const { tree } = setUp([app]);
    const below = await tree.getChildren((await tree.getChildren())[0]);
    const parts = ["Files | ", "CPU | 0.3%", "Deployments | ", "Environment | ", "Details | "];
    assert.deepEqual(await textsOf(tree, below), parts);
    const details = await textsOf(tree, await tree.getChildren(below.at(-1)));
    assert.ok(details.includes("Start command | default"));
    assert.ok(!details.some((row) => /Domain|Node|undefined|null/.test(row)));
    tree.dispose();
  });
});
