// Services with any of the candidate parameter names, and saves with restarts in between.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import { candidates } from "../../../../src/api/dialect/candidates";
import { isServiceError } from "../../../../src/core/errors/serviceError";
import { startTimeoutMs } from "../../../support/waitUntil";
import { LearningWorld, listed, save } from "./learningWorld";

/** More runs try more names. */
export function describeAnyNames(numRuns: number): void {
  describe("any parameter names among the candidates", () => {
    const oneOf = <T>(values: readonly T[]) => fc.constantFrom(...values);
    const dialects = fc.record({
      pageParameter: oneOf(candidates.pageParameter),
      sizeParameter: oneOf([...candidates.limitParameter, undefined]),
      firstPage: oneOf([0, 1] as const),
      listPathParameter: oneOf(candidates.listPathParameter),
      downloadPathParameter: oneOf(candidates.downloadPathParameter),
      uploadPathParameter: oneOf(candidates.uploadPathParameter),
      uploadTarget: oneOf(["directory", "file"] as const),
      unknownParameters: oneOf(["ignored", "refused"] as const),
      apps: fc.integer({ min: 0, max: 260 }),
      pageSize: fc.record({
        kind: fc.constant("asked" as const),
        default: oneOf([10, 20, 25]),
        most: oneOf([25, 50, 100]),
      }),
      totals: oneOf(["onlyTotal", "beside"] as const),
      saysCurrentPage: fc.boolean(),
    });
    const saves = fc.array(
      fc.record({
        path: oneOf(["/a.txt", "/src/a.txt", "/src/b.txt", "/new/a.txt", "/src/deep/c.txt"]),
        isRestarted: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    );

    it("are detected while every app is listed, every save lands at its path, and nothing else changes", async () => {
      await fc.assert(
        fc.asyncProperty(dialects, saves, async (dialect, steps) => {
          await LearningWorld.with(dialect, async (world) => {
            const { count, missing } = await listed(world);
            assert.deepEqual([count, missing], [dialect.apps, undefined]);
            const expected: Record<string, string> = {
              "/a.txt": "root's own",
              "/src/a.txt": "old",
              "/src/z/y.bin": "\u0001",
            };
            await world.addFiles(expected);
            let refused = 0;
            for (const [index, { path, isRestarted }] of steps.entries()) {
              if (isRestarted) await world.restart();
              try {
                await save(world, path, `text ${index}`);
                expected[path] = `text ${index}`;
              } catch (error) {
                // Where names are refused one by one, a save tries some of them: it fails with that reason,
                // and nothing is stored.
                const isRefusing = dialect.unknownParameters === "refused" && ++refused <= 2;
                assert.ok(isServiceError(error, "dialect", "refused") && isRefusing, String(error));
              }
            }
            assert.deepEqual(world.tree, expected);
          });
        }),
        { numRuns },
      );
    }).timeout(startTimeoutMs);
  });
}
