// VS Code's quick input: the command palette, input boxes, picks and the simple file dialog are all this one widget.
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../waitUntil";
import { shownText } from "./shownText";

/** The quick input of one window. Every method waits for what it needs. */
export class QuickInput {
  readonly root: Locator;
  readonly input: Locator;
  /** The items that are on screen. */
  readonly items: Locator;

  constructor(private readonly page: Page) {
    this.root = page.locator(".quick-input-widget");
    this.input = this.root.locator(".quick-input-box input");
    this.items = this.root.locator(".quick-input-list .monaco-list-row");
  }

  /** Waits until it is open with this title or, for those without one, this placeholder. */
  async waitForTitle(title: string | RegExp): Promise<void> {
    const titled = this.root.locator(".quick-input-title").filter({ hasText: title });
    await titled
      .or(this.input.and(this.page.getByPlaceholder(title)))
      .filter({ visible: true })
      .first()
      .waitFor();
  }

  async waitUntilClosed(): Promise<void> {
    await this.root.waitFor({ state: "hidden" });
  }

  /** Replaces the text of the box. */
  async type(text: string): Promise<void> {
    await this.input.fill(text);
  }

  /** Replaces the text of the box, unless it closes before that or does not open within the time. */
  async typeWhileOpen(text: string, timeoutMs: number): Promise<boolean> {
    const typed = this.input.fill(text, { timeout: timeoutMs });
    return typed.then(
      () => true,
      () => false,
    );
  }

  async value(): Promise<string> {
    return this.input.inputValue();
  }

  /** Presses Enter in the box. */
  async accept(): Promise<void> {
    await this.input.press("Enter");
  }

  /** Types and presses Enter. */
  async answer(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  async cancel(): Promise<void> {
    await this.input.press("Escape");
    await this.waitUntilClosed();
  }

  /** The item with exactly this label. */
  item(label: string): Locator {
    return this.items
      .filter({ has: this.page.locator(".label-name").getByText(label, { exact: true }) })
      .first();
  }

  /** Clicks the item with exactly this label. */
  async pick(label: string): Promise<void> {
    await this.item(label).locator(".quick-input-list-rows").click();
  }

  /** Clicks the item with exactly this label, unless it closes before that. */
  async pickWhileOpen(label: string, timeoutMs: number): Promise<boolean> {
    const picked = this.item(label).locator(".quick-input-list-rows").click({ timeout: timeoutMs });
    return picked.then(
      () => true,
      () => false,
    );
  }

  /** Whether an item of a pick that takes several is ticked. */
  async isTicked(label: string): Promise<boolean> {
    return (await this.tickBox(label).getAttribute("aria-checked")) === "true";
  }

  /** Clicks an item of a pick that takes several, and waits until its tick has changed. */
  async toggle(label: string): Promise<void> {
    const before = await this.isTicked(label);
    await this.pick(label);
    await waitUntil(async () => (await this.isTicked(label)) !== before, {
      what: `the tick of ${label} to change`,
      timeoutMs: 5_000,
    });
  }

  private tickBox(label: string): Locator {
    return this.item(label).locator(".quick-input-list-checkbox, .monaco-checkbox").first();
  }

  /** What stands grey behind an item's label. */
  async description(label: string): Promise<string> {
    return shownText(this.item(label).locator(".label-description").first());
  }

  /** The title, with the number of the step. */
  async title(): Promise<string> {
    return shownText(this.root.locator(".quick-input-title"));
  }

  /** Presses a button of an item. */
  async pressItemButton(label: string, button: string): Promise<void> {
    await this.item(label).hover();
    await this.item(label).getByRole("button", { name: button }).click();
  }

  /** Ticks items of a pick that takes several, and confirms. */
  async pickMany(labels: readonly string[]): Promise<void> {
    for (const label of labels) await this.pick(label);
    await this.pressButton("OK");
  }

  /** Labels of the items on screen, top to bottom. */
  async labels(): Promise<string[]> {
    return this.items.locator(".quick-input-list-row:first-child .label-name").allInnerTexts();
  }

  /** Presses a button of the title bar or beside the box, such as Back. */
  async pressButton(name: string): Promise<void> {
    await this.root
      .locator(".action-label, .quick-input-action .monaco-button")
      .and(this.page.getByRole("button", { name }))
      .first()
      .click();
  }

  /** The text below the box: the prompt, or what is wrong with the value. */
  async message(): Promise<string> {
    return shownText(this.root.locator(".quick-input-message"));
  }

  /** Waits for a message that holds `text`. */
  async waitForMessage(text: string | RegExp): Promise<void> {
    await this.root.locator(".quick-input-message").filter({ hasText: text }).waitFor();
  }

  /** Waits until the box works on an answer (a moving bar) or has stopped to. */
  async waitForBusy(busy: boolean): Promise<void> {
    const bar = this.root.locator(".quick-input-progress");
    await waitUntil(async () => (await bar.getAttribute("class"))?.includes("active") === busy, {
      what: busy ? "the quick input to be busy" : "the quick input to be idle",
      timeoutMs: 15_000,
    });
  }
}
