// The texts of watched apps in the status bar and in notices, tested inside VS Code because it renders them.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { AppCondition } from "../../src/core/metrics/appConditions";
import type { App, Metrics } from "../../src/core/model/model";
import { appsTooltip, appTooltip, metricsText } from "../../src/features/metrics/metricsText";
import { WatchedApps } from "../../src/features/metrics/watchedApps";
import { hasWatchedApps } from "../../src/features/metrics/watchedState";
import { MemoryState } from "../support/memoryState";
import { megabyte, someApp } from "../support/someApp";

const app = (metrics?: Metrics): App => someApp({ memoryMB: 100, ...(metrics && { metrics }) });

const textOf = (shown: App | undefined, ...conditions: AppCondition[]) =>
  metricsText("Shop", { app: shown, conditions: new Set(conditions), isGone: false });

describe("a watched app in the status bar", () => {
  const busy = { online: true, cpuPercent: 12.4, memoryBytes: 95 * megabyte };

  it("shows its name, CPU, memory and limit, and is read out in whole words", () => {
    const { text, spoken, level } = textOf(app(busy));
    assert.equal(text, "Shop  12%  95 / 100 MB");
    assert.equal(spoken, "Shop: online, CPU 12%, memory 95 MB of 100 MB");
    assert.equal(level, "normal");
  });

  it("warns when its memory stays near the limit, also to screen readers", () => {
    const { level, spoken } = textOf(app(busy), "memory");
    assert.equal(level, "warning");
    assert.match(spoken, /close to its limit/);
  });

  it("shows no usage while it is down", () => {
    const { rows } = textOf(app({ online: false, cpuPercent: 0, memoryBytes: 0 }));
    assert.deepEqual(rows, [["State", "active"]]);
  });

  it("shows no metric that the service did not send", () => {
    assert.equal(textOf(app()).text, "Shop: active");
    assert.equal(textOf(undefined).text, "Shop");
    assert.doesNotMatch(JSON.stringify(textOf(app({ online: true, cpuPercent: 1 })).rows), /0 B|Memory/);
  });

  it("keeps icons and markup in a name as text", () => {
    const name = "$(trash) <b>|[x](command:y)";
    const tooltip = appTooltip({ name, rows: [["State", name]], failure: undefined });
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml && !tooltip.supportThemeIcons);
    assert.doesNotMatch(tooltip.value, /\[x\]\(command/);
  });

  it("has a trend in its tooltip once there are several samples", () => {
    const spread = (value: number) => ({ low: value, average: value, high: value, count: 1 });
    const history = [1, 2, 4].map((cpu, at) => ({ at, cpuPercent: spread(cpu) }));
    const { rows } = metricsText("Shop", { app: app(busy), conditions: new Set(), isGone: false }, history);
    assert.match(rows.find(([label]) => label === "CPU")?.[1] ?? "", /▃▅█$/);
  });

  it("is a row of the table that the item of several apps shows", () => {
    const tooltip = appsTooltip([{ name: "Shop", state: "active", app: app(busy) }]);
    assert.match(tooltip.value, /Shop.*active.*12.*95/);
  });
});

describe("which apps are watched", () => {
  const shop = { accountId: "one", appId: "shop", name: "Shop" };
  const mail = { accountId: "one", appId: "mail", name: "Mail" };

  it("are remembered, each app once", async () => {
    const state = new MemoryState();
    const watched = new WatchedApps(state);
    await watched.add(shop);
    await watched.add(mail);
    await watched.add(shop);
    assert.deepEqual(new WatchedApps(state).all, [shop, mail]);
    await watched.remove(shop);
    assert.deepEqual(watched.all, [mail]);
    assert.equal(hasWatchedApps(state), true);
    await watched.remove(mail);
    assert.equal(hasWatchedApps(state), false);
  });
});
