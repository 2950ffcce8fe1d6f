// What happens in which round, all of it from a seed.
import { Random } from "../simulation/random";
import { type Ending, endings } from "./longWindow";

/** What is under way when the window is cut off. */
export const roundKinds = ["saves", "rename", "copy", "deletion", "push", "pull", "create"] as const;

export type RoundKind = (typeof roundKinds)[number];

/** What the notice of the next start is answered with. */
export type NoticeAnswer = "Finish" | "Undo";

/** One round. */
export interface RoundPlan {
  readonly number: number;
  readonly kind: RoundKind;
  readonly ending: Ending;
  /** From the start of the operation to its end, in milliseconds. */
  readonly momentMs: number;
  /** From its start to the moment at which somebody else writes. */
  readonly colleagueMs: number;
  /** Whether somebody else has changed one of the very files that are saved. */
  readonly isConflict: boolean;
  readonly answer: NoticeAnswer;
}

const longestMs = 4_000;

/** Every kind as often as the others, each with every ending as the rounds allow, in an order by chance. */
export function planRounds(seed: number, count: number): RoundPlan[] {
  const random = new Random(seed);
  const rounds = Array.from({ length: count }, (_, index) => {
    const kind = roundKinds[index % roundKinds.length] ?? "saves";
    const ending = endings[index % endings.length] ?? "crash";
    return { kind, ending };
  });
  return shuffled(rounds, random).map((round, index) => {
    const momentMs = random.int(longestMs + 1);
    return {
      ...round,
      number: index + 1,
      momentMs,
      colleagueMs: random.int(momentMs + 1),
      isConflict: random.chance(0.3),
      answer: random.chance(0.5) ? "Finish" : "Undo",
    };
  });
}

/** The seed of a run: what HOSTED_APPS_LONG_SEED says, else a new one. */
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
