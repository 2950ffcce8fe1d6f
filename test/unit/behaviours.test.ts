// Compares the table of numbered behaviours in test/README.md with the tests that it names.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, it } from "mocha";
import { inRepository } from "../support/repository";

const rows = readFileSync(inRepository("test", "README.md"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, number, file, sentence] = /^\| (\d+) \| (\S+) \| (.+) \|$/.exec(line) ?? [];
    return number && file && sentence ? [{ number: Number(number), file, sentence }] : [];
  });

describe("the table of behaviours", () => {
  it("has every number", () => {
    // 43 was never used.
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1).filter((number) => number !== 43);
    assert.deepEqual(
      [...new Set(rows.map(({ number }) => number))].sort((a, b) => a - b),
      numbers,
    );
  });

  for (const { number, file, sentence } of rows) {
    it(`${number}: ${file} has a test with that title`, () => {
      assert.ok(existsSync(inRepository(file)), file);
      const title = `${sentence} (`;
      const text = readFileSync(inRepository(file), "utf8");
      const found = text.split(title).slice(1);
      assert.ok(
        found.some((rest) => rest.slice(0, rest.indexOf(")")).split(", ").includes(String(number))),
        `${file} has no test "${sentence} (${number})"`,
      );
    });
  }
});
