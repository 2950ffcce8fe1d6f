// The parts of `npm test` in the order in which they run, and the choice of some of them.
import type { SuiteName } from "./testSuites";

/** Every part: two checks, then the suites, from the quickest to the slowest. */
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

/** Whether a part is a suite of tests; the others are checks. */
export function isSuite(part: TestPart): part is Exclude<SuiteName, "long"> {
  return part !== "types" && part !== "lint";
}

/** The parts that `--only a,b` names; all without it. */
export function chosenParts(only: string | undefined): ReadonlySet<TestPart> {
  if (only === undefined) return new Set(testParts);
  const names = only.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !testParts.some((part) => part === name));
  if (unknown !== undefined)
    throw new Error(`There is no part "${unknown}". The parts are ${testParts.join(", ")}.`);
  return new Set(testParts.filter((part) => names.includes(part)));
}
