// The parts of `npm test`, what `--only` chooses of them, and the compiled test files of each suite.
import fs from "node:fs";
import path from "node:path";
import { inRepository } from "./repository";
import { conditionTimeoutMs, startTimeoutMs } from "./waitUntil";

/** Every part: two checks, then the suites. `structure` are the unit tests that judge the code's shape. */
export const testParts = [
  "types",
  "lint",
  "structure",
  "unit",
  "contract",
  "simulation",
  "editor",
  "e2e",
] as const;

/** One part of `npm test`. */
export type TestPart = (typeof testParts)[number];

/** A suite of Mocha tests; `long` is no part of `npm test`. */
export type SuiteName = Exclude<TestPart, "types" | "lint"> | "long";

/** The variable with the files to run inside VS Code, a line each; all of them when it is empty. */
export const editorFilesVariable = "HOSTED_APPS_EDITOR_FILES";

/** The chosen parts, each with the text that the path of a test file must contain: "" for all of its files. */
export type ChosenParts = ReadonlyMap<TestPart, string>;

/** The parts that `--only unit,e2e/push` names, of `e2e` the files with "push" in their path; all without it. */
export function chosenParts(only: string | undefined): ChosenParts {
  if (only === undefined) return new Map(testParts.map((part) => [part, ""]));
  const named = only.split(",").map((name) => partAndFiles(name.trim()));
  const wanted = new Map(named);
  if (wanted.size < named.length) throw new Error("Name each part once.");
  return new Map(testParts.flatMap((part) => (wanted.has(part) ? [[part, wanted.get(part) ?? ""]] : [])));
}

function partAndFiles(name: string): [TestPart, string] {
  const [first = "", ...rest] = name.split("/");
  const part = testParts.find((each) => each === first);
  if (!part) throw new Error(`There is no part "${first}". The parts are ${testParts.join(", ")}.`);
  return [part, rest.join("/")];
}

/** Whether a part is a suite of tests; the others are checks. */
export function isSuite(part: TestPart): part is Exclude<SuiteName, "long"> {
  return part !== "types" && part !== "lint";
}

/** The compiled files of a suite whose path contains `within`, in a stable order. */
export function suiteFiles(name: SuiteName, within = ""): string[] {
  const folder = inRepository("out", "test", name === "structure" ? "unit" : name);
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => file.endsWith(".test.js") && file.includes(within))
    .filter((file) => name !== "structure" || isStructureTest(file))
    .filter((file) => name !== "unit" || !isStructureTest(file))
    .sort()
    .map((file) => path.join(folder, file));
}

/** Whether a unit test is about the imports between folders or about package.json. */
export function isStructureTest(file: string): boolean {
  return /^(architecture|manifest)\b/.test(path.basename(file));
}

/** The limit of one test: above that of the waits in it, so that a wait that ends says itself what it saw. */
export function testTimeoutMs(name: SuiteName): number {
  const isInProcess = name === "structure" || name === "unit" || name === "simulation";
  return 1.5 * (isInProcess ? conditionTimeoutMs : startTimeoutMs);
}
