// One round: an operation starts, the window is cut off, and everything is checked after the next start.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { waitUntil } from "../support/waitUntil";
import { acceptPlansUntil, answerNotice, cutOffNotice } from "./cutOffNotices";
import type { RoundKind, RoundPlan } from "./roundPlan";
import { type Files, type RoundWorld, readFiles } from "./roundWorld";
import { saveAll } from "./saveAll";
import type { Figures, Scenario, ShownNotice } from "./scenario";
import { CreateScenario } from "./scenarios/create";
import { DeletionScenario } from "./scenarios/deletion";
import { FolderMoveScenario } from "./scenarios/folderMove";
import { SavesScenario } from "./scenarios/saves";
import { SyncScenario } from "./scenarios/sync";

const scenarios = {
  saves: SavesScenario,
  rename: FolderMoveScenario,
  copy: FolderMoveScenario,
  deletion: DeletionScenario,
  push: SyncScenario,
  pull: SyncScenario,
  create: CreateScenario,
} satisfies Record<RoundKind, unknown>;

export interface RoundResult {
  readonly plan: RoundPlan;
  readonly notices: readonly ShownNotice[];
}

/** Rejects at the first violation. */
export async function playRound(world: RoundWorld, plan: RoundPlan, figures: Figures): Promise<RoundResult> {
  const { window, server } = world;
  const scenario = new scenarios[plan.kind](world, plan, figures);
  const earlier = new Set(server.store.operations().map(({ id }) => id));
  await scenario.prepare();
  const before = othersOf(world, scenario);

  await scenario.start();
  // The moments come from the seed; what they hit varies.
  await delay(plan.colleagueMs);
  scenario.colleague();
  await delay(plan.endsAfterMs - plan.colleagueMs);
  await scenario.beforeCut();
  await window.end(plan.ending);
  if (plan.ending !== "reload") await scenario.afterCut();

  await window.comeBack(plan.ending);
  if (plan.ending === "reload") await scenario.afterCut();
  await world.filesAreBack();
  const notices = await hearAndAnswer(world, plan, earlier);
  const check = async (): Promise<void> => {
    await scenario.check(notices);
    assertAllEnded(world, earlier);
  };
  if (notices.length > 0) await acceptPlansUntil(window.workbench.page, check);
  else await scenario.check(notices);
  assert.deepEqual(othersOf(world, scenario), before, "files that nobody named have changed");
  await saveAnother(world, plan, figures);
  await tidy(world, scenario);
  return { plan, notices };
}

/** Each operation that was cut off is reported, and ends by the chosen button. */
async function hearAndAnswer(
  world: RoundWorld,
  plan: RoundPlan,
  earlier: ReadonlySet<string>,
): Promise<ShownNotice[]> {
  const { store } = world.server;
  const { workbench } = world.window;
  const cutOff = store.cutOff().filter(({ id, paths }) => !earlier.has(id) && paths.length > 0);
  const notices: ShownNotice[] = [];
  for (const operation of cutOff) {
    const notice = await cutOffNotice(workbench.page);
    const text = await notice.text();
    await workbench.screenshot(`long-told-${operation.kind}-${plan.ending}`);
    await answerNotice(notice, plan.answer);
    notices.push({ operation, notice: text, answer: plan.answer });
  }
  return notices;
}

/** Reported operations have ended, and are not reported again. */
function assertAllEnded({ server }: RoundWorld, earlier: ReadonlySet<string>): void {
  const open = server.store
    .operations()
    .filter(({ id, paths, outcome }) => !earlier.has(id) && paths.length > 0 && outcome === undefined);
  assert.deepEqual(open, [], "operations without an end");
}

/** No lock is left: another save is stored. */
async function saveAnother(world: RoundWorld, plan: RoundPlan, figures: Figures): Promise<void> {
  const text = `round ${plan.number}\n`;
  await world.openFile("lock.txt");
  await world.window.workbench.editor.replaceAll(text);
  await saveAll(world.window, { names: ["lock.txt"], figures });
  assert.equal(world.shop.read("lock.txt"), text);
}

/** Files outside of the round's folder. */
function othersOf(world: RoundWorld, { folder }: Scenario): Files {
  const others = new Map<string, string>();
  const places = { shop: world.shop.file("."), site: world.site.file("."), local: world.siteFolder };
  for (const [place, root] of Object.entries(places))
    for (const [name, text] of readFiles(root))
      if (!name.startsWith(folder) && !isOfTheRounds.has(name)) others.set(`${place}: ${name}`, text);
  return others;
}

const isOfTheRounds: ReadonlySet<string> = new Set(["lock.txt", "others/theirs.txt"]);

/** Restores the state before the round. */
async function tidy(world: RoundWorld, { folder }: Scenario): Promise<void> {
  await world.press("closeAll");
  await waitUntil(async () => (await world.window.tabs()).size === 0, {
    what: "the editors to close",
  });
  await world.press("clearNotices");
  const explorer = await world.window.explorer();
  for (const root of [world.shop.file("."), world.site.file("."), world.siteFolder])
    for (const name of [folder, "others/theirs.txt"])
      fs.rmSync(path.join(root, name), { recursive: true, force: true });
  await world.press("refresh");
  await explorer.waitUntilRowGone(folder);
}
