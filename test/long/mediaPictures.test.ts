// README's pictures, from a real window: out/media, to be checked and copied to media.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { useService } from "../e2e/appOnService";
import { writeTree } from "../support/fileTrees";
import { inRepository } from "../support/repository";
import { signIn } from "../support/signIn";
import { around, type Rectangle, savePicture } from "../support/smallPicture";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { useWorkbench } from "../support/workbenchSession";

const usual = { width: 1280, height: 800 };
const narrow = { width: 780, height: 440 };
const wide = { width: 1440, height: 900 };
const first: Readonly<Record<string, string>> = {
  "main.py":
    'import time\n\nfrom prices import PRICES\n\nwhile True:\n    print("open", PRICES)\n    time.sleep(60)\n',
  "prices.py": 'PRICES = {"tea": 3, "coffee": 4}\n',
  "spring.html": "<h1>Spring sale</h1>\n",
  ".env": "PAYMENT_KEY=demo\n",
};

describe("pictures of README", function () {
  this.bail(true);

  const scratch = temporaryFolder("media-pictures");
  const folder = path.join(scratch, "shop");
  const serviceFolder = path.join(scratch, "service");
  const workspaceFile = path.join(scratch, "Shop.code-workspace");
  const write = (name: string, text: string): void => writeTree(folder, { [name]: text });
  const service = useService({ dataDir: serviceFolder, seed: "demo", run: true }, () => {
    writeTree(folder, first);
    // A named workspace: a new folder needs no reload, and the title is not "Untitled".
    fs.writeFileSync(workspaceFile, JSON.stringify({ folders: [{ path: "shop" }] }));
  });
  const window = useWorkbench(() => ({
    folder: workspaceFile,
    viewport: usual,
    settings: {
      "hostedApps.refresh": "fast",
      "files.exclude": { "hosted-app.json": true },
      "editor.minimap.enabled": false,
    },
  }));

  const quickInput = () => window().quickInput;
  /** Pictures in the package must be small. */
  const keep = async (name: string, clip: Rectangle): Promise<void> =>
    await savePicture(
      window().page,
      { clip, colors: 64 },
      inRepository("out", "media", "readme", `${name}.webp`),
    );
  const wholeWindow = (size: { width: number; height: number }): Rectangle => ({ x: 0, y: 0, ...size });

  /** On the service. */
  const inApp = (name: string): string => {
    const names = fs.readdirSync(serviceFolder, { recursive: true, encoding: "utf8" });
    const found = names.find((each) => path.basename(each) === "prices.py");
    return path.join(serviceFolder, path.dirname(found ?? ""), name);
  };

  /** Causes load, so that charts have values. */
  const visit = async (name: string, times: number): Promise<void> => {
    const port = service()
      .state.apps()
      .find((app) => app.name === name)?.externalPort;
    for (let time = 0; time < times; time++) await (await fetch(`http://127.0.0.1:${port}/`)).text();
  };

  it("show signing in", async () => {
    await signIn(window(), service(), "Team clock");
    await window()
      .tree("Apps")
      .waitForDescription("Team clock", /\/ 512 MB/);
    await window().setTheme("light");
  });

  it("of the files of a new app, before it is created", async () => {
    await window().runCommand("Hosted Apps: Create App");
    await quickInput().pick("Exclude");
    await quickInput().pick("Name");
    await quickInput().answer("Shop");
    await quickInput().waitForItem("Create Shop");
    await quickInput().pick("Preview...");
    await quickInput().waitForItem(".env");
    await window().restMouse();
    await keep("create", await around([quickInput().root], 12));
    await quickInput().pressButton("Back");
    await quickInput().waitForItem("Create Shop");
    await quickInput().pick("Create Shop");
    await (await window().notification("Shop is")).dismiss();
    await (await window().notification("Save Shop's settings")).press("Save");
    await window().editor.waitForFile("hosted-app.json");
    await window().editor.close();
  });

  it("of the plan of a push", async () => {
    write("main.py", `${first["main.py"]}# greets\n`);
    write("site.css", "body { margin: 0 }\n");
    fs.rmSync(path.join(folder, "spring.html"));
    write("prices.py", 'PRICES = {"tea": 3, "coffee": 5}\n');
    fs.writeFileSync(inApp("prices.py"), 'PRICES = {"tea": 2, "coffee": 4}\n');
    await window().runCommand("Hosted Apps: Push");
    await quickInput().waitForItem("spring.html");
    await window().restMouse();
    await keep("push", await around([quickInput().root], 12));
    await quickInput().cancel();
  });

  it("of the dashboard", async () => {
    await window().page.setViewportSize(wide);
    await window().openView("Hosted Apps");
    const watched = window().statusBarItem("hostedApps.metrics").filter({ hasText: "Team clock" });
    await window().tree("Apps").chooseFromMenu("Team clock", "Manage > Watch in the Status Bar", watched);
    await window().runCommand("Hosted Apps: Open Dashboard");
    await quickInput().pick("Team clock");
    const view = window().webview();
    await view.getByRole("heading", { name: "Team clock", level: 1 }).waitFor();
    const received = view.locator("#received");
    for (const times of [150, 500, 90, 300, 200]) {
      const before = await received.textContent();
      await visit("Team clock", times);
      await waitUntil(async () => (await received.textContent()) !== before, {
        what: "new figures",
      });
    }
    await keep("dashboard", wholeWindow(wide));
    assert.ok(fs.existsSync(inRepository("out", "media", "readme", "dashboard.webp")));
  });

  it("of the files of an app beside the local folder", async () => {
    await window().editor.close();
    await window().page.setViewportSize(narrow);
    const explorer = await window().explorer();
    await window().openView("Hosted Apps");
    const isOpen = async () => (await explorer.labels()).includes("Shop (app)");
    await window().tree("Apps").pressRowAction("Shop", "Open App Files", isOpen);
    await window().openView("Explorer");
    await waitUntil(async () => (await explorer.labels()).filter((name) => name === "main.py").length === 2, {
      what: "the files of the app",
      saw: () => explorer.labels(),
    });
    await explorer.clickLowest("main.py", () => window().editor.isActive("main.py"));
    await window().editor.waitForText("PRICES");
    await window().restMouse();
    await keep("files", { ...wholeWindow(narrow), height: narrow.height - 26 });
  });
});
