// `npm test`: types, lint, both builds and every suite, one after the other. Its last line counts them all.
// `npm test -- --only unit,contract` runs a part; `--grep TEXT` runs the tests whose titles hold the text.
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { exitOnSignals } from "./exitOnSignals";
import { mainProgram } from "./mainProgram";
import { grepVariable, readResult, resultsVariable, type TestFailure } from "./mochaRun";
import { packageVsix } from "./packageVsix";
import { stopProcessTree } from "./processTree";
import { inRepository, repositoryRoot } from "./repository";
import { temporaryFolder } from "./temporaryFolder";
import { addCounts, countCheck, countSuite, countsLine, failuresText, type TestCounts } from "./testCounts";
import { chosenParts, isSuite, testParts } from "./testParts";
import { type SuiteName, testSuite } from "./testSuites";

let current: ChildProcess | undefined;
const failures: TestFailure[] = [];

exitOnSignals(async () => {
  if (current?.pid !== undefined) await stopProcessTree(current.pid);
});
mainProgram(async () => {
  const { values } = parseArgs({ options: { only: { type: "string" }, grep: { type: "string" } } });
  const parts = chosenParts(values.only);
  if (values.grep) process.env[grepVariable] = values.grep;
  const counts: TestCounts[] = [];
  if (parts.has("types")) {
    counts.push(await check("Types", "typescript", "tsc", ["-p", "tsconfig.json"]));
    const webview = "src/features/dashboard/webview";
    counts.push(await check("Types of the dashboard's page", "typescript", "tsc", ["-p", webview]));
  }
  if (parts.has("lint"))
    counts.push(await check("Lint", "@biomejs/biome", "biome", ["check", "--error-on-warnings"]));
  const suites = testParts.filter(isSuite).filter((name) => parts.has(name));
  if (suites.length > 0) counts.push(...(await buildAndTest(suites)));

  const sum = addCounts(counts);
  // Whoever keeps only the end of a long output still reads what failed.
  if (failures.length > 0) console.log(`\n${failuresText(failures)}`);
  const nothingRan = sum.passed + sum.failed === 0;
  if (nothingRan) console.log("\nNo test ran.");
  console.log(`\n${countsLine(sum)}`);
  return sum.failed > 0 || nothingRan ? 1 : 0;
});

async function buildAndTest(suites: readonly SuiteName[]): Promise<TestCounts[]> {
  for (const [title, flags] of [
    ["Build", []],
    ["Build of the tests", ["--tests"]],
  ] as const) {
    const built = countCheck(await run(title, process.execPath, [inRepository("esbuild.js"), ...flags]));
    // Tests of yesterday's build would say nothing, so the rest does not run. A build that works is no test.
    if (built.failed > 0) return [built];
  }
  const counts: TestCounts[] = [];
  for (const name of suites) {
    if (testSuite(name).files.length > 0) counts.push(await suite(name));
    else console.log(`\n── ${name}: no tests`);
  }
  return counts;
}

async function suite(name: SuiteName): Promise<TestCounts> {
  const resultsFile = path.join(temporaryFolder("results"), `${name}.json`);
  const env: Record<string, string> = { [resultsVariable]: resultsFile };
  if (name === "e2e" && !process.env["HOSTED_APPS_VSIX"]) {
    console.log("\n── Packaging the extension");
    try {
      env["HOSTED_APPS_VSIX"] = await packageVsix();
    } catch (error) {
      console.log(error instanceof Error ? error.message : error);
      return countCheck(1);
    }
  }
  const script = name === "editor" ? ["runEditorSuite.js"] : ["runNodeSuite.js", name];
  const [file, ...args] = script as [string, ...string[]];
  const code = await run(
    name,
    process.execPath,
    [inRepository("out", "test", "support", file), ...args],
    env,
  );
  const result = readResult(resultsFile);
  failures.push(...(result?.failures ?? []));
  return countSuite(result, code);
}

/** Runs a tool of node_modules whose exit code is the result. */
async function check(
  title: string,
  packageName: string,
  tool: string,
  args: readonly string[],
): Promise<TestCounts> {
  const folder = inRepository("node_modules", packageName);
  const bin: unknown = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).bin;
  const script = typeof bin === "string" ? bin : (bin as Record<string, string>)[tool];
  if (!script) throw new Error(`${packageName} has no program ${tool}.`);
  return countCheck(await run(title, process.execPath, [path.join(folder, script), ...args]));
}

/** Runs a program with its output on ours, and gives its exit code. */
function run(
  title: string,
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const startedMs = performance.now();
  console.log(`\n── ${title}`);
  return new Promise<number | null>((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: repositoryRoot,
      env: { ...process.env, ...env },
      stdio: ["ignore", "inherit", "inherit"],
    });
    current = child;
    child.once("error", reject);
    child.once("close", (code) => {
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
      const ending = `── ${title}: ${code === 0 ? "ok" : "failed"}, ${seconds} s`;
      console.log(ending);
      if (code !== 0) failures.push({ title: ending, error: "" });
      resolve(code);
    });
  });
}
