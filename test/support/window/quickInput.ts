// VS Code's quick input: command palette, input boxes, picks and the simple file dialog.
import { isDeepStrictEqual } from "node:util";
import { errors, type Locator, type Page } from "playwright-core";
import { waitUntil } from "../waitUntil";
import { shownText } from "./shownText";
import { commandMs, type Effect, oneAttempt, untilEffect } from "./untilEffect";

/** Every method waits for what it needs. */
export class QuickInput {
  readonly root: Locator;
  readonly input: Locator;
  /** On screen. */
  readonly items: Locator;

  constructor(private readonly page: Page) {
    this.root = page.locator(".quick-input-widget");
    this.input = this.root.locator(".quick-input-box input");
    this.items = this.root.locator(".quick-input-list .monaco-list-row");
  }

  /** By title or, without one, by placeholder. */
  async isOpenWith(title: string | RegExp): Promise<boolean> {
    const titled = this.root.locator(".quick-input-title").filter({ hasText: title });
    const named = titled.or(this.input.and(this.page.getByPlaceholder(title)));
    return (await named.filter({ visible: true }).count()) > 0;
  }

  async waitForTitle(title: string | RegExp): Promise<void> {
    await waitUntil(() => this.isOpenWith(title), { what: `a quick input with ${title}`, saw: this.saw });
  }

  async waitUntilClosed(): Promise<void> {
    await waitUntil(() => this.root.isHidden(), { what: "the quick input to close", saw: this.saw });
  }

  private readonly saw = async (): Promise<string> => {
    const texts = (await this.root.filter({ visible: true }).allInnerTexts()).join();
    return texts === "" ? "no quick input" : `a quick input with ${texts.replace(/\s*\n\s*/g, " | ")}`;
  };

  async type(text: string): Promise<void> {
    await this.input.fill(text);
  }

  /** False when the box closes first. */
  async typeWhileOpen(text: string): Promise<boolean> {
    return await succeeds(this.input.fill(text, oneAttempt));
  }

  async value(): Promise<string> {
    return this.input.inputValue();
  }

  async accept(): Promise<void> {
    await this.input.press("Enter");
  }

  async answer(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  /** In a list with this item. */
  async acceptWith(label: string): Promise<void> {
    await this.waitForItem(label);
    await this.items.and(this.page.locator(".focused")).first().waitFor();
    await this.accept();
  }

  async cancel(): Promise<void> {
    const isClosed = () => this.root.isHidden();
    await untilEffect(() => this.input.press("Escape", oneAttempt), isClosed, {
      what: "the quick input to close",
      saw: this.saw,
    });
  }

  /** By exact label. */
  item(label: string): Locator {
    return this.items
      .filter({ has: this.page.locator(".label-name").getByText(label, { exact: true }) })
      .first();
  }

  async waitForItem(label: string): Promise<void> {
    await waitUntil(() => this.item(label).isVisible(), { what: `the item ${label}`, saw: this.saw });
  }

  /** Until the effect, by default the end of the item. */
  async pick(label: string, effect: Effect = () => this.item(label).isHidden()): Promise<void> {
    await this.waitForItem(label);
    await untilEffect(() => this.clickItem(label), effect, {
      what: `an effect of ${label}`,
      saw: this.saw,
      repeatAfterMs: commandMs,
    });
  }

  /** False when the list closes first. */
  async pickWhileOpen(label: string): Promise<boolean> {
    return await succeeds(this.clickItem(label));
  }

  private async clickItem(label: string): Promise<void> {
    await this.item(label).locator(".quick-input-list-rows").click(oneAttempt);
  }

  async isSelected(label: string): Promise<boolean> {
    return (await this.tickBox(label).getAttribute("aria-checked")) === "true";
  }

  /** Waits for its tick to change. */
  async toggle(label: string): Promise<void> {
    await this.waitForItem(label);
    const before = await this.isSelected(label);
    await untilEffect(
      () => this.clickItem(label),
      async () => (await this.isSelected(label)) !== before,
      {
        what: `the tick of ${label} to change`,
        saw: this.saw,
      },
    );
  }

  private tickBox(label: string): Locator {
    return this.item(label).locator(".quick-input-list-checkbox, .monaco-checkbox").first();
  }

  /** Grey text behind the label. */
  async description(label: string): Promise<string> {
    return shownText(this.item(label).locator(".label-description").first());
  }

  /** Text below the label. */
  async detail(label: string): Promise<string> {
    return shownText(this.item(label).locator(".quick-input-list-label-meta").first());
  }

  /** With the step number. */
  async title(): Promise<string> {
    return shownText(this.root.locator(".quick-input-title"));
  }

  /** Until the effect. */
  async pressItemButton(label: string, button: string, effect: Effect): Promise<void> {
    const press = async (): Promise<void> => {
      await this.item(label).hover(oneAttempt);
      await this.item(label).getByRole("button", { name: button }).click(oneAttempt);
    };
    await untilEffect(press, effect, { what: `an effect of ${button}`, repeatAfterMs: commandMs });
  }

  /** Ticks the items and confirms. */
  async pickMany(labels: readonly string[]): Promise<void> {
    for (const label of labels) await this.toggle(label);
    await this.pressButton("OK");
  }

  /** On screen, top to bottom. */
  async labels(): Promise<string[]> {
    return this.items.locator(".quick-input-list-row:first-child .label-name").allInnerTexts();
  }

  /** Exactly these, top to bottom: a list that is being drawn shows only some. */
  async waitForLabels(expected: readonly string[]): Promise<void> {
    await waitUntil(async () => isDeepStrictEqual(await this.labels(), expected), {
      what: `the labels ${expected.join(", ")}`,
      saw: () => this.labels(),
    });
  }

  /** Of the title bar or beside the box, such as Back. */
  async pressButton(name: string): Promise<void> {
    await this.root
      .locator(".action-label, .quick-input-action .monaco-button")
      .and(this.page.getByRole("button", { name }))
      .first()
      .click();
  }

  /** The prompt or validation message. */
  async message(): Promise<string> {
    return shownText(this.root.locator(".quick-input-message"));
  }

  async waitForMessage(text: string | RegExp): Promise<void> {
    const message = this.root.locator(".quick-input-message").filter({ hasText: text });
    await waitUntil(() => message.isVisible(), { what: `the message ${text}`, saw: this.saw });
  }
}

/** False when its element has disappeared. */
async function succeeds(action: Promise<unknown>): Promise<boolean> {
  return await action.then(
    () => true,
    (error: unknown) => {
      if (error instanceof errors.TimeoutError) return false;
      throw error;
    },
  );
}
