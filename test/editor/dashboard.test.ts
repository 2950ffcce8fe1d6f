// The dashboard inside VS Code: its panel, the state that it sends to its page, and the page's messages.
import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account } from "../../src/accounts/accounts";
import type { SampleAdded, WatchedState } from "../../src/accounts/appWatch";
import { Emitter } from "../../src/core/async/emitter";
import { ServiceError } from "../../src/core/errors/serviceError";
import { silentLogger } from "../../src/core/logger";
import type { App, Metrics } from "../../src/core/model/model";
import type { ToPage } from "../../src/features/dashboard/dashboardMessages";
import { DashboardPanel } from "../../src/features/dashboard/dashboardPanel";
import type { DashboardServices } from "../../src/features/dashboard/dashboardServices";
import { Dashboards } from "../../src/features/dashboard/dashboards";
import { canary } from "../support/canaries";
import { FakeClock } from "../support/fakeClock";
import { MemoryState } from "../support/memoryState";
import { someApp } from "../support/someApp";
import { waitUntil } from "../support/waitUntil";

const key = { accountId: "one", appId: "shop" };
const secret = canary("environment-value");

function setUp() {
  const changed = new Emitter<void>();
  const clock = new FakeClock();
  const metrics = { online: true, cpuPercent: 3, memoryBytes: 1024 };
  let app = someApp({ name: "<b>Shop</b> $(trash)", exposedViaWeb: true, metrics });
  const state = { isGone: false, failure: undefined as unknown, wants: 0, reads: 0 };
  const read = async (): Promise<App> => {
    state.reads++;
    if (state.failure) throw state.failure;
    return { ...app, customDomain: "shop.example.com", environment: [{ key: "SECRET", value: secret }] };
  };
  const account = {
    apps: { refreshApp: read },
    client: { getApp: read },
    permissions: { isRuledOut: () => false },
  } as unknown as Account;
  let accounts: readonly Account[] = [account];
  const services: DashboardServices = {
    accounts: { all: accounts, get: () => accounts[0], load: async () => {} },
    state: new MemoryState(),
    clock,
    loadFiles: async () => ({ get: () => assert.fail("no app is down here") }),
    loadReleases: async () => ({
      list: async () => [],
      onDidChange: new Emitter<{ accountId: string; appId: string }>().event,
    }),
    logger: silentLogger,
    extensionUri:
      vscode.extensions.getExtension("hosted-apps.hosted-apps")?.extensionUri ?? vscode.Uri.file("/"),
    watch: {
      want: () => {
        state.wants++;
        return { dispose: () => void state.wants-- };
      },
      stateOf: (): WatchedState => ({
        app: accounts.length > 0 && !state.isGone ? app : undefined,
        failure: state.failure,
        isGone: state.isGone,
        conditions: new Set(),
      }),
      historyOf: () => [{ at: 1 }],
      memoryOf: () => undefined,
      onDidChange: changed.event,
      onDidSample: new Emitter<SampleAdded>().event,
    },
    watched: { has: () => false, onDidChange: new Emitter<void>().event },
  };
  return {
    services,
    state,
    changed,
    setMetrics: (metrics: Metrics) => {
      app = { ...app, metrics };
      changed.fire();
    },
    signOut: () => {
      accounts = [];
      changed.fire();
    },
  };
}

/** A panel whose page is this test. */
function fakePage() {
  const received = new vscode.EventEmitter<unknown>();
  const viewState = new vscode.EventEmitter<never>();
  const disposed = new vscode.EventEmitter<void>();
  const posted: ToPage[] = [];
  const page = {
    title: "",
    visible: true,
    onDidChangeViewState: viewState.event,
    onDidDispose: disposed.event,
    webview: {
      onDidReceiveMessage: received.event,
      postMessage: async (message: ToPage) => {
        posted.push(message);
        return true;
      },
    },
  };
  const say = (message: unknown) => received.fire(message);
  return { page, posted, say, viewState, disposed };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
const viewsOf = (posted: readonly ToPage[]) =>
  posted.flatMap((each) => (each.type === "view" ? [each.view] : []));

describe("the panel of a dashboard", () => {
  let dashboards: Dashboards;
  let around: ReturnType<typeof setUp>;

  beforeEach(() => {
    around = setUp();
    dashboards = new Dashboards(around.services);
  });

  afterEach(async () => {
    dashboards.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });

  const tabs = () =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputWebview);

  it("opens once for an app, named after it", async () => {
    dashboards.show({ ...key, name: "Shop" });
    dashboards.show({ ...key, name: "Shop" });
    await waitUntil(() => tabs().length > 0, { what: "the tab of the dashboard" });
    assert.equal(tabs().length, 1);
    assert.match(tabs()[0]?.label ?? "", /Shop/);
  });

  it("is restored after a reload from its page's saved state, and the page runs", async () => {
    const heard: unknown[] = [];
    const restore = (): vscode.WebviewPanel => {
      const made = vscode.window.createWebviewPanel("hostedApps.dashboard", "?", vscode.ViewColumn.One);
      made.webview.onDidReceiveMessage((message) => heard.push(message));
      dashboards.restore(made, { ...key, name: "Shop", range: "1h" });
      return made;
    };
    let panel = restore();
    assert.match(panel.webview.html, /default-src 'none'/);
    assert.doesNotMatch(panel.webview.html, /unsafe/);
    // On a busy machine VS Code may lose the load of a page.
    let beganAtMs = performance.now();
    const isReady = (): boolean => {
      if (heard.length > 0 || performance.now() - beganAtMs < 60_000) return heard.length > 0;
      panel.dispose();
      panel = restore();
      beganAtMs = performance.now();
      return false;
    };
    await waitUntil(isReady, { what: "the page to say that it is ready" });
    assert.deepEqual(heard[0], { type: "ready" });
    assert.equal(panel.title, "<b>Shop</b> $\u200b(trash)");
    assert.equal(around.state.wants, 1);
  });

  it("closes with a notice when its app is deleted; other panels stay", async () => {
    dashboards.show({ ...key, name: "Shop" });
    dashboards.show({ ...key, appId: "mail", name: "Mailer" });
    await waitUntil(() => tabs().length === 2, { what: "both tabs" });
    assert.deepEqual(
      dashboards.onAppDeleted(key).map(({ said }) => said),
      ["Its dashboard was closed."],
    );
    await waitUntil(() => tabs().length === 1, { what: "the tab to close" });
    assert.deepEqual(dashboards.onAppDeleted(key), []);
    assert.equal(dashboards.onAppDeleted({ ...key, appId: "mail" }).length, 1);
  });

  it("closes when it cannot be restored", async () => {
    const panel = vscode.window.createWebviewPanel("hostedApps.dashboard", "?", vscode.ViewColumn.One);
    let isClosed = false;
    panel.onDidDispose(() => {
      isClosed = true;
    });
    dashboards.restore(panel, { appId: 7 });
    await waitUntil(() => isClosed, { what: "the panel to close" });
  });
});

describe("the state that the dashboard sends to its page", () => {
  const opened: DashboardPanel[] = [];
  afterEach("close the panels", () => {
    for (const panel of opened.splice(0)) panel.dispose();
  });
  const open = (around = setUp()) => {
    const page = fakePage();
    opened.push(new DashboardPanel(page.page, { ...key, name: "Shop" }, around.services));
    return { ...around, ...page };
  };
  const openReady = async (around = setUp()) => {
    const panel = open(around);
    panel.say({ type: "ready" });
    await settled();
    return panel;
  };

  it("is sent once the page is ready, and then whole", async () => {
    const { posted, say } = open();
    await settled();
    assert.equal(posted.length, 0);
    say({ type: "ready" });
    await settled();
    assert.equal(posted[0]?.type, "history");
    const view = viewsOf(posted).at(-1);
    assert.equal(view?.state.name, "<b>Shop</b> $(trash)");
    assert.deepEqual(view?.environment, ["SECRET"]);
    assert.ok(view?.details.some(({ value }) => value === "shop.example.com"));
  });

  it("never holds an environment value, except after a click on it", async () => {
    const { posted, say } = await openReady();
    assert.ok(!JSON.stringify(posted).includes(secret));
    say({ type: "reveal", key: "OTHER" });
    await settled();
    assert.equal(posted.at(-1)?.type, "valueFailed");
    say({ type: "reveal", key: "SECRET" });
    await settled();
    assert.deepEqual(posted.at(-1), { type: "value", key: "SECRET", value: secret });
  });

  it("is sent again only when it changed, with a dash for each unknown value", async () => {
    const { changed, setMetrics, posted } = await openReady();
    const before = posted.length;
    changed.fire();
    assert.equal(posted.length, before);
    setMetrics({ online: true });
    assert.equal(posted.length, before + 1);
    const { figures } = viewsOf(posted).at(-1) ?? {};
    assert.deepEqual(figures, { cpu: "–", memory: "–", limit: "–", received: "–", sent: "–" });
  });

  it("says why the dashboard stopped: signed out, app deleted, or a failing service", async () => {
    const { state, changed, signOut, posted } = await openReady();
    state.failure = new ServiceError("server", "GET", { status: 503 });
    changed.fire();
    assert.match(viewsOf(posted).at(-1)?.notice ?? "", /error 503/);
    state.isGone = true;
    changed.fire();
    assert.match(viewsOf(posted).at(-1)?.notice ?? "", /no longer exists/);
    signOut();
    const view = viewsOf(posted).at(-1);
    assert.match(view?.notice ?? "", /signed out/);
    assert.equal(view?.buttons.find(({ action }) => action === "restart")?.isEnabled, false);
    assert.equal(state.wants, 0);
  });

  it("does not repeat a failing request for details of the app", async () => {
    const around = setUp();
    around.state.failure = new ServiceError("server", "GET", { status: 503 });
    const { say, state, changed } = open(around);
    say({ type: "ready" });
    for (let round = 0; round < 20; round++) {
      changed.fire();
      await settled();
    }
    assert.ok(state.reads <= 2, `${state.reads} reads`);
    state.failure = undefined;
    changed.fire();
    await settled();
    assert.ok(state.reads <= 3);
  });

  it("ends with the panel, and is not read for a hidden page", async () => {
    const { state, page, viewState, disposed, say, posted } = open();
    await settled();
    assert.equal(state.wants, 1);
    page.visible = false;
    viewState.fire(undefined as never);
    assert.equal(state.wants, 0);
    page.visible = true;
    viewState.fire(undefined as never);
    assert.equal(state.wants, 1);
    disposed.fire();
    assert.equal(state.wants, 0);
    say({ type: "ready" });
    assert.equal(posted.length, 0);
  });
});
