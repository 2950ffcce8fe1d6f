// Breaks each promise of SECURITY.md, and each edge outside of the simulation, piece by piece: its test must
// fail.
import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { after, describe, it } from "mocha";
import { edgeSabotages } from "../support/edgeSabotages";
import { testsThatNotice } from "../support/sabotage";
import { securityPromises } from "../support/securityPromises";

const promised = securityPromises.flatMap(({ sabotages }) => sabotages);

for (const [broken, all] of [
  ["a broken promise of SECURITY.md", promised],
  ["a product that believes too much", edgeSabotages],
] as const)
  describe(broken, () => {
    let caught = 0;
    const results = new Map<number, Promise<readonly string[]>>();
    const start = (index: number): void => {
      const sabotage = all[index];
      if (!sabotage || results.has(index)) return;
      const result = testsThatNotice(sabotage);
      // Its own test reports the failure.
      result.catch(() => undefined);
      results.set(index, result);
    };
    after("say how many were noticed", () =>
      console.log(`      sabotages noticed: ${caught} of ${all.length}`),
    );

    for (const [index, sabotage] of all.entries())
      it(`is noticed: ${sabotage.title}`, async () => {
        for (let lane = 0; lane < availableParallelism(); lane++) start(index + lane);
        const noticed = await results.get(index);
        assert.ok(
          noticed && noticed.length > 0,
          `test/${sabotage.test} passes without src/${sabotage.file} ${sabotage.target}.`,
        );
        caught++;
      });
  });
