// Installs a VS Code server with its browser workbench from the npm registry into .vscode-test/server.
// code-server's package has the desktop's workbench and extension host; many machines cannot reach the host
// of desktop builds.
import fs from "node:fs";
import path from "node:path";
import { withFolderLock } from "./folderLock";
import { runNpm } from "./npmCommand";
import { cacheFolder } from "./repository";
import { sayWhile } from "./sayWhile";
import { patchManifest, patchRevision, patchVsCode } from "./vscodePatches";
import { startTimeoutMs } from "./waitUntil";

/** Versions of code-server and its Node.js; `oldest` is the oldest VS Code of `engines`. */
const versions = {
  newest: { codeServer: "4.139.1", node: "24.21.0", folder: "server" },
  oldest: { codeServer: "4.105.1", node: "22.23.3", folder: "server-oldest" },
} as const;

export type VsCodeVersion = keyof typeof versions;

export interface VsCodeInstall {
  readonly node: string;
  /** Entry point. */
  readonly serverMain: string;
}

/** An interrupted installation starts again. */
export async function installVsCode(version: VsCodeVersion = "newest"): Promise<VsCodeInstall> {
  const { codeServer, node, folder: name } = versions[version];
  const folder = path.join(cacheFolder, name);
  const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const packages = [`code-server@${codeServer}`, `${nodePackage}@${node}`];
  const wanted = `${packages.join(" ")}, patches ${patchRevision}`;
  // Written last: marks a complete installation of these versions.
  const marker = path.join(folder, "complete.txt");
  const isComplete = (): boolean => fs.existsSync(marker) && fs.readFileSync(marker, "utf8") === wanted;

  if (!isComplete()) {
    await withFolderLock(`${folder}.lock`, startTimeoutMs, async () => {
      if (isComplete()) return;
      fs.rmSync(folder, { recursive: true, force: true });
      fs.mkdirSync(folder, { recursive: true });
      await install(folder, packages);
      fs.writeFileSync(marker, wanted);
    });
  }
  const modules = path.join(folder, "node_modules");
  return {
    node: path.join(modules, nodePackage, "bin", process.platform === "win32" ? "node.exe" : "node"),
    serverMain: path.join(modules, "code-server", "lib", "vscode", "out", "server-main.js"),
  };
}

async function install(folder: string, packages: readonly string[]): Promise<void> {
  const purpose = "Installing a VS Code to test in";
  const step = (what: string, args: readonly string[], cwd: string) =>
    sayWhile(`${purpose} (once, about a minute): ${what}`, () => runNpm(purpose, args, cwd));
  // Without install scripts, which would compile native modules that no test needs.
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  fs.writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  await step("its program, step 1 of 2", ["install", "--prefix", folder, ...quiet, ...packages], folder);
  const vscode = path.join(folder, "node_modules", "code-server", "lib", "vscode");
  patchManifest(vscode);
  await step("its modules, step 2 of 2", ["install", "--prefix", vscode, "--omit=dev", ...quiet], vscode);
  patchVsCode(vscode);
}
