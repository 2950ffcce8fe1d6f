// VS Code's context menus, which the browser workbench draws itself.
import { errors, type Locator, type Page } from "playwright-core";
import { waitUntil } from "../waitUntil";

const clickTimeoutMs = 2_000;
const menuTimeoutMs = 15_000;
const openTimeoutMs = 3_000;

/**
 * Opens a row's context menu, which has an item of this name. VS Code loses the click on a row that it draws anew just
 * then, so it is made again until the menu stands.
 */
export async function openMenu(page: Page, row: Locator, name: string): Promise<void> {
  const item = menuItem(page, name);
  await waitUntil(
    async () => {
      await row.click({ button: "right" });
      return item.waitFor({ timeout: openTimeoutMs }).then(
        () => true,
        async (error: unknown) => {
          if (!(error instanceof errors.TimeoutError)) throw error;
          await page.keyboard.press("Escape");
          return false;
        },
      );
    },
    { what: `a menu with "${name}"`, timeoutMs: menuTimeoutMs },
  );
}

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

function menuItem(page: Page, name: string): Locator {
  return page
    .locator(".monaco-menu .action-menu-item")
    .filter({ has: page.locator(".action-label").getByText(name, { exact: true }) })
    .last();
}
