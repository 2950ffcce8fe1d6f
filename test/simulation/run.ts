// `npm run simulate`: many histories from one seed, with a table of counts and, for a broken promise, the
// seed and the shortest history that breaks it.
import { parseArgs } from "node:util";
import { mainProgram } from "../support/mainProgram";
import { historyText } from "./histories";
import { operationsOf, seedWithFolders, settingsOf } from "./operations";
import { mix } from "./random";
import { shorten } from "./shorten";
import { Tallies } from "./tallies";
import { type Outcome, type Played, simulate } from "./world";

/** Short, so that a failing history is soon shortened. */
const operationsOfHistory = 250;

export interface RunResult {
  readonly seed: number;
  readonly operations: number;
  readonly lost: number;
  readonly wrong: number;
  readonly tallies: Tallies;
  readonly failure: (Played & { readonly outcome: Outcome }) | undefined;
  /** Equal for two equal runs. */
  readonly traceHash: number;
}

/** Until `count` operations are done, or a promise is broken. */
export async function runSeed(seed: number, count: number): Promise<RunResult> {
  const tallies = new Tallies();
  let done = 0;
  let traceHash = 0;
  let failure: RunResult["failure"];
  for (let index = 0; done < count && !failure; index++) {
    const own = historySeed(seed, index);
    const settings = settingsOf(own);
    const operations = operationsOf(own, settings, Math.min(operationsOfHistory, count - done));
    const outcome = await simulate({ settings, operations });
    done += operations.length;
    traceHash = mix(traceHash ^ outcome.traceHash);
    tallies.join(outcome.tallies);
    if (outcome.violation) failure = { settings, operations, outcome };
  }
  const times = (what: string): number => (failure?.outcome.violation?.what === what ? 1 : 0);
  return { seed, operations: done, lost: times("lost"), wrong: times("wrong"), tallies, failure, traceHash };
}

/**
 * The first history has the seed itself, so that a seed alone names a failing one. All others have folders.
 */
function historySeed(seed: number, index: number): number {
  if (index === 0) return seed;
  const next = mix(seed + Math.imul(index, 0x9e3779b9));
  return index % 2 === 0 ? next : next + seedWithFolders;
}

async function main(): Promise<number> {
  Error.stackTraceLimit = 12;
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      operations: { type: "string", default: "20000" },
      json: { type: "boolean", default: false },
      trace: { type: "boolean", default: false },
    },
  });
  const first = values.seed === undefined ? Math.floor(Math.random() * 1e9) : Number(values.seed);
  const result = await runSeed(first, Number(values.operations));
  const { seed, operations, lost, wrong, tallies, failure } = result;
  const refused = tallies.get("requests", "refused for rate");
  if (values.json) console.log(JSON.stringify({ seed, operations, lost, wrong, refused }));
  else {
    console.log(
      `seed ${seed}: ${operations} operations, refused for rate ${refused}, lost ${lost}, wrong ${wrong}`,
    );
    for (const [group, counts] of tallies.all)
      console.log(`  ${group.padEnd(10)} ${counts.map(([name, count]) => `${name} ${count}`).join(", ")}`);
    if (failure) await explain(failure, values.trace);
  }
  return failure ? 1 : 0;
}

async function explain(failure: NonNullable<RunResult["failure"]>, trace: boolean): Promise<void> {
  const { settings, operations, outcome } = failure;
  console.log(`\n${outcome.violation?.message}\n  seed ${settings.luck}, ${operations.length} operations`);
  const short = await shorten(failure);
  const again = await simulate(short, { keepsLines: true });
  const { luck } = short.settings;
  const hangsOn = typeof luck === "number" ? ` (only with the luck of seed ${luck})` : "";
  console.log(`\nThe shortest history found${hangsOn}:\n${historyText({ title: "", ...short })}`);
  console.log(again.violation?.message);
  if (trace) for (const line of again.lines ?? []) console.log(line);
}

if (require.main === module) mainProgram(main);
