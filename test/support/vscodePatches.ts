// What has to be different in the installed VS Code server for it to run without code-server around it.
import fs from "node:fs";
import path from "node:path";

/** Part of the install's marker: raise it when a patch changes, and every install is done again. */
export const patchRevision = 2;

/** Applies the patches to `lib/vscode` of a code-server package. */
export function patchVsCode(vscode: string): void {
  // It loads a native file that was not built, and without it the extension host ends at once.
  const watchdog = path.join(vscode, "node_modules", "@vscode", "native-watchdog", "index.js");
  fs.writeFileSync(watchdog, "exports.start = () => {};\n");

  const workbench = path.join(vscode, "out", "vs", "code", "browser", "workbench", "workbench.js");
  fs.writeFileSync(workbench, keepSecretsInBrowser(fs.readFileSync(workbench, "utf8")));
}

/**
 * The window seals secrets with a key that only code-server's own pages hand out, and forgets them on a reload when it
 * gets none. This makes it take the unsealed store that VS Code has for servers without such a key.
 */
export function keepSecretsInBrowser(script: string): string {
  const choice = /\b(\w+)&&(\w+)\.supported\(\)\?new \2\(\1\):new (\w+)/g;
  if (script.match(choice)?.length !== 1)
    throw new Error("This VS Code chooses its secret storage in another way.");
  return script.replace(choice, "new $3");
}
