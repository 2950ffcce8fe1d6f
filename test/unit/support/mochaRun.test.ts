// A run names every test that did not run.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { readResult, resultsVariable } from "../../support/mochaRun";
import { Programs } from "../../support/programs";
import { inRepository } from "../../support/repository";
import { runCommand } from "../../support/runCommand";
import { temporaryFolder } from "../../support/temporaryFolder";
import { countSuite, suiteProblem } from "../../support/testCounts";

const support = inRepository("out", "test", "support");

async function runFixtures(...names: readonly string[]) {
  const journal = path.join(temporaryFolder("journal"), "journal.jsonl");
  const files = names.map((name) => path.join(support, "runnerFixtures", `${name}.js`));
  const { code } = await runCommand(
    process.execPath,
    [path.join(support, "runNodeSuite.js"), "contract", ...files],
    { env: { ...process.env, HOSTED_APPS_TEST_GREP: "", [resultsVariable]: journal } },
  );
  const result = readResult(journal);
  assert.ok(result);
  const failed = result.failures.map(({ title }) => title);
  return { code, result, counts: countSuite(result, code), failed };
}

describe("a run of tests", () => {
  it("stops only the block of a failure, and counts its other tests as failed", async () => {
    const { code, result, counts, failed } = await runFixtures("failing", "passing");
    assert.equal(code, 1);
    assert.deepEqual(failed, [
      "a story breaks",
      'a block whose start fails "before all" hook: fail for "cannot run"',
      "a block of independent tests fails",
      "not run: a story would go on",
      "not run: a story with a part would end",
      "not run: a block whose start fails cannot run",
    ]);
    assert.match(result.failures[0]?.error ?? "", /on purpose[\s\S]*failing\.ts/);
    assert.deepEqual(counts, { passed: 5, failed: 6, skipped: 0 });
  });

  it("names the unfinished tests of a process that ended, also with exit code 0", async () => {
    const { code, result, counts, failed } = await runFixtures("ending");
    assert.deepEqual([code, result.isComplete, counts], [1, false, { passed: 1, failed: 2, skipped: 0 }]);
    assert.deepEqual(failed, ["not run: a process ends too soon", "not run: a process never comes here"]);
  });

  it("fails without tests, and when it ends in a hook after the last of them", async () => {
    const nothing = await runFixtures("empty", "passing");
    assert.deepEqual([nothing.code, nothing.counts.failed, nothing.failed], [1, 1, ["loading empty.js"]]);
    const ended = await runFixtures("endingHook");
    assert.deepEqual([ended.code, ended.counts], [1, { passed: 1, failed: 1, skipped: 0 }]);
    const none = { passes: 0, failures: [], pending: 0, isComplete: true };
    assert.deepEqual(
      [false, true].map((mayBeEmpty) => suiteProblem(none, 0, mayBeEmpty)),
      ["it has no tests", undefined],
    );
  });

  it("counts a test without a body as failed", async () => {
    const { code, counts, failed } = await runFixtures("bodiless");
    assert.deepEqual([code, failed], [1, ["a test is only named"]]);
    assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0 });
  });

  it("skips a test only for the reasons of allowedSkips.ts", () => {
    const skipping = readdirSync(inRepository("test"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .filter((file) =>
        /\b(?:\w+\.skip\((?!\\)|xit\(|xdescribe\(|x?specify\()/.test(
          readFileSync(inRepository("test", file), "utf8"),
        ),
      )
      .map((file) => file.replaceAll("\\", "/"));
    // Their packages may be in no registry; those tests are not part of `npm test`.
    assert.deepEqual(skipping.sort(), ["long/installedProjects.test.ts", "support/allowedSkips.ts"]);
  });

  it("fails when a file of tests cannot be loaded, and runs the others", async () => {
    const { code, counts, failed } = await runFixtures("missing", "passing");
    assert.deepEqual([code, failed], [1, ["loading missing.js"]]);
    assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0 });
    const thrown = await runFixtures("throwing", "passing");
    assert.deepEqual([thrown.counts.passed, thrown.failed], [1, ["loading throwing.js"]]);
  });

  it("counts a test that fails after it passed as failed only", async () => {
    const { counts, failed } = await runFixtures("late");
    assert.deepEqual([counts, failed], [{ passed: 1, failed: 1, skipped: 0 }, ["a test leaves work behind"]]);
  });

  it("stops a hanging program with its descendants", async () => {
    const child = `require("child_process").spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"], { stdio: "inherit" })`;
    const programs = new Programs(1_000);
    programs.isStreaming = false;
    const { code, ending } = await programs.run("A hang", process.execPath, ["-e", child], {});
    assert.deepEqual([code, /A hang: stopped, /.test(ending)], [null, true]);
  });
});
