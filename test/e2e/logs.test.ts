// An app that writes no log, in a window with its linked folder: setting a log up, the lines that its terminal shows, and
// links from a stack trace to the files.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { accountIdOf } from "../../src/core/model/accountId";
import { writeTree } from "../support/fileTrees";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import { oneAttempt, untilEffect } from "../support/window/untilEffect";
import { themes } from "../support/workbench";
import { useWorkbench } from "../support/workbenchSession";
import { AppOnService, useService } from "./appOnService";

const files = {
  "main.py": `import time, traceback
from shop.basket import add

print("INFO the shop is open")
print("WARNING few apples are left")
try:
    add("pear")
except NotImplementedError:
    traceback.print_exc()
while True:
    time.sleep(1)
`,
  "shop/basket.py": "def total():\n    return 0\n\n\ndef add(item):\n    raise NotImplementedError(item)\n",
};

/** Runs in the page: red, green and blue of the text, and of what is behind it. */
const colorsOfLog = `{
  const parts = (color) => color.match(/[\\d.]+/g).map(Number);
  const rows = document.querySelector(".part.panel .terminal-wrapper .xterm-rows");
  let behind = rows.closest(".xterm").querySelector(".xterm-viewport");
  while (parts(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
  [getComputedStyle(rows).color, getComputedStyle(behind).backgroundColor].map(parts);
}`;

/** As in WCAG 2.2. */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe("the log of an app", function () {
  this.bail(true);
  const folder = path.join(temporaryFolder("e2e-logs"), "shop");
  let app: AppOnService;
  useService({ run: true }, async (emulator) => {
    const appId = await emulator.addApp({ name: "Shop", files, mainFile: "main.py", startupCommand: "" });
    const accountId = await accountIdOf(emulator.url, emulator.state.user._id);
    app = new AppOnService(emulator, appId, accountId, "Shop");
  });
  const window = useWorkbench(() => {
    writeTree(folder, {
      "hosted-app.json": JSON.stringify({ appId: app.appId, mainFile: "main.py" }),
      "shop/basket.py": files["shop/basket.py"],
    });
    return { folder, viewport: { width: 1280, height: 1000 } };
  });
  const rows = () => window().page.locator(".part.panel .terminal-wrapper .xterm-rows");
  const text = async () =>
    (await rows().locator(":scope > div").allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
  const shows = async (wanted: RegExp) =>
    await waitUntil(async () => wanted.test(await text()), { what: `the log with ${wanted}`, saw: text });
  const command = () => app.emulator.state.app(app.appId).startupCommand;
  /** Into the terminal, which has the focus. */
  const press = async (key: string, effect: () => Promise<boolean>) => {
    await window().page.locator(".part.panel .xterm-helper-textarea").first().focus();
    await window().press(key, effect);
  };

  it("is set up after a plan that names the file and the command", async () => {
    await signIn(window(), app.emulator);
    const { quickInput } = window();
    await window().runUntilAsked("Hosted Apps: Show App Log", "Select an app to show its log");
    await quickInput.pick("Shop");
    const none = await window().notification("Shop has no log file yet");
    await window().screenshot("log-none");
    await none.press("Set Up Log...");
    await quickInput.waitForTitle("How Shop Starts");
    await window().screenshot("log-command");
    await quickInput.answer("python main.py");
    await quickInput.waitForTitle(/Set Up Log of Shop/);
    await quickInput.waitForItem("hosted_log.py");
    await window().screenshot("log-plan");
    assert.equal(command(), "");
    await quickInput.accept();
    const done = await window().notification("Shop writes its output to logs/app.log after its next restart");
    assert.equal(command(), "python hosted_log.py python main.py");
    await window().screenshot("log-set-up");
    await done.press("Restart Shop");
    const log = app.file("logs/app.log");
    const isWritten = () =>
      fs.existsSync(log) && /NotImplementedError: pear/.test(fs.readFileSync(log, "utf8"));
    await waitUntil(isWritten, { what: "the app's log" });
  });

  it("shows in a terminal", async () => {
    await window().runUntilAsked("Hosted Apps: Show App Log", "Select an app to show its log");
    await window().quickInput.pick("Shop");
    await window().quickInput.waitForTitle("Select a log of Shop");
    await window().quickInput.pick("logs/app.log");
    await shows(/INFO the shop is open[\s\S]*NotImplementedError: pear[\s\S]*Press Enter here/);
    await window().clearNotifications();
    await window().restMouse();
    await window().screenshot("log-view");
  });

  it("is filtered by level and text, by keys and by a list", async () => {
    await press("e", async () => /Only errors are shown/.test(await text()));
    assert.doesNotMatch(await text(), /INFO|WARNING/);
    assert.match(await text(), /File ".*basket\.py", line 6/);
    await window().screenshot("log-errors");
    await press("Enter", () => window().quickInput.isOpenWith("logs/app.log in Shop"));
    await window().screenshot("log-actions");
    await window().quickInput.pick("Filter by Text...");
    await window().quickInput.waitForTitle("Show Lines That Contain");
    await window().quickInput.answer("pear");
    await shows(/Only errors are shown\. Only lines with "pear" are shown/);
    assert.doesNotMatch(await text(), /Traceback/);
    await press("a", async () => /INFO the shop is open/.test(await text()));
  });

  it("stands still while it is paused", async () => {
    await press("Space", async () => /Paused\./.test(await text()));
    fs.appendFileSync(app.file("logs/app.log"), "INFO one visitor\n");
    await app.listed("/logs", 2);
    assert.doesNotMatch(await text(), /one visitor/);
    await press("Space", async () => /INFO one visitor/.test(await text()));
  });

  it("opens the linked folder's file at the line of a stack trace, else the app's", async () => {
    const follow = async (file: string, isOpen: () => Promise<boolean>) => {
      const { mouse, keyboard } = window().page;
      const line = rows()
        .locator(":scope > div")
        .filter({ hasText: `${file}", line` })
        .last();
      const click = async (): Promise<void> => {
        // A part of VS Code for hovers lies over the rows, so the mouse goes to a place and not to an element.
        const box = (await line.boundingBox()) ?? assert.fail("the line is not on the screen");
        await mouse.move(box.x + 60, box.y + box.height / 2);
        await mouse.move(box.x + 90, box.y + box.height / 2);
        await window().page.getByText("Open the file at this line").first().waitFor(oneAttempt);
        await window().screenshot(`log-link-${path.basename(file, ".py")}`);
        await keyboard.down("Control");
        await mouse.click(box.x + 90, box.y + box.height / 2);
        await keyboard.up("Control");
      };
      await untilEffect(click, isOpen, { what: `${file} to open`, saw: () => window().shownText() });
    };
    await follow("basket.py", () => window().editor.isActive("basket.py"));
    await window().waitForStatusBarItem("Ln 6, Col 1");
    await window().page.locator('.tab.active[data-resource-name="basket.py"]').waitFor();
    await window().screenshot("log-link-opened");
    await follow("main.py", () => window().editor.isActive("main.py"));
    await window().waitForStatusBarItem("Ln 7, Col 1");
    assert.equal(fs.existsSync(path.join(folder, "main.py")), false);
  });

  it("is readable in every theme", async () => {
    for (const theme of Object.keys(themes) as (keyof typeof themes)[]) {
      await window().setTheme(theme);
      const colors: unknown = await window().page.evaluate(colorsOfLog);
      const [text = Number.NaN, background = Number.NaN] = (colors as number[][]).map(luminance);
      const contrast = (Math.max(text, background) + 0.05) / (Math.min(text, background) + 0.05);
      assert.ok(contrast >= 4.5, `${theme}: ${JSON.stringify(colors)}`);
      await window().screenshot(`log-view-${theme}`);
    }
  });
});
