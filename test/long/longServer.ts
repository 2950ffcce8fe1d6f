// One VS Code server and one browser for windows of one user that are killed, closed and reopened, with a
// service that is observed from outside.
import fs from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { accountIdOf } from "../../src/core/model/accountId";
import { type Emulator, startEmulator } from "../../src/emulator/server";
import { AppOnService } from "../e2e/appOnService";
import { launchChromium, newVisitor } from "../support/chromium";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { type Keybinding, type RunningVsCode, startVsCode, windowAddress } from "../support/vscodeServer";
import { Workbench } from "../support/workbench";
import { extensionUnderTest, typingSettings } from "../support/workbenchSession";
import { ChangeStore } from "./changeStore";
import { ExtensionHosts } from "./extensionHosts";
import { LongWindow } from "./longWindow";

const extensionId = "hosted-apps.hosted-apps";
const viewport = { width: 1280, height: 1000 };

/** No confirmation by VS Code, and unsaved text survives the window. */
const roundSettings: Readonly<Record<string, unknown>> = {
  ...typingSettings,
  "files.hotExit": "onExitAndWindowClose",
  "explorer.confirmDelete": false,
  "explorer.autoReveal": false,
  "explorer.compactFolders": false,
  "workbench.editor.enablePreview": false,
  "hostedApps.refresh": "fast",
};

interface LongServerOptions {
  readonly apps: readonly { readonly name: string; readonly files: Readonly<Record<string, string>> }[];
  /** Created once the apps' ids are known. */
  readonly keybindings: (server: Pick<LongServer, "accountId" | "apps" | "folder">) => readonly Keybinding[];
}

export class LongServer {
  readonly store: ChangeStore;
  readonly hosts: ExtensionHosts;

  private constructor(
    readonly emulator: Emulator,
    readonly accountId: string,
    readonly apps: readonly AppOnService[],
    /** For local folders and workspace files. */
    readonly folder: string,
    private readonly vscode: RunningVsCode,
    private readonly browser: Browser,
    private readonly visitor: BrowserContext,
    readonly userDataDir: string,
  ) {
    this.store = new ChangeStore(path.join(userDataDir, "data", "User", "globalStorage", extensionId));
    this.hosts = new ExtensionHosts(vscode.pid);
  }

  static async start(options: LongServerOptions): Promise<LongServer> {
    const folder = temporaryFolder("long");
    const userDataDir = path.join(folder, "data");
    const emulator = await startEmulator({ dataDir: path.join(folder, "service"), run: false });
    const accountId = await accountIdOf(emulator.url, emulator.state.user._id);
    const apps: AppOnService[] = [];
    for (const app of options.apps)
      apps.push(new AppOnService(emulator, await emulator.addApp(app), accountId, app.name));
    const keybindings = options.keybindings({ accountId, apps, folder });
    const started = { userDataDir, settings: roundSettings, keybindings };
    const vscode = await startVsCode({ ...extensionUnderTest(), ...started });
    const browser = await launchChromium();
    const visitor = await newVisitor(browser, viewport);
    return new LongServer(emulator, accountId, apps, folder, vscode, browser, visitor, userDataDir);
  }

  /** With a local folder and the files of apps. */
  async open(name: string, localFolder: string, apps: readonly AppOnService[]): Promise<LongWindow> {
    const file = path.join(this.folder, `${name}.code-workspace`);
    const folders = [
      { path: localFolder },
      ...apps.map(({ appId, name: label }) => ({
        uri: `hosted-app://${this.accountId}/${appId}`,
        name: label,
      })),
    ];
    fs.mkdirSync(localFolder, { recursive: true });
    fs.writeFileSync(file, JSON.stringify({ folders }));
    const url = windowAddress(this.vscode.origin, { folder: file });
    const settings = path.join(this.userDataDir, "data", "User", "settings.json");
    const openPage = async (): Promise<Workbench> => {
      const workbench = new Workbench(await this.visitor.newPage(), settings);
      await workbench.open(url);
      return workbench;
    };
    return await LongWindow.open(openPage, this.hosts);
  }

  /** Last requests and log lines, for a failed round. */
  story(): string {
    const requests = this.emulator.requests
      .slice(-80)
      .map(
        ({ time, method, path: asked, status }) =>
          `${new Date(time).toISOString()} ${method} ${asked} ${status}`,
      );
    const logs = path.join(this.userDataDir, "data", "logs");
    const names = fs.existsSync(logs) ? fs.readdirSync(logs, { recursive: true, encoding: "utf8" }) : [];
    const texts = names
      .filter((name) => name.endsWith("Hosted Apps.log"))
      .map((name) => `${name}\n${fs.readFileSync(path.join(logs, name), "utf8")}`);
    return [...requests, ...texts].join("\n");
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.vscode.stop();
    await this.emulator.stop();
    removeTemporaryFolder(this.folder);
  }
}
