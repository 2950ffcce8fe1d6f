// The dashboard of a running app in a real window: its charts, its buttons by keyboard, every theme, and what it keeps.
import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import type { Frame, FrameLocator } from "playwright-core";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { signIn } from "../support/signIn";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { violations } from "../support/window/axe";
import { shownText } from "../support/window/shownText";
import type { themes } from "../support/workbench";
import { useWorkbench } from "../support/workbenchSession";

const secretValue = "canary-environment-value";
const appName = "Team clock";

describe("the dashboard of an app", function () {
  this.timeout(120_000);
  this.bail(true);

  const dataDir = temporaryFolder("service");
  let emulator: Emulator;
  before("start a service whose apps run", async () => {
    emulator = await startEmulator({ dataDir, seed: "demo" });
    const clock = emulator.state.apps().find(({ name }) => name === appName);
    assert.ok(clock);
    emulator.state.patchApp(clock._id, {
      environment: [
        { key: "SESSION_SECRET", value: secretValue, _id: "1" },
        { key: "CITIES", value: "Lisbon,Nairobi,Osaka", _id: "2" },
      ],
    });
  });
  const window = useWorkbench(() => ({
    settings: { "hostedApps.metrics.refreshSeconds": 2 },
    viewport: { width: 1440, height: 1000 },
  }));
  after("stop the service", async () => {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  });

  const page = (): FrameLocator => window().webview();
  const text = (selector: string) => shownText(page().locator(selector));
  const button = (name: string) => page().getByRole("button", { name, exact: true });

  /** Gives the app something to do, so that its charts have something to show. */
  async function visitApp(times: number): Promise<void> {
    const port = emulator.state.apps().find(({ name }) => name === appName)?.externalPort;
    for (let visit = 0; visit < times; visit++) await (await fetch(`http://127.0.0.1:${port}/`)).text();
  }

  /** The frame inside the frame of the webview. */
  async function innerFrame(): Promise<Frame> {
    const handle = await page().locator("body").elementHandle();
    const frame = await handle?.ownerFrame();
    assert.ok(frame);
    return frame;
  }

  /** Whether each row of cards is as wide as the page, and each canvas as wide as its card. */
  async function areChartsWide(): Promise<boolean> {
    const boxOf = (selector: string) => page().locator(selector).boundingBox();
    const charts = await boxOf(".charts");
    const cards = await Promise.all(["cpu", "memory", "network"].map((kind) => boxOf(`#card-${kind}`)));
    const rightOf = (box: Awaited<ReturnType<typeof boxOf>>) => Math.round((box?.x ?? 0) + (box?.width ?? 0));
    const ends = cards.map((card) => cards.filter((each) => each?.y === card?.y).map(rightOf));
    const hosts = await Promise.all(
      ["cpu", "memory", "network"].map(async (kind) => [
        (await boxOf(`#card-${kind} .chart`))?.width,
        (await boxOf(`#card-${kind} .uplot`))?.width,
      ]),
    );
    return (
      ends.every((row) => Math.abs(Math.max(...row) - rightOf(charts)) < 2) &&
      hosts.every(([host = 0, canvas = 9_999]) => Math.abs(host - canvas) < 2)
    );
  }

  it("opens from the app's row", async () => {
    await signIn(window(), emulator);
    await window().openView("Hosted Apps");
    await window().tree().waitForRow(appName, 30_000);
    await window().tree().pressRowAction(appName, "Open Dashboard");
    await page().getByRole("heading", { name: appName, level: 1 }).waitFor({ timeout: 30_000 });
  });

  it("draws what the app uses as it comes", async () => {
    await waitUntil(
      async () => {
        await visitApp(40);
        const label = await page().locator("#card-network .chart").getAttribute("aria-label");
        return /now [1-9][\d.]* \w?B\/s, lowest/.test(label ?? "");
      },
      { what: "a network rate in the chart", timeoutMs: 40_000, intervalMs: 700 },
    );
    assert.match(
      (await page().locator("#card-memory .chart").getAttribute("aria-label")) ?? "",
      /^Memory: now [\d.]+ MB, lowest/,
    );
    assert.match(await text("#memory"), /^[\d.]+ MB$/);
    assert.equal(await text("#limit"), "512 MB");
    assert.equal(await page().locator(".chart canvas").count(), 3);
    assert.equal(await page().locator(".chart[data-empty]").count(), 0);
  });

  it("has the details, the deployments and the names of the environment", async () => {
    const details = await text("#details");
    assert.match(details, /Runtime\s+nodejs/);
    assert.match(details, /Up for\s+\d/);
    assert.match(await text("#deployments"), /4f2d9c1[\s\S]*Robin[\s\S]*success/);
    assert.equal(await text("#repository"), "studio/team-clock, branch main");
    await page().getByRole("rowheader", { name: "SESSION_SECRET" }).waitFor();
    assert.ok(!(await text("body")).includes(secretValue));
  });

  it("shows a value only on demand, and hides it again", async () => {
    await button("Show the value of SESSION_SECRET").press("Enter");
    await page().getByText(secretValue).waitFor();
    await button("Hide the value of SESSION_SECRET").press("Enter");
    await page().getByText(secretValue).waitFor({ state: "detached" });
  });

  it("works by keyboard alone: watch, another length of time, the figures as a table, restart", async () => {
    await button("Restart").focus();
    for (let step = 0; step < 4; step++) await window().press("Tab");
    await window().press("Enter");
    await window().statusBarItem("hostedApps.metrics").filter({ hasText: appName }).waitFor();
    await button("Stop Watching").waitFor();
    await window().press("Tab");
    await window().press("Tab");
    await window().press("Space");
    assert.equal(await button("1 hour").getAttribute("aria-pressed"), "true");
    const table = page().locator("#card-cpu details");
    await table.locator("summary").press("Enter");
    await table.getByRole("columnheader", { name: "Highest" }).waitFor();
    // The rows are there once the figures of that hour are.
    await table.getByRole("rowheader").first().waitFor();
    assert.equal(await table.getByRole("rowheader").count(), 10);
    await table.locator("summary").press("Enter");
    const before = emulator.requests.filter(({ path }) => path.endsWith("/restart")).length;
    await button("Restart").press("Enter");
    await window().statusBarItem("is back online").waitFor({ timeout: 60_000 });
    assert.equal(emulator.requests.filter(({ path }) => path.endsWith("/restart")).length, before + 1);
  });

  const allThemes: readonly (readonly [name: string, theme: keyof typeof themes, kind: string])[] = [
    ["dark", "dark", "vscode-dark"],
    ["light", "light", "vscode-light"],
    ["hc-dark", "highContrast", "vscode-high-contrast"],
    ["hc-light", "highContrastLight", "vscode-high-contrast-light"],
  ];
  for (const [name, theme, kind] of allThemes) {
    it(`has no accessibility violations and wears its theme: ${name}`, async () => {
      await window().setTheme(theme);
      await button("10 min").click();
      await visitApp(30);
      await page().locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
      assert.deepEqual(await violations(await innerFrame()), []);
      await window().screenshot(`dashboard-${name}`);
    });
  }

  it("uses its room at any width, and draws gridlines and labels in each", async () => {
    for (const width of [760, 1100, 1900, 1440]) {
      await window().page.setViewportSize({ width, height: 1000 });
      await page().locator("#card-cpu").scrollIntoViewIfNeeded();
      const main = page().locator("main");
      assert.equal(await main.evaluate((element) => element.scrollWidth > element.clientWidth), false);
      const tops = await page()
        .locator("#buttons button")
        .evaluateAll((buttons) => buttons.map((each) => each.getBoundingClientRect().top));
      assert.equal(width < 1000 || new Set(tops).size === 1, true, `the buttons in one row at ${width}`);
      // The canvas follows the card in its own time.
      await waitUntil(() => areChartsWide(), {
        what: `charts as wide as the page at ${width}`,
        timeoutMs: 5_000,
      });
      assert.deepEqual(await violations(await innerFrame()), []);
      await window().screenshot(`dashboard-${width}`);
    }
  });

  it("says that the app is gone when the service no longer knows it, and goes on when it is back", async () => {
    emulator.faults.next(
      { path: /^\/v1\/apps/, times: Number.POSITIVE_INFINITY },
      { answer: { status: 404, body: "no" } },
    );
    await page().locator("#notice").getByText("no longer exists on the service").waitFor({ timeout: 30_000 });
    await window().screenshot("dashboard-gone");
    emulator.faults.clear();
    await window().runCommand("Hosted Apps: Refresh Apps");
    await page()
      .locator("#notice")
      .getByText("no longer exists on the service")
      .waitFor({ state: "hidden", timeout: 30_000 });
  });

  it("is there again after a reload, as it was looked at", async () => {
    await button("24 hours").click();
    // By VS Code's own command: it remembers the page's state as the window closes.
    await Promise.all([
      window().page.waitForEvent("load", { timeout: 60_000 }),
      window().runCommand("Developer: Reload Window"),
    ]);
    await window().waitUntilReady();
    await page().getByRole("heading", { name: appName, level: 1 }).waitFor({ timeout: 60_000 });
    await waitUntil(async () => /\d MB/.test(await text("#memory")), {
      what: "the memory after the reload",
      timeoutMs: 60_000,
    });
    assert.equal(await button("24 hours").getAttribute("aria-pressed"), "true");
    // What was used before the reload is still there: of a new history the first rows would be empty.
    const table = page().locator("#card-memory details");
    await table.locator("summary").press("Enter");
    await table.getByRole("row").nth(1).getByText(/\d MB/).first().waitFor();
    assert.ok(!(await text("body")).includes(secretValue));
  });

  it("says why an app crashed, with the end of its log, and follows the log on demand", async () => {
    await window().setTheme("dark");
    await emulator.addApp({
      name: "Crasher",
      files: { "index.js": 'console.error("no configuration"); process.exit(1);' },
      ...{ mainFile: "index.js", runtime: "nodejs", autoRestart: false, started: true },
    });
    await window().openView("Hosted Apps");
    await window().runCommand("Hosted Apps: Refresh Apps");
    await window().tree().waitForRow("Crasher", 30_000);
    await window().tree().pressRowAction("Crasher", "Open Dashboard");
    await page().locator("#banner-lines").getByText("no configuration").waitFor({ timeout: 60_000 });
    assert.deepEqual(await page().locator("#banner button").allTextContents(), ["Show Log", "Restart"]);
    for (const theme of ["light", "highContrast", "highContrastLight", "dark"] as const) {
      await window().setTheme(theme);
      assert.deepEqual(await violations(await innerFrame()), []);
      await window().screenshot(`dashboard-crashed-${theme}`);
    }
    // In the column of what was looked at, beside nothing.
    assert.equal(await window().page.locator(".editor-group-container").count(), 1);
    await page().locator("#banner").getByRole("button", { name: "Show Log" }).press("Enter");
    await window().statusBarItem("hostedApps.following").filter({ hasText: "app.log" }).waitFor();
    await window().screenshot("dashboard-crashed-log");
    await window().page.locator(".editor-group-container .tab.active").press("Control+F4");
    // There are three items at most.
    await window().statusBarItem("hostedApps.following").click();
    await window().statusBarItem("hostedApps.following").waitFor({ state: "hidden" });
  });

  it("stands beside other watched apps in the status bar, one item for many", async () => {
    await window().setTheme("dark");
    await window().openView("Hosted Apps");
    for (const name of ["Greeting board", "Mailer"])
      await window().tree().chooseFromMenu(name, "Watch in the Status Bar");
    await window().statusBarItem("hostedApps.metrics.3").filter({ hasText: "Mailer" }).waitFor();
    const tooltip = await window().hoverText(window().statusBarItem("hostedApps.metrics"));
    assert.match(tooltip, /CPU/);
    await window().screenshot("status-bar-several");
    // What cannot be read any more is marked with its time.
    emulator.faults.next(
      { path: /^\/v1\/apps/, times: Number.POSITIVE_INFINITY },
      { answer: { status: 503, body: "{}" } },
    );
    const stale = window()
      .statusBarItem("hostedApps.metrics.3")
      .filter({ hasText: /as of \d/ });
    await stale.waitFor({ timeout: 30_000 });
    await window().screenshot("status-bar-stale");
    emulator.faults.clear();
    await window().runCommand("Hosted Apps: Refresh Apps");
    await stale.waitFor({ state: "hidden", timeout: 30_000 });
    await window().tree().chooseFromMenu("Nightly report", "Watch in the Status Bar");
    await window().statusBarItem("hostedApps.metrics").filter({ hasText: "4 apps" }).waitFor();
    await window().statusBarItem("hostedApps.metrics").click();
    await window().quickInput.item("Greeting board").waitFor();
    await window().screenshot("status-bar-many");
    await window().quickInput.pick("Greeting board");
    await window().quickInput.item("Copy App ID").waitFor();
    const actions = await window().quickInput.labels();
    assert.ok(actions.includes("Stop Watching") && !actions.includes("Watch in the Status Bar"));
    await window().screenshot("app-actions");
    await window().quickInput.pick("Stop Watching");
    await window().statusBarItem("hostedApps.metrics.3").filter({ hasText: "Nightly report" }).waitFor();
    await window().tree().chooseFromMenu("Mailer", "Stop Watching");
    await window().statusBarItem("hostedApps.metrics.3").waitFor({ state: "hidden" });
    await window().tree().chooseFromMenu("Mailer", "Watch in the Status Bar");
    await window().statusBarItem("hostedApps.metrics.3").filter({ hasText: "Mailer" }).waitFor();
  });
});
