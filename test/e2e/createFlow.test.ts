// Create App in a real window: its summary, the questions of its rows with Back and Esc, the preview, secrets, a lost
// response, and a window that closes during a creation. The service only pretends to run the apps.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { afterEach, describe, it } from "mocha";
import { studio } from "../../src/emulator/seed/people";
import { canary } from "../support/canaries";
import { writeTree } from "../support/fileTrees";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { useWorkbench } from "../support/workbenchSession";
import { held, useService } from "./appOnService";

const files: Readonly<Record<string, string>> = {
  "main.py": "import time\nprint('up')\ntime.sleep(1e6)\n",
  "worker.py": "print('worker')\n",
  "requirements.txt": "flask==3.0.0\n",
  "data.csv": "1,2,3\n".repeat(8_000),
  "secrets.py": 'KEY = "AKIAQ3EGRIDZLW5YXKVN"\n',
  ".env": `SECRET=${canary("env-file")}\n`,
  ".gitignore": "*.log\n",
  "notes.log": "not sent\n",
  "node_modules/left/index.js": "module.exports = 1;\n",
};

const createCall = { method: "POST", path: "/v1/apps/create" };

describe("creating an app", function () {
  this.bail(true);

  const folder = path.join(temporaryFolder("create"), "shop");
  const service = useService({}, async ({ state, addApp }) => {
    const owned = studio({ now: () => Date.now() });
    const members = owned.members.slice(1, 2).map((member) => ({ ...member, user: owned.owner }));
    const denied = { ...owned, _id: "65a0c0ffee0000000000b002", name: "Guests", owner: "someone", members };
    for (const team of [owned, denied]) state.putTeam(team);
    for (const [name, teamId] of [
      ["Team clock", owned._id],
      ["Guest book", denied._id],
    ] as const)
      await addApp({ name, teamId, files: { "main.py": "" }, started: true });
  });
  const window = useWorkbench(() => {
    writeTree(folder, files);
    const args = { settings: { name: "By key", mainFile: "main.py" } };
    const keybindings = [{ key: "ctrl+alt+c", command: "hostedApps.deploy.createApp", args }];
    return { folder, keybindings };
  });
  afterEach("without faults", () => service().faults.clear());
  const projectFile = path.join(folder, "hosted-app.json");

  const creations = () => service().requests.filter((asked) => asked.path === createCall.path).length;
  const quickInput = () => window().quickInput;
  const start = async (): Promise<void> =>
    await window().runUntilAsked("Hosted Apps: Create App", "Create App");
  /** Starts in a folder from which an app was created. */
  const startAnother = async (): Promise<void> => {
    await window().runCommand("Hosted Apps: Create App");
    await window().dialog.press("Create Another App");
    await quickInput().waitForTitle("Create App");
  };
  /** Starts, and gives the app this name. */
  const startAs = async (name: string): Promise<void> => {
    await start();
    await quickInput().pick("Name");
    await quickInput().answer(name);
    await quickInput().waitForItem(`Create ${name}`);
  };

  it("is offered above the apps of a signed-in user", async () => {
    await signIn(window(), service(), "Studio");
    const apps = window().tree("Apps");
    // The actions of a view show while the mouse is over it.
    await apps.root.hover();
    await apps.root.getByRole("button", { name: "Create App" }).waitFor();
  });

  it("asks about a .env first, in the title, which stays while the user types", async () => {
    await start();
    await quickInput().waitForItem("Send It");
    await quickInput().waitForTitle("Create App: .env sets SECRET. Send it?");
    await window().screenshot("create-env-asked");
    await quickInput().type("exclude");
    await quickInput().waitForLabels(["Exclude"]);
    await quickInput().waitForTitle("Create App: .env sets SECRET. Send it?");
    await quickInput().accept();
  });

  it("sums up the files to send, the team and the detected settings", async () => {
    await quickInput().waitForItem("Create shop");
    assert.equal((await quickInput().labels())[0], "Create shop");
    assert.match(
      await quickInput().description("Preview..."),
      /^5 files to send, 3 excluded, 1 may contain a secret$/,
    );
    for (const [row, text] of [
      ["Name", "shop"],
      ["Main file", "main.py · Python"],
      ["Memory limit", "256 MB"],
      ["Exposed to the web", "yes"],
      ["Restart automatically", "yes"],
    ] as const)
      assert.equal(await quickInput().description(row), text);
    assert.match(await quickInput().description("Team"), /^none; owned by You/);
    await window().screenshot("create-summary");
  });

  it("checks a name while the user types, and drops it on Back", async () => {
    await quickInput().pick("Name");
    assert.equal(await quickInput().value(), "shop");
    await quickInput().type(" ");
    await quickInput().waitForMessage("needs a name");
    await quickInput().accept();
    await quickInput().type("x".repeat(101));
    await quickInput().waitForMessage("at most 100");
    await window().screenshot("create-name");
    await quickInput().pressButton("Back");
    await quickInput().waitForItem("Create shop");
    await quickInput().pick("Name");
    await quickInput().answer("Shop two");
    await quickInput().waitForItem("Create Shop two");
  });

  it("leads to the question of each row and back, and keeps the answers", async () => {
    await quickInput().pick("Main file");
    await quickInput().waitForItem("worker.py");
    assert.deepEqual((await quickInput().labels()).slice(0, 2), ["main.py", "worker.py"]);
    await window().screenshot("create-main-file");
    await quickInput().pick("worker.py");
    await quickInput().waitForItem("Create Shop two");
    assert.equal(await quickInput().description("Main file"), "worker.py · Python");
    await quickInput().pick("Memory limit");
    await quickInput().item("256 MB").and(window().page.locator(".focused")).waitFor();
    await quickInput().type("300");
    await quickInput().waitForItem("300 MB");
    await window().screenshot("create-memory");
    await quickInput().pick("300 MB");
    await quickInput().waitForItem("Create Shop two");
    assert.equal(await quickInput().description("Memory limit"), "300 MB");
    await quickInput().pick("Start command");
    await quickInput().waitForMessage("the service chooses how to start the main file");
    await quickInput().answer("python -u worker.py");
    await quickInput().waitForItem("Create Shop two");
    assert.equal(await quickInput().description("Start command"), "python -u worker.py");
    for (const row of ["Restart automatically", "Exposed to the web"])
      await quickInput().pick(row, async () => (await quickInput().description(row)) === "no");
    await quickInput().pick("Team");
    await quickInput().waitForItem("Studio");
    await quickInput().waitForLabels(["No Team", "Guests", "Studio"]);
    assert.equal(await quickInput().description("Guests"), "your permissions may not include this");
    await quickInput().pick("Guests");
    await quickInput().pick("Create Shop two");
    await window().dialog.waitForText("Your permissions may not include this. Try anyway?");
    await window().screenshot("create-team-ruled-out");
    await window().dialog.press("Cancel");
    await quickInput().waitForItem("Create Shop two");
    await quickInput().pick("Team");
    await quickInput().pick("Studio");
    await quickInput().waitForItem("Create Shop two");
    assert.equal(await quickInput().description("Team"), "Studio");
    assert.equal(await quickInput().description("Memory limit"), "300 MB");
    await window().screenshot("create-changed");
  });

  it("sends nothing when the user presses Esc", async () => {
    await quickInput().cancel();
    assert.deepEqual(
      service().requests.filter(({ method }) => method !== "GET"),
      [],
    );
    assert.deepEqual(await window().notifications(), []);
  });

  it("shows in the preview which files are sent, and a click changes that", async () => {
    await startAs("Shop");
    await quickInput().pick("Preview...");
    await quickInput().waitForItem("data.csv");
    await quickInput().waitForLabels([
      ".env",
      "secrets.py",
      "data.csv",
      "main.py",
      "worker.py",
      "requirements.txt",
      ".gitignore",
      "node_modules/",
      "notes.log",
    ]);
    const selected = async (...labels: string[]) =>
      Promise.all(labels.map((label) => quickInput().isSelected(label)));
    assert.deepEqual(await selected("secrets.py", "data.csv", "notes.log"), [false, true, false]);
    assert.match(await quickInput().description("notes.log"), /^9 B · \*\.log in \.gitignore$/);
    assert.match(await quickInput().title(), /5 files, 46\.9 KB, about 14\.7 KB compressed/);
    assert.match(await quickInput().description("secrets.py"), /AWS access key on line 1/);
    assert.match(await quickInput().description(".env"), /environment file · excluded by you/);
    await window().screenshot("preview");
    await quickInput().toggle("data.csv");
    await quickInput().toggle("notes.log");
    await quickInput().waitForTitle(/5 files, 84 B/);
    await quickInput().toggle("node_modules/");
    await quickInput().waitForItem("node_modules/left/index.js");
    assert.deepEqual(await selected("data.csv", "notes.log", "node_modules/"), [false, true, true]);
    await quickInput().toggle("node_modules/");
    await quickInput().item("node_modules/left/index.js").waitFor({ state: "hidden" });
    await quickInput().pressItemButton("notes.log", "Show", () => window().editor.isActive("notes.log"));
    await quickInput().toggle("data.csv");
    await quickInput().toggle("notes.log");
    await quickInput().waitForTitle(/5 files, 46\.9 KB/);
    await quickInput().pressButton("Back");
    await quickInput().waitForItem("Create Shop");
    assert.match(await quickInput().description("Preview..."), /^5 files to send/);
    await quickInput().cancel();
  });

  it("asks once about possible secrets, and excludes them when the user says so", async () => {
    await startAs("Shop");
    await quickInput().pick("Create Shop");
    await quickInput().waitForItem("Exclude");
    await quickInput().waitForLabels(["Exclude", "Include", "Show"]);
    await window().screenshot("secrets-asked");
    await quickInput().pick("Show");
    await quickInput().waitForItem("secrets.py");
    assert.equal(await quickInput().isSelected("secrets.py"), false);
    await window().screenshot("preview-secrets");
    await quickInput().pressButton("Back");
    await quickInput().waitForItem("Exclude");
    assert.equal(creations(), 0);
    const { until, release } = held();
    service().faults.next(createCall, { until });
    await quickInput().pick("Exclude");
    await window().notification("sending");
    await window().screenshot("create-progress");
    // A second creation from the same folder is refused at once.
    const refusal = window().page.getByText("already being created from this folder").first();
    await window().press("Control+Alt+C", refusal);
    await (await window().notification("already being created from this folder")).dismiss();
    release();
    const online = await window().notification("Shop is online");
    assert.deepEqual(await online.buttons(), ["Open in Browser", "Open App Files"]);
    await window().screenshot("created");
    const app = fs.readdirSync(service().appFolder(idOf("Shop"))).sort();
    assert.deepEqual(
      app.filter((name) => name !== "app.log"),
      [".gitignore", "data.csv", "main.py", "requirements.txt", "worker.py"],
    );
    await online.dismiss();
  });

  it("offers to save the settings in hosted-app.json, which then links the folder to the app", async () => {
    const offer = await window().notification("Save Shop's settings");
    assert.deepEqual(await offer.buttons(), ["Save", "Never for This Folder"]);
    await offer.press("Save");
    await window().editor.waitForFile("hosted-app.json");
    const written = JSON.parse(fs.readFileSync(projectFile, "utf8"));
    assert.deepEqual(written, {
      name: "Shop",
      runtimeEnvironment: "python",
      mainFile: "main.py",
      memoryMB: 256,
      exposedViaWeb: true,
      autoRestartEnabled: true,
      appId: idOf("Shop"),
    });
    await window().screenshot("hosted-app-json");
    await window().runCommand("Hosted Apps: Create App");
    await window().dialog.waitForText("is linked to Shop");
    await window().dialog.press("Cancel");
    assert.equal(creations(), 1);
  });

  it("remembers the selected files of the folder, and can be used by keyboard alone", async () => {
    const preview = async (): Promise<void> => {
      await startAnother();
      await quickInput().pick("Preview...");
      await quickInput().waitForItem("data.csv");
    };
    await preview();
    await quickInput().toggle("data.csv");
    await quickInput().cancel();
    await preview();
    assert.equal(await quickInput().isSelected("data.csv"), false);
    await quickInput().type("data.csv");
    await quickInput().item("notes.log").waitFor({ state: "hidden" });
    await window().press("ArrowDown");
    await window().press("Space", () => quickInput().isSelected("data.csv"));
    await window().press("Enter");
    await quickInput().waitForItem("Create Shop");
    await quickInput().pick("Preview...");
    await quickInput().waitForItem("data.csv");
    assert.equal(await quickInput().isSelected("data.csv"), true);
    await quickInput().cancel();
  });

  it("stops at a mistake in hosted-app.json, and shows it in Problems at its place", async () => {
    fs.writeFileSync(projectFile, '{\n  "name": "Shop",\n  "memoryMB": "many"\n}\n');
    const mistake = 'hosted-app.json, line 3: "memoryMB" must be a number';
    await window().press("Control+Alt+C", window().page.getByText(mistake).first());
    const notice = await window().notification(mistake);
    assert.deepEqual(await notice.buttons(), ["Show"]);
    await window().runCommand("Problems: Focus on Problems View");
    await window().page.locator(".markers-panel").getByText('"memoryMB" must be a number').first().waitFor();
    await window().screenshot("hosted-app-json-problem");
    await window().press("ControlOrMeta+J");
    await notice.dismiss();
    assert.equal(creations(), 1);
  });

  it("ends on Cancel while files are sent, and while the app starts", async () => {
    fs.rmSync(projectFile, { force: true });
    const cancelAt = async (step: string): Promise<void> => {
      await window().press("Control+Alt+C", window().page.getByText(step).first());
      const progress = await window().notification("Creating By key");
      await progress.press("Cancel");
    };
    const sending = held();
    service().faults.next(createCall, { until: sending.until, answer: { status: 500 } });
    await cancelAt("sending");
    const gone = await window().notification("Canceled: By key isn't in the list of apps");
    await window().screenshot("create-cancelled");
    assert.deepEqual(await gone.buttons(), ["Refresh", "Create Again..."]);
    sending.release();
    await gone.dismiss();

    const looking = held();
    const oneApp = { method: "GET", path: /^\/v1\/apps\/[0-9a-f]{24}$/, times: 100 };
    const fault = service().faults.next(oneApp, { until: looking.until });
    await cancelAt("waiting for By key to come online");
    const made = await window().notification("By key was created. Its state wasn't checked.");
    fault.remove();
    looking.release();
    await made.dismiss();
    assert.notEqual(idOf("By key"), "");
  });

  it("reports after a reload whether an interrupted creation has created the app", async () => {
    fs.rmSync(projectFile, { force: true });
    const { until, release } = held();
    service().faults.next(createCall, { until, answer: { status: 500 } });
    await window().press("Control+Alt+C", window().page.getByText("sending").first());
    await window().reload();
    release();
    const notice = await window().notification("The window was closed while By key was being sent");
    assert.match(await notice.text(), /wasn't created/);
    assert.deepEqual(await notice.buttons(), ["Create Again..."]);
    await window().screenshot("create-interrupted");
    await notice.press("Create Again...");
    await window().dialog.press("Create Another App");
    await quickInput().waitForItem("Create By key");
    await quickInput().cancel();
  });

  function idOf(name: string): string {
    const apps = service().state.apps();
    return apps.find((app) => app.name === name)?._id ?? "";
  }
});
