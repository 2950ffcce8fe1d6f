// Rounds in a real VS Code: the extension host is killed, or the window closed, during an operation.
// HOSTED_APPS_LONG_SEED replays a run; HOSTED_APPS_LONG_ROUNDS sets the number of rounds.
import { describe } from "mocha";
import { planRounds, seedOfRun } from "./roundPlan";
import { roundsOf } from "./roundTests";

const rounds = Number(process.env["HOSTED_APPS_LONG_ROUNDS"] ?? 42);
const seed = seedOfRun();

describe(`a window that is cut off (seed ${seed})`, () => {
  roundsOf(planRounds(seed, rounds));
});
