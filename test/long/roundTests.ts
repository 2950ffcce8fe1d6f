// A test per round, in windows that continue until a round fails, with figures at the end.
import fs from "node:fs";
import { after, afterEach, it } from "mocha";
import { playRound, type RoundResult } from "./playRound";
import { type RoundPlan, roundKinds } from "./roundPlan";
import { RoundWorld } from "./roundWorld";
import type { Figures } from "./scenario";

/** For use in a `describe`. */
export function roundsOf(plans: readonly RoundPlan[]): void {
  let world: RoundWorld | undefined;
  const results: RoundResult[] = [];
  const figures: Figures = {
    acknowledgedSaves: 0,
    restoredTexts: 0,
    questions: 0,
    races: 0,
    longestSaveMs: 0,
  };
  let refused = 0;
  const stop = async (): Promise<void> => {
    refused += world?.server.emulator.requests.filter(({ status }) => status === 429).length ?? 0;
    await world?.stop();
    world = undefined;
  };

  for (const plan of plans) {
    const { number, kind, ending, endsAfterMs, answer } = plan;
    it(`round ${number}: ${kind}, ${ending} after ${endsAfterMs} ms, ${answer}`, async () => {
      world ??= await RoundWorld.start();
      results.push(await playRound(world, plan, figures));
    });
  }

  afterEach("begin again after a failure", async function () {
    if (!this.currentTest?.isFailed()) return;
    if (world) {
      const name = `failed long ${this.currentTest.title.replace(/[^\w -]+/g, " ")}`;
      const picture = await world.window.workbench.screenshot(name);
      const { server } = world;
      fs.writeFileSync(picture.replace(/\.png$/, ".log"), `${server.story()}\n${server.store.journals()}`);
    }
    await stop();
  });
  after("stop, and say what the rounds came to", async () => {
    await stop();
    const notices = results.flatMap((result) => result.notices);
    const answered = (answer: string) => notices.filter((each) => each.answer === answer).length;
    const { acknowledgedSaves, restoredTexts, questions, races, longestSaveMs } = figures;
    const rows = {
      rounds: results.length,
      "acknowledged saves": acknowledgedSaves,
      "texts offered back": restoredTexts,
      "questions about conflicts": questions,
      "overwritten between a look and its upload": races,
      "cut-off operations told of": notices.length,
      finished: answered("Finish"),
      undone: answered("Undo"),
      "requests refused for their rate": refused,
      "longest save, in ms": Math.round(longestSaveMs),
    };
    for (const [name, value] of Object.entries(rows)) console.log(`    ${name}: ${value}`);
    for (const kind of roundKinds) {
      const ofKind = results.filter(({ plan }) => plan.kind === kind);
      const cutOff = ofKind.filter((result) => result.notices.length > 0).length;
      if (ofKind.length > 0)
        console.log(`    ${kind}: ${ofKind.length} rounds, ${cutOff} with something to tell of`);
    }
    for (const notice of new Set(notices.map((each) => each.notice))) console.log(`    told: ${notice}`);
  });
}
