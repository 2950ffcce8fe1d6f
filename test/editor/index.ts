// Runs inside VS Code's extension host: VS Code calls run() of this module when it is opened to test an extension.
import Mocha from "mocha";
import { runMocha } from "../support/mochaRun";
import { logMarked } from "../support/testLines";
import { editorFilesVariable, suiteFiles, testTimeoutMs } from "../support/testParts";

/** Runs the tests of this folder and writes the counts to the file that the launcher waits for. */
export async function run(): Promise<void> {
  Mocha.reporters.Base.consoleLog = (...values: unknown[]) => logMarked((line) => console.log(line), values);
  const chosen = process.env[editorFilesVariable]?.split("\n").filter(Boolean) ?? [];
  const files = chosen.length > 0 ? chosen : suiteFiles("editor");
  const result = await runMocha({ files, timeoutMs: testTimeoutMs("editor") });
  if (result.failures.length > 0) throw new Error(`${result.failures.length} tests failed.`);
}
