// VS Code's context menus, which the browser workbench draws itself.
import type { Locator, Page } from "playwright-core";
import { oneAttempt, untilEffect } from "./untilEffect";

/** `name`: an item of the menu. */
export async function openMenu(page: Page, row: Locator, name: string): Promise<void> {
  const open = async (): Promise<void> => {
    // Escape in a tree clears the selection.
    if ((await menuNames(page)).length > 0) await page.keyboard.press("Escape");
    await row.click({ button: "right", ...oneAttempt });
  };
  await untilEffect(open, menuItem(page, name), {
    what: `a menu with "${name}"`,
    saw: () => menuNames(page),
  });
}

/** Each name but the last opens a submenu. A menu ignores clicks while it appears. */
export async function chooseInMenu(page: Page, path: readonly string[]): Promise<void> {
  for (const [index, name] of path.entries()) {
    const item = menuItem(page, name);
    const next = path[index + 1];
    const effect = next === undefined ? () => item.isHidden() : menuItem(page, next);
    await untilEffect(() => item.click(oneAttempt), effect, {
      what: `the menu to take "${name}"`,
      saw: () => menuNames(page),
    });
  }
}

/** With open submenus. */
export async function menuNames(page: Page): Promise<string[]> {
  const names = await page.locator(".monaco-menu .action-menu-item .action-label").allInnerTexts();
  return names.map((name) => name.trim()).filter((name) => name !== "");
}

function menuItem(page: Page, name: string): Locator {
  return page
    .locator(".monaco-menu .action-menu-item")
    .filter({ has: page.locator(".action-label").getByText(name, { exact: true }) })
    .last();
}
