// A refused change, or a canceled deletion, that the service has made nevertheless.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Account } from "../../../../src/accounts/accounts";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import type { App } from "../../../../src/core/model/model";
import { settingsOf } from "../../../../src/core/settings/appSettings";
import { deleteApp } from "../../../../src/features/apps/deleteApp";
import { saveSettings } from "../../../../src/features/apps/settings/editSettings";
import { unrestricted } from "../../../support/someApp";
import { window } from "../../../support/vscodeParts";

const shop = { id: "1", name: "Shop", memoryMB: 256 } as App;
const refusal = new ServiceError("refused", "PATCH /apps/1 answered 409");

/** Changes end with `failure`, and then the service returns `after`; undefined: 404. */
function account(after: App | undefined, failure: Error = refusal) {
  let isChanged = false;
  const change = async (): Promise<never> => {
    isChanged = true;
    throw failure;
  };
  const read = async (): Promise<App> => {
    const app = isChanged ? after : shop;
    if (app) return app;
    throw new ServiceError("notFound", "GET /apps/1 answered 404");
  };
  const removed: string[] = [];
  const removeBy = async (id: string, request: () => Promise<void>): Promise<void> => {
    await request();
    removed.push(id);
  };
  const apps = { refreshApp: read, put: () => undefined, removeBy };
  const client = { updateApp: change, deleteApp: change, getApp: read };
  return {
    account: { id: "me", label: "Me", apps, client, permissions: unrestricted } as unknown as Account,
    removed,
  };
}

describe("a refused or canceled change of an app", () => {
  beforeEach(() => {
    Object.assign(window, { setStatusBarMessage: () => ({ dispose() {} }), tabGroups: { all: [] } });
    window["showInformationMessage"] = async () => undefined;
  });

  const opened = settingsOf(shop);
  const save = async (after: App) =>
    await saveSettings({
      ...account(after),
      appId: "1",
      opened,
      edited: { ...opened, memoryMB: 512 },
      ask: false,
    });

  it("is saved when the service shows the new settings", async () => {
    assert.equal((await save({ ...shop, memoryMB: 512 })).memoryMB, 512);
  });

  it("fails with the refusal when the service shows the old settings", async () => {
    await assert.rejects(save(shop), refusal);
  });

  it("may be saved when the service is unreachable", async () => {
    const offline = new ServiceError("network", "GET /apps/1: no connection");
    const { account: own } = account(shop);
    let looks = 0;
    const refreshApp = async (): Promise<App> => {
      if (looks++ > 0) throw offline;
      return shop;
    };
    const asked = { ...own, apps: { ...own.apps, refreshApp } } as unknown as Account;
    const edited = { ...opened, memoryMB: 512 };
    await assert.rejects(saveSettings({ account: asked, appId: "1", opened, edited, ask: false }), offline);
    assert.equal(offline.outcomeUnknown, true);
  });

  const remove = async (after: App | undefined, failure?: Error): Promise<string[]> => {
    const { account: own, removed } = account(after, failure);
    const onAppDeleted = async () => [];
    await deleteApp({ account: own, appId: "1", clock: { now: () => 0 }, onAppDeleted }, "Shop");
    return removed;
  };

  it("is a deletion when the app no longer exists", async () => {
    assert.deepEqual(await remove(undefined), ["1"]);
  });

  it("is no deletion when the app still exists", async () => {
    await assert.rejects(remove(shop), refusal);
  });

  it("is a deletion when the user canceled it too late", async () => {
    const canceled = new CancelledError();
    assert.deepEqual(await remove(undefined, canceled), ["1"]);
    await assert.rejects(remove(shop, canceled), canceled);
  });
});
