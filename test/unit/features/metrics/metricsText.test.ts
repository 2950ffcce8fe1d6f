// Texts of a watched app in the status bar.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { AppCondition } from "../../../../src/core/metrics/appConditions";
import type { HistoryPoint } from "../../../../src/core/metrics/metricsHistory";
import type { App } from "../../../../src/core/model/model";
import { appsTooltip, appTooltip, metricsText } from "../../../../src/features/metrics/metricsText";
import { someApp } from "../../../support/someApp";

const textOf = (app: App | undefined, ...conditions: AppCondition[]) =>
  metricsText("Shop", { app, conditions: new Set(conditions), isGone: false });

describe("the status bar text of a watched app", () => {
  it("has the word of the tree: a stopped app is no problem, a crashed one is", () => {
    const stopped = textOf(someApp({ status: "stopped", metrics: { online: false, cpuPercent: 0 } }));
    assert.deepEqual([stopped.icon, stopped.text, stopped.level], ["server", "Shop: stopped", "normal"]);
    const crashed = textOf(someApp({ status: "crashed", metrics: { online: false } }));
    assert.deepEqual([crashed.icon, crashed.text, crashed.level], ["warning", "Shop: crashed", "error"]);
    assert.equal(textOf(someApp({ metrics: { online: false } })).text, "Shop: offline");
    assert.equal(textOf(someApp({ metrics: { online: true } }), "crashLoop").level, "error");
  });

  it("has a link to switch the target in its hover, where its folder has several", () => {
    const known = { name: "Shop", rows: [], failure: undefined, app: { accountId: "me", appId: "shop" } };
    const { value, isTrusted } = appTooltip({ ...known, hasTargets: true });
    assert.match(value, /\[Switch Target\]\(command:hostedApps\.deploy\.switchTarget\?/);
    assert.deepEqual(isTrusted, {
      enabledCommands: ["hostedApps.deploy.switchTarget", "hostedApps.app.editSettings"],
    });
    assert.doesNotMatch(appTooltip(known).value, /command:/);
    assert.equal(appTooltip(known).isTrusted, undefined);
  });

  it("reports a deleted app", () => {
    const { text, spoken } = metricsText("Shop", { app: undefined, conditions: new Set(), isGone: true });
    assert.match(text, /not found/);
    assert.match(spoken, /no longer exists on the service/);
  });

  it("keeps each app's text in its own cell of the tooltip's table", () => {
    const { value } = appsTooltip([{ name: "a|b\nc", state: "active", app: undefined }]);
    assert.match(value, /^\| a\\\|b c \| active \| – \| – \|$/m);
  });

  it("has no metrics of an app that is down, although a service sends zeros", () => {
    const app = someApp({ metrics: { online: false, cpuPercent: 0, memoryBytes: 0, networkRxBytes: 1024 } });
    const { value } = appsTooltip([{ name: "Shop", state: "offline", app }]);
    assert.match(value, /^\| Shop \| offline \| – \| – \|$/m);
    const idle = { at: 1, receivedPerSecond: { low: 0, average: 0, high: 0, count: 1 } } as HistoryPoint;
    const known = { app, conditions: new Set<AppCondition>(), isGone: false };
    assert.deepEqual(metricsText("Shop", known, [idle]).rows, [
      ["State", "active"],
      ["Received", "1 KB"],
    ]);
  });
});
