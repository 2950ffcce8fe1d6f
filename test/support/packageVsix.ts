// Packages the extension for users.
import fs from "node:fs";
import { inRepository, repositoryRoot } from "./repository";
import { runOrFail } from "./runCommand";

/** Returns the path of out/hosted-apps.vsix. vsce builds first, by the script vscode:prepublish. */
export async function packageVsix(): Promise<string> {
  const file = inRepository("out", "hosted-apps.vsix");
  fs.mkdirSync(inRepository("out"), { recursive: true });
  fs.rmSync(file, { force: true });
  const vsce = inRepository("node_modules", "@vscode", "vsce", "vsce");
  // As in `npm run package`, so that tests get what users get.
  const { scripts } = JSON.parse(fs.readFileSync(inRepository("package.json"), "utf8"));
  const [, ...args] = String(scripts.package).split(" ");
  await runOrFail("The extension could not be packaged.", process.execPath, [vsce, ...args], {
    cwd: repositoryRoot,
  });
  return file;
}
