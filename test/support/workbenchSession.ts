// Gives a block of end-to-end tests its own window: starts VS Code and a browser before, stops both after.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, afterEach, before } from "mocha";
import { filesWithSecrets, memoriesWithSecrets } from "./canaries";
import { launchChromium, newVisitor, type Viewport } from "./chromium";
import { filesBelow } from "./fileTrees";
import { repositoryRoot } from "./repository";
import { removeTemporaryFolder, temporaryFolder } from "./temporaryFolder";
import { extensionVariable, startVsCode, type VsCodeOptions } from "./vscodeServer";
import { Workbench } from "./workbench";

/** Extension log lines that are printed for a failed test. */
const failureLogLines = 40;

/** Typed text is saved unchanged, and settings open in a tab. */
export const typingSettings: Readonly<Record<string, unknown>> = {
  "editor.autoClosingBrackets": "never",
  "editor.autoClosingQuotes": "never",
  "editor.autoIndent": "none",
  "editor.quickSuggestions": false,
  "editor.suggestOnTriggerCharacters": false,
  "editor.parameterHints.enabled": false,
  // These are drawn again all the time.
  "editor.cursorBlinking": "solid",
  "editor.minimap.enabled": false,
  "workbench.editor.useModal": "off",
  // A terminal that is drawn on the GPU cannot be read.
  "terminal.integrated.gpuAcceleration": "off",
};

/** Absent options are new and empty. */
export interface WindowOptions extends Partial<VsCodeOptions> {
  readonly viewport?: Viewport;
}

export interface WorkbenchSession {
  readonly workbench: Workbench;
  /** Settings, logs, the extension's storage. */
  readonly userDataDir: string;
  /** The browser's console, and the page's end. */
  readonly consoleLines: readonly string[];
  close(): Promise<void>;
}

/** The extension in the folder HOSTED_APPS_EXTENSION, else this folder. */
export async function openWorkbench(options: WindowOptions = {}): Promise<WorkbenchSession> {
  const userDataDir = options.userDataDir ?? temporaryFolder("vscode");
  const settings = { ...typingSettings, ...options.settings };
  const vscode = await startVsCode({ ...extensionUnderTest(options), ...options, settings, userDataDir });
  const browser = await launchChromium().catch(async (error: unknown) => {
    await vscode.stop();
    throw error;
  });
  const close = async (): Promise<void> => {
    await browser.close();
    await vscode.stop();
    if (!options.userDataDir) removeTemporaryFolder(userDataDir);
  };
  try {
    const page = await (await newVisitor(browser, options.viewport)).newPage();
    const consoleLines: string[] = [];
    page.on("console", (message) => consoleLines.push(message.text()));
    page.on("framenavigated", (frame) => consoleLines.push(`[page] opened ${frame.url()}`));
    page.on("requestfailed", (request) =>
      consoleLines.push(`[page] ${request.url()}: ${request.failure()?.errorText}`),
    );
    page.on("crash", () => consoleLines.push("[page] crashed"));
    const workbench = new Workbench(page, path.join(userDataDir, "data", "User", "settings.json"));
    await workbench.open(vscode.url);
    return { workbench, userDataDir, consoleLines, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * In a `describe`: a window for its tests, with a picture of each failed one in out/screens. Fails when a
 * test secret is where it must not be. `options` may be a function, for values that exist only when the tests
 * start.
 */
export function useWorkbench(
  options: WindowOptions | (() => WindowOptions | Promise<WindowOptions>) = {},
): () => Workbench {
  let session: WorkbenchSession | undefined;
  const workbench = (): Workbench => {
    if (!session) throw new Error("The window is open only while the tests of its block run.");
    return session.workbench;
  };
  before("open VS Code", async () => {
    session = await openWorkbench(typeof options === "function" ? await options() : options);
    // Keys of a command that VS Code doesn't know yet are lost.
    await workbench().page.locator(".activitybar").getByRole("tab", { name: "Hosted Apps" }).waitFor();
  });
  afterEach("keep a picture of a failure", async function () {
    const test = this.currentTest;
    if (!test?.isFailed() || !session) return;
    const name = `failed ${test.fullTitle().replace(/[^\w -]+/g, " ")}`.slice(0, 120);
    const picture = await workbench().screenshot(name, true);
    fs.writeFileSync(picture.replace(/\.png$/, ".log"), `${session.consoleLines.join("\n")}\n`);
    // Without pictures, the output must show what the user would have seen.
    console.error(indented(`The window then showed:\n${await workbench().shownText()}`));
    console.error(indented(`The extension's log ended with:\n${lastLogLines(session.userDataDir)}`));
  });
  after("find no secret in what VS Code remembers, and close it", async () => {
    if (!session) return;
    const { userDataDir, close } = session;
    const found = [...(await memoriesWithSecrets(workbench().page)), ...filesWithSecrets(userDataDir)];
    await close();
    session = undefined;
    assert.deepEqual(found, []);
  });
  return workbench;
}

function lastLogLines(userDataDir: string): string {
  const [log] = filesBelow(userDataDir)
    .filter((file) => path.basename(file) === "Hosted Apps.log")
    .sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs);
  return log ? fs.readFileSync(log, "utf8").trimEnd().split("\n").slice(-failureLogLines).join("\n") : "";
}

function indented(text: string): string {
  return text.replace(/^/gm, "      ");
}

/** The folder of HOSTED_APPS_EXTENSION, else this one; none where `options` name an extension. */
export function extensionUnderTest(
  options: Pick<VsCodeOptions, "installVsix" | "linkedExtension"> = {},
): Pick<VsCodeOptions, "installVsix" | "linkedExtension"> {
  if (options.installVsix !== undefined || options.linkedExtension !== undefined) return {};
  return { linkedExtension: process.env[extensionVariable] ?? repositoryRoot };
}
