// Looking at and changing apps, the account and teams in a real window, on the demo of the local service.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, describe, it } from "mocha";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import type { themes } from "../support/workbench";
import { useWorkbench } from "../support/workbenchSession";

const everyTheme: readonly (keyof typeof themes)[] = ["dark", "highContrast", "highContrastLight", "light"];

/** With nothing watched, followed, mounted or searched, and the local service running. */
const expectedPalette: readonly string[] = [
  "Hosted Apps: Back Up App...",
  "Hosted Apps: Copy App ID",
  "Hosted Apps: Create App from Folder...",
  "Hosted Apps: Delete App...",
  "Hosted Apps: Delete from App...",
  "Hosted Apps: Diagnose the Service...",
  "Hosted Apps: Download from App...",
  "Hosted Apps: Edit App Settings...",
  "Hosted Apps: Filter Apps...",
  "Hosted Apps: Focus on Account and Teams View",
  "Hosted Apps: Focus on Apps View",
  "Hosted Apps: Follow File",
  "Hosted Apps: Go to File in App...",
  "Hosted Apps: Link Folder to App...",
  "Hosted Apps: New App from Template...",
  "Hosted Apps: Open App in Browser",
  "Hosted Apps: Open Dashboard",
  "Hosted Apps: Open Files in New Window",
  "Hosted Apps: Open Files in This Workspace",
  "Hosted Apps: Preview Deploy of Folder...",
  "Hosted Apps: Pull App to Folder...",
  "Hosted Apps: Push Folder to App...",
  "Hosted Apps: Refresh Account and Teams",
  "Hosted Apps: Refresh Apps",
  "Hosted Apps: Restart App",
  "Hosted Apps: Restore App from Backup...",
  "Hosted Apps: Restore Deleted or Overwritten File...",
  "Hosted Apps: Search in App Files...",
  "Hosted Apps: Show Address of Session...",
  "Hosted Apps: Show App Actions...",
  "Hosted Apps: Show App Log",
  "Hosted Apps: Show Extension Log",
  "Hosted Apps: Show Team and Permissions",
  "Hosted Apps: Show Transfers...",
  "Hosted Apps: Show Value of Environment Variable...",
  "Hosted Apps: Sign In...",
  "Hosted Apps: Sign Out...",
  "Hosted Apps: Sort Apps...",
  "Hosted Apps: Stop the Local Service...",
  "Hosted Apps: Undo File Operation...",
  "Hosted Apps: Upload to App...",
  "Hosted Apps: Watch in the Status Bar",
];

/** Each step of the walkthrough by its title, and its picture by what it shows. */
const walkthroughSteps = [
  ["Sign In, or Try It without an Account", "The Apps view"],
  ["Create an App from Your Folder", "The files of a folder that will be sent"],
  ["Edit an App's Files", "the files of its app in the Explorer"],
  ["Send Only What Changed", "A list of what will be sent"],
  ["Watch It Run", "Charts of an app's CPU and memory"],
] as const;

describe("the apps and the account of a user", function () {
  this.timeout(120_000);
  this.bail(true);

  const home = temporaryFolder("e2e-home");
  after("remove the home", () => removeTemporaryFolder(home));
  const window = useWorkbench(() => {
    fs.mkdirSync(path.join(home, "Documents"));
    // What is saved of an app goes to the user's documents.
    return { viewport: { width: 1280, height: 900 }, env: { USERPROFILE: home } };
  });
  const apps = () => window().tree("Apps");
  const account = () => window().tree("Account and Teams");
  /** Opens or closes a view of the side bar, which gives its room to the other. */
  const pressHeader = (view: string) =>
    window().page.locator(`.part.sidebar .pane-header[aria-label^="${view} "] .title`).click();
  const inEveryTheme = async (name: string) => {
    for (const theme of everyTheme) {
      await window().setTheme(theme);
      await window().screenshot(`${name}-${theme}`);
    }
  };

  it("begins with a walkthrough, whose first step is done once there are apps", async () => {
    const page = await window().openWalkthrough();
    const step = (title: string) => page.getByRole("button", { name: title }).first();
    for (const [index, [title, picture]] of walkthroughSteps.entries()) {
      await step(title).click();
      await page.locator(".getting-started-step.expanded").getByText(title).waitFor();
      const image = page.locator(".getting-started-media img").and(page.getByAltText(picture));
      await waitUntil(
        async () => await image.evaluate((shown) => Number(Reflect.get(shown, "naturalWidth")) > 0),
        {
          what: `the picture of ${title}`,
          timeoutMs: 10_000,
        },
      );
      await window().screenshot(`walkthrough-${index + 1}`);
    }
    await step(walkthroughSteps[0][0]).click();
    await page.getByRole("button", { name: "Try It with a Local Service" }).click();
    await page.locator(".getting-started-step.expanded .codicon-getting-started-step-checked").waitFor();
    await window().editor.close();
  });

  it("shows what an app is made of below its row", async () => {
    await window().openView("Hosted Apps");
    await apps().waitForRow("Team clock", 60_000);
    await waitUntil(async () => /\/ 512 MB/.test(await apps().description("Team clock")), {
      what: "the app's memory to be shown",
      timeoutMs: 20_000,
    });
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
    // The hover of a preview has no place for the app.
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
    await apps().pressRowAction("BOARD_TITLE", "Show Value of Environment Variable...");
    await window().dialog.waitForText("Greetings");
    await window().screenshot("environment-value");
    await window().dialog.press("Cancel");
    await apps().collapse("Greeting board");
  });

  it("filters the list while one types, says when nothing is left, and shows all again", async () => {
    await window().runCommand("Hosted Apps: Filter Apps...");
    await window().quickInput.waitForTitle("Filter Apps");
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

  it("shows the account, its sessions without their addresses, and who may do what in a team", async () => {
    await window().runCommand("Hosted Apps: Focus on Account and Teams View");
    await pressHeader("Apps");
    await account().expand("Active sessions");
    await account().waitForRow("Firefox on Phone");
    await account().expand("Studio");
    await account().waitForRow("robin@example.com");
    assert.match(await account().description("Memory of all apps"), /^[\d.]+ [MG]B$/);
    assert.doesNotMatch((await account().rowTexts()).join("\n"), /192\.0\.2|demo-invite-code/);
    await inEveryTheme("account");
    await account().pressRowAction("Firefox on Phone", "Show Address of Session...");
    await window().dialog.waitForText("192.0.2.17");
    await window().dialog.press("OK");
    await account().pressRowAction("Studio", "Show Team and Permissions");
    await window().webview().getByRole("heading", { name: "Permissions of the Members" }).waitFor();
    await window().screenshot("team");
    await window().editor.close();
    await pressHeader("Account and Teams");
    await pressHeader("Apps");
  });

  it("changes settings in a document, after showing what changes", async () => {
    await apps().chooseFromMenu("Nightly report", "Edit App Settings...");
    await window().editor.waitForFile("Nightly report.hosted-app-settings.json");
    await window().editor.waitForText('"memoryMB": 256');
    await window().editor.replaceAll('{\n  "memoryMB": 320,\n  "autoRestartEnabled": true\n}\n');
    await window().screenshot("settings-document");
    await window().editor.pressSave();
    await window().dialog.waitForText("Change the settings of Nightly report?");
    await window().dialog.waitForText("Memory in MB: 256 → 320");
    await window().screenshot("settings-difference");
    await window().dialog.press("Change Settings");
    await window().editor.waitUntilSaved();
    await window().editor.waitForText('"name": "Nightly report"');
    await window().editor.waitForText('"memoryMB": 320');
    await window().editor.close();
  });

  it("keeps the text when the question is cancelled, and changes nothing", async () => {
    await apps().chooseFromMenu("Nightly report", "Edit App Settings...");
    await window().editor.waitForText('"memoryMB": 320');
    await window().editor.replaceAll('{ "memoryMB": 64 }\n');
    await window().editor.pressSave();
    await window().dialog.waitForText("Memory in MB: 320 → 64");
    await window().dialog.press("Cancel");
    await window().notification("Nothing was changed. Your text is still in the editor.");
    assert.equal(await window().editor.isDirty(), true);
    await window().runCommand("File: Revert File");
    await window().editor.waitForText('"memoryMB": 320');
    await window().editor.close();
  });

  it("deletes an app only after its name was typed, and closes its dashboard", async () => {
    await apps().pressRowAction("Nightly report", "Open Dashboard");
    const dashboard = window().page.locator(".tabs-container .tab").filter({ hasText: "Nightly report" });
    await dashboard.waitFor();
    await apps().chooseFromMenu("Nightly report", "Delete App...");
    await window().dialog.waitForText("Delete Nightly report?");
    await window().screenshot("delete-app");
    await window().dialog.press("Delete without a Copy...");
    await window().quickInput.waitForTitle("Delete Nightly report");
    await window().quickInput.type("Nightly");
    await window().quickInput.waitForMessage("This is not the app's name.");
    await window().screenshot("delete-app-name");
    await window().quickInput.answer("Nightly report");
    const notice = await window().notification("Nightly report was deleted");
    assert.match(await notice.text(), /Its dashboard was closed\./);
    await apps().waitUntilRowGone("Nightly report");
    await dashboard.waitFor({ state: "hidden" });
    await notice.dismiss();
  });

  it("saves a copy of an app's files first, in a folder of the user's with its name and the date", async () => {
    await apps().chooseFromMenu("Mailer", "Delete App...");
    await window().dialog.waitForText("Delete Mailer?");
    await window().dialog.waitForText(path.join(home, "Documents", "Hosted Apps", "Mailer 2"));
    await window().dialog.press("Save a Copy First...");
    await window().quickInput.waitForTitle("Delete Mailer");
    await window().quickInput.answer("Mailer");
    const notice = await window().notification("Mailer was deleted", 60_000);
    assert.match(await notice.text(), /A copy of its files is in /);
    await window().screenshot("delete-app-copy");
    const [copy = "", ...others] = fs.readdirSync(path.join(home, "Documents", "Hosted Apps"));
    assert.match(copy, /^Mailer \d{4}-\d\d-\d\d \d\d\.\d\d$/);
    assert.deepEqual(others, []);
    const files = fs.readdirSync(path.join(home, "Documents", "Hosted Apps", copy));
    assert.ok(files.length > 1 && files.some((name) => /\.(py|js)$/.test(name)), files.join());
    await apps().waitUntilRowGone("Mailer");
    await notice.dismiss();
  });

  it("has these commands in the palette, and no others", async () => {
    await window().clearNotifications();
    assert.deepEqual(await window().paletteTitles("Hosted Apps: "), expectedPalette);
  });

  it("shows the Apps view in every theme", async () => {
    await apps().expand("Greeting board");
    await apps().waitForRow("CPU");
    await inEveryTheme("apps");
  });

  it("shows the log of an app from the hover of its row", async () => {
    await window().hoverText(apps().row("Team clock"), /Show Log/);
    await window().screenshot("app-hover");
    await window()
      .page.locator(".workbench-hover, .monaco-hover")
      .getByText("Show Log", { exact: true })
      .click();
    await window().statusBarItem("hostedApps.following").waitFor({ timeout: 30_000 });
  });
});
