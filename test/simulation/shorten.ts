// Shortens a history that breaks a promise: leaves out operations, pauses and rolls while it still breaks.

import { plainWorld } from "./histories";
import type { Operation } from "./operations";
import { type Played, simulate } from "./world";

/** Runs for one history. */
const mostRuns = 2_500;

export async function shorten(played: Played): Promise<Played> {
  const { violation, begun } = await simulate(played);
  if (!violation) throw new Error("This history breaks no promise.");
  const { rule } = violation;
  let runs = 0;
  const breaks = async (some: Played): Promise<boolean> =>
    ++runs <= mostRuns && (await simulate(some)).violation?.rule === rule;

  /** Leaves out parts of a list, from halves to single items, while possible. */
  const leaveOut = async <T>(
    list: readonly T[],
    without: (left: readonly T[], from: number, count: number) => readonly T[],
    isBroken: (left: readonly T[]) => Promise<boolean>,
  ): Promise<readonly T[]> => {
    let left = list;
    for (let portion = Math.ceil(left.length / 2); portion >= 1; ) {
      const before = left.length;
      for (let from = 0; from < left.length; ) {
        const fewer = without(left, from, portion);
        if (await isBroken(fewer)) left = fewer;
        else from += portion;
      }
      if (portion === 1 && left.length === before) break;
      portion = Math.ceil(portion / 2);
    }
    return left;
  };

  let left: Played = { ...played, operations: played.operations.slice(0, begun) };
  left = await plain(await withoutSeed(left, breaks), breaks);
  const fewer = await leaveOut(left.operations, withoutOperations, (operations) =>
    breaks({ ...left, operations }),
  );
  left = await calm({ ...left, operations: fewer }, breaks);
  const { luck } = left.settings;
  if (typeof luck === "number") return left;
  const withRolls = (rolls: readonly (readonly [string, readonly number[]])[]): Played => ({
    ...left,
    settings: { ...left.settings, luck: Object.fromEntries(rolls) },
  });
  const rolls = await leaveOut(
    Object.entries(luck),
    (all, from, count) => all.filter((_, index) => index < from || index >= from + count),
    (some) => breaks(withRolls(some)),
  );
  return withRolls(rolls);
}

/** With the middle value for all rolls, or with the seed's rolls stored; unchanged when it needs the seed. */
async function withoutSeed(played: Played, breaks: (played: Played) => Promise<boolean>): Promise<Played> {
  const { settings, operations } = played;
  if (typeof settings.luck !== "number") return played;
  const even = { operations, settings: { ...settings, luck: {} } };
  if (await breaks(even)) return even;
  const { rolled } = await simulate(played);
  const written = { operations, settings: { ...settings, luck: rounded(rolled) } };
  return (await breaks(written)) ? written : played;
}

/** In a world that is as plain as possible. */
async function plain(played: Played, breaks: (played: Played) => Promise<boolean>): Promise<Played> {
  let left = played;
  const windows = [3, 2].filter((some) => some < played.settings.windows).map((some) => ["windows", some]);
  for (const [name, value] of [...windows, ...Object.entries(plainWorld)]) {
    const plainer = { ...left, settings: { ...left.settings, [name as string]: value } };
    if (name === "apps" || !(await breaks(plainer))) continue;
    left = plainer;
  }
  return left;
}

function rounded(rolled: Readonly<Record<string, readonly number[]>>): Record<string, number[]> {
  const round = (roll: number): number => Math.floor(roll * 1_000) / 1_000;
  return Object.fromEntries(Object.entries(rolled).map(([name, rolls]) => [name, rolls.map(round)]));
}

/** Pauses of removed operations are added to the next one. */
function withoutOperations(operations: readonly Operation[], from: number, count: number): Operation[] {
  const next = operations[from + count];
  const gapMs = operations.slice(from, from + count).reduce((sum, each) => sum + each.gapMs, 0);
  const rest = operations.slice(from + count + 1);
  const changed = next ? [{ ...next, gapMs: next.gapMs + gapMs }] : [];
  return [...operations.slice(0, from), ...changed, ...rest];
}

/** Shortens pauses that do not matter. */
async function calm(played: Played, breaks: (played: Played) => Promise<boolean>): Promise<Played> {
  let left = played.operations;
  for (const [index, operation] of left.entries()) {
    for (const gapMs of [0, 500, 10_000]) {
      if (gapMs >= operation.gapMs) break;
      const shorter = left.map((each, at) => (at === index ? { ...each, gapMs } : each));
      if (!(await breaks({ ...played, operations: shorter }))) continue;
      left = shorter;
      break;
    }
  }
  return { ...played, operations: left };
}
