// The dashboard's texts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "mocha";
import type { AppCondition } from "../../../../src/core/metrics/appConditions";
import type { App } from "../../../../src/core/model/model";
import type { AppRelease } from "../../../../src/core/transfers/release";
import { settingValueText } from "../../../../src/editor/appSettings/settingSentences";
import { appTooltip } from "../../../../src/features/apps/appItems";
import { deploymentLines, detailLines } from "../../../../src/features/apps/parts/partNodes";
import { type DashboardKnowledge, dashboardView } from "../../../../src/features/dashboard/dashboardView";
import { FakeClock } from "../../../support/fakeClock";
import { inRepository } from "../../../support/repository";
import { megabyte, someAccount, someApp, someMember } from "../../../support/someApp";

const address = { address: "https://shop.example", isGuess: false };

function viewOf(app: App | undefined, own: Partial<DashboardKnowledge> = {}) {
  return dashboardView({
    identity: { accountId: "account", appId: "shop", name: "Shop" },
    ...{ app, address: undefined, notice: "", newest: undefined, environment: undefined, log: undefined },
    ...{ conditions: new Set<AppCondition>(), isWatched: false, canAct: true, now: 0 },
    releases: [],
    isRuledOut: () => false,
    ...own,
  });
}

const looping = { conditions: new Set<AppCondition>(["crashLoop"]) };

describe("the dashboard", () => {
  it("shows unknown values as a dash, and never as zero", () => {
    const { figures, status } = viewOf(undefined);
    assert.deepEqual(figures, { cpu: "–", memory: "–", limit: "–", received: "–", sent: "–" });
    assert.equal(status.word, "–");
  });

  it("shows the metrics of an app that is online", () => {
    const metrics = { online: true, cpuPercent: 7, memoryBytes: 40 * megabyte };
    const { figures } = viewOf(someApp({ metrics }));
    assert.deepEqual([figures.cpu, figures.memory], ["7%", "40 MB"]);
  });

  it("shows the releases of this machine as the app's rows do", () => {
    const release = { number: 2, kind: "rollback", result: "incomplete", changed: 3, at: 0 } as AppRelease;
    const { releases } = viewOf(undefined, { now: 7_200_000, releases: [release] });
    assert.deepEqual(releases, [{ label: "2 · 3 files · 2 h ago", description: "incomplete · Rollback" }]);
  });

  it("shows deployments as the app's rows do: newest first, each as old as itself, not as its commit", () => {
    const now = 10 * 86_400_000;
    const deployments = [
      { id: "1", message: "Old\nmore", createdAt: now - 7_200_000 },
      { id: "2", commitId: "0123456789", createdAt: now - 60_000, committedAt: now - 5 * 86_400_000 },
    ];
    const app = someApp({ deployments });
    const shown = viewOf(app, { now }).deployments.map(({ commit, message, age }) => [commit, message, age]);
    assert.deepEqual(shown, [
      ["0123456", "–", "1 min ago"],
      ["–", "Old", "2 h ago"],
    ]);
    const rows = deploymentLines(someAccount(), app, new FakeClock(now));
    assert.deepEqual(
      rows.map(({ value }) => value),
      ["1 min ago", "2 h ago"],
    );
  });

  it("shows no metrics of an app that is down, although a service sends zeros", () => {
    const metrics = { online: false, cpuPercent: 0, memoryBytes: 0 };
    const none = { low: 0, average: 0, high: 0, count: 1 };
    const newest = { at: 1, receivedPerSecond: none, sentPerSecond: none };
    const { figures } = viewOf(someApp({ metrics }), { newest });
    assert.deepEqual(figures, { cpu: "–", memory: "–", limit: "–", received: "–", sent: "–" });
  });

  it("shows the memory setting where metrics have no limit", () => {
    const zeros = { online: false, memoryLimitBytes: 0 };
    for (const own of [{}, { metrics: { online: true } }, { metrics: zeros }])
      assert.equal(viewOf(someApp({ ...own, memoryMB: 256 })).figures.limit, "256 MB");
    const metrics = { online: true, memoryLimitBytes: 512 * megabyte };
    assert.equal(viewOf(someApp({ metrics, memoryMB: 256 })).figures.limit, "512 MB");
  });

  it("says why the app crashed, with the button that helps first", () => {
    const fix = { label: "Edit Memory", run: async () => {} };
    const crash = { sentence: "The app ran out of memory.", fix };
    const { banner, buttons } = viewOf(someApp(), { ...looping, crash });
    assert.match(banner?.text ?? "", /keeps crashing.* The app ran out of memory\.$/);
    assert.deepEqual(buttons[0], { action: "fix", label: "Edit Memory", isEnabled: true });
  });

  it("has the commands' titles on its buttons", () => {
    const titles = Object.values(JSON.parse(readFileSync(inRepository("package.nls.json"), "utf8")));
    const views = [false, true].map((isWatched) => viewOf(someApp(), { isWatched, address }));
    const labels = views.flatMap(({ buttons }) => buttons.map(({ label }) => label));
    assert.equal(labels.length, 12);
    assert.deepEqual(
      labels.filter((label) => !titles.includes(label)),
      [],
    );
  });

  it("has the URL as a link, and no row for unknown values", () => {
    for (const [isGuess, label] of [
      [false, "Web address"],
      [true, "Web address (guessed)"],
    ] as const) {
      const { details } = viewOf(someApp(), { address: { ...address, isGuess } });
      assert.deepEqual(details, [
        { label, value: address.address, link: true },
        { label: "ID", value: "shop" },
      ]);
    }
  });

  it("has the labels of the rows below the app", () => {
    const app = someApp({ externalPort: 33_031, internalPort: 8080, updatedAt: 0, createdAt: 0, vCpu: 1 });
    const { details } = viewOf(app);
    const shown = new Map(details.map(({ label, value }) => [label, value]));
    assert.deepEqual([shown.get("Public port"), shown.get("Internal port")], ["33031", "8080"]);
    const names = detailLines(someAccount(), app).map(({ label }) => label);
    assert.deepEqual(
      names.filter((name) => !shown.has(name)),
      ["Name"],
    );
    assert.ok(!viewOf(someApp()).details.some(({ label }) => label === "Internal port"));
    const later = viewOf(someApp({ exposedViaWeb: true, customDomain: "shop.example" })).details;
    assert.deepEqual(later.map(({ label, value }) => `${label}: ${value}`).slice(1, 4), [
      "Domain: shop.example",
      "Subdomain: reported only after a restart",
      "Internal port: reported only after a restart",
    ]);
  });

  it("has the runtime's name of the row, its hover and the settings", () => {
    for (const [runtime, name] of [
      ["python", "Python"],
      ["nodejs", "Node.js"],
      ["deno", "deno"],
    ] as const) {
      const app = someApp({ runtime });
      const rows = [...viewOf(app).details, ...detailLines(someAccount(), app)];
      const values = rows.flatMap(({ label, value }) => (label === "Runtime" ? [value] : []));
      const said = settingValueText("runtimeEnvironment", runtime);
      assert.deepEqual([...values, said], [name, name, name]);
      assert.ok(appTooltip(app).value.replaceAll("\\", "").includes(`Runtime: ${name}`));
    }
    assert.equal(settingValueText("name", "python"), "python");
  });

  it("reports a crash loop in any state", () => {
    assert.deepEqual(viewOf(someApp(), looping).status, { word: "keeps restarting", tone: "bad" });
  });

  const offered = (...of: Parameters<typeof viewOf>) =>
    viewOf(...of)
      .buttons.filter(({ isEnabled }) => isEnabled)
      .map(({ action }) => action);

  it("offers the likeliest action first, and the browser only where the URL is known", () => {
    assert.deepEqual(offered(someApp(), { address }).slice(0, 3), ["browser", "restart", "log"]);
    for (const app of [someApp(), someApp({ exposedViaWeb: true })]) {
      assert.deepEqual(offered(app).slice(0, 2), ["restart", "log"]);
      assert.ok(!offered(app).includes("browser"));
    }
    const stopped = someApp({ status: "stopped", metrics: { online: false } });
    assert.deepEqual(offered(stopped, { address }).slice(0, 3), ["restart", "log", "browser"]);
  });

  it("offers no requests while the service is unreachable", () =>
    assert.deepEqual(offered(someApp(), { canAct: false, isWatched: true }), ["unwatch"]));

  it("offers no more than the row of the app in the tree", () => {
    const { permissions } = someMember({
      ...{ canChangeStatusApplication: false, canUpdateApplicationSettings: false },
      canSeeApplicationFiles: true,
    });
    const isRuledOut = permissions.isRuledOut.bind(permissions, "shop");
    assert.deepEqual(offered(someApp(), { isRuledOut }), ["log", "files", "watch"]);
    permissions.answered("shop", "canChangeStatusApplication", true);
    assert.deepEqual(offered(someApp(), { isRuledOut }), ["restart", "log", "files", "watch"]);
    const blind = (name: string) => name === "canSeeApplicationFiles";
    assert.deepEqual(offered(someApp(), { isRuledOut: blind }), ["restart", "settings", "watch"]);
  });

  it("tells a crash loop, a crash and an app without metrics apart", () => {
    const metrics = { online: false };
    const log = { name: "app.log", lines: ["no configuration", "ended"] };
    const crashed = viewOf(someApp({ metrics, status: "crashed" }), { log }).banner;
    assert.match(crashed?.text ?? "", /is down. Its state is "crashed"/);
    assert.deepEqual([crashed?.log, crashed?.logName], ["no configuration\nended", "app.log"]);
    // Each action appears once.
    const down = offered(someApp({ metrics, status: "crashed" }), { address });
    assert.deepEqual(down.slice(0, 3), ["log", "restart", "browser"]);
    const loop = viewOf(someApp({ metrics }), looping);
    assert.match(loop.banner?.text ?? "", /keeps crashing/);
    const { metrics: _none, ...silent } = someApp({ status: "active" });
    assert.equal(viewOf(silent).banner, null);
    assert.match(viewOf(silent).usageNote, /reports no metrics/);
    assert.equal(viewOf(someApp({ metrics: { online: true } })).usageNote, "");
  });

  it("has no animation with reduced motion", () => {
    const css = readFileSync(inRepository("src/features/dashboard/webview/dashboard.css"), "utf8");
    assert.match(css, /prefers-reduced-motion: reduce\) \{\s+\*,[^}]+transition: none/);
  });

  it("names environment variables once they are known", () => {
    assert.equal(viewOf(someApp()).environment, null);
    assert.deepEqual(viewOf(someApp(), { environment: ["TOKEN"] }).environment, ["TOKEN"]);
  });
});
