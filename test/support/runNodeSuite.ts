// Runs one suite of tests in plain Node: `node out/test/support/runNodeSuite.js unit [file.test.js ...]`.
import path from "node:path";
import { exitOnSignals } from "./exitOnSignals";
import { mainProgram } from "./mainProgram";
import { runMocha } from "./mochaRun";
import { countSuite, countsLine } from "./testCounts";
import { picturesVariable, type SuiteName, suiteFiles, testTimeoutMs } from "./testParts";
import { useVscodeStub } from "./useVscodeStub";

const suites: readonly SuiteName[] = ["structure", "unit", "contract", "simulation", "e2e", "long"];

exitOnSignals();
mainProgram(async () => {
  const [wanted, ...chosenFiles] = process.argv.slice(2);
  const suite = suites.find((name) => name === wanted);
  if (!suite) throw new Error(`Which suite? One of: ${suites.join(", ")}.`);
  if (suite === "unit" || suite === "contract") useVscodeStub();
  if (suite === "long") process.env[picturesVariable] ??= "on";
  const files = chosenFiles.length > 0 ? chosenFiles.map((file) => path.resolve(file)) : suiteFiles(suite);
  const result = await runMocha({ files, timeoutMs: testTimeoutMs(suite) });
  // `npm test` prints the counts of all its parts.
  if (suite === "long") console.log(`\n${countsLine(countSuite(result, 0))}`);
  return result.failures.length > 0 ? 1 : 0;
});
