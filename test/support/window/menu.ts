// VS Code's context menus, which the browser workbench draws itself.
import { errors, type Locator, type Page } from "playwright-core";
import { waitUntil } from "../waitUntil";

const clickTimeoutMs = 2_000;
const menuTimeoutMs = 15_000;

/** Chooses in the menu that is open: each name but the last opens a submenu. */
export async function chooseInMenu(page: Page, path: readonly string[]): Promise<void> {
  for (const [index, name] of path.entries()) {
    const item = menuItem(page, name);
    await item.waitFor();
    const next = path[index + 1];
    await waitUntil(() => clickUntil(item, next === undefined ? undefined : menuItem(page, next)), {
      what: `the menu to take "${name}"`,
      timeoutMs: menuTimeoutMs,
    });
  }
}

/** Clicks, and says whether that opened the submenu or closed the menu: a menu ignores clicks as it appears. */
async function clickUntil(item: Locator, inSubmenu: Locator | undefined): Promise<boolean> {
  const isDone = () => (inSubmenu ? inSubmenu.isVisible() : item.isHidden());
  if (await isDone()) return true;
  await item.click({ timeout: clickTimeoutMs }).catch((error: unknown) => {
    // The menu moved away or was still coming: the caller looks again.
    if (!(error instanceof errors.TimeoutError)) throw error;
  });
  return isDone();
}

/** The labels of the menu that is open. */
export async function menuLabels(page: Page): Promise<string[]> {
  const labels = page.locator(".monaco-menu .action-menu-item .action-label");
  await labels.first().waitFor();
  return (await labels.allInnerTexts()).map((label) => label.trim());
}

function menuItem(page: Page, name: string): Locator {
  return page
    .locator(".monaco-menu .action-menu-item")
    .filter({ has: page.locator(".action-label").getByText(name, { exact: true }) })
    .last();
}
