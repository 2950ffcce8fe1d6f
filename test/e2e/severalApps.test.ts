// A folder with two targets, backups, several apps at once, and links: one window, and a service that only pretends to
// run the apps.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { canary } from "../support/canaries";
import { writeTree } from "../support/fileTrees";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { untilEffect } from "../support/window/untilEffect";
import { useWorkbench } from "../support/workbenchSession";
import { useService } from "./appOnService";

const names = { development: "Shop development", production: "Shop", other: "Mailer" } as const;
const several = "Several Targets...";
const firstText = `GREETING = "${canary("file-of-a-target")}"\n`;

describe("several apps in one window", function () {
  this.bail(true);

  const scratch = temporaryFolder("several-apps");
  const folder = path.join(scratch, "shop");
  const zip = path.join(scratch, "shop.zip");
  const ids: Record<keyof typeof names, string> = { development: "", production: "", other: "" };
  const service = useService({}, async (started) => {
    for (const target of ["development", "production", "other"] as const)
      ids[target] = await started.addApp({
        name: names[target],
        files: { "main.py": "import greeting\n", "greeting.py": firstText },
        started: true,
      });
  });
  const window = useWorkbench(() => {
    const targets = { development: { appId: ids.development }, production: { appId: ids.production } };
    writeTree(folder, {
      ...{ "main.py": "import greeting\n", "greeting.py": firstText },
      "hosted-app.json": JSON.stringify({ targets }),
    });
    return { folder, settings: { "hostedApps.refresh": "fast" } };
  });
  const quickInput = () => window().quickInput;
  const apps = () => window().tree("Apps");
  const inApp = (target: keyof typeof names, name = "greeting.py"): string =>
    path.join(service().appFolder(ids[target]), name);
  const read = (target: keyof typeof names): string => fs.readFileSync(inApp(target), "utf8");
  const restarts = (): string[] =>
    service()
      .requests.filter((request) => request.method === "POST" && request.path.endsWith("/restart"))
      .map((request) => request.path);
  /** Answers VS Code's file dialog, which takes no Enter while it lists a folder, and may complete the path to another. */
  const answerPath = async (file: string): Promise<void> => {
    const title = await quickInput().title();
    const isTaken = async () => !(await quickInput().isOpenWith(title));
    await untilEffect(() => quickInput().answer(file), isTaken, { what: `${title} to take the path` });
  };
  /** Folder and app were never compared: a file that differs may be a colleague's work. */
  const pushOver = async (): Promise<void> => {
    await quickInput().waitForItem("greeting.py");
    assert.equal(await quickInput().isSelected("greeting.py"), false);
    await quickInput().toggle("greeting.py");
    await quickInput().pressButton("OK");
    await window().dialog.waitForText(/Replace 1 file in the app Shop/);
    await window().dialog.press("Replace");
  };
  const pushToProduction = async (): Promise<void> => {
    await push();
    await quickInput().pick("production");
    await quickInput().waitForTitle(`Push shop → ${names.production} (production)`);
    await pushOver();
    await window().dialog.waitForText("Push greeting.py to production?");
  };
  const push = async (): Promise<void> => {
    await window().runCommand("Hosted Apps: Push");
    await quickInput().waitForItem("production");
  };

  it("ask for the target of a push, and name it in the status bar", async () => {
    await signIn(window(), service(), names.other);
    fs.writeFileSync(path.join(folder, "greeting.py"), 'GREETING = "Good morning"\n');
    await push();
    await quickInput().waitForLabels(["development", "production", several]);
    assert.equal(await quickInput().description("development"), names.development);
    await window().screenshot("targets-asked");
    await quickInput().pick("development");
    await quickInput().waitForTitle(`Push shop → ${names.development} (development)`);
    await quickInput().waitForItem("greeting.py");
    assert.equal(await quickInput().isSelected("hosted-app.json"), false);
    await window().screenshot("targets-plan");
    await pushOver();
    await (await window().notification(`Pushed 1 file to ${names.development}`)).dismiss();
    assert.match(read("development"), /Good morning/);
    assert.equal(read("production"), firstText);
    await window().statusBarItem("Shop development (development)").waitFor();
    await window().screenshot("targets-development");
  });

  it("put the last target first, and ask once more before production", async () => {
    await push();
    assert.match(await quickInput().description("development"), /last used/);
    await quickInput().cancel();
    await pushToProduction();
    await window().screenshot("targets-production-asked");
    await window().dialog.press("Cancel");
    // The plan is shown again, with its selection.
    await quickInput().waitForTitle(`Push shop → ${names.production} (production)`);
    assert.equal(await quickInput().isSelected("greeting.py"), true);
    await quickInput().cancel();
    assert.equal(read("production"), firstText);
    await push();
    await quickInput().waitForLabels(["development", "production", several]);
    await quickInput().cancel();
    await window().statusBarItem("Shop development (development)").waitFor();
    await pushToProduction();
    await window().dialog.press("Push to production");
    await (await window().notification(`Pushed 1 file to ${names.production}`)).dismiss();
    assert.match(read("production"), /Good morning/);
    await window().statusBarItem("Shop (production)").waitFor();
    await push();
    await quickInput().waitForLabels(["production", "development", several]);
    await window().screenshot("targets-remembered");
    await quickInput().cancel();
  });

  it("get a push to both targets at once, each with its plan, and one summary", async () => {
    fs.writeFileSync(path.join(folder, "greeting.py"), 'GREETING = "Good evening"\n');
    await push();
    await quickInput().pick(several);
    await quickInput().waitForLabels(["production", "development"]);
    for (const target of ["production", "development"]) await quickInput().toggle(target);
    await window().screenshot("targets-several");
    await quickInput().pressButton("OK");
    await quickInput().waitForTitle(`Push shop → ${names.production} (production)`);
    await quickInput().pressButton("OK");
    await window().dialog.waitForText("Push greeting.py to production?");
    await window().dialog.press("Push to production");
    await quickInput().waitForTitle(`Push shop → ${names.development} (development)`);
    await quickInput().pressButton("OK");
    const summary = await window().notification(`Pushed 1 file to ${names.production}.`);
    assert.match(await summary.text(), /Pushed 1 file to Shop development\./);
    await window().screenshot("targets-several-done");
    await summary.dismiss();
    assert.match(read("production"), /Good evening/);
    assert.match(read("development"), /Good evening/);
    await window().statusBarItem("Shop (production)").waitFor();
  });

  it("have their variables pulled into a .env that git ignores, and compared with it", async () => {
    const app = service().state.app(ids.production);
    const environment = { TOKEN: canary("pulled-variable"), MODE: "live" };
    Object.assign(app, {
      environment: Object.entries(environment).map(([key, value]) => ({ _id: key, key, value })),
    });
    fs.writeFileSync(path.join(folder, ".env"), "# local\nMODE=test\n");
    const isAsked = () => quickInput().isOpenWith("Select variables to replace");
    await apps().chooseFromMenu(names.production, "Deploy > Pull Variables to .env", isAsked);
    await quickInput().waitForLabels(["MODE"]);
    await window().screenshot("variables-different");
    await quickInput().pressButton("OK");
    await window().dialog.waitForText(`Write variables of ${names.production} to .env?`);
    await window().dialog.waitForText(".env is added to .gitignore first.");
    await window().screenshot("variables-question");
    await window().dialog.press("Write");
    const done = await window().notification("Wrote TOKEN to .env.");
    const text = () => fs.readFileSync(path.join(folder, ".env"), "utf8");
    assert.equal(text(), `# local\nMODE=test\nTOKEN=${canary("pulled-variable")}\n`);
    assert.equal(fs.readFileSync(path.join(folder, ".gitignore"), "utf8"), ".env\n");
    await done.press("Undo");
    await waitUntil(() => text() === "# local\nMODE=test\n", { what: "the undo" });
    const isCompared = () => quickInput().isOpenWith(`Variables: ${names.production} ↔ .env`);
    await apps().chooseFromMenu(names.production, "Deploy > Compare Variables with .env", isCompared);
    await quickInput().waitForItem("TOKEN");
    await window().screenshot("variables-compared");
    await quickInput().pick("MODE");
    await window().dialog.waitForText("live");
    await window().screenshot("variables-values");
    await window().dialog.press("OK");
    await quickInput().waitForItem("TOKEN");
    await quickInput().cancel();
    fs.rmSync(path.join(folder, ".env"));
  });

  it("are backed up into one zip each", async () => {
    const title = `Back Up ${names.other}`;
    await apps().chooseFromMenu(names.other, "Deploy > Back Up App", () => quickInput().isOpenWith(title));
    const value = () => quickInput().value();
    const proposed = async () => /\/Mailer \d{4}-\d\d-\d\d\.zip$/.test(await value());
    await waitUntil(proposed, { what: "a dated name", saw: value });
    assert.doesNotMatch(await value(), /\/shop\/Mailer/, "in the open folder, which is pushed");
    await window().screenshot("backup-where");
    await answerPath(zip);
    const done = await window().notification("Backed up 2 files from Mailer to shop.zip");
    await window().screenshot("backup-done");
    assert.ok(fs.statSync(zip).size > 0);
    await done.dismiss();
  });

  it("show what a backup would restore, and restore it", async () => {
    fs.writeFileSync(inApp("other"), "broken(\n");
    fs.writeFileSync(inApp("other", "visitors.txt"), "ada\n");
    const title = `Restore ${names.other} from Backup`;
    await apps().chooseFromMenu(names.other, "Deploy > Restore App from Backup", () =>
      quickInput().isOpenWith(title),
    );
    await window().screenshot("backup-which");
    await answerPath(zip);
    await quickInput().waitForTitle(`Restore shop.zip → ${names.other}`);
    await quickInput().waitForItem("greeting.py");
    await window().screenshot("backup-plan");
    assert.equal(await quickInput().isSelected("greeting.py"), true);
    for (const unchanged of ["main.py", "visitors.txt"])
      assert.equal(await quickInput().item(unchanged).count(), 0, unchanged);
    await quickInput().pressButton("OK");
    const done = await window().notification("Restored 1 file in Mailer from shop.zip");
    await window().screenshot("backup-restored");
    assert.deepEqual(await done.buttons(), ["Restart Mailer", "Undo"]);
    assert.equal(read("other"), firstText);
    assert.equal(fs.readFileSync(inApp("other", "visitors.txt"), "utf8"), "ada\n");
    await done.dismiss();
  });

  it("are restarted together after one question", async () => {
    await apps().click(names.other);
    await apps().click(names.production, { modifiers: ["ControlOrMeta"] });
    const before = restarts().length;
    await apps().chooseFromMenu(names.production, "Restart App", window().dialog.root);
    await window().dialog.waitForText("Restart 2 apps?");
    const text = await window().dialog.text();
    for (const name of [names.other, names.production]) assert.match(text, new RegExp(`^${name}$`, "m"));
    await window().screenshot("several-restart");
    assert.equal(restarts().length, before);
    await window().dialog.press("Restart");
    await window().waitForStatusBarItem("2 apps are back online");
    await window().screenshot("several-restarted");
    assert.deepEqual(
      restarts().slice(before).sort(),
      [ids.other, ids.production].map((id) => `/v1/apps/${id}/restart`).sort(),
    );
  });

  it("are watched together", async () => {
    await apps().click(names.development);
    await apps().click(names.other, { modifiers: ["ControlOrMeta"] });
    const watched = window().statusBarItem(names.other);
    await apps().chooseFromMenu(names.other, "Manage > Watch in the Status Bar", watched);
    for (const name of [names.other, names.development]) await window().waitForStatusBarItem(name);
    await window().screenshot("several-watched");
    service().state.patchApp(ids.development, { status: "crashed" });
    await window().waitForStatusBarItem("Shop development: crashed");
    const notice = await window().notification("Shop development is down");
    await window().screenshot("several-watched-crashed");
    await notice.dismiss();
  });

  it("are opened by a link after a question", async () => {
    const follow = async (link: string): Promise<void> => {
      await window().runCommand("Developer: Open URL");
      await quickInput().answer(`vscode://hosted-apps.hosted-apps/${link}`);
      await window().dialog.waitForText("Allow 'Hosted Apps' extension to open this URI?");
      await window().dialog.press("Open");
    };
    const open = async (kind: string, question: string): Promise<void> => {
      await follow(`${kind}/${ids.other}`);
      await window().dialog.waitForText(question);
      await window().screenshot(`link-${kind}`);
    };
    await follow(`create?repository=https://ann:${canary("link")}@git.example/x`);
    await (await window().notification("Hosted Apps can't open this link")).dismiss();
    const tab = window().page.locator(".tabs-container .tab").filter({ hasText: names.other });
    const asksForDashboard = "Open Mailer's dashboard?";
    await open("app", asksForDashboard);
    await window().dialog.press("Cancel");
    await open("app", asksForDashboard);
    assert.equal(await tab.count(), 0);
    await window().dialog.press("Open");
    await tab.waitFor();
    await window().webview().getByRole("heading", { name: names.other }).waitFor();
    await window().screenshot("link-app-opened");
    const filesAsked = (): number =>
      service().requests.filter((request) => request.path.startsWith(`/v1/apps/${ids.other}/files`)).length;
    const before = filesAsked();
    await open("files", "Open Mailer's files in this workspace?");
    assert.equal(filesAsked(), before);
    await window().dialog.press("Open");
    await (await window().explorer()).waitForRow("visitors.txt");
    assert.ok(filesAsked() > before);
    await window().screenshot("link-files-opened");
  });

  it("keep the last target and the watched apps when the window becomes a workspace", async () => {
    await push();
    assert.match(await quickInput().description("production"), /last used/);
    await window().screenshot("targets-remembered");
    await quickInput().cancel();
    for (const name of ["Shop development", names.other]) await window().waitForStatusBarItem(name);
  });
});
