// Runs Mocha tests and journals their results, in plain Node and inside VS Code.
import fs from "node:fs";
import path from "node:path";
import Mocha from "mocha";

/** Environment variable: path of a run's journal. */
export const resultsVariable = "HOSTED_APPS_TEST_RESULTS";
/** Environment variable: text of the titles to run. */
export const grepVariable = "HOSTED_APPS_TEST_GREP";

/** Environment variable: set to stop at the first failure. */
export const bailVariable = "HOSTED_APPS_TEST_BAIL";

export interface TestFailure {
  readonly title: string;
  readonly error: string;
}

/** A test that was loaded and did not end is a failure, also after a crash. */
export interface SuiteResult {
  readonly passes: number;
  readonly failures: readonly TestFailure[];
  readonly pending: number;
  /** False during a run and after a crash. */
  readonly isComplete: boolean;
}

export interface MochaRun {
  readonly files: readonly string[];
  /** Default limit of a test or hook. */
  readonly timeoutMs: number;
  /** `HOSTED_APPS_TEST_RESULTS` by default. */
  readonly resultsFile?: string | undefined;
}

/** `test` is an index into the titles of the first line. */
type JournalLine =
  | { readonly loaded: readonly string[] }
  | { readonly test: number; readonly end: "passed" | "skipped" }
  | { readonly test: number; readonly end: "failed"; readonly error: string }
  | { readonly hook: string; readonly error: string }
  | { readonly complete: true };

/** Loads files one by one, so that a failing one does not prevent the others. */
class MochaByFile extends Mocha {
  loadFile(file: string): void {
    this.files = [file];
    try {
      this.loadFiles();
    } catch (error) {
      // A throwing block would otherwise become the parent of all later ones.
      this.ui("bdd");
      throw error;
    } finally {
      this.files = [];
    }
  }
}

/** Prints Mocha's spec output. A block that bails stops only itself. */
export async function runMocha(run: MochaRun): Promise<SuiteResult> {
  // The extension host cannot be started with --enable-source-maps.
  process.setSourceMapsEnabled(true);
  const lines: JournalLine[] = [];
  const resultsFile = run.resultsFile ?? process.env[resultsVariable];
  const write = (line: JournalLine): void => {
    lines.push(line);
    if (resultsFile) fs.appendFileSync(resultsFile, `${JSON.stringify(line)}\n`);
  };
  const mocha = new MochaByFile({
    ui: "bdd",
    color: process.stdout.isTTY === true,
    timeout: run.timeoutMs,
    forbidOnly: Boolean(process.env["CI"]),
    bail: Boolean(process.env[bailVariable]),
    ...(process.env[grepVariable] ? { fgrep: process.env[grepVariable] } : {}),
  });
  for (const file of run.files) {
    const before = testsOf(mocha.suite).length;
    try {
      mocha.loadFile(file);
      if (testsOf(mocha.suite).length === before)
        write({ hook: `loading ${path.basename(file)}`, error: "It has no tests." });
    } catch (error) {
      write({ hook: `loading ${path.basename(file)}`, error: textOf(error) });
      console.error(error);
    }
  }
  await new Promise<void>((resolve) =>
    follow(
      mocha.run(() => resolve()),
      mocha.options.grep,
      write,
    ),
  );
  write({ complete: true });
  return resultOf(lines);
}

function follow(runner: Mocha.Runner, grep: unknown, write: (line: JournalLine) => void): void {
  const stories = storiesOf(runner.suite);
  const chosen = testsOf(runner.suite).filter(
    (test) => !(grep instanceof RegExp) || grep.test(test.fullTitle()),
  );
  const indexes = new Map(chosen.map((test, index) => [test, index]));
  const stopped = new Set<Mocha.Test>();
  write({ loaded: chosen.map((test) => test.fullTitle()) });
  const end = (test: Mocha.Test, ending: "passed" | "skipped"): void => {
    if (stopped.has(test)) return;
    const index = indexes.get(test) ?? -1;
    write(test.fn ? { test: index, end: ending } : { test: index, end: "failed", error: "It has no body." });
  };
  runner.on("pass", (test) => end(test, "passed"));
  runner.on("pending", (test) => end(test, "skipped"));
  runner.on("fail", (test, failure: unknown) => {
    const index = indexes.get(test);
    const error = textOf(failure);
    if (index === undefined) write({ hook: test.fullTitle(), error });
    else write({ test: index, end: "failed", error });
    for (const rest of stopStory(test, stories)) stopped.add(rest);
  });
}

/**
 * The outermost blocks that bail. Mocha itself must not know: it counts failures of the whole run, and one
 * anywhere would silently end every later block that bails.
 */
function storiesOf(suite: Mocha.Suite): Set<Mocha.Suite> {
  const stories = new Set<Mocha.Suite>();
  for (const each of suitesOf(suite)) {
    if (each.bail() && !(each.parent && isWithin(each.parent, stories))) stories.add(each);
    each.bail(false);
  }
  return stories;
}

/** Skips the rest of the failed block; returns the tests that Mocha still counts. */
function stopStory(failed: Mocha.Runnable, stories: ReadonlySet<Mocha.Suite>): Mocha.Test[] {
  const held: Mocha.Test[] = [];
  let block: Mocha.Suite | undefined = failed.parent;
  if (!block || !isWithin(block, stories)) return held;
  let done: Mocha.Suite | undefined;
  for (; block && isWithin(block, stories); done = block, block = block.parent) {
    // Mocha takes blocks from this array one by one, but tests from a copy, so those are marked.
    block.suites.splice(done ? block.suites.indexOf(done) + 1 : 0);
    for (const test of block.tests)
      if (test.state === undefined && test !== failed) {
        test.pending = true;
        held.push(test);
      }
  }
  return held;
}

function isWithin(suite: Mocha.Suite, stories: ReadonlySet<Mocha.Suite>): boolean {
  return stories.has(suite) || (suite.parent !== undefined && isWithin(suite.parent, stories));
}

function suitesOf(suite: Mocha.Suite): Mocha.Suite[] {
  return [suite, ...suite.suites.flatMap(suitesOf)];
}

function testsOf(suite: Mocha.Suite): Mocha.Test[] {
  return suitesOf(suite).flatMap(({ tests }) => tests);
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Also of a running or crashed run; undefined before its first line. */
export function readResult(resultsFile: string): SuiteResult | undefined {
  if (!fs.existsSync(resultsFile)) return undefined;
  // An incomplete last line is still being written.
  const lines = fs.readFileSync(resultsFile, "utf8").split("\n").slice(0, -1);
  return lines.length > 0 ? resultOf(lines.map((line) => JSON.parse(line) as JournalLine)) : undefined;
}

function resultOf(lines: readonly JournalLine[]): SuiteResult {
  const titles = lines.flatMap((line) => ("loaded" in line ? line.loaded : []));
  const ended = new Set(lines.flatMap((line) => ("test" in line ? [line.test] : [])));
  // A test may fail after it passed, by work that it left running.
  const firstFailures = new Map<number, JournalLine>();
  for (const line of lines)
    if ("error" in line && "test" in line && !firstFailures.has(line.test))
      firstFailures.set(line.test, line);
  const count = (end: string) =>
    lines.filter((line) => "end" in line && line.end === end && !firstFailures.has(line.test)).length;
  const failures = lines.flatMap((line): TestFailure[] => {
    if ("hook" in line) return [{ title: line.hook, error: line.error }];
    const isFirst = "error" in line && line === firstFailures.get(line.test);
    return isFirst ? [{ title: titles[line.test] ?? "", error: line.error }] : [];
  });
  const notRun = titles.filter((_title, index) => !ended.has(index));
  return {
    passes: count("passed"),
    pending: count("skipped"),
    failures: [...failures, ...notRun.map((title) => ({ title: `not run: ${title}`, error: "" }))],
    isComplete: lines.some((line) => "complete" in line),
  };
}
