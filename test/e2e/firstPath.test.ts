// The whole first path in a real window: from nothing to an app that was deployed, edited, restarted and watched.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { copySampleFolder } from "../support/sampleFolder";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import type { Workbench } from "../support/workbench";
import { useWorkbench } from "../support/workbenchSession";

const appName = "python-app";
const editedFile = "messages.py";
const editedText = 'GREETING = "Edited through the mount"\n';
/** As VS Code names a walkthrough. */
const walkthroughTab = /^(?:Welcome|Walkthrough: Get Started with Hosted Apps)$/;
const lineBefore = "Hello from Python";
const lineAfter = "Edited through the mount";

/** Opens the app in the browser, as its user does; resolves with its address and the text of its page. */
async function openInBrowser(
  workbench: Workbench,
  app: string,
): Promise<{ address: string; heading: string }> {
  const [page] = await Promise.all([
    workbench.page.context().waitForEvent("page"),
    workbench.tree().chooseFromMenu(app, "Open in Browser"),
  ]);
  const heading = (await page.locator("h1").textContent()) ?? "";
  const address = page.url();
  await page.close();
  // A window in the background is slowed down by its browser.
  await workbench.page.bringToFront();
  return { address, heading };
}

/** The line that the app's page shows. */
async function servedLine(address: string): Promise<string> {
  const response = await fetch(address);
  return /<h1>(.*)<\/h1>/.exec(await response.text())?.[1] ?? `status ${response.status}`;
}

describe("from nothing to a watched app", function () {
  this.bail(true);

  const window = useWorkbench(() => ({ folder: copySampleFolder(temporaryFolder("e2e")) }));
  let address = "";
  const waitForMountedFiles = async (): Promise<void> => {
    const explorer = await window().explorer();
    const labels = async () => (await explorer.labels()).filter((name) => name === editedFile);
    const isShown = async () => (await labels()).length === 2;
    await waitUntil(isShown, {
      what: "the mounted files below the local ones",
      saw: () => explorer.labels(),
    });
  };
  /** The lower row: the local file of the same name is above it. */
  const openMountedFile = async (): Promise<void> => {
    const explorer = await window().explorer();
    await explorer.clickLowest(editedFile, () => window().editor.isActive(editedFile));
    await window().editor.waitForFile(editedFile);
  };

  it("welcomes a newcomer with two ways in", async () => {
    await window().openView("Hosted Apps");
    await window().tree().root.getByRole("button", { name: "Sign In" }).waitFor();
    const text = await window().tree().welcomeText();
    assert.match(text, /Sign In/);
    assert.match(text, /Try Without an Account/);
    await window().screenshot("welcome");
  });

  it("shows the apps of a local service after one click", async () => {
    const tree = window().tree();
    await tree.pressWelcome("Try Without an Account");
    await tree.waitForRow("Personal");
    await tree.waitForRow("Greeting board");
    await tree.waitForDescription("Greeting board", /\/ 256 MB/);
    await tree.expand("Greeting board");
    await tree.waitForRow("CPU");
    await window().screenshot("tree");
  });

  it("keeps the walkthrough open from the first step on", async () => {
    const page = await window().openWalkthrough();
    await page.getByRole("button", { name: "Create an App from Your Folder" }).first().click();
    await page.locator(".getting-started-step.expanded").getByText("Create an App from").waitFor();
    await window().screenshot("walkthrough-create");
  });

  it("creates an app from the open folder with the command and one Enter", async () => {
    const { quickInput } = window();
    await window().runUntilAsked("Hosted Apps: Create App", quickInput.item(`Create ${appName}`));
    await window().screenshot("create-summary");
    await quickInput.acceptWith(`Create ${appName}`);
    const online = await window().notification(`${appName} is online`);
    assert.deepEqual(await online.buttons(), ["Open in Browser", "Open App Files"]);
    await window().screenshot("create-done");
    await online.dismiss();
    await (await window().notification(`Save ${appName}'s settings`)).press("Save");
    await window().editor.waitForFile("hosted-app.json");
    await window().page.locator(".tabs-container .tab").getByText(walkthroughTab).first().waitFor();
    await window().tree().waitForRow(appName);
  });

  it("serves the deployed app over HTTP", async () => {
    const opened = await openInBrowser(window(), appName);
    assert.equal(opened.heading, lineBefore);
    address = opened.address;
  });

  it("opens the app's files beside the folder", async () => {
    await window().openFile("main.py");
    const { dialog } = window();
    await window().tree().pressRowAction(appName, "Open App Files", dialog.root);
    // A second folder makes the window a workspace of several, which reloads it.
    await window().dialog.waitForText("Reload the window to add");
    await window().screenshot("mount-reload");
    await window().dialog.press("Reload Window");
    await waitForMountedFiles();
    await window().editor.waitForFile("main.py");
  });

  it("edits and saves a file through the mount", async () => {
    await openMountedFile();
    await window().editor.waitForText(lineBefore);
    await window().editor.replaceAll(editedText);
    assert.equal(await window().editor.isDirty(), true);
    await window().editor.save();
    await window().screenshot("mounted-editor");
  });

  it("restarts and serves the edited line", async () => {
    await window().openView("Hosted Apps");
    const done = window().statusBarItem("is back online");
    await window().tree().chooseFromMenu(appName, "Restart App", done);
    assert.equal(await servedLine(address), lineAfter);
  });

  it("shows the open folder's app in the status bar, with CPU and memory, without a command", async () => {
    const item = window().statusBarItem("hostedApps.metrics");
    await window().waitForStatusBarItem("hostedApps.metrics", /\d%\s+[\d.]+ \/ 256 MB/);
    assert.match(
      (await item.getByRole("button").getAttribute("aria-label")) ?? "",
      /online, CPU .*, memory .* of 256 MB/,
    );
    const tooltip = await window().hoverText(item);
    assert.match(tooltip, /Memory/);
    assert.match(tooltip, /Up\sfor/);
    await window().screenshot("status-bar");
  });

  it("is still signed in, mounted and watching after a reload", async () => {
    await window().reload();
    await window().waitForStatusBarItem("hostedApps.metrics", "/ 256 MB");
    await window().openView("Hosted Apps");
    await window().tree().waitForRow(appName);
    await waitForMountedFiles();
    const explorer = await window().explorer();
    await explorer.clickLowest(editedFile, () => window().editor.isActive(editedFile));
    const text = window().page.locator(".monaco-editor .view-lines").getByText("Edited through the mount");
    await text.last().waitFor();
  });

  it("still has the walkthrough, with only the finished steps checked", async () => {
    await window().page.locator(".tabs-container .tab").getByText(walkthroughTab).first().click();
    const page = window().page.locator(".gettingStartedContainer");
    const checked = (step: string) =>
      page.getByRole("button", { name: step }).locator(".codicon-getting-started-step-checked").first();
    for (const step of ["Sign In or Try It Out", "Create an App from Your Folder", "Edit an App's Files"])
      await checked(step).waitFor();
    for (const step of ["Send Only What Changed", "Watch It Run"])
      assert.equal(await checked(step).count(), 0);
    await window().screenshot("walkthrough-done");
  });
});
