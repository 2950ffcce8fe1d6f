// Runs a folder of Mocha tests and keeps the counts: the same for plain Node and for inside VS Code.
import fs from "node:fs";
import path from "node:path";
import Mocha from "mocha";

/** The variable that names the file for the result. */
export const resultsVariable = "HOSTED_APPS_TEST_RESULTS";
/** The variable with a pattern that the titles of the tests to run must match. */
export const grepVariable = "HOSTED_APPS_TEST_GREP";

/** A test that failed: its whole title, and its error with its stack. */
export interface TestFailure {
  readonly title: string;
  readonly error: string;
}

/** What became of a suite. */
export interface SuiteResult {
  readonly passes: number;
  readonly failures: readonly TestFailure[];
  readonly pending: number;
}

/** What to run and where to put the result. */
export interface MochaRun {
  readonly files: readonly string[];
  /** The limit of one test or hook that sets none. */
  readonly timeoutMs: number;
  /** The file for the result as JSON; what `HOSTED_APPS_TEST_RESULTS` says unless told. */
  readonly resultsFile?: string | undefined;
}

/** Runs the files in this process, with Mocha's spec output on the console. */
export async function runMocha(run: MochaRun): Promise<SuiteResult> {
  // The extension host cannot be started with --enable-source-maps.
  process.setSourceMapsEnabled(true);
  const mocha = new Mocha({
    ui: "bdd",
    color: process.stdout.isTTY === true,
    timeout: run.timeoutMs,
    forbidOnly: Boolean(process.env["CI"]),
    ...(process.env[grepVariable] ? { grep: process.env[grepVariable] } : {}),
  });
  for (const file of run.files) mocha.addFile(file);

  let passes = 0;
  let pending = 0;
  const failures: TestFailure[] = [];
  const fail = (title: string, error: unknown): void => {
    failures.push({ title, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  };
  try {
    await new Promise<void>((resolve) => {
      const runner = mocha.run(() => resolve());
      runner.on("pass", () => {
        passes += 1;
      });
      runner.on("pending", () => {
        pending += 1;
      });
      runner.on("fail", (test, error: unknown) => fail(test.fullTitle(), error));
    });
  } catch (error) {
    // A file that cannot even be loaded is a failure of the suite, and whoever waits for the counts must hear of it.
    fail("loading the tests", error);
    console.error(error);
  }
  const result = { passes, failures, pending };
  const resultsFile = run.resultsFile ?? process.env[resultsVariable];
  if (resultsFile) writeResult(resultsFile, result);
  return result;
}

/** Every compiled test file below a folder, in a stable order; none when there is no such folder. */
export function testFiles(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.js"))
    .sort()
    .map((file) => path.join(folder, file));
}

/** Reads what `runMocha` wrote in another process; undefined while there is nothing. */
export function readResult(resultsFile: string): SuiteResult | undefined {
  if (!fs.existsSync(resultsFile)) return undefined;
  return JSON.parse(fs.readFileSync(resultsFile, "utf8")) as SuiteResult;
}

function writeResult(resultsFile: string, result: SuiteResult): void {
  // Renamed into place, so that whoever waits for the file never reads half of it.
  fs.writeFileSync(`${resultsFile}.part`, JSON.stringify(result));
  fs.renameSync(`${resultsFile}.part`, resultsFile);
}
