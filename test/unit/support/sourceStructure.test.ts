// The rules of test/structure.json on a small source: every violation is named.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { SourceFile } from "../../support/sourceFiles";
import { measureStructure, type StructureRules, structureProblems } from "../../support/sourceStructure";

const file = (path: string, ...imports: string[]): SourceFile => ({ path, text: "1;\n2;\n", imports });
const source = [
  file("extension.ts", "./features/apps/apps", "./api/client"),
  file("api/client.ts", "./http/send"),
  file("api/http/send.ts"),
  file("api/schemas.ts"),
  file("features/apps/apps.ts", "vscode", "../../api/client"),
];
const rules: StructureRules = {
  budgets: { api: { lines: 6, lowest: 6 }, "features/apps": { lines: 2, lowest: 2 } },
};

function problems(files: readonly SourceFile[], changed: Partial<StructureRules> = {}): string[] {
  return structureProblems(measureStructure(files), { ...rules, ...changed });
}

describe("the structure of the source", () => {
  it("is measured by folder, subfolders included", () => {
    const { folders, pairs } = measureStructure(source);
    assert.deepEqual(Object.fromEntries(folders), {
      ".": { files: 5, lines: 10, imported: 0 },
      api: { files: 3, lines: 6, imported: 1 },
      "api/http": { files: 1, lines: 2, imported: 1 },
      features: { files: 1, lines: 2, imported: 1 },
      "features/apps": { files: 1, lines: 2, imported: 1 },
    });
    assert.deepEqual(pairs, []);
  });

  it("has no problem within its rules", () => {
    assert.deepEqual(problems(source), []);
  });

  it("has no folder over its budget", () => {
    const longer = [...source, file("api/http/retry.ts")];
    assert.deepEqual(problems(longer), ["api has 8 lines; its budget is 6"]);
  });

  it("has no new folder or feature without a budget", () => {
    const wider = [...source, file("wire/wire.ts"), file("features/links/links.ts")];
    assert.deepEqual(problems(wider), ["features/links has no budget", "wire has no budget"]);
  });

  it("has a reason for each budget that was raised", () => {
    const raised = (reason?: object) =>
      problems(source, { budgets: { ...rules.budgets, api: { lines: 9, lowest: 6, ...reason } } });
    const problem = "the budget of api was raised from 6 to 9 without a reason";
    assert.deepEqual([raised(), raised({ reason: " " })], [[problem], [problem]]);
    assert.deepEqual(raised({ reason: "a second endpoint" }), []);
  });

  it("records the lowest budget, and has no budget of a missing folder", () => {
    const budgets = { ...rules.budgets, api: { lines: 6, lowest: 7 }, old: { lines: 1, lowest: 1 } };
    assert.deepEqual(problems(source, { budgets }), [
      "the budget of api is 6, so its lowest is no longer 7",
      "old has a budget and no files",
    ]);
  });

  it("has no two folders that import each other", () => {
    const tied = source.map((each) =>
      each.path === "api/http/send.ts" ? file(each.path, "../schemas") : each,
    );
    assert.deepEqual(problems(tied), ["api and api/http import each other"]);
  });

  it("has no files that import each other in a cycle", () => {
    const cyclic = [
      ...source.slice(0, 2),
      file("api/http/send.ts", "../schemas"),
      file("api/schemas.ts", "./client"),
    ];
    const [cycle, ...others] = measureStructure(cyclic).cycles;
    assert.deepEqual([cycle, others], [["api/client.ts", "api/http/send.ts", "api/schemas.ts"], []]);
  });
});
