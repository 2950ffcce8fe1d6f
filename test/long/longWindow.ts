// A window that is killed, reloaded or closed, and reopened: its screen and its extension host.

import { waitUntil } from "../support/waitUntil";
import type { Tree } from "../support/window/tree";
import { comesWithin, commandMs, oneAttempt } from "../support/window/untilEffect";
import type { Workbench } from "../support/workbench";
import type { ExtensionHosts } from "./extensionHosts";

/** "crash": only the extension host dies, and the window stays on screen. */
export const endings = ["crash", "crashAndReload", "reload", "close"] as const;

export type Ending = (typeof endings)[number];

/** By name: open files with and without unsaved changes. */
export type Tabs = ReadonlyMap<string, "clean" | "dirty">;

export class LongWindow {
  private constructor(
    private readonly openPage: () => Promise<Workbench>,
    private readonly hosts: ExtensionHosts,
    private current: Workbench,
    private hostPid: number,
    /** Extension hosts of other windows, and ended ones. */
    private others: readonly number[] = [],
  ) {}

  static async open(openPage: () => Promise<Workbench>, hosts: ExtensionHosts): Promise<LongWindow> {
    const before = hosts.all();
    const workbench = await openPage();
    const window = new LongWindow(openPage, hosts, workbench, await hosts.newOne(before));
    // Sometimes a browser's VS Code forgets a new workspace's folders until a reload.
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

  /** Resolves when its extension host has ended. */
  async end(how: Ending): Promise<void> {
    this.others = this.hosts.all();
    if (how === "crash" || how === "crashAndReload") await this.hosts.kill(this.hostPid);
    else if (how === "close") {
      await this.current.page.close({ runBeforeUnload: false });
      // A desktop VS Code ends it with its window; this server would wait for the window.
      await this.hosts.kill(this.hostPid);
    }
  }

  /** Resolves when it has an extension host again. */
  async comeBack(how: Ending): Promise<void> {
    const before = this.others;
    const old = this.hostPid;
    if (how === "close") this.current = await this.openPage();
    else if (how === "crash") await this.restartHost(before);
    else await this.current.reload();
    this.hostPid = await this.hosts.newOne(before);
    if (how === "reload") await this.hosts.ended(old);
    // VS Code asks whether to retry a deletion that ended with its extension host, or that was to begin after that.
    // The question calls a file missing if VS Code failed to read its entry.
    const { dialog } = this.current;
    const isAsked =
      how === "crash" &&
      (await dialog.isShown(/Canceled|No file system provider|does not exist and can not be/));
    if (isAsked) await dialog.press("Cancel");
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

  async explorer(): Promise<Tree> {
    return await this.current.explorer();
  }

  /** VS Code restarts it at first, and offers a restart after several crashes. */
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
