// Two of the rounds of test/long, the same each time: a window that is cut off loses nothing, and the next start says so.
import { describe } from "mocha";
import type { RoundPlan } from "../long/roundPlan";
import { roundsOf } from "../long/roundTests";

const usual = { colleagueMs: 400, isConflict: false } as const;

const rounds: readonly RoundPlan[] = [
  { ...usual, number: 1, kind: "saves", ending: "crash", momentMs: 1_500, answer: "Finish" },
  { ...usual, number: 2, kind: "rename", ending: "crash", momentMs: 2_500, answer: "Finish" },
];

describe("what a window that is cut off leaves", function () {
  this.timeout(120_000);
  roundsOf(rounds);
});
