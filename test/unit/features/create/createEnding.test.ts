// What the watch says of an app of which the user was just told that it did not come online.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { AccountApps } from "../../../../src/accounts/accountApps";
import type { Account, Accounts } from "../../../../src/accounts/accounts";
import { AppWatch } from "../../../../src/accounts/appWatch";
import { createApp } from "../../../../src/features/create/createApp";
import { noRecords } from "../../../support/noCreateRecords";
import { appBody, json, SimulatedHttp } from "../../../support/simulatedHttp";
import { someAccount } from "../../../support/someApp";
import { someSettings } from "../../../support/someSettings";

describe("an app that went down right after its creation", () => {
  /** Creates it, then watches it for a minute; resolves with the end of the creation and what the watch told. */
  async function createAndWatch(statusDown: string) {
    const service = new SimulatedHttp();
    const { client, clock, logger } = service;
    let looks = 0;
    let isCreating = true;
    service.fault = ({ method, path }) => {
      if (path === "/v1/apps") return json({ applications: [] });
      if (method === "GET") looks++;
      return json(body());
    };
    // Up for one look of three, until the creation has ended.
    const body = () => ({
      ...appBody,
      ...(looks > 1 && { status: statusDown }),
      currentResourceMetrics: {
        online: isCreating && looks % 3 === 1,
        timestamp: new Date(clock.now()).toISOString(),
      },
    });
    const account: Account = { ...someAccount(), client, apps: new AccountApps(client, clock) };
    const onDidChange = () => ({ dispose: () => undefined });
    const accounts = { all: [account], get: () => account, onDidChange } as unknown as Accounts;
    const watch = new AppWatch({
      ...{ accounts, clock, logger, intervalMs: () => 5_000, backgroundMs: () => 0 },
      memoryWarningPercent: () => 90,
    });
    watch.setFocused(true);
    await account.apps.refresh();
    const creating = createApp({
      ...{ account, clock, files: [], settings: someSettings, maxArchiveBytes: 1_000 },
      signal: new AbortController().signal,
      onStep: () => undefined,
      journal: noRecords,
    });
    void creating.finally(() => {
      isCreating = false;
    });
    while (isCreating) await clock.advance(500);
    const { app, result } = await creating;
    const reported: string[] = [];
    watch.onDidBegin(({ condition }) => reported.push(condition));
    watch.want({ accountId: account.id, appId: app.id });
    await clock.advance(60_000);
    watch.dispose();
    return { result, reported };
  }

  for (const [status, result] of [
    ["stopped", "failed"],
    ["active", "limit"],
  ] as const)
    it(`is not reported again after "${result}"`, async () => {
      assert.deepEqual(await createAndWatch(status), { result, reported: [] });
    });
});
