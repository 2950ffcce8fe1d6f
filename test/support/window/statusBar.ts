// The status bar of a window: its items by the id the extension gave them, or by what they say.
import type { Locator, Page } from "playwright-core";

/** An item by the id of createStatusBarItem, or else by a text in its label or its accessible name. */
export function statusBarItem(page: Page, idOrText: string): Locator {
  const items = page.locator(".statusbar .statusbar-item");
  const byId = items.and(page.locator(`[id$=".${idOrText}"], [id="${idOrText}"]`));
  const byText = items.filter({ hasText: idOrText });
  const byName = items.filter({ has: page.getByLabel(idOrText) });
  return byId.or(byText).or(byName).first();
}

/** The texts of all items, in the order in which VS Code keeps them. */
export async function statusBarTexts(page: Page): Promise<string[]> {
  const texts = await page.locator(".statusbar .statusbar-item").filter({ visible: true }).allInnerTexts();
  return texts.map((text) => text.replaceAll("\u00a0", " ").trim()).filter((text) => text !== "");
}
