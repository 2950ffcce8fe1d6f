// Window, apps and folders of all rounds, and the keys that start operations.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import type { AppOnService } from "../e2e/appOnService";
import { signIn } from "../support/signIn";
import type { Keybinding } from "../support/vscodeServer";
import { LongServer } from "./longServer";
import type { LongWindow } from "./longWindow";

/** Faster than the palette. */
export const keys = {
  saveAll: "Control+Alt+S",
  closeAll: "Control+Alt+W",
  revert: "Control+Alt+Z",
  refresh: "Control+Alt+R",
  clearNotices: "Control+Alt+N",
  push: "Control+Alt+P",
  pull: "Control+Alt+L",
  create: "Control+Alt+C",
} as const;

/** The app that rounds create. */
export const createdName = "Fresh";

/** By path in a folder. */
export type Files = ReadonlyMap<string, string>;

export class RoundWorld {
  private constructor(
    readonly server: LongServer,
    readonly window: LongWindow,
    /** Open in the window. */
    readonly shop: AppOnService,
    /** The app of the local folder `site`. */
    readonly site: AppOnService,
    readonly siteFolder: string,
    readonly freshFolder: string,
  ) {}

  static async start(): Promise<RoundWorld> {
    const server = await LongServer.start({
      apps: [
        { name: "Shop", files: { "lock.txt": "free\n", "others/bystander.txt": "0\n", "main.py": "pass\n" } },
        { name: "Site", files: { "main.py": "pass\n", "others/bystander.txt": "0\n" } },
      ],
      keybindings: ({ accountId, apps, folder }) => roundKeys(accountId, apps[1]?.appId ?? "", folder),
    });
    try {
      const [shop, site] = server.apps;
      assert.ok(shop && site);
      const siteFolder = path.join(server.folder, "site");
      const freshFolder = path.join(server.folder, "fresh");
      writeFiles(siteFolder, readFiles(site.file(".")));
      writeFiles(
        freshFolder,
        new Map([
          ["main.py", "print('fresh')\n"],
          ["static/site.css", "body { margin: 0 }\n"],
        ]),
      );
      const window = await server.open("rounds", siteFolder, [shop]);
      await signIn(window.workbench, server.emulator);
      const world = new RoundWorld(server, window, shop, site, siteFolder, freshFolder);
      await world.filesAreBack();
      return world;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  async press(key: keyof typeof keys): Promise<void> {
    await this.window.workbench.press(keys[key]);
  }

  /** Without its extensions VS Code cannot read the app's URIs. */
  async filesAreBack(): Promise<void> {
    await (await this.window.explorer()).showFolder("Shop", "lock.txt");
  }

  /** For a folder that was just created on the service's disk. */
  async showFolder(name: string, row: string): Promise<void> {
    await this.press("refresh");
    await (await this.window.explorer()).showFolder(name, row);
  }

  /** From the Explorer. */
  async openFile(name: string): Promise<void> {
    await this.window.workbench.openFromExplorer(name);
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }
}

/** With texts; empty without the folder. */
export function readFiles(folder: string): Map<string, string> {
  const files = new Map<string, string>();
  if (!fs.existsSync(folder)) return files;
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = path.join(folder, name);
    // A local write that was cut off leaves its part, which a write of the next day removes.
    if (/\.hosted-apps-[\da-f-]{36}\.part$/.test(name)) continue;
    if (fs.statSync(file, { throwIfNoEntry: false })?.isFile())
      files.set(name.split(path.sep).join("/"), fs.readFileSync(file, "utf8"));
  }
  return files;
}

export function writeFiles(folder: string, files: Files): void {
  for (const [name, text] of files) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
}

/** Unique, of several lines. */
export function ownText(name: string, lines = 4): string {
  return Array.from({ length: lines }, (_, line) => `${name}, line ${line}\n`).join("");
}

function roundKeys(accountId: string, siteId: string, folder: string): Keybinding[] {
  const place = { folder: path.join(folder, "site"), accountId, appId: siteId, confirm: true };
  const create = { folder: path.join(folder, "fresh"), accountId, settings: { name: createdName } };
  const commands: Readonly<Record<keyof typeof keys, { command: string; args?: unknown }>> = {
    saveAll: { command: "workbench.action.files.saveAll" },
    closeAll: { command: "workbench.action.closeAllEditors" },
    revert: { command: "workbench.action.files.revert" },
    refresh: { command: "hostedApps.files.refresh" },
    clearNotices: { command: "notifications.clearAll" },
    push: { command: "hostedApps.deploy.push", args: place },
    pull: { command: "hostedApps.deploy.pull", args: place },
    create: { command: "hostedApps.deploy.createApp", args: create },
  };
  return Object.entries(commands).map(([name, command]) => ({
    key: keys[name as keyof typeof keys].toLowerCase().replace("control", "ctrl"),
    ...command,
  }));
}
