// Two windows of one account on one machine share the rate limits and lose nothing.
import assert from "node:assert/strict";
import path from "node:path";
import { after, afterEach, before, describe, it } from "mocha";
import type { AppOnService } from "../e2e/appOnService";
import { signIn } from "../support/signIn";
import { waitUntil } from "../support/waitUntil";
import { LongServer } from "./longServer";
import type { LongWindow } from "./longWindow";
import { ownText, writeFiles } from "./roundWorld";

const pushKey = "Control+Alt+P";
const saveAllKey = "Control+Alt+S";
const slowestSaveMs = 10_000;
const saves = 10;
const pushed = 20;
/** Pushed files that the app has with another text. */
const replaced = 5;

describe("two windows of one account", function () {
  this.bail(true);
  let server: LongServer;
  let a: LongWindow;
  let b: LongWindow;
  let shop: AppOnService;
  let site: AppOnService;
  let siteFolder: string;
  const figures = new Map<string, number>();

  before("open two windows", async () => {
    const shopFiles = ["busy", "shared", "a", "b-1", "b-2", "b-3", "b-4"].map((name) => [
      `${name}.txt`,
      "before\n",
    ]);
    server = await LongServer.start({
      apps: [
        { name: "Shop", files: Object.fromEntries(shopFiles) },
        { name: "Site", files: { "main.py": "pass\n" } },
      ],
      keybindings: ({ accountId, apps, folder }) => [
        {
          key: "ctrl+alt+p",
          command: "hostedApps.deploy.push",
          args: { folder: path.join(folder, "site"), accountId, appId: apps[1]?.appId, confirm: true },
        },
        { key: "ctrl+alt+s", command: "workbench.action.files.saveAll" },
      ],
    });
    const [first, second] = server.apps;
    assert.ok(first && second);
    [shop, site] = [first, second];
    siteFolder = path.join(server.folder, "site");
    writeFiles(siteFolder, new Map([["main.py", "pass\n"]]));
    a = await server.open("a", siteFolder, [shop]);
    await signIn(a.workbench, server.emulator);
    await showShop(a);
    b = await server.open("b", path.join(server.folder, "b"), [shop]);
    await showShop(b).catch(async (error: unknown) => {
      await b.workbench.screenshot("failed two windows b");
      throw error;
    });
  });
  afterEach("keep pictures of a failure", async function () {
    if (!this.currentTest?.isFailed()) return;
    await a?.workbench.screenshot("failed two windows a");
    await b?.workbench.screenshot("failed two windows b");
  });
  after("close them, and say what it came to", async () => {
    await server?.stop();
    for (const [name, value] of figures) console.log(`    ${name}: ${value}`);
  });

  const refused = (): number => server.emulator.requests.filter(({ status }) => status === 429).length;

  it("let one push 20 files while the other saves 10 times", async () => {
    const names = Array.from({ length: pushed }, (_, index) => `pages/page-${index + 1}.html`);
    const old = new Map(names.slice(0, replaced).map((name) => [name, ownText(`old ${name}`)]));
    writeFiles(siteFolder, old);
    await a.workbench.press(pushKey);
    await waitUntil(() => [...old].every(([name, text]) => inApp(site, name) === text) && hasEnded(1), {
      what: "the first files to be pushed",
    });
    const files = new Map(names.map((name) => [name, ownText(name)]));
    writeFiles(siteFolder, files);
    const startedAt = performance.now();
    await a.workbench.press(pushKey);
    await waitUntil(() => server.store.operations().length === 2, {
      what: "the push to begin",
    });

    await open(b, "busy.txt");
    const texts = ["before\n"];
    let longestMs = 0;
    for (let save = 1; save <= saves; save++) {
      const text = ownText(`save ${save} of b`);
      await b.workbench.editor.replaceAll(text);
      const pressedAt = performance.now();
      await b.workbench.editor.save();
      longestMs = Math.max(longestMs, performance.now() - pressedAt);
      assert.equal(shop.read("busy.txt"), text);
      texts.push(text);
    }
    const isPushing = !hasEnded(2);
    await waitUntil(() => hasEnded(2), { what: "the push to end" });
    figures.set("longest save beside a push, in ms", Math.round(longestMs));
    figures.set("push of 20 files beside 10 saves, in ms", Math.round(performance.now() - startedAt));
    figures.set("requests refused for their rate", refused());
    assert.ok(isPushing, "the push was over before the saves were");
    assert.ok(longestMs <= slowestSaveMs, `a save took ${Math.round(longestMs)} ms`);
    assert.equal(refused(), 0);
    for (const [name, text] of files) assert.equal(inApp(site, name), text, name);
    for (const text of texts.slice(0, -1)) assert.ok(server.store.keeps(text), `not kept: ${text}`);
    for (const text of old.values()) assert.ok(server.store.keeps(text), `not kept: ${text}`);
    for (const { appId, paths } of server.store.operations()) {
      assert.equal(appId, site.appId);
      assert.ok(
        paths.every((each) => each.startsWith("/pages/")),
        paths.join(" "),
      );
    }
  });

  it("continue within seconds when the other is killed with queued saves", async () => {
    const names = ["b-1.txt", "b-2.txt", "b-3.txt", "b-4.txt"];
    for (const name of names) {
      await open(b, name);
      await b.workbench.editor.append(ownText(name));
    }
    await open(a, "a.txt");
    await a.workbench.editor.append("first\n");
    const uploads = shop.count("POST");
    // One upload has its slot by then, the others are queued.
    await b.workbench.press(saveAllKey, () => shop.count("POST") > uploads);
    await b.end("crash");
    const pressedAt = performance.now();
    await a.workbench.editor.save();
    const firstMs = performance.now() - pressedAt;
    figures.set("save after the other window was killed, in ms", Math.round(firstMs));
    assert.ok(firstMs <= slowestSaveMs, `the save took ${Math.round(firstMs)} ms`);
    assert.equal(shop.read("a.txt"), "before\nfirst\n");

    await b.comeBack("crash");
    await showShop(b);
    const tabs = await b.tabs();
    for (const name of names)
      assert.ok(tabs.get(name) === "dirty" || shop.read(name) === `before\n${ownText(name)}`, name);
    await b.workbench.press(saveAllKey);
    await waitUntil(() => names.every((name) => shop.read(name) === `before\n${ownText(name)}`), {
      what: "the texts of the killed window to be saved",
    });
    assert.equal(refused(), 0);
  });

  function hasEnded(count: number): boolean {
    return server.store.operations().filter(({ outcome }) => outcome !== undefined).length === count;
  }
});

async function showShop(window: LongWindow): Promise<void> {
  await (await window.explorer()).showFolder("Shop", "shared.txt");
}

async function open(window: LongWindow, name: string): Promise<void> {
  await window.workbench.openFromExplorer(name);
  await window.workbench.editor.waitForFile(name);
  await window.workbench.editor.waitForText("before");
}

function inApp(app: AppOnService, name: string): string | undefined {
  try {
    return app.read(name);
  } catch {
    return undefined;
  }
}
