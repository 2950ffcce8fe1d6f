// Apps that need a restart for changed files.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { AccountApps } from "../../../src/accounts/accountApps";
import type { ServiceClient } from "../../../src/api/serviceClient";
import type { App, Metrics } from "../../../src/core/model/model";
import { FakeClock } from "../../support/fakeClock";
import { someApp } from "../../support/someApp";

describe("an app whose files were changed", () => {
  const start = 1_000_000;
  const up = (metrics: Metrics = { startedAt: start }): App =>
    someApp({ metrics: { online: true, ...metrics } });

  function accountApps(stored?: unknown) {
    const kept = { value: stored };
    let listed: readonly App[] = [];
    const client = { listApps: async () => ({ apps: listed, missing: undefined }) };
    const clock = new FakeClock();
    const apps = new AccountApps(client as unknown as ServiceClient, clock, {
      read: () => kept.value,
      write: (value) => {
        kept.value = value;
      },
    });
    const isBehind = () => apps.find("shop")?.filesChanged === true;
    const list = async (...all: readonly App[]) => {
      listed = all;
      await apps.refresh();
    };
    return { apps, kept, clock, isBehind, list };
  }

  it("needs a restart until a list or a read shows a newer start", async () => {
    const { apps, isBehind, list } = accountApps();
    await list(up());
    assert.equal(isBehind(), false);
    apps.announceUpload("shop");
    assert.equal(isBehind(), true);
    apps.put(up());
    await list(up());
    assert.equal(isBehind(), true);
    await list(up({ startedAt: start + 60_000 }));
    assert.equal(isBehind(), false);
  });

  it("still needs it after a reload of the window, until the newer start", async () => {
    const before = accountApps();
    before.apps.put(up());
    before.apps.announceUpload("shop");
    const after = accountApps(before.kept.value);
    await after.list(up());
    assert.equal(after.isBehind(), true);
    await after.list(up({ startedAt: start + 60_000 }));
    assert.equal(after.isBehind(), false);
    assert.equal(after.kept.value, undefined);
  });

  it("is compared by its uptime where the service reports no start", async () => {
    const { apps, clock, isBehind } = accountApps();
    apps.put(up({ uptimeSeconds: 100 }));
    apps.announceUpload("shop");
    await clock.advance(60_000);
    apps.put(up({ uptimeSeconds: 160 }));
    assert.equal(isBehind(), true);
    apps.put(up({ uptimeSeconds: 3 }));
    assert.equal(isBehind(), false);
  });

  it("has them once its restart was requested, where the service reports neither", () => {
    const { apps, isBehind } = accountApps();
    apps.put(up({}));
    apps.announceUpload("shop");
    apps.put(up({}));
    assert.equal(isBehind(), true);
    apps.announceRestart("shop");
    apps.put(up({}));
    assert.equal(isBehind(), false);
  });

  it("needs no restart while it is down or deleted", () => {
    const { apps, kept, isBehind } = accountApps();
    apps.put(someApp({ metrics: { online: false } }));
    apps.announceUpload("shop");
    assert.equal(isBehind(), false);
    apps.put(up());
    apps.announceUpload("shop");
    assert.equal(isBehind(), true);
    apps.remove("shop");
    assert.equal(kept.value, undefined);
  });

  it("needs no restart after its first start, which followed a failed installation and an upload", () => {
    const { apps, isBehind } = accountApps();
    apps.put(someApp({ status: "install failed" }));
    apps.announceUpload("shop");
    assert.equal(isBehind(), false);
    apps.put(up());
    assert.equal(isBehind(), false);
  });

  it("needs no restart after its first start, which was requested after an upload", async () => {
    const { apps, isBehind, list } = accountApps();
    await list(someApp({ status: "stopped" }));
    apps.announceUpload("shop");
    apps.announceRestart("shop");
    apps.put(up());
    assert.equal(isBehind(), false);
    await list(up());
    assert.equal(isBehind(), false);
  });

  it("fires once for many uploads", () => {
    const { apps } = accountApps();
    apps.put(up());
    let changes = 0;
    apps.onDidChange(() => changes++);
    for (let upload = 0; upload < 100; upload++) apps.announceUpload("shop");
    assert.equal(changes, 1);
  });

  it("ignores damaged memory", async () => {
    const { isBehind, list } = accountApps({ shop: "now" });
    await list(up());
    assert.equal(isBehind(), false);
  });
});
