// A tree of VS Code: one of the extension's views, or the Explorer. Rows are found by label.
import { isDeepStrictEqual } from "node:util";
import type { Locator, Page } from "playwright-core";
import { waitUntil } from "../waitUntil";
import { chooseInMenu, openMenu } from "./menu";
import { readTopToBottom } from "./readElements";
import { shownText } from "./shownText";
import { commandMs, type Effect, oneAttempt, toggleMs, untilEffect } from "./untilEffect";

/** VS Code draws only visible rows. */
export class Tree {
  readonly rows: Locator;

  constructor(
    private readonly page: Page,
    /** The containing view. */
    readonly root: Locator,
  ) {
    this.rows = root.getByRole("treeitem");
  }

  /** By exact label. */
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

  /** Grey text behind the label. */
  async waitForDescription(label: string, expected: RegExp): Promise<void> {
    const shown = () => this.row(label).locator(".label-description").first().allInnerTexts();
    await waitUntil(async () => expected.test((await shown()).join().replaceAll("\u00a0", " ")), {
      what: `${expected} behind ${label}`,
      saw: () => this.rowTexts(),
    });
  }

  /** On screen, top to bottom. */
  async labels(): Promise<string[]> {
    return readTopToBottom(this.rows.locator(".label-name"));
  }

  /** Exactly these, top to bottom: a list that is being drawn shows only some. */
  async waitForLabels(expected: readonly string[]): Promise<void> {
    await waitUntil(async () => isDeepStrictEqual(await this.labels(), expected), {
      what: `the labels ${expected.join(", ")}`,
      saw: () => this.labels(),
    });
  }

  /** Whole text of the rows on screen, top to bottom. */
  async rowTexts(): Promise<string[]> {
    return readTopToBottom(this.rows);
  }

  /** Grey text behind the label. */
  async description(label: string): Promise<string> {
    return shownText(this.row(label).locator(".label-description").first());
  }

  /** Until the effect, by default its selection. A modifier adds it to the selection. */
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

  /** Of several rows with this label, until the effect; the DOM has them in drawing order. */
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

  /** Until the effect. */
  async doubleClick(label: string, effect: Effect): Promise<void> {
    await this.waitForRow(label);
    await untilEffect(() => this.row(label).locator(".label-name").dblclick(oneAttempt), effect, {
      what: `an effect of a double click on ${label}`,
      saw: () => this.rowTexts(),
      repeatAfterMs: commandMs,
    });
  }

  async expand(label: string): Promise<void> {
    await this.setExpanded(label, true);
  }

  /**
   * For a folder of the Explorer, until the row in it shows: VS Code may expand the folder at the same moment, and
   * closes a folder again that was opened while it refreshed the tree.
   */
  async showFolder(label: string, rowInIt: string): Promise<void> {
    await this.waitForRow(label);
    const row = this.row(label);
    const open = async (): Promise<void> => {
      if ((await row.getAttribute("aria-expanded", oneAttempt)) === "false")
        await row.locator(".monaco-tl-twistie").click(oneAttempt);
    };
    await untilEffect(open, this.row(rowInIt), {
      what: `${rowInIt} in ${label}`,
      saw: () => this.rowTexts(),
    });
  }

  async collapse(label: string): Promise<void> {
    await this.setExpanded(label, false);
  }

  private async setExpanded(label: string, isExpanded: boolean): Promise<void> {
    await this.waitForRow(label);
    const row = this.row(label);
    const effect = row.and(this.page.locator(`[aria-expanded="${isExpanded}"]`));
    const toggle = async (): Promise<void> => {
      await this.waitUntilAtRest();
      await row.locator(".monaco-tl-twistie").click(oneAttempt);
    };
    await untilEffect(toggle, effect, {
      what: `${label} to ${isExpanded ? "open" : "close"}`,
      saw: () => this.rowTexts(),
      repeatAfterMs: toggleMs,
    });
  }

  /** Outermost first. */
  async expandPath(...labels: readonly string[]): Promise<void> {
    for (const label of labels) await this.expand(label);
  }

  /** "Submenu > Item" for a submenu; repeated until the effect, once without one. */
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

  /** A click on a row that VS Code redraws is lost, and a button does not know its row then. */
  private async waitUntilAtRest(): Promise<void> {
    await this.root.evaluate(`(${untilAtRest})`);
  }

  /** An icon that appears under the mouse; until the effect. */
  async pressRowAction(label: string, action: string, effect: Effect): Promise<void> {
    await this.waitForRow(label);
    // The effect may reload the window: the row is gone then, and each step of an attempt ends soon.
    const press = async (): Promise<void> => {
      await this.row(label).waitFor(oneAttempt);
      await this.waitUntilAtRest();
      await this.row(label).hover(oneAttempt);
      await this.row(label).getByRole("button", { name: action }).click(oneAttempt);
    };
    await untilEffect(press, effect, this.ofCommand(`${action} of ${label}`));
  }

  /** Until the effect. */
  async pressTitleAction(action: string, effect: Effect): Promise<void> {
    const title = this.root.locator(".pane-header, .composite.title");
    const press = async (): Promise<void> => {
      await this.root.hover(oneAttempt);
      await title.getByRole("button", { name: action }).click(oneAttempt);
    };
    await untilEffect(press, effect, this.ofCommand(action));
  }

  /** Until the effect. */
  async chooseFromTitleMenu(name: string, effect: Effect): Promise<void> {
    const item = this.page.locator(".monaco-menu").getByText(name, { exact: true });
    const choose = async (): Promise<void> => {
      await this.pressTitleAction("More Actions...", item);
      await chooseInMenu(this.page, [name]);
    };
    await untilEffect(choose, effect, this.ofCommand(name));
  }

  /** Of the view's welcome text; until the effect, by default the end of that text. */
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

  async welcomeText(): Promise<string> {
    return shownText(this.welcome);
  }
}

/** Runs in the page: resolves when rows have not been redrawn for a moment, with a time limit. */
const untilAtRest = `(root) => new Promise((resolve) => {
  const end = () => { observer.disconnect(); clearTimeout(latest); resolve(); };
  let rest = setTimeout(end, 400);
  const latest = setTimeout(end, 5_000);
  const observer = new MutationObserver(() => { clearTimeout(rest); rest = setTimeout(end, 400); });
  observer.observe(root, { childList: true, subtree: true });
})`;
