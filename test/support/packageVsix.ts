// Packages the extension as users get it.
import fs from "node:fs";
import { inRepository, repositoryRoot } from "./repository";
import { runOrFail } from "./runCommand";

/** Makes out/hosted-apps.vsix and says where it is. vsce builds first, through the script vscode:prepublish. */
export async function packageVsix(): Promise<string> {
  const file = inRepository("out", "hosted-apps.vsix");
  fs.mkdirSync(inRepository("out"), { recursive: true });
  fs.rmSync(file, { force: true });
  const vsce = inRepository("node_modules", "@vscode", "vsce", "vsce");
  // As `npm run package` has it, so that what is tested is what users get.
  const { scripts } = JSON.parse(fs.readFileSync(inRepository("package.json"), "utf8"));
  const [, ...args] = String(scripts.package).split(" ");
  await runOrFail("The extension could not be packaged.", process.execPath, [vsce, ...args], {
    cwd: repositoryRoot,
  });
  return file;
}
