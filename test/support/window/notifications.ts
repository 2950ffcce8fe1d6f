// VS Code's notifications and modal dialogs.
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../waitUntil";
import { shownText } from "./shownText";
import { commandMs, type Effect, oneAttempt, untilEffect } from "./untilEffect";

const toasts = ".notifications-toasts .notification-list-item";

export class Notification {
  constructor(
    private readonly page: Page,
    readonly root: Locator,
  ) {}

  async text(): Promise<string> {
    return shownText(this.root.locator(".notification-list-item-message"));
  }

  /** Until the effect, by default the end of the notification. */
  async press(button: string, effect: Effect = () => this.root.isHidden()): Promise<void> {
    if (await this.root.isHidden()) throw new Error(`The message with "${button}" has closed.`);
    const target = this.root.getByRole("button", { name: button, exact: true });
    await untilEffect(() => target.click(oneAttempt), effect, {
      what: `an effect of "${button}"`,
      saw: () => notificationTexts(this.page),
      repeatAfterMs: commandMs,
    });
  }

  async buttons(): Promise<string[]> {
    return this.root.locator(".notification-list-item-buttons-container .monaco-button").allInnerTexts();
  }

  /** For a progress, this cancels. */
  async dismiss(): Promise<void> {
    const close = async (): Promise<void> => {
      await this.root.hover(oneAttempt);
      await this.root.locator(".codicon-notifications-clear").first().click(oneAttempt);
    };
    await untilEffect(close, () => this.root.isHidden(), {
      what: "the notification to close",
      saw: () => notificationTexts(this.page),
    });
  }
}

/** Waits for the newest one with `text`. */
export async function findNotification(page: Page, text: string | RegExp): Promise<Notification> {
  const root = page.locator(toasts).filter({ hasText: text }).first();
  await waitUntil(() => root.isVisible(), {
    what: `a notification with ${text}`,
    saw: () => notificationTexts(page),
  });
  return new Notification(page, root);
}

export function notificationTexts(page: Page): Promise<string[]> {
  return page.locator(`${toasts}-message`).allInnerTexts();
}

export class ModalDialog {
  readonly root: Locator;

  constructor(page: Page) {
    this.root = page.locator(".monaco-dialog-box");
  }

  /** Message and detail. */
  async text(): Promise<string> {
    return shownText(this.root.locator(".dialog-message-container"));
  }

  async isShown(text: string | RegExp): Promise<boolean> {
    return await this.root.filter({ hasText: text }).isVisible();
  }

  async waitForText(text: string | RegExp): Promise<void> {
    await waitUntil(() => this.isShown(text), {
      what: `a dialog with ${text}`,
      saw: () => this.root.allInnerTexts(),
    });
  }

  /** Until it closes; another dialog may replace it. */
  async press(button: string): Promise<void> {
    const target = this.root.getByRole("button", { name: button, exact: true });
    await target.waitFor();
    const message = async () => (await this.root.locator(".dialog-message-container").allInnerTexts()).join();
    const before = await message();
    await untilEffect(
      () => target.click(oneAttempt),
      async () => (await message()) !== before,
      {
        what: `the dialog to take "${button}"`,
        saw: () => this.root.allInnerTexts(),
      },
    );
  }

  async buttons(): Promise<string[]> {
    return this.root.locator(".dialog-buttons .monaco-button").allInnerTexts();
  }
}
