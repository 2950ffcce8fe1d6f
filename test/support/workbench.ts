// One window of VS Code, driven like a user does. Parts are in window/. Every wait is for a condition, with a
// limit.
import fs from "node:fs";
import path from "node:path";
import type { FrameLocator, Locator, Page } from "playwright-core";
import { inRepository } from "./repository";
import { picturesVariable } from "./testParts";
import { startTimeoutMs, waitUntil } from "./waitUntil";
import { findNotification, ModalDialog, type Notification, notificationTexts } from "./window/notifications";
import { QuickInput } from "./window/quickInput";
import { shownText } from "./window/shownText";
import { TextEditor } from "./window/textEditor";
import { Tree } from "./window/tree";
import { comesWithin, commandMs, type Effect, oneAttempt, untilEffect } from "./window/untilEffect";

/** With VS Code's theme of each kind. */
export const themes = {
  light: { name: "Light 2026", cssClass: "vs" },
  dark: { name: "Dark 2026", cssClass: "vs-dark" },
  highContrast: { name: "Default High Contrast", cssClass: "hc-black" },
  highContrastLight: { name: "Default High Contrast Light", cssClass: "hc-light" },
} as const;

export class Workbench {
  readonly quickInput: QuickInput;
  readonly editor: TextEditor;
  readonly dialog: ModalDialog;

  constructor(
    readonly page: Page,
    /** The user's settings.json. */
    private readonly settingsFile: string,
  ) {
    this.quickInput = new QuickInput(page);
    this.editor = new TextEditor(page);
    this.dialog = new ModalDialog(page);
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.waitUntilReady();
  }

  /** "Developer: Reload Window" */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.waitUntilReady();
  }

  async waitUntilReady(): Promise<void> {
    await this.page.locator(".monaco-workbench .statusbar").waitFor({ timeout: startTimeoutMs });
    // A status bar item that needs an extension host or a remote: the window is connected.
    await this.page
      .locator(".monaco-workbench .activitybar .action-item")
      .first()
      .waitFor({ timeout: startTimeoutMs });
  }

  /**
   * By palette title ("Hosted Apps: Sign In"). Retries until the command exists: extensions register theirs
   * while the window starts.
   */
  async runCommand(title: string): Promise<void> {
    const item = this.quickInput.item(title);
    // The palette finds commands when it opens; of a new window, those of extensions come later.
    let patienceMs = 2_000;
    const run = async (): Promise<boolean> => {
      await this.page.keyboard.press("F1");
      // The palette closes when another part takes the focus back.
      if (!(await this.quickInput.typeWhileOpen(`>${title}`))) return false;
      if (await comesWithin(() => item.isVisible(), patienceMs))
        return await this.quickInput.pickWhileOpen(title);
      patienceMs = Math.min(2 * patienceMs, oneAttempt.timeout);
      if (await this.quickInput.root.isVisible()) await this.quickInput.cancel();
      return false;
    };
    await waitUntil(run, { what: `the command "${title}"`, saw: () => this.shownText() });
  }

  /**
   * Until a question with this title or this item shows: a picker closes when it loses the focus while
   * opening.
   */
  async runUntilAsked(command: string, shown: string | RegExp | Locator): Promise<void> {
    await this.untilAsked(() => this.runCommand(command), command, shown);
  }

  /** Until a quick input with this title shows. */
  async pressUntilAsked(pressed: string, title: string | RegExp): Promise<void> {
    await this.untilAsked(() => this.press(pressed), pressed, title);
  }

  private async untilAsked(
    act: () => Promise<void>,
    what: string,
    shown: string | RegExp | Locator,
  ): Promise<void> {
    const isShown = async (): Promise<boolean> =>
      typeof shown === "string" || shown instanceof RegExp
        ? await this.quickInput.isOpenWith(shown)
        : await shown.isVisible();
    // Checked twice: it may be closing.
    const isOpen = async (): Promise<boolean> => {
      if (!(await isShown())) return false;
      await this.page.evaluate("new Promise((resolve) => setTimeout(resolve, 100))");
      return await isShown();
    };
    await untilEffect(act, isOpen, {
      what: `${what} to ask with ${shown}`,
      saw: () => this.shownText(),
      repeatAfterMs: commandMs,
    });
  }

  /** Sorted titles of the palette for a prefix. */
  async paletteTitles(prefix: string): Promise<string[]> {
    await this.press("F1", this.quickInput.root);
    await this.quickInput.type(`>${prefix}`);
    await this.quickInput.items.first().waitFor();
    const found = new Set<string>();
    // The list draws only what fits, so it is read page by page.
    const active = this.page.locator(".quick-input-list .monaco-list-row.focused");
    for (;;) {
      const at = await active.getAttribute("aria-label");
      const isLast = (await active.getAttribute("data-last-element")) === "true";
      for (const title of await this.quickInput.labels()) if (title.startsWith(prefix)) found.add(title);
      if (isLast) break;
      const moved = async () => (await active.getAttribute("aria-label")) !== at;
      await untilEffect(() => this.page.keyboard.press("PageDown"), moved, { what: "the next commands" });
    }
    await this.quickInput.cancel();
    return [...found].sort();
  }

  /** Once, or until the effect. */
  async press(keys: string, effect?: Effect): Promise<void> {
    const press = () => this.page.keyboard.press(keys);
    if (!effect) return await press();
    const options = { what: `an effect of ${keys}`, saw: () => this.shownText(), repeatAfterMs: commandMs };
    await untilEffect(press, effect, options);
  }

  notification(text: string | RegExp): Promise<Notification> {
    return findNotification(this.page, text);
  }

  notifications(): Promise<string[]> {
    return notificationTexts(this.page);
  }

  async clearNotifications(): Promise<void> {
    await this.runCommand("Notifications: Clear All Notifications");
    await this.page
      .locator(".notifications-toasts .notification-list-item")
      .first()
      .waitFor({ state: "hidden" });
  }

  /** By title, in the activity bar. */
  async openView(container: string): Promise<void> {
    const tab = this.page.locator(".activitybar").getByRole("tab", { name: container }).first();
    await tab.waitFor();
    const shown = this.page.locator(".sidebar .composite.title, .sidebar .pane-header").first();
    // A click on the open container closes the side bar.
    const isOpen = async () => (await tab.getAttribute("aria-expanded")) === "true";
    const open = async (): Promise<void> => {
      if (!(await isOpen())) await tab.click(oneAttempt);
    };
    await untilEffect(open, async () => (await isOpen()) && (await shown.isVisible()), {
      what: `the view ${container}`,
    });
    // The tab's tooltip would cover the view's first rows.
    await this.restMouse();
  }

  /** Returns its page. */
  async openWalkthrough(): Promise<Locator> {
    const title = "Get Started with Hosted Apps";
    const item = this.quickInput.item(title);
    // The list comes once the walkthroughs are known, and closes when another part takes the focus.
    await untilEffect(() => this.runCommand("Welcome: Open Walkthrough..."), item, {
      what: title,
      repeatAfterMs: commandMs,
    });
    await this.quickInput.pick(title);
    return this.page.locator(".gettingStartedContainer");
  }

  /** Where nothing has a tooltip: the middle of the editors. */
  async restMouse(): Promise<void> {
    const box = await this.page.locator(".part.editor").boundingBox();
    if (box) await this.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** By name; the whole side bar when it has one view only, or without a name. */
  tree(view?: string): Tree {
    const sideBar = this.page.locator(".part.sidebar");
    if (view === undefined) return new Tree(this.page, sideBar);
    // The label includes a view's description.
    const header = this.page.locator(`.pane-header[aria-label^="${view}"]`);
    return new Tree(this.page, sideBar.locator(".pane").filter({ has: header }));
  }

  /** The panel's tree. */
  panelTree(): Tree {
    return new Tree(this.page, this.page.locator(".part.panel"));
  }

  /** Opens it. */
  async explorer(): Promise<Tree> {
    await this.openView("Explorer");
    return new Tree(this.page, this.page.locator(".explorer-folders-view"));
  }

  /** Waits for its text. */
  async openFromExplorer(name: string): Promise<void> {
    const explorer = await this.explorer();
    await explorer.doubleClick(name, () => this.editor.isActive(name));
    await this.editor.waitForFile(name);
  }

  /** By path in the first folder; waits for its text. */
  async openFile(relativePath: string): Promise<void> {
    const name = path.posix.basename(relativePath);
    await this.press("ControlOrMeta+P", this.quickInput.root);
    await this.quickInput.type(relativePath);
    await this.quickInput.pick(name);
    await this.editor.waitForFile(name);
  }

  /** By the id of createStatusBarItem, or by text in the label or accessible name. */
  statusBarItem(idOrText: string): Locator {
    const items = this.page.locator(".statusbar .statusbar-item");
    const byId = items.and(this.page.locator(`[id$=".${idOrText}"], [id="${idOrText}"]`));
    const byText = items.filter({ hasText: idOrText });
    const byName = items.filter({ has: this.page.getByLabel(idOrText) });
    return byId.or(byText).or(byName).first();
  }

  /** In VS Code's order. */
  private readonly statusBarTexts = async (): Promise<string[]> => {
    const items = this.page.locator(".statusbar .statusbar-item").filter({ visible: true });
    const texts = await items.allInnerTexts();
    return texts.map((text) => text.replaceAll("\u00a0", " ").trim()).filter((text) => text !== "");
  };

  async waitForStatusBarItem(idOrText: string, text: string | RegExp = ""): Promise<void> {
    const item = this.statusBarItem(idOrText).filter({ hasText: text });
    await waitUntil(() => item.isVisible(), {
      what: `${idOrText} ${text} in the status bar`,
      saw: this.statusBarTexts,
    });
  }

  async waitUntilStatusBarItemGone(idOrText: string, text: string | RegExp = ""): Promise<void> {
    const item = this.statusBarItem(idOrText).filter({ hasText: text });
    await waitUntil(() => item.isHidden(), {
      what: `${idOrText} ${text} to leave the status bar`,
      saw: this.statusBarTexts,
    });
  }

  /** Until the effect, by default the end of the item. */
  async pressStatusBarItem(
    idOrText: string,
    effect: Effect = () => this.statusBarItem(idOrText).isHidden(),
  ): Promise<void> {
    await this.waitForStatusBarItem(idOrText);
    await untilEffect(() => this.statusBarItem(idOrText).click(oneAttempt), effect, {
      what: `an effect of ${idOrText} in the status bar`,
      saw: this.statusBarTexts,
      repeatAfterMs: commandMs,
    });
  }

  /** The tooltip of a hover; an earlier one may stay for a moment. */
  async hoverText(target: Locator, expected = /./): Promise<string> {
    const tooltip = this.page.locator(".monaco-hover, .workbench-hover").filter({ visible: true }).last();
    const text = async () => (await tooltip.allInnerTexts()).join().replaceAll("\u00a0", " ").trim();
    let isThere = false;
    // A row that was redrawn under the mouse shows none until the mouse returns.
    const rest = async (): Promise<void> => {
      await this.page.mouse.move(1, 1);
      await target.hover(oneAttempt);
      isThere = true;
    };
    await untilEffect(rest, async () => isThere && expected.test(await text()), {
      what: `a tooltip with ${expected}`,
      saw: text,
    });
    return text();
  }

  /** On screen. */
  webview(): FrameLocator {
    const frame = this.page.locator("iframe.webview.ready").filter({ visible: true }).last();
    return frame.contentFrame().locator("iframe#active-frame").contentFrame();
  }

  /** Runs `open` and returns the window that it opens, when ready. */
  async newWindow(open: () => Promise<void>): Promise<Workbench> {
    const [page] = await Promise.all([this.page.context().waitForEvent("page"), open()]);
    const workbench = new Workbench(page, this.settingsFile);
    await workbench.waitUntilReady();
    return workbench;
  }

  /** For a window that started with `trust: false`. */
  async trustFolder(): Promise<void> {
    await this.runCommand("Workspaces: Manage Workspace Trust");
    const page = this.page.locator(".workspace-trust-editor");
    const trust = page.getByRole("button", { name: "Trust", exact: true });
    const trusted = page.locator(".workspace-trust-header").filter({ hasText: "You trust" });
    await untilEffect(() => trust.click(oneAttempt), trusted, { what: "the folder to be trusted" });
    await this.editor.close();
  }

  /** In settings.json; undefined removes a setting. */
  async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
    const settings = { ...JSON.parse(fs.readFileSync(this.settingsFile, "utf8")), ...changes };
    // Through the editor: VS Code does not notice another program's write.
    await this.runCommand("Preferences: Open User Settings (JSON)");
    await this.editor.waitForFile("settings.json");
    const text = JSON.stringify(settings, undefined, 2);
    await this.editor.replaceAll(text);
    // Checked on disk: the tab may not be dirty yet, and keys get lost while VS Code is busy.
    await waitUntil(
      async () => {
        const isWritten = fs.readFileSync(this.settingsFile, "utf8") === text;
        if (isWritten && !(await this.editor.isDirty())) return true;
        await this.editor.pressSave();
        return false;
      },
      { what: "the settings to be saved", intervalMs: 300 },
    );
    await this.editor.close();
    await this.dismissRefusedWrite();
  }

  /** VS Code writes settings of its own there, and complains when the file is being edited. */
  private async dismissRefusedWrite(): Promise<void> {
    const refused = "Unable to write into user settings";
    if (!(await this.notifications()).some((text) => text.includes(refused))) return;
    await (await this.notification(refused)).dismiss();
  }

  /** Waits for the change. */
  async setTheme(kind: keyof typeof themes): Promise<void> {
    await this.changeSettings({ "workbench.colorTheme": themes[kind].name });
    await this.page.locator(`.monaco-workbench.${themes[kind].cssClass}`).first().waitFor();
    await this.dismissRefusedWrite();
  }

  /** Without empty lines. */
  async shownText(): Promise<string> {
    return (await shownText(this.page.locator("body"))).replace(/\n\s*\n/g, "\n");
  }

  /** In out/screens. Of a test that passes only on demand: a picture costs a second. */
  async screenshot(name: string, isFailure = false): Promise<string> {
    const file = inRepository("out", "screens", `${name}.png`);
    if (!isFailure && !process.env[picturesVariable]) return file;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
    return file;
  }
}
