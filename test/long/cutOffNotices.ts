// Notices of the next start about operations that were cut off.
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../support/waitUntil";
import { Notification } from "../support/window/notifications";
import { oneAttempt } from "../support/window/untilEffect";
import type { NoticeAnswer } from "./roundPlan";

/** Buttons that finish. */
const finishing = ["Finish", "Compare and Continue"];

export async function cutOffNotice(page: Page): Promise<Notification> {
  const found = page
    .locator(".notifications-toasts .notification-list-item")
    .filter({ hasText: "The window was closed" })
    .filter({ has: button(page, "Undo") })
    .first();
  await found.waitFor();
  return new Notification(page, found);
}

/** Rejects when the notice does not have it. */
export async function answerNotice(notice: Notification, answer: NoticeAnswer): Promise<void> {
  const offered = await notice.buttons();
  const wanted = answer === "Undo" ? ["Undo"] : finishing;
  const name = offered.find((each) => wanted.includes(each));
  if (name === undefined)
    throw new Error(`The notice offers only ${offered.join(", ")}: ${await notice.text()}`);
  await notice.press(name);
}

/** Accepts plans and questions unchanged until the check passes. */
export async function acceptPlansUntil(page: Page, check: () => Promise<void>): Promise<void> {
  const ok = page.locator(".quick-input-widget").getByRole("button", { name: "OK", exact: true });
  const dialog = page.locator(".monaco-dialog-box .dialog-buttons .monaco-button").first();
  let failure: unknown;
  const holds = async (): Promise<boolean> => {
    for (const each of [ok, dialog])
      if (await each.isVisible()) await each.click(oneAttempt).catch(() => undefined);
    failure = await check().catch((error: unknown) => error ?? "rejected");
    return failure === undefined;
  };
  await waitUntil(holds, { what: "what was cut off to be settled", saw: () => failure, intervalMs: 300 });
}

function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}
