// Runs test/editor in the extension host of a real VS Code in a headless browser. A browser window has no
// exit code: results come through a journal.
import fs from "node:fs";
import path from "node:path";
import { filesWithSecrets } from "./canaries";
import { launchChromium, newVisitor } from "./chromium";
import { exitOnSignals } from "./exitOnSignals";
import { mainProgram } from "./mainProgram";
import { readResult, resultsVariable, type SuiteResult } from "./mochaRun";
import { inRepository, repositoryRoot } from "./repository";
import { copySampleFolder } from "./sampleFolder";
import { temporaryFolder } from "./temporaryFolder";
import { markedLine } from "./testLines";
import { editorFilesVariable, testTimeoutMs } from "./testParts";
import { startVsCode } from "./vscodeServer";
import { conditionTimeoutMs, waitUntil } from "./waitUntil";

exitOnSignals();
mainProgram(async () => {
  const testsPath = inRepository("out", "test", "editor", "index.js");
  if (!fs.existsSync(testsPath))
    throw new Error("The tests are not built. Run `node esbuild.js --tests` first.");
  const scratch = temporaryFolder("editor-suite");
  const resultsFile = process.env[resultsVariable] ?? path.join(scratch, "results.json");
  const vscode = await startVsCode({
    userDataDir: path.join(scratch, "data"),
    folder: copySampleFolder(scratch),
    extensionDevelopmentPath: repositoryRoot,
    extensionTestsPath: testsPath,
    env: { [resultsVariable]: resultsFile, [editorFilesVariable]: process.argv.slice(2).join("\n") },
  });
  const browser = await launchChromium().catch(async (error: unknown) => {
    await vscode.stop();
    throw error;
  });
  try {
    const page = await (await newVisitor(browser)).newPage();
    const otherLines: string[] = [];
    page.on("console", (message) => relay(message.text(), otherLines));
    await page.goto(vscode.url);
    const result = await endOfTests(resultsFile, otherLines).catch((error: unknown) => {
      throw new Error(
        `${error instanceof Error ? error.message : error}\n${otherLines.slice(-30).join("\n")}\n${vscode.output()}`,
      );
    });
    // The window closes before Mocha's report is complete.
    for (const { title, error } of result.failures) console.error(`\n  ${title}\n${error}`);
    const leaks = filesWithSecrets(path.join(scratch, "data"));
    if (leaks.length > 0) throw new Error(`A secret of the tests is in ${leaks.join(", ")}.`);
    return result.failures.length > 0 ? 1 : 0;
  } finally {
    await browser.close();
    await vscode.stop();
  }
});

/** For as long as one test ends every few minutes. */
async function endOfTests(resultsFile: string, otherLines: readonly string[]): Promise<SuiteResult> {
  for (let size = 0; ; ) {
    size = await waitUntil(
      () => {
        failIfHostEnded(otherLines);
        const now = fs.existsSync(resultsFile) ? fs.statSync(resultsFile).size : 0;
        return now > size && now;
      },
      {
        what: "the next test inside VS Code to end",
        timeoutMs: testTimeoutMs("editor") + conditionTimeoutMs,
      },
    );
    const result = readResult(resultsFile);
    if (result?.isComplete) return result;
  }
}

function relay(text: string, otherLines: string[]): void {
  const line = markedLine(text);
  if (line !== undefined) console.log(line);
  else otherLines.push(text);
  if (line === undefined && process.env["DEBUG"]) console.log(text);
}

function failIfHostEnded(lines: readonly string[]): void {
  const end = lines.find((line) => /extension host.*(terminated unexpectedly|exited with)/i.test(line));
  if (end) throw new Error(`The extension host ended before its tests did: ${end}`);
}
