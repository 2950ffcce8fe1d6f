// Breaks each promise of SECURITY.md, and each edge outside of the simulation, piece by piece: its test must
// fail.
import assert from "node:assert/strict";
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
    after("say how many were noticed", () =>
      console.log(`      sabotages noticed: ${caught} of ${all.length}`),
    );

    for (const sabotage of all)
      it(`is noticed: ${sabotage.title}`, async () => {
        const noticed = await testsThatNotice(sabotage);
        assert.ok(
          noticed.length > 0,
          `test/${sabotage.test} passes without src/${sabotage.file} ${sabotage.target}.`,
        );
        caught++;
      });
  });
