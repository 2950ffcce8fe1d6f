// VS Code's notifications (the toasts, lower right) and its modal dialogs: what asks the user something.
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../waitUntil";
import { shownText } from "./shownText";
import { commandMs, type Effect, oneAttempt, untilEffect } from "./untilEffect";

const toasts = ".notifications-toasts .notification-list-item";

/** One notification on screen. */
export class Notification {
  constructor(
    private readonly page: Page,
    readonly root: Locator,
  ) {}

  async text(): Promise<string> {
    return shownText(this.root.locator(".notification-list-item-message"));
  }

  /** Presses one of its buttons until the effect shows; unless told, that the notification goes. */
  async press(button: string, effect: Effect = () => this.root.isHidden()): Promise<void> {
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

  /** Closes it with its cross; for a progress this cancels what can be cancelled. */
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

/** Waits for the newest notification that holds `text`. */
export async function findNotification(page: Page, text: string | RegExp): Promise<Notification> {
  const root = page.locator(toasts).filter({ hasText: text }).first();
  await waitUntil(() => root.isVisible(), {
    what: `a notification with ${text}`,
    saw: () => notificationTexts(page),
  });
  return new Notification(page, root);
}

/** The texts of all notifications on screen. */
export function notificationTexts(page: Page): Promise<string[]> {
  return page.locator(`${toasts}-message`).allInnerTexts();
}

/** The modal dialog. */
export class ModalDialog {
  readonly root: Locator;

  constructor(page: Page) {
    this.root = page.locator(".monaco-dialog-box");
  }

  /** Waits for the dialog and reads its message and detail. */
  async text(): Promise<string> {
    return shownText(this.root.locator(".dialog-message-container"));
  }

  /** Whether a dialog with this text is on screen. */
  async isShown(text: string | RegExp): Promise<boolean> {
    return await this.root.filter({ hasText: text }).isVisible();
  }

  async waitForText(text: string | RegExp): Promise<void> {
    await waitUntil(() => this.isShown(text), {
      what: `a dialog with ${text}`,
      saw: () => this.root.allInnerTexts(),
    });
  }

  /** Presses one of its buttons until it is gone; another dialog may take its place. */
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
