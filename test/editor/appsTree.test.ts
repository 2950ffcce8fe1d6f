// What the Apps view tells VS Code about its rows when the list is read again.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Account, Accounts, AccountsChange } from "../../src/api/accounts";
import { Emitter } from "../../src/core/emitter";
import type { App, Metrics } from "../../src/core/model";
import type { AppsNode } from "../../src/features/apps/appItems";
import { AppsTree } from "../../src/features/apps/appsTree";

function setUp(first: readonly Partial<App>[]) {
  const listed = new Emitter<void>();
  let apps = first as readonly App[];
  const account = {
    id: "one",
    label: "One",
    apps: {
      onDidChange: listed.event,
      refresh: async () => {},
      find: (appId: string) => apps.find(({ id }) => id === appId),
      get snapshot() {
        return { apps, teams: new Map(), error: undefined, refreshedAt: 1 };
      },
    },
  } as unknown as Account;
  const changes = new Emitter<AccountsChange>();
  const accounts = { all: [account], onDidChange: changes.event } as unknown as Accounts;
  const tree = new AppsTree(accounts);
  const events: (readonly AppsNode[] | undefined)[] = [];
  tree.onDidChangeTreeData((nodes) => events.push(nodes));
  changes.fire({ added: [account], removed: [], changed: [] });
  const list = (next: readonly Partial<App>[]) => {
    events.length = 0;
    apps = next as readonly App[];
    listed.fire();
    return events;
  };
  return { tree, list };
}

describe("the Apps view", () => {
  const shop = { id: "shop", name: "Shop", status: "active" };
  const mail = { id: "mail", name: "Mail", status: "active" };

  it("draws only the rows that changed, so that a command always knows the row it was called on", () => {
    const { tree, list } = setUp([shop, mail]);
    const before = tree.getChildren();
    const [changed] = list([{ ...shop, metrics: { cpuPercent: 3 } as Metrics }, { ...mail }]);
    const shopRow = before.find((node) => node.kind === "app" && node.appId === "shop");
    assert.ok(shopRow && changed?.length === 1 && changed[0] === shopRow);
    assert.deepEqual(tree.getChildren(), before);
    assert.ok(tree.getChildren().every((node, index) => node === before[index]));
    tree.dispose();
  });

  it("stays as it is when a list brings nothing new", () => {
    const { tree, list } = setUp([shop, mail]);
    assert.deepEqual(list([{ ...shop }, { ...mail }]), []);
    tree.dispose();
  });

  it("draws all rows when one came or went", () => {
    const { tree, list } = setUp([shop]);
    assert.deepEqual(list([shop, mail]), [undefined]);
    assert.equal(tree.getChildren().length, 2);
    assert.deepEqual(list([mail]), [undefined]);
    tree.dispose();
  });
});
