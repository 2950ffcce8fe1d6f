// Finds a short history that breaks the same promise: leaves out operations as long as it goes on to be broken.
import type { Operation, WorldSettings } from "./operations";
import { simulate } from "./world";

/** More runs than this are not made for one history. */
const mostRuns = 1_500;

export async function shorten(
  settings: WorldSettings,
  operations: readonly Operation[],
): Promise<readonly Operation[]> {
  const first = await simulate(settings, operations);
  const rule = first.violation?.rule;
  let runs = 0;
  const breaks = async (some: readonly Operation[]): Promise<boolean> => {
    runs++;
    return (await simulate(settings, some)).violation?.rule === rule;
  };
  let left: readonly Operation[] = operations;
  for (let portion = Math.ceil(left.length / 2); portion >= 1 && runs < mostRuns; ) {
    let isShorter = false;
    for (let from = 0; from < left.length && runs < mostRuns; ) {
      const without = leaveOut(left, from, portion);
      if (await breaks(without)) {
        left = without;
        isShorter = true;
      } else from += portion;
    }
    if (portion === 1 && !isShorter) break;
    portion = portion === 1 ? 1 : Math.ceil(portion / 2);
  }
  return await calm(left, breaks);
}

/** What is left out takes its time with it, which the next one keeps. */
function leaveOut(operations: readonly Operation[], from: number, count: number): Operation[] {
  const next = operations[from + count];
  const gapMs = operations.slice(from, from + count).reduce((sum, each) => sum + each.gapMs, 0);
  const rest = operations.slice(from + count + 1);
  const changed = next ? [{ ...next, gapMs: next.gapMs + gapMs }] : [];
  return [...operations.slice(0, from), ...changed, ...rest];
}

/** Pauses that do not matter are made short. */
async function calm(
  operations: readonly Operation[],
  breaks: (some: readonly Operation[]) => Promise<boolean>,
): Promise<readonly Operation[]> {
  let left = operations;
  for (const [index, operation] of operations.entries()) {
    if (operation.gapMs < 1_000) continue;
    for (const gapMs of [0, 500, 10_000]) {
      if (gapMs >= operation.gapMs) break;
      const shorter = left.map((each, at) => (at === index ? { ...each, gapMs } : each));
      if (!(await breaks(shorter))) continue;
      left = shorter;
      break;
    }
  }
  return left;
}
