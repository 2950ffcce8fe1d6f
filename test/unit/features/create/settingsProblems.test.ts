// What keeps an app from being created, in a sentence.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { NewAppSettings } from "../../../../src/core/model/model";
import type { ProjectFolder } from "../../../../src/editor/project/projectFolder";
import {
  filesAfterAsking,
  settingsProblem,
} from "../../../../src/features/create/projectFile/settingsProblems";

const project = {
  files: [{ path: "main.py" }],
  leftOut: [
    { path: "secret.py", rule: { source: ".gitignore", pattern: "secret.py" } },
    { path: "token.py", rule: { source: "undecided", pattern: "" } },
  ],
} as unknown as ProjectFolder;
const settings: NewAppSettings = {
  ...{ name: "Shop", mainFile: "main.py", memoryMB: 256, runtime: "python", startupCommand: "" },
  ...{ exposedViaWeb: false, autoRestart: true },
};
const problemWith = (change: object) => settingsProblem({ ...settings, ...change }, project) ?? "";

describe("The settings of an app to be created", () => {
  it("are sent when nothing is wrong with them", () => {
    assert.equal(problemWith({}), "");
    assert.equal(problemWith({ teamId: "t" }), "");
  });

  it("are not sent with a name or memory that an app cannot have", () => {
    assert.equal(problemWith({ name: " " }), "An app needs a name.");
    assert.equal(problemWith({ name: "x".repeat(101) }), "Use at most 100 characters.");
    for (const memoryMB of [0, 1.5, Number.NaN, 1_048_577])
      assert.match(problemWith({ memoryMB }), /^The memory limit must be a whole number of MB/);
  });

  it("are refused when the main file is not among the sent files", () => {
    assert.match(problemWith({ mainFile: "secret.py" }), /is excluded/);
    assert.match(problemWith({ mainFile: "other.py" }), /isn't among the files/);
    assert.match(problemWith({ mainFile: "token.py" }), /is excluded/);
  });

  it("may start with what is asked about before it is sent", () => {
    const of = (mainFile: string) =>
      settingsProblem({ ...settings, mainFile }, project, filesAfterAsking(project)) ?? "";
    assert.equal(of("token.py"), "");
    assert.match(of("secret.py"), /is excluded/);
  });

  it("are not sent when an argument holds what no setting can be", () => {
    assert.match(problemWith({ runtime: "ruby" }), /one of: python, nodejs/);
    assert.match(problemWith({ name: 5 }), /text/);
    assert.match(problemWith({ exposedViaWeb: "yes" }), /true or false/);
    assert.match(problemWith({ teamId: "" }), /empty/);
  });
});
