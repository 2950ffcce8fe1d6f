// A tree of VS Code: a view of ours or the Explorer. Rows are known by the label that the user reads.
import { isDeepStrictEqual } from "node:util";
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../waitUntil";
import { chooseInMenu, openMenu } from "./menu";
import { readTopToBottom } from "./readElements";
import { shownText } from "./shownText";
import { commandMs, type Effect, oneAttempt, untilEffect } from "./untilEffect";

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

  async waitForRow(label: string): Promise<void> {
    await waitUntil(() => this.row(label).isVisible(), {
      what: `the row ${label}`,
      saw: () => this.rowTexts(),
    });
  }

  async waitUntilRowGone(label: string): Promise<void> {
    const isGone = () => this.row(label).isHidden();
    await waitUntil(isGone, { what: `the row ${label} to go`, saw: () => this.rowTexts() });
  }

  /** Waits until a row says this behind its label. */
  async waitForDescription(label: string, expected: RegExp): Promise<void> {
    const shown = () => this.row(label).locator(".label-description").first().allInnerTexts();
    await waitUntil(async () => expected.test((await shown()).join().replaceAll("\u00a0", " ")), {
      what: `${expected} behind ${label}`,
      saw: () => this.rowTexts(),
    });
  }

  /** Labels of the rows on screen, top to bottom. */
  async labels(): Promise<string[]> {
    return readTopToBottom(this.rows.locator(".label-name"));
  }

  /** Waits until the rows have just these labels, top to bottom: a list that is being drawn shows a part of them. */
  async waitForLabels(expected: readonly string[]): Promise<void> {
    await waitUntil(async () => isDeepStrictEqual(await this.labels(), expected), {
      what: `the labels ${expected.join(", ")}`,
      saw: () => this.labels(),
    });
  }

  /** All that stands in the rows on screen, top to bottom. */
  async rowTexts(): Promise<string[]> {
    return readTopToBottom(this.rows);
  }

  /** What stands grey behind a row's label. */
  async description(label: string): Promise<string> {
    return shownText(this.row(label).locator(".label-description").first());
  }

  /** Clicks a row until the effect shows; unless told, that it is selected. With a modifier it is selected beside others. */
  async click(
    label: string,
    { effect, modifiers = [] }: { effect?: Effect; modifiers?: ("ControlOrMeta" | "Shift")[] } = {},
  ): Promise<void> {
    await this.waitForRow(label);
    const row = this.row(label);
    let isClicked = false;
    const click = async (): Promise<void> => {
      await row.locator(".label-name").click({ modifiers, ...oneAttempt });
      isClicked = true;
    };
    const isSelected = async () => isClicked && (await row.and(this.page.locator(".selected")).isVisible());
    await untilEffect(click, effect ?? isSelected, {
      what: `a click on ${label}`,
      saw: () => this.rowTexts(),
    });
  }

  /** Clicks the lowest of several rows with this label until the effect shows; VS Code keeps them in the order it drew them. */
  async clickLowest(label: string, effect: Effect): Promise<void> {
    const rows = this.rows.filter({
      has: this.page.locator(".label-name").getByText(label, { exact: true }),
    });
    const click = async (): Promise<void> => {
      const tops = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top));
      await rows.nth(tops.indexOf(Math.max(...tops))).click(oneAttempt);
    };
    await untilEffect(click, effect, { what: `a click on the lowest ${label}`, saw: () => this.rowTexts() });
  }

  /** Clicks a row twice until the effect shows. */
  async doubleClick(label: string, effect: Effect): Promise<void> {
    await this.waitForRow(label);
    await untilEffect(() => this.row(label).locator(".label-name").dblclick(oneAttempt), effect, {
      what: `an effect of a double click on ${label}`,
      saw: () => this.rowTexts(),
      repeatAfterMs: commandMs,
    });
  }

  /** Opens a row that has children. */
  async expand(label: string): Promise<void> {
    await this.setExpanded(label, true);
  }

  /** Closes a row that shows its children. */
  async collapse(label: string): Promise<void> {
    await this.setExpanded(label, false);
  }

  private async setExpanded(label: string, isExpanded: boolean): Promise<void> {
    await this.waitForRow(label);
    const row = this.row(label);
    const effect = row.and(this.page.locator(`[aria-expanded="${isExpanded}"]`));
    await untilEffect(() => row.locator(".monaco-tl-twistie").click(oneAttempt), effect, {
      what: `${label} to ${isExpanded ? "open" : "close"}`,
      saw: () => this.rowTexts(),
    });
  }

  /** Opens one row after the other, from the outside in. */
  async expandPath(...labels: readonly string[]): Promise<void> {
    for (const label of labels) await this.expand(label);
  }

  /** Chooses an item of a row's context menu, "Submenu > Item" in one of its submenus: until the effect shows, or once. */
  async chooseFromMenu(label: string, name: string, effect?: Effect): Promise<void> {
    const path = name.split(" > ");
    const choose = async (): Promise<void> => {
      await this.waitForRow(label);
      await this.waitUntilAtRest();
      await openMenu(this.page, this.row(label).locator(".label-name"), path[0] ?? "");
      await chooseInMenu(this.page, path);
    };
    if (effect) await untilEffect(choose, effect, this.ofCommand(`${name} of ${label}`));
    else await choose();
  }

  /** A click is lost on a row while VS Code redraws it, and its button does not know its row then. */
  private async waitUntilAtRest(): Promise<void> {
    await this.root.evaluate(`(${untilAtRest})`);
  }

  /** Presses one of the icons that a row shows under the mouse, until the effect shows. */
  async pressRowAction(label: string, action: string, effect: Effect): Promise<void> {
    await this.waitForRow(label);
    // The effect may load the window again: then the row is gone, and each step of an attempt ends soon.
    const press = async (): Promise<void> => {
      await this.row(label).waitFor(oneAttempt);
      await this.waitUntilAtRest();
      await this.row(label).hover(oneAttempt);
      await this.row(label).getByRole("button", { name: action }).click(oneAttempt);
    };
    await untilEffect(press, effect, this.ofCommand(`${action} of ${label}`));
  }

  /** Presses a button of the view's title bar, until the effect shows. */
  async pressTitleAction(action: string, effect: Effect): Promise<void> {
    const title = this.root.locator(".pane-header, .composite.title");
    const press = async (): Promise<void> => {
      await this.root.hover(oneAttempt);
      await title.getByRole("button", { name: action }).click(oneAttempt);
    };
    await untilEffect(press, effect, this.ofCommand(action));
  }

  /** Chooses in the menu of the view's title bar, until the effect shows. */
  async chooseFromTitleMenu(name: string, effect: Effect): Promise<void> {
    const item = this.page.locator(".monaco-menu").getByText(name, { exact: true });
    const choose = async (): Promise<void> => {
      await this.pressTitleAction("More Actions...", item);
      await chooseInMenu(this.page, [name]);
    };
    await untilEffect(choose, effect, this.ofCommand(name));
  }

  /** Presses a button or link of the view's welcome text; unless told, until the text goes. */
  async pressWelcome(name: string, effect: Effect = () => this.welcome.first().isHidden()): Promise<void> {
    const button = this.welcome.getByRole("button", { name });
    const target = button.or(this.welcome.getByRole("link", { name })).first();
    await target.waitFor();
    await untilEffect(() => target.click(oneAttempt), effect, this.ofCommand(name));
  }

  private get welcome(): Locator {
    return this.root.locator(".welcome-view-content");
  }

  private ofCommand(what: string) {
    return { what: `an effect of ${what}`, saw: () => this.rowTexts(), repeatAfterMs: commandMs };
  }

  /** The welcome text that an empty view shows. */
  async welcomeText(): Promise<string> {
    return shownText(this.welcome);
  }
}

/**
 * Runs in the page: resolves when the rows were not drawn for a moment, at most after some. While VS Code redraws
 * a list it does not know which row a button belongs to.
 */
const untilAtRest = `(root) => new Promise((resolve) => {
  const end = () => { observer.disconnect(); clearTimeout(latest); resolve(); };
  let rest = setTimeout(end, 400);
  const latest = setTimeout(end, 5_000);
  const observer = new MutationObserver(() => { clearTimeout(rest); rest = setTimeout(end, 400); });
  observer.observe(root, { childList: true, subtree: true });
})`;
