// A tree of VS Code: a view of ours or the Explorer. Rows are known by the label that the user reads.
import type { Locator, Page } from "playwright-core";
import { chooseInMenu, openMenu } from "./menu";
import { readTopToBottom } from "./readElements";
import { shownText } from "./shownText";

/** One tree. VS Code only draws the rows that fit, so a row must be in view to be found. */
export class Tree {
  readonly rows: Locator;

  constructor(
    private readonly page: Page,
    /** The view that holds the tree. */
    readonly root: Locator,
  ) {
    this.rows = root.getByRole("treeitem");
  }

  /** The row with exactly this label. */
  row(label: string): Locator {
    return this.rows
      .filter({ has: this.page.locator(".label-name").getByText(label, { exact: true }) })
      .first();
  }

  /** The lowest of several rows with this label; the list keeps its rows in the order in which it drew them. */
  async lowestRow(label: string): Promise<Locator> {
    const rows = this.rows.filter({
      has: this.page.locator(".label-name").getByText(label, { exact: true }),
    });
    await rows.first().waitFor();
    const tops = await rows.evaluateAll((elements) => elements.map((row) => row.getBoundingClientRect().top));
    return rows.nth(tops.indexOf(Math.max(...tops)));
  }

  async waitForRow(label: string, timeoutMs?: number): Promise<void> {
    await this.row(label).waitFor(timeoutMs === undefined ? {} : { timeout: timeoutMs });
  }

  async waitUntilRowGone(label: string): Promise<void> {
    await this.row(label).waitFor({ state: "hidden" });
  }

  /** Labels of the rows on screen, top to bottom. */
  async labels(): Promise<string[]> {
    return readTopToBottom(this.rows.locator(".label-name"));
  }

  /** All that stands in the rows on screen, top to bottom. */
  async rowTexts(): Promise<string[]> {
    return readTopToBottom(this.rows);
  }

  /** What stands grey behind a row's label. */
  async description(label: string): Promise<string> {
    return shownText(this.row(label).locator(".label-description").first());
  }

  /** Clicks a row: selects it and does what its command does. */
  async click(label: string): Promise<void> {
    await this.row(label).locator(".label-name").click();
  }

  async doubleClick(label: string): Promise<void> {
    await this.row(label).locator(".label-name").dblclick();
  }

  /** Opens a row that has children. */
  async expand(label: string): Promise<void> {
    const row = this.row(label);
    await row.waitFor();
    await this.waitUntilAtRest();
    if ((await row.getAttribute("aria-expanded")) === "true") return;
    await row.locator(".monaco-tl-twistie").click();
    await this.root.locator('[aria-expanded="true"]').and(row).waitFor();
  }

  /** Closes a row that shows its children. */
  async collapse(label: string): Promise<void> {
    const row = this.row(label);
    if ((await row.getAttribute("aria-expanded")) === "false") return;
    await row.locator(".monaco-tl-twistie").click();
    await this.root.locator('[aria-expanded="false"]').and(row).waitFor();
  }

  /** Opens one row after the other, from the outside in. */
  async expandPath(...labels: readonly string[]): Promise<void> {
    for (const label of labels) await this.expand(label);
  }

  /** Chooses an item of a row's context menu; further names go into submenus. */
  async chooseFromMenu(label: string, name: string, ...path: readonly string[]): Promise<void> {
    await this.row(label).waitFor();
    await this.waitUntilAtRest();
    await openMenu(this.page, this.row(label).locator(".label-name"), name);
    await chooseInMenu(this.page, [name, ...path]);
  }

  /** A click is lost on a row that VS Code draws anew just then, and its button does not know its row. */
  private async waitUntilAtRest(): Promise<void> {
    await this.root.evaluate(`(${untilAtRest})`);
  }

  /** Presses one of the icons that a row shows under the mouse. */
  async pressRowAction(label: string, action: string): Promise<void> {
    await this.row(label).waitFor();
    await this.waitUntilAtRest();
    await this.row(label).hover();
    await this.row(label).getByRole("button", { name: action }).click();
  }

  /** Presses a button of the view's title bar. */
  async pressTitleAction(action: string): Promise<void> {
    await this.root.hover();
    await this.root.locator(".pane-header, .composite.title").getByRole("button", { name: action }).click();
  }

  /** Presses a button or link of the view's welcome text. */
  async pressWelcome(name: string): Promise<void> {
    const welcome = this.root.locator(".welcome-view-content");
    await welcome.getByRole("button", { name }).or(welcome.getByRole("link", { name })).first().click();
  }

  /** The welcome text that an empty view shows. */
  async welcomeText(): Promise<string> {
    return shownText(this.root.locator(".welcome-view-content"));
  }
}

/**
 * Runs in the page: resolves when the rows were not drawn for a moment, at most after some. While VS Code draws a list
 * anew it does not know which row a button belongs to.
 */
const untilAtRest = `(root) => new Promise((resolve) => {
  const end = () => { observer.disconnect(); clearTimeout(latest); resolve(); };
  let rest = setTimeout(end, 400);
  const latest = setTimeout(end, 5_000);
  const observer = new MutationObserver(() => { clearTimeout(rest); rest = setTimeout(end, 400); });
  observer.observe(root, { childList: true, subtree: true });
})`;
