// The parts of `npm test`, the selection by `--only`, and the compiled test files of each suite.
import fs from "node:fs";
import path from "node:path";
import { inRepository } from "./repository";
import { conditionTimeoutMs, startTimeoutMs } from "./waitUntil";

/** Two checks, then the suites. `structure` are the unit tests of the code's structure. */
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

export type TestPart = (typeof testParts)[number];

/** `long` is not part of `npm test`. */
export type SuiteName = Exclude<TestPart, "types" | "lint"> | "long";

/** Environment variable: set for pictures of tests that pass. */
export const picturesVariable = "HOSTED_APPS_PICTURES";
/** Environment variable: files to run inside VS Code, one a line; all when empty. */
export const editorFilesVariable = "HOSTED_APPS_EDITOR_FILES";

/** By part: text that a file's path must contain, "" for all. */
export type ChosenParts = ReadonlyMap<TestPart, string>;

/** Of `--only unit,e2e/push`: all unit tests, and `e2e` files with "push" in their path. All without it. */
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

/** The others are checks. */
export function isSuite(part: TestPart): part is Exclude<SuiteName, "long"> {
  return part !== "types" && part !== "lint";
}

/** Sorted files with `within` in their path. */
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

/** Tests of imports between folders and of package.json. */
export function isStructureTest(file: string): boolean {
  return /^(architecture|manifest)\b/.test(path.basename(file));
}

/** Above the limit of waits within the test, so that a failing wait reports its state. */
export function testTimeoutMs(name: SuiteName): number {
  const isInProcess = name === "structure" || name === "unit" || name === "simulation";
  return 1.5 * (isInProcess ? conditionTimeoutMs : startTimeoutMs);
}
