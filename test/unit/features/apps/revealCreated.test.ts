// A new app is revealed in the Apps view.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import { AccountApps } from "../../../../src/accounts/accountApps";
import type { Account } from "../../../../src/accounts/accounts";
import { Emitter } from "../../../../src/core/async/emitter";
import { revealCreated, rowAbove } from "../../../../src/features/apps/appsFeature";
import type { AppsNode } from "../../../../src/features/apps/appsNode";
import { FakeClock } from "../../../support/fakeClock";
import { someApp } from "../../../support/someApp";

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("an app that was created", () => {
  let account: Account;
  let revealed: AppsNode[];
  let drawn: Map<string, AppsNode>;
  const seen = new Emitter<unknown>();
  const view = {
    visible: true,
    onDidChangeVisibility: seen.event as never,
    reveal: async (node: AppsNode, { select }: { select?: boolean } = {}) => {
      assert.equal(select, false, "the row that has the focus alone looks selected");
      revealed.push(node);
    },
  };

  beforeEach(() => {
    account = { id: "me", apps: new AccountApps({} as never, new FakeClock()) } as Account;
    account.apps.put(someApp({ id: "shop", teamId: "studio" }));
    revealed = [];
    view.visible = true;
    const rows: [string, AppsNode][] = [
      ["account/me", { kind: "account", account }],
      ["group/me/studio", { kind: "group", account, teamId: "studio" }],
      ["app/me/shop", { kind: "app", account, appId: "shop" }],
    ];
    drawn = new Map(rows);
    const changes = new Emitter<never>();
    revealCreated({
      accounts: { all: [account], onDidChange: changes.event },
      view,
      rowOf: (id) => drawn.get(id),
      logFailure: assert.ifError,
    });
  });

  it("is shown at once where the view is visible", async () => {
    account.apps.announceCreated("shop");
    await settled();
    assert.deepEqual(revealed, [drawn.get("app/me/shop")]);
  });

  it("is shown once the view is visible, without opening the view", async () => {
    view.visible = false;
    account.apps.announceCreated("shop");
    await settled();
    assert.deepEqual(revealed, []);
    view.visible = true;
    seen.fire(undefined);
    seen.fire(undefined);
    await settled();
    assert.equal(revealed.length, 1);
  });

  it("is not shown when a filter hides it", async () => {
    drawn.clear();
    account.apps.announceCreated("shop");
    await settled();
    assert.deepEqual(revealed, []);
  });

  it("is found below its team and its account", () => {
    const rowOf = (id: string) => drawn.get(id);
    const above = (id: string) => rowAbove(drawn.get(id) as AppsNode, rowOf);
    assert.equal(above("app/me/shop"), drawn.get("group/me/studio"));
    assert.equal(above("group/me/studio"), drawn.get("account/me"));
    assert.equal(above("account/me"), undefined);
    drawn.delete("group/me/studio");
    drawn.delete("account/me");
    assert.equal(above("app/me/shop"), undefined);
  });
});
