// The rounds of a run, from a seed.
import { Random } from "../simulation/random";
import { type Ending, endings } from "./longWindow";

/** Running when the window is cut off. */
export const roundKinds = ["saves", "rename", "copy", "deletion", "push", "pull", "create"] as const;

export type RoundKind = (typeof roundKinds)[number];

/** Button for the notice of the next start. */
export type NoticeAnswer = "Finish" | "Undo";

export interface RoundPlan {
  readonly number: number;
  readonly kind: RoundKind;
  readonly ending: Ending;
  /** From the operation's start to the cut. */
  readonly endsAfterMs: number;
  /** From the operation's start to a colleague's write. */
  readonly colleagueMs: number;
  /** A colleague changes one of the saved files. */
  readonly isConflict: boolean;
  readonly answer: NoticeAnswer;
}

const longestMs = 4_000;

/** Equal numbers of each kind with each possible ending, in random order. */
export function planRounds(seed: number, count: number): RoundPlan[] {
  const random = new Random(seed);
  const rounds = Array.from({ length: count }, (_, index) => {
    const kind = roundKinds[index % roundKinds.length] ?? "saves";
    const ending = endings[index % endings.length] ?? "crash";
    return { kind, ending };
  });
  return shuffled(rounds, random).map((round, index) => {
    const endsAfterMs = random.int(longestMs + 1);
    return {
      ...round,
      number: index + 1,
      endsAfterMs,
      colleagueMs: random.int(endsAfterMs + 1),
      isConflict: random.chance(0.3),
      answer: random.chance(0.5) ? "Finish" : "Undo",
    };
  });
}

/** HOSTED_APPS_LONG_SEED, else a new one. */
export function seedOfRun(): number {
  const given = process.env["HOSTED_APPS_LONG_SEED"];
  return given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
}

function shuffled<T>(values: readonly T[], random: Random): T[] {
  const left = [...values];
  const order: T[] = [];
  while (left.length > 0) order.push(...left.splice(random.int(left.length), 1));
  return order;
}
