// An extension for `npm start` that opens what users see after installing Hosted Apps in a running window:
// its view and its walkthrough. VS Code does not open them for an extension that was installed before the
// window.
import fs from "node:fs";
import path from "node:path";
import { inRepository } from "./repository";
import { runOrFail } from "./runCommand";

const manifest = {
  name: "hosted-apps-welcome",
  publisher: "hosted-apps-tests",
  version: "1.0.0",
  engines: { vscode: "^1.90.0" },
  main: "main.js",
  activationEvents: ["onStartupFinished"],
  extensionKind: ["workspace"],
};

const main = `const { commands } = require("vscode");
exports.activate = async ({ globalState }) => {
  if (globalState.get("welcomed")) return;
  await globalState.update("welcomed", true);
  await commands.executeCommand("workbench.action.openWalkthrough", "hosted-apps.hosted-apps#start");
  await commands.executeCommand("hostedApps.apps.focus");
};
`;

/** Creates `folder`; returns the package's path. */
export async function packageWelcomeExtension(folder: string): Promise<string> {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  fs.writeFileSync(path.join(folder, "main.js"), main);
  const file = path.join(folder, "welcome.vsix");
  const vsce = inRepository("node_modules", "@vscode", "vsce", "vsce");
  const args = ["package", "--no-dependencies", "--skip-license", "--allow-missing-repository", "-o", file];
  await runOrFail("The welcome could not be packaged.", process.execPath, [vsce, ...args], { cwd: folder });
  return file;
}
