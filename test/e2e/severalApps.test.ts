// A folder with two targets, backups, several apps at once, and links: one window, and a service that only pretends to
// run the apps.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { signIn } from "../support/signIn";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";

const names = { development: "Shop development", production: "Shop", other: "Mailer" } as const;
const firstText = 'GREETING = "Hello"\n';

describe("several apps in one window", function () {
  this.timeout(90_000);
  this.bail(true);

  const scratch = temporaryFolder("several-apps");
  const folder = path.join(scratch, "shop");
  const zip = path.join(scratch, "shop.zip");
  const ids: Record<keyof typeof names, string> = { development: "", production: "", other: "" };
  let emulator: Emulator;
  before("start a service", async () => {
    emulator = await startEmulator({ dataDir: path.join(scratch, "service"), run: false });
    for (const target of ["development", "production", "other"] as const)
      ids[target] = await emulator.addApp({
        name: names[target],
        files: { "main.py": "import greeting\n", "greeting.py": firstText },
        started: true,
      });
  });
  const window = useWorkbench(() => {
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "main.py"), "import greeting\n");
    fs.writeFileSync(path.join(folder, "greeting.py"), firstText);
    const targets = { development: { appId: ids.development }, production: { appId: ids.production } };
    fs.writeFileSync(path.join(folder, "hosted-app.json"), JSON.stringify({ targets }));
    return { folder, settings: { "hostedApps.metrics.refreshSeconds": 5 } };
  });
  after("stop the service", async () => {
    await emulator.stop();
    removeTemporaryFolder(scratch);
  });

  const quickInput = () => window().quickInput;
  const apps = () => window().tree("Apps");
  const inApp = (target: keyof typeof names, name = "greeting.py"): string =>
    path.join(emulator.appFolder(ids[target]), name);
  const read = (target: keyof typeof names): string => fs.readFileSync(inApp(target), "utf8");
  const restarts = (): string[] =>
    emulator.requests
      .filter((request) => request.method === "POST" && request.path.endsWith("/restart"))
      .map((request) => request.path);
  /** Answers VS Code's file dialog, which takes no Enter while it lists a folder. */
  const answerPath = async (file: string): Promise<void> => {
    const title = await quickInput().title();
    await quickInput().type(file);
    const isTaken = async (): Promise<boolean> => {
      if (!(await quickInput().root.isVisible()) || (await quickInput().title()) !== title) return true;
      await quickInput().accept();
      return false;
    };
    await waitUntil(isTaken, { what: `${title} to take the path`, timeoutMs: 20_000, intervalMs: 500 });
  };
  const push = async (): Promise<void> => {
    await window().runCommand("Hosted Apps: Push Folder to App...");
    await quickInput().item("production").waitFor();
  };

  it("asks which target a push goes to, and says in the status bar which it was", async () => {
    await signIn(window(), emulator);
    await window().openView("Hosted Apps");
    await apps().waitForRow(names.other, 30_000);
    fs.writeFileSync(path.join(folder, "greeting.py"), 'GREETING = "Good morning"\n');
    await push();
    assert.deepEqual(await quickInput().labels(), ["development", "production"]);
    assert.equal(await quickInput().description("development"), names.development);
    await window().screenshot("targets-asked");
    await quickInput().pick("development");
    await quickInput().waitForTitle(`Push shop → ${names.development} (development)`);
    await quickInput().item("greeting.py").waitFor();
    assert.equal(await quickInput().isTicked("greeting.py"), true);
    assert.equal(await quickInput().isTicked("hosted-app.json"), false);
    await window().screenshot("targets-plan");
    await quickInput().pressButton("OK");
    await (await window().notification(`Pushed 1 file to ${names.development}`, 30_000)).dismiss();
    assert.match(read("development"), /Good morning/);
    assert.equal(read("production"), firstText);
    await window().statusBarItem("Shop development (development)").waitFor({ timeout: 30_000 });
    await window().screenshot("targets-development");
  });

  it("puts the last target first, and asks once more before production", async () => {
    await push();
    assert.match(await quickInput().description("development"), /last used/);
    await quickInput().pick("production");
    await quickInput().waitForTitle(`Push shop → ${names.production} (production)`);
    await quickInput().item("greeting.py").waitFor();
    await quickInput().pressButton("OK");
    await window().dialog.waitForText("Push greeting.py to production?");
    await window().screenshot("targets-production-asked");
    await window().dialog.press("Cancel");
    assert.equal(read("production"), firstText);
    await push();
    await quickInput().pick("production");
    await quickInput().waitForTitle(`Push shop → ${names.production} (production)`);
    await quickInput().item("greeting.py").waitFor();
    await quickInput().pressButton("OK");
    await window().dialog.waitForText("Push greeting.py to production?");
    await window().dialog.press("Push to production");
    await (await window().notification(`Pushed 1 file to ${names.production}`, 30_000)).dismiss();
    assert.match(read("production"), /Good morning/);
    await window().statusBarItem("Shop (production)").waitFor({ timeout: 30_000 });
    await push();
    assert.deepEqual(await quickInput().labels(), ["production", "development"]);
    await window().screenshot("targets-remembered");
    await quickInput().cancel();
  });

  it("backs up an app into one zip", async () => {
    await apps().chooseFromMenu(names.other, "Back Up App...");
    await quickInput().waitForTitle(`Back Up ${names.other}`);
    const proposed = async (): Promise<boolean> =>
      /\/shop\/Mailer \d{4}-\d\d-\d\d\.zip$/.test(await quickInput().value());
    await waitUntil(proposed, { what: "a dated name in the open folder", timeoutMs: 10_000 });
    await window().screenshot("backup-where");
    await answerPath(zip);
    const done = await window().notification("Backed up 2 files of Mailer to shop.zip", 30_000);
    await window().screenshot("backup-done");
    assert.ok(fs.statSync(zip).size > 0);
    await done.dismiss();
  });

  it("shows what a backup would bring back, and brings it back", async () => {
    fs.writeFileSync(inApp("other"), "broken(\n");
    fs.writeFileSync(inApp("other", "visitors.txt"), "ada\n");
    await apps().chooseFromMenu(names.other, "Restore App from Backup...");
    await quickInput().waitForTitle(`Restore ${names.other} from Backup`);
    await window().screenshot("backup-which");
    await answerPath(zip);
    await quickInput().waitForTitle(`Restore shop.zip → ${names.other}`);
    await quickInput().item("greeting.py").waitFor();
    await window().screenshot("backup-plan");
    assert.equal(await quickInput().isTicked("greeting.py"), true);
    for (const unchanged of ["main.py", "visitors.txt"])
      assert.equal(await quickInput().item(unchanged).count(), 0, unchanged);
    await quickInput().pressButton("OK");
    const done = await window().notification("Restored 1 file of Mailer from shop.zip", 30_000);
    await window().screenshot("backup-restored");
    assert.deepEqual(await done.buttons(), ["Restart Mailer", "Undo"]);
    assert.equal(read("other"), firstText);
    assert.equal(fs.readFileSync(inApp("other", "visitors.txt"), "utf8"), "ada\n");
    await done.dismiss();
  });

  it("restarts the selected apps after one question", async () => {
    await apps().click(names.other);
    await apps()
      .row(names.production)
      .locator(".label-name")
      .click({ modifiers: ["ControlOrMeta"] });
    const before = restarts().length;
    await apps().chooseFromMenu(names.production, "Restart App");
    await window().dialog.waitForText("Restart 2 apps?");
    const text = await window().dialog.text();
    for (const name of [names.other, names.production]) assert.match(text, new RegExp(`^${name}$`, "m"));
    await window().screenshot("several-restart");
    assert.equal(restarts().length, before);
    await window().dialog.press("Restart");
    await window().statusBarItem("2 apps are back online").waitFor({ timeout: 30_000 });
    await window().screenshot("several-restarted");
    assert.deepEqual(
      restarts().slice(before).sort(),
      [ids.other, ids.production].map((id) => `/v1/apps/${id}/restart`).sort(),
    );
  });

  it("watches the selected apps", async () => {
    await apps().click(names.development);
    await apps()
      .row(names.other)
      .locator(".label-name")
      .click({ modifiers: ["ControlOrMeta"] });
    await apps().chooseFromMenu(names.other, "Watch in the Status Bar");
    for (const name of [names.other, names.development]) await window().statusBarItem(name).waitFor();
    await window().screenshot("several-watched");
    emulator.state.patchApp(ids.development, { status: "crashed" });
    await window().statusBarItem("Shop development crashed").waitFor();
    const notice = await window().notification("Shop development is down", 20_000);
    await window().screenshot("several-watched-crashed");
    await notice.dismiss();
  });

  it("opens what a link names after a question", async () => {
    const open = async (kind: string, question: string): Promise<void> => {
      await window().runCommand("Developer: Open URL");
      await quickInput().answer(`vscode://hosted-apps.hosted-apps/${kind}/${ids.other}`);
      await window().dialog.waitForText("Allow 'Hosted Apps' extension to open this URI?");
      // Our own question takes its place at once.
      await window().dialog.root.getByRole("button", { name: "Open", exact: true }).click();
      await window().dialog.waitForText(question);
      await window().screenshot(`link-${kind}`);
    };
    const tab = window().page.locator(".tabs-container .tab").filter({ hasText: names.other });
    const asksForDashboard = "Open the dashboard of Mailer?";
    await open("app", asksForDashboard);
    await window().dialog.press("Cancel");
    await open("app", asksForDashboard);
    assert.equal(await tab.count(), 0);
    await window().dialog.press("Open");
    await tab.waitFor();
    await window().webview().getByRole("heading", { name: names.other }).waitFor();
    await window().screenshot("link-app-opened");
    const filesAsked = (): number =>
      emulator.requests.filter((request) => request.path.startsWith(`/v1/apps/${ids.other}/files`)).length;
    const before = filesAsked();
    await open("files", "Open the files of Mailer in this workspace?");
    assert.equal(filesAsked(), before);
    await window().dialog.press("Open");
    await (await window().explorer()).waitForRow("visitors.txt", 60_000);
    assert.ok(filesAsked() > before);
    await window().screenshot("link-files-opened");
  });

  it("remembers in the workspace that the window has become which target was last, and what is watched", async () => {
    await push();
    assert.match(await quickInput().description("production"), /last used/);
    await window().screenshot("targets-remembered");
    await quickInput().cancel();
    for (const name of ["Shop development", names.other]) await window().statusBarItem(name).waitFor();
  });
});
