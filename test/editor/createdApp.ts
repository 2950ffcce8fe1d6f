// An app on the local service that the extension under test started, and its files as VS Code sees them.
import path from "node:path";
import * as vscode from "vscode";
import { writeTree } from "../support/fileTrees";
import { temporaryFolder } from "../support/temporaryFolder";
import { runPreapproved } from "./runPreapproved";

/** A long-running program. */
const main = { "main.py": "import time\nwhile True: time.sleep(60)\n" };

export class CreatedApp {
  constructor(
    readonly accountId: string,
    readonly appId: string,
    readonly online: boolean,
  ) {}

  /** The argument that names this app to commands. */
  get key(): { readonly accountId: string; readonly appId: string } {
    return { accountId: this.accountId, appId: this.appId };
  }

  uri(relativePath: string): vscode.Uri {
    const where = { scheme: "hosted-app", authority: this.accountId };
    return vscode.Uri.from({ ...where, path: path.posix.join("/", this.appId, relativePath) });
  }

  async read(relativePath: string): Promise<string> {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(this.uri(relativePath)));
  }

  async write(relativePath: string, text: string): Promise<void> {
    await vscode.workspace.fs.writeFile(this.uri(relativePath), new TextEncoder().encode(text));
  }

  async has(relativePath: string): Promise<boolean> {
    return await vscode.workspace.fs.stat(this.uri(relativePath)).then(
      () => true,
      () => false,
    );
  }
}

/** Creates an app from a new folder with these files: unlike saves, a creation need not wait for a slot. */
export async function createFromFolder(
  name: string,
  files: Readonly<Record<string, string>> = {},
): Promise<{ readonly app: CreatedApp; readonly folder: vscode.Uri }> {
  const root = path.join(temporaryFolder("editor"), "site");
  writeTree(root, { ...main, ...files });
  const folder = vscode.Uri.file(root);
  const settings = { name, runtime: "python", mainFile: "main.py", exposedViaWeb: false };
  return { app: await createApp({ folder: folder.toString(), settings }), folder };
}

/** Creates an app, from the open folder unless the argument names another. */
export async function createApp(argument: object): Promise<CreatedApp> {
  await runPreapproved("localService.start");
  const created = await runPreapproved<CreatedApp>("deploy.createApp", argument);
  return new CreatedApp(created.accountId, created.appId, created.online);
}
