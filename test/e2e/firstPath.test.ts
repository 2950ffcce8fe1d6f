// The whole first path in a real window: from nothing to an app that was deployed, edited, restarted and watched.
import assert from "node:assert/strict";
import { after, describe, it } from "mocha";
import { copySampleFolder, type SampleApp } from "../support/sampleFolder";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import type { Workbench } from "../support/workbench";
import { useWorkbench } from "../support/workbenchSession";

interface Sample {
  readonly folder: SampleApp;
  readonly appName: string;
  readonly mainFile: string;
  readonly memory: string;
  readonly editedFile: string;
  readonly editedText: string;
  readonly lineBefore: string;
  readonly lineAfter: string;
}

const samples: readonly Sample[] = [
  {
    folder: "python-app",
    appName: "python-app",
    mainFile: "main.py",
    memory: "256 MB",
    editedFile: "messages.py",
    editedText: 'GREETING = "Edited through the mount"\n',
    lineBefore: "Hello from Python",
    lineAfter: "Edited through the mount",
  },
  {
    folder: "node-app",
    appName: "node-app",
    mainFile: "index.js",
    memory: "512 MB",
    editedFile: "messages.js",
    editedText: 'exports.greeting = "Edited through the mount";\n',
    lineBefore: "Hello from Node",
    lineAfter: "Edited through the mount",
  },
];

/** Opens the app in the browser, as its user does, and hands over its address and what its page shows. */
async function openInBrowser(
  workbench: Workbench,
  app: string,
): Promise<{ address: string; heading: string }> {
  const [page] = await Promise.all([
    workbench.page.context().waitForEvent("page"),
    workbench.tree().chooseFromMenu(app, "Open App in Browser"),
  ]);
  const address = page.url();
  const heading = (await page.locator("h1").textContent()) ?? "";
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

for (const sample of samples) {
  describe(`from nothing to a watched app: ${sample.folder}`, function () {
    this.timeout(120_000);
    this.bail(true);

    const scratch = temporaryFolder("e2e");
    const window = useWorkbench(() => ({ folder: copySampleFolder(scratch, sample.folder) }));
    const screenshot = (name: string) =>
      sample.folder === "python-app" ? window().screenshot(name) : Promise.resolve("");
    let address = "";

    after("remove the copy", () => removeTemporaryFolder(scratch));

    it("welcomes a newcomer with two ways in", async () => {
      await window().openView("Hosted Apps");
      await window().tree().root.getByRole("button", { name: "Sign In" }).waitFor();
      const text = await window().tree().welcomeText();
      assert.match(text, /Sign In/);
      assert.match(text, /Try It with a Local Service/);
      await screenshot("welcome");
    });

    it("shows the apps of a local service after one click", async () => {
      const tree = window().tree();
      await tree.pressWelcome("Try It with a Local Service");
      await tree.waitForRow("Personal", 60_000);
      await tree.waitForRow("Greeting board");
      await waitUntil(async () => /\/ 256 MB/.test(await tree.description("Greeting board")), {
        what: "the app's memory to be shown",
        timeoutMs: 20_000,
      });
      await tree.expand("Greeting board");
      await tree.waitForRow("CPU");
      await screenshot("tree");
    });

    it("creates an app from the open folder in five steps that start filled in", async () => {
      await window().runCommand("Hosted Apps: Create App from Folder...");
      const { quickInput } = window();
      await quickInput.waitForTitle("Create App");
      assert.equal(await quickInput.value(), sample.appName);
      await quickInput.accept();
      await quickInput.item(sample.mainFile).waitFor();
      assert.equal((await quickInput.labels())[0], sample.mainFile);
      await quickInput.accept();
      await quickInput.item(sample.memory).waitFor();
      await quickInput.pressButton("Back");
      await quickInput.item(sample.mainFile).waitFor();
      await quickInput.accept();
      await quickInput.item(sample.memory).waitFor();
      await quickInput.accept();
      await quickInput.item("Web app").waitFor();
      await quickInput.accept();
      await quickInput.item(`Create ${sample.appName}`).waitFor();
      await quickInput.accept();
      const online = await window().notification(`${sample.appName} is online`, 60_000);
      assert.deepEqual(await online.buttons(), ["Open in Browser", "Open Files"]);
      await screenshot("create-done");
      await online.dismiss();
      await (await window().notification("Save the settings")).dismiss();
      await window()
        .page.locator(".part.sidebar .monaco-list-row.selected")
        .filter({ hasText: sample.appName })
        .waitFor();
    });

    it("serves the deployed app over HTTP", async () => {
      const opened = await openInBrowser(window(), sample.appName);
      assert.equal(opened.heading, sample.lineBefore);
      address = opened.address;
    });

    it("opens the app's files beside the folder", async () => {
      await window().openFile(sample.mainFile);
      await window().tree().pressRowAction(sample.appName, "Open Files in This Workspace");
      // A second folder makes the window a workspace of several, which reloads it.
      await window().dialog.waitForText("VS Code has to reload it");
      await screenshot("mount-reload");
      await window().dialog.press("Reload Window");
      const explorer = await window().explorer();
      await waitUntil(
        async () => (await explorer.labels()).filter((name) => name === sample.editedFile).length === 2,
        {
          what: "the mounted files below the local ones",
          timeoutMs: 60_000,
        },
      );
      await window().editor.waitForFile(sample.mainFile);
    });

    it("edits and saves a file through the mount", async () => {
      const explorer = await window().explorer();
      await (await explorer.lowestRow(sample.editedFile)).click();
      await window().editor.waitForFile(sample.editedFile);
      await window().editor.waitForText(sample.lineBefore);
      await window().editor.replaceAll(sample.editedText);
      assert.equal(await window().editor.isDirty(), true);
      await window().editor.save();
      await screenshot("mounted-editor");
    });

    it("restarts and serves the edited line", async () => {
      await window().openView("Hosted Apps");
      await window().tree().chooseFromMenu(sample.appName, "Restart App");
      await window().statusBarItem("is back online").waitFor({ timeout: 60_000 });
      assert.equal(await servedLine(address), sample.lineAfter);
    });

    it("shows the open folder's app in the status bar with CPU and memory, unasked", async () => {
      const item = window().statusBarItem("hostedApps.metrics");
      await item
        .filter({ hasText: new RegExp(`\\d %\\s+[\\d.]+ / ${sample.memory}`) })
        .waitFor({ timeout: 30_000 });
      assert.match(
        (await item.getByRole("button").getAttribute("aria-label")) ?? "",
        new RegExp(`online, CPU .*, memory .* of ${sample.memory}`),
      );
      const tooltip = await window().hoverText(item);
      assert.match(tooltip, /Memory/);
      assert.match(tooltip, /Up\sfor/);
      await screenshot("status-bar");
      await window().setTheme("dark");
      await screenshot("dark");
      await window().setTheme("highContrast");
      await screenshot("high-contrast");
      await window().setTheme("light");
    });

    it("is still signed in, mounted and watching after a reload", async () => {
      await window().reload();
      await window()
        .statusBarItem("hostedApps.metrics")
        .filter({ hasText: `/ ${sample.memory}` })
        .waitFor({ timeout: 60_000 });
      await window().openView("Hosted Apps");
      await window().tree().waitForRow(sample.appName, 60_000);
      const explorer = await window().explorer();
      await waitUntil(
        async () => (await explorer.labels()).filter((name) => name === sample.editedFile).length === 2,
        {
          what: "the mounted files below the local ones",
          timeoutMs: 30_000,
        },
      );
      await (await explorer.lowestRow(sample.editedFile)).click();
      await window().editor.waitForText("Edited through the mount");
    });

    it("has ended the steps of the walkthrough that were done before it was opened", async () => {
      const page = await window().openWalkthrough();
      for (const step of ["Sign In, or Try It without an Account", "Edit an App's Files", "Watch It Run"]) {
        await page
          .getByRole("button", { name: step })
          .locator(".codicon-getting-started-step-checked")
          .first()
          .waitFor();
      }
      await screenshot("walkthrough-done");
    });
  });
}
