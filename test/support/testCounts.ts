// Sums the results of checks and suites into the last line of `npm test`.
import type { SuiteResult, TestFailure } from "./mochaRun";

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** By the command's exit code. */
export function countCheck(exitCode: number | null): TestCounts {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** A suite without failed tests that failed otherwise counts as one failure. */
export function countSuite(
  result: SuiteResult | undefined,
  exitCode: number | null,
  mayBeEmpty = false,
): TestCounts {
  const failed = result?.failures.length ?? 0;
  const isOtherwise = suiteProblem(result, exitCode, mayBeEmpty) !== undefined;
  return { passed: result?.passes ?? 0, failed: isOtherwise ? 1 : failed, skipped: result?.pending ?? 0 };
}

/** Why a suite without failed tests failed. `mayBeEmpty`: only some tests were chosen. */
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

/** "12 passed, 0 failed", with skipped ones if any. */
export function countsLine({ passed, failed, skipped }: TestCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

const longestError = 3_000;

/** With shortened errors. */
export function failuresText(failures: readonly TestFailure[]): string {
  const blocks = failures.map(({ title, error }) => `${title}\n${error.slice(0, longestError)}`.trimEnd());
  return `What failed:\n\n${blocks.join("\n\n")}`;
}
