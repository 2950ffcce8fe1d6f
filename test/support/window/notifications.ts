// VS Code's notifications (the toasts, lower right) and its modal dialogs: what asks the user something.
import type { Locator, Page } from "playwright-core";
import { shownText } from "./shownText";

/** One notification on screen. */
export class Notification {
  constructor(readonly root: Locator) {}

  async text(): Promise<string> {
    return shownText(this.root.locator(".notification-list-item-message"));
  }

  /**
   * Presses one of its buttons; once more when it is still there after `goneWithinMs`: the press was lost, since VS Code
   * drew the notice anew just then.
   */
  async press(button: string, goneWithinMs = 3_000): Promise<void> {
    const target = this.root.getByRole("button", { name: button, exact: true });
    await target.click();
    const isTaken = await this.root.waitFor({ state: "hidden", timeout: goneWithinMs }).then(
      () => true,
      () => false,
    );
    if (!isTaken && (await target.isVisible())) await target.click();
  }

  async buttons(): Promise<string[]> {
    return this.root.locator(".notification-list-item-buttons-container .monaco-button").allInnerTexts();
  }

  /** Closes it with its cross; for a progress this cancels what can be cancelled. */
  async dismiss(): Promise<void> {
    await this.root.hover();
    await this.root.locator(".codicon-notifications-clear").first().click();
    await this.waitUntilGone();
  }

  async waitUntilGone(timeoutMs?: number): Promise<void> {
    await this.root.waitFor({ state: "hidden", ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }) });
  }
}

/** Waits for the newest notification that holds `text`. */
export async function findNotification(
  page: Page,
  text: string | RegExp,
  timeoutMs?: number,
): Promise<Notification> {
  const root = page
    .locator(".notifications-toasts .notification-list-item")
    .filter({ hasText: text })
    .first();
  await root.waitFor(timeoutMs === undefined ? {} : { timeout: timeoutMs });
  return new Notification(root);
}

/** The texts of all notifications on screen. */
export function notificationTexts(page: Page): Promise<string[]> {
  return page.locator(".notifications-toasts .notification-list-item-message").allInnerTexts();
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

  async waitForText(text: string | RegExp): Promise<void> {
    await this.root.filter({ hasText: text }).waitFor();
  }

  /** Presses one of its buttons and waits until it is gone. */
  async press(button: string): Promise<void> {
    await this.root.getByRole("button", { name: button, exact: true }).click();
    await this.root.waitFor({ state: "hidden" });
  }

  async buttons(): Promise<string[]> {
    return this.root.locator(".dialog-buttons .monaco-button").allInnerTexts();
  }
}
