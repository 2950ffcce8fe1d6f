// The window's active text editor.
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../waitUntil";
import { notificationTexts } from "./notifications";
import { readTopToBottom } from "./readElements";
import { oneAttempt, untilEffect } from "./untilEffect";

/** With its tab. */
export class TextEditor {
  readonly root: Locator;
  readonly activeTab: Locator;

  constructor(private readonly page: Page) {
    this.root = page.locator(".editor-group-container.active .editor-instance .monaco-editor").last();
    this.activeTab = page.locator(".editor-group-container.active .tab.active");
  }

  tab(name: string): Locator {
    return this.page
      .locator(".tabs-container .tab")
      .filter({ has: this.page.getByText(name, { exact: true }) })
      .first();
  }

  async isActive(name: string): Promise<boolean> {
    return await this.activeTab.filter({ has: this.page.getByText(name, { exact: true }) }).isVisible();
  }

  async waitForFile(name: string): Promise<void> {
    await waitUntil(() => this.isActive(name), {
      what: `an editor of ${name}`,
      saw: () => this.page.locator(".tabs-container .tab").allInnerTexts(),
    });
    await this.root.locator(".view-lines").waitFor();
  }

  /** In view only. */
  async text(): Promise<string> {
    const lines = await readTopToBottom(this.root.locator(".view-lines .view-line"));
    return lines.join("\n").replaceAll("\u00a0", " ");
  }

  async waitForText(expected: string | RegExp): Promise<void> {
    const isShown = (text: string) =>
      typeof expected === "string" ? text.includes(expected) : expected.test(text);
    await waitUntil(async () => isShown(await this.text()), {
      what: `the editor to show ${expected}`,
      saw: () => this.text(),
    });
  }

  async focus(): Promise<void> {
    const focused = this.root.and(this.page.locator(".focused"));
    await untilEffect(() => this.root.locator(".view-lines").click(oneAttempt), focused, {
      what: "the focus of the editor",
    });
  }

  /** As if pasted: without completion and indentation. */
  async append(text: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.press("ControlOrMeta+End");
    await this.page.keyboard.insertText(text);
  }

  async replaceAll(text: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.press("ControlOrMeta+A");
    // Deleted first: pasting over a long selection leaves its last character.
    await this.page.keyboard.press("Delete");
    await this.page.keyboard.insertText(text);
  }

  async isDirty(): Promise<boolean> {
    return (await this.activeTab.getAttribute("class"))?.split(" ").includes("dirty") ?? false;
  }

  /** For saves that are expected to fail or to ask. */
  async pressSave(): Promise<void> {
    await this.page.keyboard.press("ControlOrMeta+S");
  }

  /** Waits until VS Code shows the file as saved. */
  async save(): Promise<void> {
    await this.pressSave();
    await this.waitUntilSaved();
  }

  async waitUntilSaved(): Promise<void> {
    await waitUntil(async () => !(await this.isDirty()), {
      what: "the file to be saved",
      saw: () => notificationTexts(this.page),
    });
  }

  async close(): Promise<void> {
    const tabs = this.page.locator(".tabs-container .tab");
    const before = await tabs.count();
    const close = async () => await this.activeTab.locator(".tab-actions .action-label").click(oneAttempt);
    await untilEffect(close, async () => (await tabs.count()) < before, {
      what: "the editor to close",
      saw: () => tabs.allInnerTexts(),
    });
  }
}
