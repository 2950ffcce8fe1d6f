import path from "node:path";
import { describe, it } from "mocha";
import { useService } from "../e2e/appOnService";
import { writeTree } from "../support/fileTrees";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { themes } from "../support/workbench";
import { useWorkbench } from "../support/workbenchSession";

const large = { width: 1920, height: 1080 };
const sizes = [large, { width: 1000, height: 700 }];
const everyTheme = Object.keys(themes) as (keyof typeof themes)[];
const walkthroughSteps = [
  "Sign In or Try It Out",
  "Create an App from Your Folder",
  "Edit an App's Files",
  "Send Only What Changed",
  "Watch It Run",
];
const inApp: Readonly<Record<string, string>> = {
  "main.py": "import time\nwhile True:\n    time.sleep(60)\n",
  "prices.json": '{ "tea": 3, "coffee": 4 }\n',
  "templates/index.html": "<h1>Shop</h1>\n",
};

describe("pictures of the main places", function () {
  this.bail(true);

  const folder = path.join(temporaryFolder("pictures"), "shop");
  const service = useService({ seed: "demo", run: true }, async ({ addApp }) => {
    const program = { mainFile: "main.py", runtime: "python", files: inApp, started: true } as const;
    const appId = await addApp({ name: "Shop", ...program });
    const project = JSON.stringify({ name: "Shop", mainFile: "main.py", appId }, undefined, 2);
    writeTree(folder, {
      ...inApp,
      "prices.json": '{ "tea": 3, "coffee": 5 }\n',
      "static/site.css": "body { margin: 0 }\n",
      "hosted-app.json": `${project}\n`,
    });
  });
  const window = useWorkbench(() => ({ folder, viewport: large }));

  const quickInput = () => window().quickInput;
  /**
   * A dashboard that becomes visible takes the focus when another editor closes, and hides what is open above
   * it.
   */
  const closeAllEditors = async (): Promise<void> => {
    await window().runCommand("View: Close All Editors");
    await window().page.locator(".tabs-container .tab").first().waitFor({ state: "detached" });
  };
  const openDashboard = async (app: string): Promise<void> => {
    await window().runCommand("Hosted Apps: Open Dashboard");
    await quickInput().pick(app);
    await window().webview().getByRole("heading", { name: app, level: 1 }).waitFor();
  };
  const pictures = async (place: string, theme: string): Promise<void> => {
    for (const size of sizes) {
      await window().page.setViewportSize(size);
      await window().screenshot(`place-${place}-${theme}-${size.width}`);
    }
    await window().page.setViewportSize(large);
  };

  it("of the welcome, before signing in", async () => {
    await window().openView("Hosted Apps");
    await window().tree().root.locator(".welcome-view-content").first().waitFor();
    for (const theme of everyTheme) {
      await window().setTheme(theme);
      await window().tree().root.locator(".welcome-view-content").first().waitFor();
      await pictures("welcome", theme);
    }
  });

  it("has a watched app and a dashboard with figures", async () => {
    await signIn(window(), service(), "Team clock");
    const watched = window().statusBarItem("hostedApps.metrics").filter({ hasText: "Team clock" });
    await window().tree("Apps").chooseFromMenu("Team clock", "Manage > Watch in the Status Bar", watched);
    await window().page.locator('.part.sidebar .pane-header[aria-label^="Account and Teams"] .title').click();
    await window().tree("Account and Teams").expand("Studio");
    await window().tree("Apps").expandPath("Team clock", "Details");
  });

  for (const theme of everyTheme) {
    it(`of the views and the dashboard, the steps of a new app and the plan of a push: ${theme}`, async () => {
      await window().setTheme(theme);
      await openDashboard("Team clock");
      await window().webview().locator(".chart canvas").first().waitFor();
      await pictures("views", theme);
      await window().runCommand("Hosted Apps: Create App");
      // The folder has an app already.
      await window().dialog.press("Create Another App");
      await quickInput().waitForItem("Preview...");
      await pictures("create-summary", theme);
      await quickInput().pick("Name");
      await quickInput().waitForTitle("Create App: Name");
      await pictures("create-name", theme);
      await quickInput().pressButton("Back");
      await quickInput().pick("Memory limit");
      await quickInput().waitForTitle("Create App: Memory limit");
      await pictures("create-memory", theme);
      await quickInput().cancel();
      await window().runCommand("Hosted Apps: Push");
      await quickInput().waitForItem("prices.json");
      await pictures("push", theme);
      await quickInput().cancel();
      await window().runCommand("Hosted Apps: Show App Log");
      await quickInput().waitForItem("Mailer");
      await pictures("apps-picker", theme);
      await quickInput().cancel();
    });

    it(`of an app that crashed, what a row and the status bar say, and the settings of an app: ${theme}`, async () => {
      await closeAllEditors();
      await openDashboard("Mailer");
      await window().webview().locator("#banner").waitFor();
      await pictures("crashed", theme);
      await closeAllEditors();
      await window().hoverText(
        window().tree("Apps").row("Greeting board").locator(".label-name"),
        /Greeting board/,
      );
      await window().screenshot(`place-row-hover-${theme}-1920`);
      await window().restMouse();
      await window().hoverText(window().statusBarItem("hostedApps.metrics"), /Team clock/);
      await window().screenshot(`place-status-hover-${theme}-1920`);
      await window().restMouse();
      const settings = window().editor.tab("Greeting board.hosted-app-settings.json");
      await window()
        .tree("Apps")
        .chooseFromMenu(
          "Greeting board",
          "Manage > Edit App Settings",
          window().quickInput.item("Edit as JSON"),
        );
      await window().quickInput.pick("Edit as JSON", settings);
      await window().editor.root.locator(".view-lines").waitFor();
      await pictures("settings", theme);
      await closeAllEditors();
    });

    it(`of the walkthrough: ${theme}`, async () => {
      const page = await window().openWalkthrough();
      for (const [index, title] of walkthroughSteps.entries()) {
        await page.getByRole("button", { name: title }).first().click();
        await page.locator(".getting-started-step.expanded").getByText(title).waitFor();
        await window().webview().locator("svg").waitFor();
        await pictures(`walkthrough-${index + 1}`, theme);
      }
      await closeAllEditors();
    });
  }
});
