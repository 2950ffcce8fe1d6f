// Rounds in a real VS Code: the extension host is killed, or the window closed, while something is under way.
// HOSTED_APPS_LONG_SEED replays a run; HOSTED_APPS_LONG_ROUNDS says how many rounds.
import { describe } from "mocha";
import { planRounds, seedOfRun } from "./roundPlan";
import { roundsOf } from "./roundTests";

const rounds = Number(process.env["HOSTED_APPS_LONG_ROUNDS"] ?? 42);
const seed = seedOfRun();

describe(`what a window that is cut off leaves (seed ${seed})`, () => {
  roundsOf(planRounds(seed, rounds));
});
