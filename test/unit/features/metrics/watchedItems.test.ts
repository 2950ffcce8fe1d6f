// Status bar items of watched apps.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { AppWatch, WatchedState } from "../../../../src/accounts/appWatch";
import { Emitter } from "../../../../src/core/async/emitter";
import type { AppCondition } from "../../../../src/core/metrics/appConditions";
import type { App } from "../../../../src/core/model/model";
import { isPreapproved } from "../../../../src/editor/commands/consent";
import type { AppChoice } from "../../../../src/editor/pickApp";
import { createStatusBarItem } from "../../../../src/editor/safeUi/statusItem";
import { WatchedItems } from "../../../../src/features/metrics/watchedItems";
import { FakeClock } from "../../../support/fakeClock";
import { someAccount, someApp } from "../../../support/someApp";
import { window } from "../../../support/vscodeParts";

interface Bar {
  readonly id: string;
  text: string;
  isShown: boolean;
  command: unknown;
}

describe("the watched apps in the status bar", () => {
  const bars: Bar[] = [];
  const cleanups: { dispose(): void }[] = [];

  beforeEach(() => {
    window["createStatusBarItem"] = (id: string) => {
      const bar = { id, text: "", isShown: false, command: undefined };
      bars.push(bar);
      const shown = (isShown: boolean) => () => {
        bar.isShown = isShown;
      };
      return Object.assign(bar, { show: shown(true), hide: shown(false), dispose: shown(false) });
    };
  });

  afterEach(() => {
    for (const each of cleanups.splice(0)) each.dispose();
    bars.length = 0;
  });

  const texts = () => bars.filter(({ isShown }) => isShown).map(({ text }) => text);
  const online = (own: Partial<App> = {}): App =>
    someApp({ metrics: { online: true, cpuPercent: 3 }, ...own });
  const both = { a: { app: online({ name: "A" }) }, b: { app: online({ name: "B" }) } };

  function items(
    states: Readonly<Record<string, Partial<WatchedState>>>,
    chosen = Object.keys(states),
    targets: Readonly<Record<string, string>> = {},
  ) {
    const clock = new FakeClock();
    const changes = new Emitter<void>();
    const all: AppChoice[] = Object.keys(states).map((appId) => ({ accountId: "one", appId, name: appId }));
    const conditions = new Set<AppCondition>();
    const none = { app: undefined, failure: undefined, isGone: false, conditions };
    const watch = {
      stateOf: ({ appId }: AppChoice) => ({ ...none, seenAt: clock.now(), ...states[appId] }),
      historyOf: () => [],
      memoryOf: () => undefined,
      onDidChange: changes.event,
    } as unknown as AppWatch;
    const watched = {
      all,
      isChosen: ({ appId }: { readonly appId: string }) => chosen.includes(appId),
      targetOf: ({ appId }: { readonly appId: string }) => targets[appId],
      onDidChange: changes.event,
    };
    const accounts = { get: () => someAccount() };
    cleanups.push(new WatchedItems({ accounts, watch, watched, clock, intervalMs: () => 10_000 }));
    return { clock };
  }

  it("are at most three with the extension's other items, and share one item sooner", () => {
    items(both);
    const others = ["hostedApps.following", "hostedApps.transfers", "hostedApps.filesOutdated"].map((id) => {
      const item = createStatusBarItem(id, vscode.StatusBarAlignment.Left);
      cleanups.push(item);
      item.text = id;
      item.show();
      return item;
    });
    const ours = ["hostedApps.filesOutdated", "hostedApps.transfers"];
    assert.deepEqual(texts().sort(), ["$(server) 2 apps", ...ours]);
    for (const item of others) item.hide();
    assert.deepEqual(texts(), ["$(server) A  3%", "$(server) B  3%"]);
  });

  it("show an app's target of the folder", () => {
    items(both, ["a", "b"], { b: "production" });
    assert.deepEqual(texts(), ["$(server) A  3%", "$(server) B (production)  3%"]);
  });

  it("show the time of metrics that are older than three intervals", async () => {
    const seenAt = new FakeClock().now();
    const { clock } = items({ a: { app: online({ name: "A" }), seenAt } });
    assert.deepEqual(texts(), ["$(server) A  3%"]);
    await clock.advance(31_000);
    assert.match(texts()[0] ?? "", /^\$\(cloud-offline\) A {2}3% {2}as of /);
  });

  it("name the problem", () => {
    const down = online({ metrics: { online: false } });
    items({
      a: { app: online(), conditions: new Set<AppCondition>(["crashLoop"]) },
      b: { app: down },
      c: { app: down },
      d: { app: online() },
    });
    assert.deepEqual(texts(), ["$(warning) 4 apps  1 crashing  2 offline"]);
  });

  it("name the only one of many with a problem", () => {
    const down = online({ name: "B", metrics: { online: false } });
    items({ a: { app: online() }, b: { app: down }, c: { app: online() }, d: { app: online() } });
    assert.deepEqual(texts(), ["$(warning) 4 apps  B: offline"]);
  });

  it("show which one of many needs a restart, or how many", () => {
    const changed = online({ name: "A", filesChanged: true });
    const rest = { b: { app: online() }, c: { app: online() }, d: { app: online() } };
    items({ a: { app: changed }, ...rest });
    assert.deepEqual(texts(), ["$(server) 4 apps  A: restart needed"]);
    items({ a: { app: changed }, ...rest, b: { app: changed } });
    assert.equal(texts().at(-1), "$(server) 4 apps  2 need a restart");
  });

  it("restart an app that needs it by a click", () => {
    items({ a: { app: online({ name: "A", filesChanged: true }) } });
    assert.deepEqual(texts(), ["$(debug-restart) A: restart needed"]);
    const { command, arguments: given } = (bars[0]?.command ?? {}) as vscode.Command;
    assert.equal(command, "hostedApps.app.restart");
    assert.deepEqual(given, [{ accountId: "one", appId: "a" }]);
    // The click is the user's own: no further question.
    assert.equal(isPreapproved(given?.[0]), true);
  });

  it("open the app's dashboard by a click, or a list of many", () => {
    items({ a: { app: online({ name: "A" }) } });
    assert.equal(((bars[0]?.command ?? {}) as vscode.Command).command, "hostedApps.app.showDashboard");
    items({ ...both, c: { app: online() }, d: { app: online() } });
    assert.equal(bars.at(-1)?.command, "hostedApps.apps.showWatched");
  });

  it("open the dashboard of one by a click, and a list of many", () => {
    items({ a: { app: online() } });
    assert.match(JSON.stringify(bars[0]?.command), /"hostedApps\.app\.showDashboard".*"appId":"a"/);
    items({ ...both, c: { app: online() }, d: { app: online() } });
    assert.equal(bars.at(-1)?.command, "hostedApps.apps.showWatched");
  });

  it("show an app that was not selected only once it has metrics", () => {
    items({ chosen: {}, linked: {} }, ["chosen"]);
    assert.deepEqual(texts(), ["$(server) chosen"]);
  });
});
