// The suites of Mocha tests: where each one's files are and how long one of its tests may take.
import path from "node:path";
import { testFiles } from "./mochaRun";
import { inRepository } from "./repository";

/** A suite of tests by its name. `structure` is those of the unit tests that judge the code's shape. */
export type SuiteName = "structure" | "unit" | "contract" | "simulation" | "editor" | "e2e" | "long";

const timeoutsMs: Readonly<Record<SuiteName, number>> = {
  structure: 30_000,
  unit: 10_000,
  contract: 30_000,
  simulation: 180_000,
  editor: 60_000,
  e2e: 120_000,
  long: 240_000,
};

/** The compiled files of a suite and the limit of one of its tests. */
export function testSuite(name: SuiteName): { readonly files: string[]; readonly timeoutMs: number } {
  const folder = name === "structure" ? "unit" : name;
  const files = testFiles(inRepository("out", "test", folder)).filter((file) => {
    if (name === "structure") return isStructureTest(file);
    return name !== "unit" || !isStructureTest(file);
  });
  return { files, timeoutMs: timeoutsMs[name] };
}

/** Whether a unit test is about the imports between folders or about package.json; those run first. */
export function isStructureTest(file: string): boolean {
  return /^(architecture|manifest)\b/.test(path.basename(file));
}
