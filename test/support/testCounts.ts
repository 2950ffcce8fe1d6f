// Adds up what became of checks and suites, and says it in the one line that ends `npm test`.
import type { SuiteResult, TestFailure } from "./mochaRun";

/** How many tests and checks ended how. */
export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** A part that is one check: its command's exit code decides. */
export function countCheck(exitCode: number | null): TestCounts {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** A suite's tests. A suite in which no test failed and something else did is one failure. */
export function countSuite(
  result: SuiteResult | undefined,
  exitCode: number | null,
  mayBeEmpty = false,
): TestCounts {
  const failed = result?.failures.length ?? 0;
  const isOtherwise = suiteProblem(result, exitCode, mayBeEmpty) !== undefined;
  return { passed: result?.passes ?? 0, failed: isOtherwise ? 1 : failed, skipped: result?.pending ?? 0 };
}

/** What went wrong with a suite in which no test failed. `mayBeEmpty`: only some tests were chosen. */
export function suiteProblem(
  result: SuiteResult | undefined,
  exitCode: number | null,
  mayBeEmpty: boolean,
): string | undefined {
  if (result && result.failures.length > 0) return undefined;
  if (!result?.isComplete) return "it ended before its tests were over";
  if (exitCode !== 0) return "it failed beside its tests";
  if (result.passes + result.pending === 0 && !mayBeEmpty) return "it has no tests";
  return undefined;
}

/** The sum of several counts. */
export function addCounts(counts: readonly TestCounts[]): TestCounts {
  return counts.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** "12 passed, 0 failed", and how many were skipped where any was. */
export function countsLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

const longestError = 3_000;

/** What failed, each with its error cut to a length that is read. */
export function failuresText(failures: readonly TestFailure[]): string {
  const blocks = failures.map(({ title, error }) => `${title}\n${error.slice(0, longestError)}`.trimEnd());
  return `What failed:\n\n${blocks.join("\n\n")}`;
}
