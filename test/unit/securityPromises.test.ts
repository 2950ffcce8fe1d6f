// Each promise of SECURITY.md has tests that fail without the code that keeps it.
import assert from "node:assert/strict";
import fs from "node:fs";
import { describe, it } from "mocha";
import { sabotages } from "../simulation/sabotages";
import { edgeSabotages } from "../support/edgeSabotages";
import { inRepository } from "../support/repository";
import { type Sabotage, sabotaged } from "../support/sabotage";
import { securityPromises } from "../support/securityPromises";

const rows =
  fs
    .readFileSync(inRepository("SECURITY.md"), "utf8")
    .split("## Promises")[1]
    ?.split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (Promise|-)/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim())) ?? [];

describe("the promises of SECURITY.md", () => {
  it("are those of the table of sabotages", () => {
    assert.ok(rows.length > 15);
    for (const [, promise = ""] of rows)
      assert.equal(securityPromises.filter((each) => promise.startsWith(each.promise)).length, 1, promise);
    for (const { promise } of securityPromises)
      assert.equal(rows.filter(([, text = ""]) => text.startsWith(promise)).length, 1, promise);
  });

  it("are kept by tests that exist", () => {
    for (const [, promise = "", ...cells] of rows) {
      const named = [...cells.join("|").matchAll(/`(test\/[^`]+)`/g)].map(([, name = ""]) => name);
      assert.ok(named.length > 0, promise);
      for (const name of named) assert.ok(fs.existsSync(inRepository(name)), name);
    }
  });

  for (const { promise, sabotages, keptBesides } of securityPromises)
    it(`have code that can be removed: ${promise}`, () => {
      assert.ok(sabotages.length > 0 || keptBesides !== undefined);
      sabotages.forEach(requirePossible);
    });
});

describe("the edges of the engine", () => {
  const section = fs.readFileSync(inRepository("test", "README.md"), "utf8").split("## The edges\n")[1] ?? "";
  const points = [...(section.split("\n## ")[0]?.matchAll(/^\| (\d+) \| [^|]+ \| ([^|]+) \|/gm) ?? [])];
  const named = points.flatMap(([, , cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name));

  it("have a sabotage for each of the 15 points", () => {
    assert.deepEqual(
      points.map(([, number]) => Number(number)),
      Array.from({ length: 15 }, (_, index) => index + 1),
    );
    const titles = new Set([...sabotages, ...edgeSabotages].map(({ title }) => title));
    assert.deepEqual(
      named.filter((name) => !titles.has(name ?? "")),
      [],
    );
    for (const [, number, cell = ""] of points) assert.match(cell, /`/, number);
  });

  it("have code that can be removed", () => edgeSabotages.forEach(requirePossible));

  it("name each of their sabotages", () => {
    for (const { title } of edgeSabotages) assert.ok(named.includes(title), title);
  });
});

function requirePossible(sabotage: Sabotage): void {
  assert.ok(fs.existsSync(inRepository("test", ...sabotage.test.split("/"))), sabotage.test);
  sabotaged(fs.readFileSync(inRepository("src", ...sabotage.file.split("/")), "utf8"), sabotage);
}

describe("a sabotage", () => {
  const source =
    "export function isSafe() {}\nexport class Gate {\n  open() {}\n}\nexport const settings = {\n  url: () => 1,\n};\n";
  const at = (target: string) => ({ file: "x.ts", target, by: "() => 0" });

  it("replaces an exported function, a method or a field, and throws when it no longer exists", () => {
    for (const target of ["isSafe", "Gate.open", "settings.url"])
      assert.notEqual(sabotaged(source, at(target)), source);
    for (const target of ["isSaf", "isSafer", "Gate.close", "Door.open", "settings.uri"])
      assert.throws(() => sabotaged(source, at(target)), /no longer exports/);
  });
});
