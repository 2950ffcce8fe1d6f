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

/** A suite's tests. A suite that left no counts, or that failed with none of them failed, is one failure. */
export function countSuite(
  result: Omit<SuiteResult, "isComplete"> | undefined,
  exitCode: number | null,
): TestCounts {
  const failed = result?.failures.length ?? 0;
  const unexplained = failed === 0 && (exitCode !== 0 || !result);
  return { passed: result?.passes ?? 0, failed: unexplained ? 1 : failed, skipped: result?.pending ?? 0 };
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
