// One window that is killed, reloaded or closed, and comes back: what is on screen of it, and its extension host.

import { waitUntil } from "../support/waitUntil";
import type { Tree } from "../support/window/tree";
import { comesWithin, commandMs, oneAttempt, untilEffect } from "../support/window/untilEffect";
import type { Workbench } from "../support/workbench";
import type { ExtensionHosts } from "./extensionHosts";

/** How a window is cut off. "crash": its extension host alone dies, and the window stays on screen. */
export const endings = ["crash", "crashAndReload", "reload", "close"] as const;

export type Ending = (typeof endings)[number];

/** Whether the open files of a window have changes that are not saved, by name. */
export type Tabs = ReadonlyMap<string, "clean" | "dirty">;

export class LongWindow {
  private constructor(
    private readonly openPage: () => Promise<Workbench>,
    private readonly hosts: ExtensionHosts,
    private current: Workbench,
    /** The process id of its extension host. */
    private hostPid: number,
    /** Extension hosts of other windows, and those that are gone. */
    private others: readonly number[] = [],
  ) {}

  static async open(openPage: () => Promise<Workbench>, hosts: ExtensionHosts): Promise<LongWindow> {
    const before = hosts.all();
    const workbench = await openPage();
    const window = new LongWindow(openPage, hosts, workbench, await hosts.newOne(before));
    // Now and then a browser's VS Code forgets a fresh workspace's folders until it is reloaded.
    const first = (await window.explorer()).rows.first();
    const hasFolders = await comesWithin(() => first.isVisible(), commandMs);
    if (hasFolders) return window;
    await window.end("reload");
    await window.comeBack("reload");
    return window;
  }

  get workbench(): Workbench {
    return this.current;
  }

  get host(): number {
    return this.hostPid;
  }

  /** Cuts the window off; resolves when its extension host is gone. */
  async end(how: Ending): Promise<void> {
    this.others = this.hosts.all();
    if (how === "crash" || how === "crashAndReload") await this.hosts.kill(this.hostPid);
    else if (how === "close") {
      await this.current.page.close({ runBeforeUnload: false });
      // A desktop VS Code ends it with its window; this server would wait for the window to come back.
      await this.hosts.kill(this.hostPid);
    }
  }

  /** Brings it back, and resolves when it has an extension host again. */
  async comeBack(how: Ending): Promise<void> {
    const before = this.others;
    const old = this.hostPid;
    if (how === "close") this.current = await this.openPage();
    else if (how === "crash") await this.restartHost(before);
    else await this.current.reload();
    this.hostPid = await this.hosts.newOne(before);
    if (how === "reload") await this.hosts.ended(old);
  }

  async tabs(): Promise<Tabs> {
    const found = await this.current.page
      .locator(".tabs-container .tab")
      .evaluateAll((tabs) =>
        tabs.map(
          (tab) => [tab.getAttribute("data-resource-name") ?? "", tab.classList.contains("dirty")] as const,
        ),
      );
    return new Map(found.map(([name, isDirty]) => [name, isDirty ? "dirty" : "clean"]));
  }

  /** Opens a folder of the Explorer and waits for a row in it; VS Code may open it by itself just then. */
  async showFolder(name: string, row: string): Promise<void> {
    const explorer = await this.explorer();
    await explorer.waitForRow(name);
    const open = async (): Promise<void> => {
      if ((await explorer.row(name).getAttribute("aria-expanded", oneAttempt)) === "false")
        await explorer.row(name).locator(".monaco-tl-twistie").click(oneAttempt);
    };
    await untilEffect(open, explorer.row(row), { what: `${row} in ${name}`, saw: () => explorer.rowTexts() });
  }

  async explorer(): Promise<Tree> {
    return await this.current.explorer();
  }

  /** VS Code starts it by itself at first, and offers to after several crashes. */
  private async restartHost(before: readonly number[]): Promise<void> {
    const { page } = this.current;
    const offers = ["Restart Remote Extension Host", "Restart Extension Host", "Reload Window", "Reload"].map(
      (name) => page.getByRole("button", { name, exact: true }),
    );
    await waitUntil(
      async () => {
        if (this.hosts.all().some((pid) => !before.includes(pid))) return true;
        for (const offer of offers)
          if (await offer.first().isVisible())
            await offer
              .first()
              .click(oneAttempt)
              .catch(() => undefined);
        return false;
      },
      { what: "the extension host to be started again", intervalMs: 200 },
    );
  }
}
