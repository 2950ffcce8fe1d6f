// Looking at apps, the account, teams and the dashboard, and managing apps, in one window on the demo of the service: what
// is shown, and what axe finds in each theme. At the end the same window has an account of five thousand apps.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { before, describe, it } from "mocha";
import type { Frame, FrameLocator } from "playwright-core";
import { filesInArchive } from "../../src/core/archive/readArchive";
import { canary } from "../support/canaries";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { violations } from "../support/window/axe";
import { shownText } from "../support/window/shownText";
import { commandMs, oneAttempt, untilEffect } from "../support/window/untilEffect";
import { themes } from "../support/workbench";
import { useWorkbench } from "../support/workbenchSession";
import { held, useService } from "./appOnService";

const secretValue = canary("environment-value");
const appName = "Team clock";
const usual = { width: 1440, height: 1000 };
const everyTheme = Object.keys(themes) as (keyof typeof themes)[];
const themeKinds = {
  light: "vscode-light",
  dark: "vscode-dark",
  highContrast: "vscode-high-contrast",
  highContrastLight: "vscode-high-contrast-light",
} as const;
const quickInputClass = ".quick-input-widget";
const ownStatusItem = '.statusbar-item[id$=".hostedApps.metrics"]';
const appCount = 5_000;
const pageSize = 100;
const oddName = "App 8 <b>bold</b> $(trash) [x](command:y)";

/** While signed out, with no folder open. */
const paletteBefore: readonly string[] = [
  "Hosted Apps: Create App",
  "Hosted Apps: Focus on Account and Teams View",
  "Hosted Apps: Focus on Apps View",
  "Hosted Apps: Show Output",
  "Hosted Apps: Sign In",
  "Hosted Apps: Try Without an Account",
];
/** With the local service running, and no folder open. */
const expectedPalette: readonly string[] = [
  "Hosted Apps: Back Up App",
  "Hosted Apps: Create App",
  "Hosted Apps: Diagnose the Service",
  "Hosted Apps: Focus on Account and Teams View",
  "Hosted Apps: Focus on Apps View",
  "Hosted Apps: Go to File in App",
  "Hosted Apps: Open App Files",
  "Hosted Apps: Open Dashboard",
  "Hosted Apps: Pull",
  "Hosted Apps: Push",
  "Hosted Apps: Refresh",
  "Hosted Apps: Restart App",
  "Hosted Apps: Roll Back",
  "Hosted Apps: Search in App Files",
  "Hosted Apps: Show App Log",
  "Hosted Apps: Show Output",
  "Hosted Apps: Sign In",
  "Hosted Apps: Sign Out",
  "Hosted Apps: Undo or Restore",
];

/** Each step of the walkthrough by its title, and its picture by a text in it. */
const walkthroughSteps = [
  ["Sign In or Try It Out", "APPS"],
  ["Create an App from Your Folder", "Create Shop"],
  ["Edit an App's Files", "Shop (app)"],
  ["Send Only What Changed", "spring.html"],
  ["Watch It Run", "92/512 MB"],
] as const;

describe("the window of a user", () => {
  const home = temporaryFolder("e2e-home");
  const emulator = useService({ seed: "demo", run: true }, ({ state }) => {
    const clock = state.apps().find(({ name }) => name === appName);
    assert.ok(clock);
    state.patchApp(clock._id, {
      environment: [
        { key: "SESSION_SECRET", value: secretValue, _id: "1" },
        { key: "CITIES", value: "Lisbon,Nairobi,Osaka", _id: "2" },
      ],
    });
  });
  const window = useWorkbench(() => {
    fs.mkdirSync(path.join(home, "Documents"));
    // Copies of an app's files go to the user's documents.
    return {
      viewport: usual,
      env: { USERPROFILE: home },
      settings: { "hostedApps.refresh": "fast" },
    };
  });
  const apps = () => window().tree("Apps");
  const account = () => window().tree("Account and Teams");
  /** Opens or closes a view of the side bar, which gives its room to the other. */
  const pressHeader = (view: string) =>
    window().page.locator(`.part.sidebar .pane-header[aria-label^="${view} "] .title`).click();
  const tab = (name: string) => window().page.locator(".tabs-container .tab").filter({ hasText: name });
  const found = (selector: string) => violations(window().page, selector);
  const openPicker = (): Promise<void> =>
    window().runUntilAsked("Hosted Apps: Restart App", window().quickInput.item(appName));
  const watch = async (name: string, item: string, text = name): Promise<void> => {
    const shown = window().statusBarItem(item).filter({ hasText: text });
    await apps().chooseFromMenu(name, "Manage > Watch in the Status Bar", shown);
  };

  const editSettings = async (): Promise<void> => {
    const file = "Nightly report.hosted-app-settings.json";
    const { quickInput } = window();
    await apps().chooseFromMenu(
      "Nightly report",
      "Manage > Edit App Settings",
      quickInput.item("Edit as JSON"),
    );
    await quickInput.pick("Edit as JSON");
    await window().editor.waitForFile(file);
  };

  const page = (): FrameLocator => window().webview();
  const text = (selector: string) => shownText(page().locator(selector));
  const button = (name: string) => page().getByRole("button", { name, exact: true });

  /** Sends requests to the app, so that its charts show traffic. */
  async function visitApp(times: number): Promise<void> {
    const port = emulator()
      .state.apps()
      .find(({ name }) => name === appName)?.externalPort;
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

  describe("before there is an account", function () {
    this.bail(true);

    it("has only commands that need no account in the palette, before and after a view was opened", async () => {
      const offered = async (): Promise<string[]> => await window().paletteTitles("Hosted Apps: ");
      // The window may not have all commands yet; those that it has are among these.
      let first: readonly string[] = [];
      const isWhole = async (): Promise<boolean> => {
        first = await offered();
        assert.deepEqual(
          first.filter((title) => !paletteBefore.includes(title)),
          [],
        );
        return first.length === paletteBefore.length;
      };
      await waitUntil(isWhole, { what: "the palette while signed out", saw: () => first.join() });
      await window().openView("Hosted Apps");
      await apps().root.locator(".welcome-view-content").first().waitFor();
      assert.deepEqual(await offered(), paletteBefore);
    });

    it("begins with a walkthrough, whose first step is done once there are apps", async () => {
      const page = await window().openWalkthrough();
      const step = (title: string) => page.getByRole("button", { name: title }).first();
      for (const [index, [title, picture]] of walkthroughSteps.entries()) {
        const expanded = page.locator(".getting-started-step.expanded").getByText(title);
        await untilEffect(() => step(title).click(oneAttempt), expanded, { what: `the step ${title}` });
        await window().webview().locator("svg text").getByText(picture, { exact: true }).waitFor();
        await window().screenshot(`walkthrough-${index + 1}`);
      }
      await step(walkthroughSteps[0][0]).click();
      await page.getByRole("button", { name: "Try Without an Account" }).click();
      await page.locator(".getting-started-step.expanded .codicon-getting-started-step-checked").waitFor();
      await window().editor.close();
    });

    it("has these commands in the palette, and no others", async () => {
      await window().openView("Hosted Apps");
      await apps().waitForRow("Team clock");
      await window().clearNotifications();
      const offered = async () =>
        isDeepStrictEqual(await window().paletteTitles("Hosted Apps: "), expectedPalette);
      await waitUntil(offered, {
        what: "these commands",
        saw: () => window().paletteTitles("Hosted Apps: "),
      });
    });

    it("has no apps once the local service is stopped", async () => {
      await apps().chooseFromTitleMenu("Stop the Local Service", window().dialog.root);
      await window().dialog.waitForText("Stop the local service?");
      await window().dialog.press("Stop");
      await apps().waitUntilRowGone("Team clock");
    });
  });

  describe("the apps and the account", function () {
    this.bail(true);

    before("sign in", async () => await signIn(window(), emulator(), appName, "Mailer"));

    it("reads a picker's rows without the names of their icons", async () => {
      await openPicker();
      const row = window().quickInput.item("Nightly report");
      assert.equal(await row.getAttribute("aria-label"), "Nightly report, stopped");
      assert.equal(await row.locator('.codicon, [class*="codicon-"]').count(), 1);
      const spoken = await window().quickInput.items.evaluateAll((rows) =>
        rows.map((each) => each.getAttribute("aria-label") ?? ""),
      );
      assert.deepEqual(
        spoken.map((label) => label.split(",")[0]),
        await window().quickInput.labels(),
      );
      await window().quickInput.cancel();
    });

    it("shows an app's deployments and details below its row", async () => {
      await apps().waitForDescription(appName, /\/ 512 MB/);
      await apps().expandPath("Team clock", "Deployments");
      await apps().waitForRow("4f2d9c1 Show the time in every member's city");
      assert.match(
        await apps().description("4f2d9c1 Show the time in every member's city"),
        /^Robin · 1 d ago · took 14 s · success$/,
      );
      await apps().expand("Details");
      await apps().waitForRow("Start command");
      await window().screenshot("app-details");
    });

    it("browses the files of an app without opening a folder", async () => {
      await apps().collapse("Team clock");
      await apps().expandPath("Greeting board", "Files");
      await apps().waitForRow("main.py");
      await apps().click("main.py");
      await window().editor.waitForFile("main.py");
      // The hover of a preview tab does not name the app.
      await window().runCommand("View: Keep Editor");
      const tab = window().page.locator('.tabs-container .tab[data-resource-name="main.py"]');
      const hover = await window().hoverText(tab, /Hosted app/);
      assert.match(hover, /^main\.py • Hosted app: Greeting board/);
      await window().screenshot("app-files");
      await window().editor.close();
    });

    it("shows the name of an environment variable, and its value only when asked", async () => {
      await apps().collapse("Files");
      await apps().expand("Environment");
      await apps().waitForRow("BOARD_TITLE");
      assert.equal(await apps().description("BOARD_TITLE"), "••••••");
      await apps().pressRowAction("BOARD_TITLE", "Show Environment Variable", window().dialog.root);
      await window().dialog.waitForText("Greetings");
      await window().screenshot("environment-value");
      await window().dialog.press("Cancel");
      await apps().collapse("Greeting board");
    });

    it("filters the list while the user types, says when no app is left, and shows all again", async () => {
      await apps().pressTitleAction("Filter Apps", () => window().quickInput.isOpenWith("Filter Apps"));
      await window().quickInput.type("mail");
      await apps().waitUntilRowGone("Team clock");
      await apps().waitForRow("Mailer");
      await window().quickInput.type("zebra");
      await apps().waitUntilRowGone("Mailer");
      await window().quickInput.accept();
      await window().screenshot("apps-filtered");
      await window().tree().pressWelcome("Clear Filter");
      await apps().waitForRow("Team clock");
    });

    it("shows the account, its sessions without their addresses, and the permissions in a team", async () => {
      await window().runCommand("Hosted Apps: Focus on Account and Teams View");
      await pressHeader("Apps");
      await account().expand("Active sessions");
      await account().waitForRow("Firefox on Phone");
      await account().expand("Studio");
      await account().waitForRow("robin@example.com");
      assert.doesNotMatch((await account().rowTexts()).join("\n"), /192\.0\.2|demo-invite-code/);
      await window().screenshot("account");
      const { dialog } = window();
      await account().pressRowAction("Firefox on Phone", "Show Address", dialog.root);
      await window().dialog.waitForText("192.0.2.17");
      await window().dialog.press("OK");
      const heading = page().getByRole("heading", { name: "Member Permissions" });
      await account().pressRowAction("Studio", "Show Permissions", heading);
      await window().screenshot("team");
      await window().editor.close();
      await pressHeader("Account and Teams");
      await pressHeader("Apps");
    });

    it("changes settings in a document, after a question that names the changes", async () => {
      await editSettings();
      await window().editor.waitForText('"memoryMB": 256');
      await window().editor.replaceAll('{\n  "memoryMB": 320,\n  "autoRestartEnabled": true\n}\n');
      await window().screenshot("settings-document");
      await window().editor.pressSave();
      await window().dialog.waitForText("Change Nightly report's settings?");
      await window().dialog.waitForText("Memory limit: 256 MB → 320 MB");
      await window().screenshot("settings-difference");
      await window().dialog.press("Change Settings");
      await window().editor.waitUntilSaved();
      await window().editor.waitForText('"name": "Nightly report"');
      await window().editor.waitForText('"memoryMB": 320');
      await window().editor.close();
    });

    it("keeps the user's text when the question is canceled, and changes no setting", async () => {
      await editSettings();
      await window().editor.waitForText('"memoryMB": 320');
      await window().editor.replaceAll('{ "memoryMB": 64 }\n');
      await window().editor.pressSave();
      await window().dialog.waitForText("Memory limit: 320 MB → 64 MB");
      await window().dialog.press("Cancel");
      await window().notification("Nothing was changed. Your text is still in the editor.");
      assert.equal(await window().editor.isDirty(), true);
      await window().runCommand("File: Revert File");
      await window().editor.waitForText('"memoryMB": 320');
      await window().editor.close();
    });

    it("shows the log of an app from the hover of its row", async () => {
      await window().hoverText(apps().row("Team clock"), /Show App Log/);
      await window().screenshot("app-hover");
      const hover = window().page.locator(".workbench-hover, .monaco-hover");
      // The hover closes when new metrics redraw the row.
      const showLog = async (): Promise<void> => {
        await window().hoverText(apps().row("Team clock"), /Show App Log/);
        await hover.getByText("Show App Log", { exact: true }).click(oneAttempt);
      };
      const following = window().statusBarItem("hostedApps.following");
      await untilEffect(showLog, following, { what: "the log", repeatAfterMs: commandMs });
      await window().pressStatusBarItem("hostedApps.following");
      await window().press("ControlOrMeta+J", () => window().page.locator(".part.panel").isHidden());
    });

    it("shows its settings in their order, none of them marked as wrong", async () => {
      await window().runCommand("Preferences: Open Settings (UI)");
      const page = window().page.locator(".settings-editor");
      await page.locator(".settings-header").waitFor();
      await window().page.keyboard.type("@ext:hosted-apps.hosted-apps");
      const names = page.locator(".setting-item-contents .setting-item-label");
      await page
        .locator(".settings-count-widget")
        .filter({ hasText: /^\d+ Settings Found/ })
        .waitFor();
      await names.filter({ hasText: "Url" }).waitFor();
      assert.deepEqual((await names.allInnerTexts()).slice(0, 2), ["Url", "Hosts"]);
      assert.equal(
        await page.locator(".setting-item-validation-message").filter({ visible: true }).count(),
        0,
      );
      await window().screenshot("settings");
      await window().runCommand("View: Close All Editors");
    });
  });

  describe("the dashboard of an app", function () {
    this.bail(true);

    it("opens from the app's row", async () => {
      const heading = page().getByRole("heading", { name: appName, level: 1 });
      await apps().pressRowAction(appName, "Open Dashboard", heading);
    });

    it("draws metrics as they arrive", async () => {
      await waitUntil(
        async () => {
          await visitApp(40);
          const label = await page().locator("#card-network .chart").getAttribute("aria-label");
          return /now [1-9][\d.]* \w?B\/s, lowest/.test(label ?? "");
        },
        { what: "a network rate in the chart", intervalMs: 700 },
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
      assert.match(details, /Runtime\s+Node\.js/);
      assert.match(details, /Up for\s+\d/);
      assert.doesNotMatch(details, /–/);
      assert.match(
        (await page().locator("#details a").getAttribute("href")) ?? "",
        /^http:\/\/127\.0\.0\.1:\d+$/,
      );
      assert.match(await text("#deployments"), /4f2d9c1[\s\S]*Robin[\s\S]*success/);
      assert.equal(await text("#repository"), "studio/team-clock, branch main");
      await page().getByRole("rowheader", { name: "SESSION_SECRET" }).waitFor();
      assert.ok(!(await text("body")).includes(secretValue));
    });

    it("shows the value of a variable only on demand, and hides it again", async () => {
      await button("Show the value of SESSION_SECRET").press("Enter");
      await page().getByText(secretValue).waitFor();
      await button("Hide the value of SESSION_SECRET").press("Enter");
      await page().getByText(secretValue).waitFor({ state: "detached" });
    });

    it("works by keyboard alone: watch, another range, the values as a table, restart", async () => {
      const focused = () =>
        page()
          .locator(":focus")
          .evaluate((element) => element.outerHTML);
      const tab = async (times: number): Promise<void> => {
        for (let step = 0; step < times; step++) {
          const before = await focused();
          await window().press("Tab", async () => (await focused()) !== before);
        }
      };
      await button("Restart App").focus();
      await tab(4);
      await window().press("Enter");
      await window().waitForStatusBarItem("hostedApps.metrics", appName);
      await button("Stop Watching").waitFor();
      await tab(2);
      await window().press(
        "Space",
        async () => (await button("1 hour").getAttribute("aria-pressed")) === "true",
      );
      const table = page().locator("#card-cpu details");
      await table.locator("summary").press("Enter");
      await table.getByRole("columnheader", { name: "Highest" }).waitFor();
      // The rows come with the values of that hour.
      await table.getByRole("rowheader").first().waitFor();
      assert.equal(await table.getByRole("rowheader").count(), 10);
      await table.locator("summary").press("Enter");
      const before = emulator().requests.filter(({ path }) => path.endsWith("/restart")).length;
      await button("Restart App").press("Enter");
      await window().waitForStatusBarItem("is back online");
      assert.equal(emulator().requests.filter(({ path }) => path.endsWith("/restart")).length, before + 1);
    });

    it("ends the wait for a restart with Cancel, and can begin another", async () => {
      await window().waitUntilStatusBarItemGone("is back online");
      const { until, release: answer } = held();
      emulator().faults.next({ method: "POST", path: /\/restart$/ }, { until });
      await button("Restart App").press("Enter");
      const notice = await window().notification(`Restarting ${appName}`);
      await window().screenshot("restart-cancel");
      await notice.press("Cancel");
      assert.equal(await window().statusBarItem("is back online").isVisible(), false);
      answer();
      await button("Restart App").press("Enter");
      await window().waitForStatusBarItem("is back online");
    });

    it("has charts as wide as the page at any width, without accessibility violations", async () => {
      for (const width of [760, 1100, 1900, 1440]) {
        await window().page.setViewportSize({ width, height: 1000 });
        await page().locator("#card-cpu").scrollIntoViewIfNeeded();
        // The canvas gets the card's width later than the card.
        await waitUntil(areChartsWide, { what: `charts as wide as the page at ${width}` });
        const main = page().locator("main");
        assert.equal(await main.evaluate((element) => element.scrollWidth > element.clientWidth), false);
        const tops = await page()
          .locator("#buttons button")
          .evaluateAll((buttons) => buttons.map((each) => each.getBoundingClientRect().top));
        assert.equal(width < 1000 || new Set(tops).size === 1, true, `the buttons in one row at ${width}`);
        assert.deepEqual(await violations(await innerFrame()), []);
        await window().screenshot(`dashboard-${width}`);
      }
    });

    it("reports an app that the service no longer has, and continues when it is back", async () => {
      emulator().faults.next(
        { path: /^\/v1\/apps/, times: Number.POSITIVE_INFINITY },
        { answer: { status: 404, body: "no" } },
      );
      const notice = page().locator("#notice").getByText("no longer exists on the service");
      await notice.waitFor();
      await window().screenshot("dashboard-gone");
      emulator().faults.clear();
      await window().runCommand("Hosted Apps: Refresh");
      await notice.waitFor({ state: "hidden" });
    });

    it("is restored after a reload, with its range and its history", async () => {
      await button("24 hours").click();
      // By VS Code's own command: it remembers the page's state as the window closes.
      await Promise.all([
        window().page.waitForEvent("load"),
        window().runCommand("Developer: Reload Window"),
      ]);
      await window().waitUntilReady();
      await page().getByRole("heading", { name: appName, level: 1 }).waitFor();
      await page().locator("#memory").getByText(/\d MB/).waitFor();
      assert.equal(await button("24 hours").getAttribute("aria-pressed"), "true");
      // The history from before the reload is kept: in a new one the first rows would be empty.
      const table = page().locator("#card-memory details");
      await table.locator("summary").press("Enter");
      await table.getByRole("row").nth(1).getByText(/\d MB/).first().waitFor();
      assert.ok(!(await text("body")).includes(secretValue));
    });

    it("shows the end of a crashed app's log, and follows the log on demand", async () => {
      await emulator().addApp({
        name: "Crasher",
        files: { "index.js": 'console.error("no configuration"); process.exit(1);' },
        ...{ mainFile: "index.js", runtime: "nodejs", autoRestart: false, started: true },
      });
      await window().openView("Hosted Apps");
      await window().runCommand("Hosted Apps: Refresh");
      const reason = page().locator("#banner-lines").getByText("no configuration");
      await apps().pressRowAction("Crasher", "Open Dashboard", reason);
      assert.equal(await page().locator("#banner strong").textContent(), "no configuration");
      // Each action is on the page once, and a crashed app has no values.
      assert.equal(await page().getByRole("button", { name: "Restart App" }).count(), 1);
      assert.deepEqual([await text("#cpu"), await text("#memory")], ["–", "–"]);
      // The dashboard is in the active column, not beside it.
      assert.equal(await window().page.locator(".editor-group-container").count(), 1);
      await button("Show App Log").press("Enter");
      await window().waitForStatusBarItem("hostedApps.following", "app.log");
      await window().screenshot("dashboard-crashed-log");
      // There are three items at most.
      await window().pressStatusBarItem("hostedApps.following");
      await window().press("ControlOrMeta+J", () => window().page.locator(".part.panel").isHidden());
    });
  });

  describe("every theme", function () {
    this.bail(true);

    /** Violations that axe finds in VS Code's own pickers, whose rows are like the extension's. */
    const ofVsCode = new Set<string>();

    it("has both views open, an app with its parts and a watched app", async () => {
      await pressHeader("Account and Teams");
      await account().expand("Studio");
      await apps().expandPath(appName, "Details");
      await window().press("F1", window().quickInput.root);
      await window().quickInput.type(">View: Toggle");
      await window()
        .quickInput.items.locator(".monaco-keybinding")
        .filter({ visible: true })
        .first()
        .waitFor();
      for (const { problem } of await found(quickInputClass)) ofVsCode.add(problem);
      await window().quickInput.cancel();
      await window().waitForStatusBarItem("hostedApps.metrics", appName);
    });

    for (const theme of everyTheme)
      it(`has no accessibility violations in views, status bar, pickers and dashboards: ${theme}`, async () => {
        await window().setTheme(theme);
        assert.deepEqual(await found(".part.sidebar"), []);
        assert.deepEqual(await found(ownStatusItem), []);
        await openPicker();
        const own = (await found(quickInputClass)).filter(({ problem }) => !ofVsCode.has(problem));
        assert.deepEqual(own, []);
        await window().quickInput.cancel();
        for (const name of [appName, "Crasher"]) {
          await tab(name).click();
          await page().getByRole("heading", { name, level: 1 }).waitFor();
          if (name === appName) await button("10 min").click();
          else await page().locator("#banner-lines").waitFor();
          await visitApp(30);
          await page().locator(`body[data-vscode-theme-kind="${themeKinds[theme]}"]`).waitFor();
          assert.deepEqual(await violations(await innerFrame()), []);
          await window().screenshot(`dashboard-${name === appName ? "" : "crashed-"}${theme}`);
        }
      });
  });

  describe("apps that are watched and deleted", function () {
    this.bail(true);

    it("have an item each in the status bar, or one for all when they are many", async () => {
      await apps().collapse(appName);
      await watch("Greeting board", "hostedApps.metrics.2");
      await watch("Mailer", "hostedApps.metrics.3");
      const tooltip = await window().hoverText(window().statusBarItem("hostedApps.metrics"));
      assert.match(tooltip, /CPU/);
      await window().screenshot("status-bar-several");
      // Outdated metrics are marked with their time.
      emulator().faults.next(
        { path: /^\/v1\/apps/, times: Number.POSITIVE_INFINITY },
        { answer: { status: 503, body: "{}" } },
      );
      await window().waitForStatusBarItem("hostedApps.metrics.3", /as of \d/);
      await window().screenshot("status-bar-stale");
      emulator().faults.clear();
      await window().runCommand("Hosted Apps: Refresh");
      await window().waitUntilStatusBarItemGone("hostedApps.metrics.3", /as of \d/);
      await watch("Nightly report", "hostedApps.metrics", "4 apps");
      await window().pressStatusBarItem("hostedApps.metrics", window().quickInput.item("Greeting board"));
      await window().screenshot("status-bar-many");
      // A crashed app has no usage.
      assert.equal(await window().quickInput.description("Mailer"), "crashed");
      await window().quickInput.pick("Greeting board");
      await page().getByRole("heading", { name: "Greeting board", level: 1 }).waitFor();
      await button("Stop Watching").press("Enter");
      await window().waitForStatusBarItem("hostedApps.metrics.3", "Nightly report");
      const third = window().statusBarItem("hostedApps.metrics.3");
      await apps().chooseFromMenu("Mailer", "Manage > Stop Watching", () => third.isHidden());
      await watch("Mailer", "hostedApps.metrics.3");
    });

    it("are deleted only after the user has typed their name, and their dashboard closes", async () => {
      const dashboard = tab("Nightly report");
      await apps().pressRowAction("Nightly report", "Open Dashboard", dashboard);
      await apps().chooseFromMenu("Nightly report", "Manage > Delete App", window().dialog.root);
      await window().dialog.waitForText("Delete Nightly report?");
      await window().screenshot("delete-app");
      await window().dialog.press("Delete without a Copy...");
      await window().quickInput.waitForTitle("Delete Nightly report");
      await window().quickInput.type("Nightly");
      await window().quickInput.waitForMessage("The name doesn't match.");
      await window().screenshot("delete-app-name");
      await window().quickInput.answer("Nightly report");
      const notice = await window().notification("Nightly report was deleted");
      assert.match(await notice.text(), /Its dashboard was closed\./);
      await apps().waitUntilRowGone("Nightly report");
      await dashboard.waitFor({ state: "hidden" });
      await notice.dismiss();
    });

    it("are saved first if the user wants that, as a dated zip in the user's documents", async () => {
      await apps().chooseFromMenu("Mailer", "Manage > Delete App", window().dialog.root);
      await window().dialog.waitForText("Delete Mailer?");
      await window().dialog.waitForText(path.join(home, "Documents", "Hosted Apps", "Mailer 2"));
      await window().dialog.press("Save a Copy First...");
      await window().quickInput.waitForTitle("Save a Copy of Mailer and Delete It");
      await window().quickInput.answer("Mailer");
      const notice = await window().notification("Mailer was deleted");
      assert.match(await notice.text(), /A copy of its files was saved as .*\.zip/);
      await window().screenshot("delete-app-copy");
      const [copy = "", ...others] = fs.readdirSync(path.join(home, "Documents", "Hosted Apps"));
      assert.match(copy, /^Mailer \d{4}-\d\d-\d\d \d\d\.\d\d\.zip$/);
      assert.deepEqual(others, []);
      const zip = fs.readFileSync(path.join(home, "Documents", "Hosted Apps", copy));
      const files = [...((await filesInArchive(zip)) ?? new Map()).keys()];
      assert.ok(files.length > 1 && files.some((name) => /\.(py|js)$/.test(name)), files.join());
      await apps().waitUntilRowGone("Mailer");
      await notice.dismiss();
    });
  });

  describe("an account of five thousand apps", function () {
    this.bail(true);

    const many = useService({ seed: "demo" }, async (service) => {
      const teamId = service.state.apps().find((app) => app.teamId !== null)?.teamId ?? null;
      await Promise.all(
        Array.from({ length: appCount }, (_, index) =>
          service.addApp({ name: index === 8 ? oddName : `App ${index}`, teamId: index % 2 ? teamId : null }),
        ),
      );
    });
    const askedPages = () =>
      many()
        .requests.map(({ path: asked }) => asked)
        .filter((asked) => asked.startsWith("/v1/apps?"));

    it("is shown in full after one request for each page, without markup in names", async () => {
      await window().runCommand("Hosted Apps: Sign Out");
      await window().dialog.press("Sign Out");
      await apps().waitUntilRowGone(appName);
      await signIn(window(), many(), "Personal");
      const pages = Math.ceil(many().state.apps().length / pageSize);
      // The view may have begun its next requests.
      assert.equal(new Set(askedPages().slice(0, pages)).size, pages);
      assert.equal(new Set(askedPages()).size, pages);
      assert.equal(await apps().description("Personal"), "2,503 apps");
      await apps().waitForRow(oddName);
      await window().screenshot("many-apps");
    });

    it("stays unchanged while the service is slow, and then shows the new list", async () => {
      const { until, release: answer } = held();
      const slow = many().faults.next({ path: "/v1/apps", times: Number.POSITIVE_INFINITY }, { until });
      await many().addApp({ name: "App 0 again" });
      const progress = apps().root.locator(".monaco-progress-container.active");
      await apps().pressTitleAction("Refresh", progress);
      await apps().waitForRow("App 0");
      await apps().expandPath("App 0", "Details");
      await apps().waitForRow("Start command");
      assert.equal(await apps().description("Personal"), "2,503 apps");
      answer();
      await apps().waitForRow("App 0 again");
      slow.remove();
      assert.equal(await apps().description("Personal"), "2,504 apps");
    });
  });
});
