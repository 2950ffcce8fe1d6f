// `npm start`: builds and packages the extension, installs it into its own VS Code with a sample app open,
// and prints a URL for the browser.
import fs from "node:fs";
import path from "node:path";
import { exitOnSignals } from "./exitOnSignals";
import { mainProgram } from "./mainProgram";
import { packageVsix } from "./packageVsix";
import { isRunning } from "./processTree";
import { cacheFolder, inRepository, repositoryRoot } from "./repository";
import { runOrFail } from "./runCommand";
import { copySampleFolder } from "./sampleFolder";
import { installVsCode } from "./vscodeInstall";
import { type RunningVsCode, startVsCode } from "./vscodeServer";
import { packageWelcomeExtension } from "./welcomeExtension";

const demonstrations = path.join(cacheFolder, "start");
const own = path.join(demonstrations, String(process.pid));
const lookEveryMs = 500;
let running: RunningVsCode | undefined;

process.once("exit", () => fs.rmSync(own, { recursive: true, force: true }));
exitOnSignals(async () => {
  await running?.stop();
});
mainProgram(async () => {
  progress("Building the extension…");
  removeLeftovers();
  // The build needs two cores while the installation waits for the network.
  const [vsix] = await Promise.all([buildAndPackage(), installVsCode()]);
  progress("Starting VS Code…");
  running = await startVsCode({
    userDataDir: path.join(own, "vscode"),
    folder: copySampleFolder(own),
    installVsix: [vsix, await packageWelcomeExtension(path.join(own, "welcome"))],
    settings: { "window.title": "Hosted Apps", "git.enabled": false },
  });
  console.log(`Open ${running.url}`);
  progress("The window is blank for about 15 s when it first opens. Ctrl-C stops it.");
  if ((await firstToEnd(running.pid)) === "vscode")
    throw new Error(`VS Code ended by itself.\n${running.output()}`);
  await running.stop();
  return 0;
});

async function buildAndPackage(): Promise<string> {
  await runOrFail("The extension could not be built.", process.execPath, [inRepository("esbuild.js")], {
    cwd: repositoryRoot,
  });
  return packageVsix();
}

function progress(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** Each start has a folder named after its process id; a killed one leaves it. */
function removeLeftovers(): void {
  if (!fs.existsSync(demonstrations)) return;
  for (const name of fs.readdirSync(demonstrations)) {
    if (!isRunning(Number(name)))
      fs.rmSync(path.join(demonstrations, name), { recursive: true, force: true });
  }
}

/** npm's shell does not forward a SIGTERM, so that shell is watched, too. */
function firstToEnd(vscodePid: number): Promise<"vscode" | "npm"> {
  const parentPid = process.ppid;
  return new Promise((resolve) => {
    const look = setInterval(() => {
      const npmEnded = process.env["npm_lifecycle_event"] !== undefined && process.ppid !== parentPid;
      if (!npmEnded && isRunning(vscodePid)) return;
      clearInterval(look);
      resolve(npmEnded ? "npm" : "vscode");
    }, lookEveryMs);
  });
}
