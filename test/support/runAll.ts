// `npm test`: types, lint, a build and every suite, in lanes. Its last line counts all tests.
// `npm test -- --only unit,e2e/push` runs parts, or the files of one; `--grep TEXT` runs the tests whose titles have that text.
import fs from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { chromiumPath } from "./chromium";
import { exitOnSignals } from "./exitOnSignals";
import { mainProgram } from "./mainProgram";
import { grepVariable, readResult, resultsVariable, type TestFailure } from "./mochaRun";
import { packageVsix } from "./packageVsix";
import { Programs } from "./programs";
import { inRepository } from "./repository";
import { temporaryFolder } from "./temporaryFolder";
import {
  addCounts,
  countCheck,
  countSuite,
  countsLine,
  failuresText,
  suiteProblem,
  type TestCounts,
} from "./testCounts";
import { type ChosenParts, chosenParts, isSuite, type SuiteName, suiteFiles, testParts } from "./testParts";
import { installVsCode } from "./vscodeInstall";
import { extensionVariable, installOnce } from "./vscodeServer";

type Step = () => Promise<TestCounts>;

const programs = new Programs();
const failures: TestFailure[] = [];
let vsix: string | undefined;

exitOnSignals(() => programs.stop());
mainProgram(async () => {
  const { values } = parseArgs({ options: { only: { type: "string" }, grep: { type: "string" } } });
  const parts = chosenParts(values.only);
  process.env[grepVariable] = values.grep ?? "";
  const counts = [...(await build(parts))];
  if (counts.every(({ failed }) => failed === 0)) counts.push(...(await runLanes(parts)));

  const sum = addCounts(counts);
  // Repeated at the end, for readers of a truncated output.
  if (failures.length > 0) console.log(`\n${failuresText(failures)}`);
  const nothingRan = sum.passed + sum.failed === 0;
  if (nothingRan) console.log("\nNo test ran.");
  console.log(`\n${countsLine(sum)}`);
  return sum.failed > 0 || nothingRan ? 1 : 0;
});

/** Builds what the chosen suites need. A failing build counts as the only result. */
async function build(parts: ChosenParts): Promise<TestCounts[]> {
  if (![...parts.keys()].some(isSuite)) return [];
  const esbuild = inRepository("esbuild.js");
  const tests = await run("Build of the tests", [esbuild, "--tests"]);
  if (tests !== 0) return [countCheck(tests)];
  if (!parts.has("e2e")) {
    const code = await run("Build", [esbuild]);
    return code === 0 ? [] : [countCheck(code)];
  }
  console.log("\n── Packaging the extension");
  try {
    vsix = await packageVsix();
    return [];
  } catch (error) {
    failures.push({ title: "Packaging the extension", error: error instanceof Error ? error.message : "" });
    return [countCheck(1)];
  }
}

/** One lane runs the parts, the others windows of VS Code; a lane that is done takes what is left of the others. */
async function runLanes(parts: ChosenParts): Promise<TestCounts[]> {
  const counts: TestCounts[] = [];
  const install = once(async () => {
    await Promise.all([chromiumPath(), installVsCode()]);
    if (vsix) process.env[extensionVariable] = await installOnce(vsix);
  });
  const steps = testParts
    .filter((part) => parts.has(part) && part !== "e2e" && part !== "editor")
    .map((part) => stepOf(part));
  for (const [part, within] of parts)
    if (isSuite(part) && suiteFiles(part, within).length === 0)
      counts.push(failed(`${part}: no file of tests has "${within}" in its path`));
  const windows = suiteFiles("e2e", parts.get("e2e"))
    .filter(() => parts.has("e2e"))
    // Long files first, so that no lane waits for one at the end.
    .sort((one, other) => sourceBytes(other) - sourceBytes(one))
    .map((file): Step => {
      const title = `e2e/${path.basename(file, ".test.js")}`;
      return async () => {
        await install();
        return await suite(title, ["runNodeSuite.js", "e2e", file]);
      };
    });
  if (parts.has("editor")) windows.unshift(stepOf("editor"));
  programs.isStreaming = steps.length + windows.length === 1;
  const lane = async (next: () => Step | undefined): Promise<void> => {
    for (let step = next(); step; step = next())
      counts.push(await step().catch((error: unknown) => failed("A part could not run", error)));
  };
  // A window uses 0.4 of a core, and needs a gigabyte.
  const windowLanes = Math.min(availableParallelism() + 1, 4);
  await Promise.all([
    lane(() => steps.shift() ?? windows.shift()),
    ...Array.from({ length: windowLanes }, () => lane(() => windows.shift() ?? steps.shift())),
  ]);
  return counts;

  function stepOf(part: Exclude<SuiteName, "long"> | "types" | "lint"): Step {
    if (part === "types") return checkTypes;
    if (part === "lint")
      return async () =>
        countCheck(await run("Lint", [tool("@biomejs/biome", "biome"), "check", "--error-on-warnings"]));
    const files = suiteFiles(part, parts.get(part));
    if (files.length === 0) return async () => addCounts([]);
    if (part !== "editor") return () => suite(part, ["runNodeSuite.js", part, ...files]);
    return async () => {
      await install();
      return await suite("editor", ["runEditorSuite.js", ...files]);
    };
  }
}

async function checkTypes(): Promise<TestCounts> {
  const counts: TestCounts[] = [];
  for (const project of ["tsconfig.json", "src/features/dashboard/webview"])
    counts.push(countCheck(await run(`Types: ${project}`, [tool("typescript", "tsc"), "-p", project])));
  return addCounts(counts);
}

async function suite(title: string, [script = "", ...args]: readonly string[]): Promise<TestCounts> {
  const resultsFile = path.join(temporaryFolder("results"), "journal.jsonl");
  const program = [inRepository("out", "test", "support", script), ...args];
  const code = await run(title, program, { [resultsVariable]: resultsFile });
  const result = readResult(resultsFile);
  const isFiltered = Boolean(process.env[grepVariable]);
  const problem = suiteProblem(result, code, isFiltered);
  failures.push(
    ...(result?.failures ?? []),
    ...(problem ? [{ title: `${title}: ${problem}`, error: "" }] : []),
  );
  return countSuite(result, code, isFiltered);
}

async function run(title: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, ending } = await programs.run(title, process.execPath, args, env);
  if (code !== 0) failures.push({ title: ending, error: "" });
  return code;
}

function failed(title: string, error?: unknown): TestCounts {
  failures.push({ title, error: error instanceof Error ? (error.stack ?? error.message) : "" });
  return countCheck(1);
}

function sourceBytes(test: string): number {
  return fs.statSync(inRepository("test", "e2e", path.basename(test).replace(/js$/, "ts"))).size;
}

/** Script of an npm package's command. */
function tool(packageName: string, name: string): string {
  const folder = inRepository("node_modules", packageName);
  const bin: unknown = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).bin;
  const script = typeof bin === "string" ? bin : (bin as Record<string, string>)[name];
  if (!script) throw new Error(`${packageName} has no program ${name}.`);
  return path.join(folder, script);
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
