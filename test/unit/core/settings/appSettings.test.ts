import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  changeOf,
  differences,
  isSettingsProblem,
  readSettingsText,
  type SettingValues,
  settingsOf,
  settingsText,
} from "../../../../src/core/settings/appSettings";
import { someApp } from "../../../support/someApp";

const app = someApp({ memoryMB: 256, runtime: "python", startupCommand: "", exposedViaWeb: true });

describe("the settings document of an app", () => {
  it("has the service's values, and no field that it did not send", () => {
    const text = settingsText(settingsOf(app));
    assert.deepEqual(JSON.parse(text), {
      ...{ name: "Shop", memoryMB: 256, runtimeEnvironment: "python" },
      ...{ startupCommand: "", exposedViaWeb: true },
    });
    assert.deepEqual(readSettingsText(text), settingsOf(app));
  });

  it("accepts comments and a trailing comma", () => {
    assert.deepEqual(readSettingsText('{ // more\n "memoryMB": 512,\n}'), { memoryMB: 512 });
  });

  it("names invalid values", () => {
    const syntax = { mistake: { kind: "syntax", expected: "value" }, line: 3 };
    assert.deepEqual(readSettingsText('{\n  "name": \n}'), syntax);
    assert.deepEqual(readSettingsText("[]"), { mistake: { kind: "notAnObject" }, line: 1 });
    for (const [setting, kind] of [
      ['"name": " "', "empty"],
      [`"name": "${"x".repeat(101)}"`, "tooLong"],
      ['"memoryMB": "512"', "wrongType"],
      ['"memoryMB": 0', "outOfRange"],
      ['"memoryMB": 1048577', "outOfRange"],
      ['"runtimeEnvironment": "ruby"', "notOneOf"],
      ...["color", "mainFile", "team", "toString"].map((key) => [`"${key}": "a"`, "unknownKey"] as const),
    ] as const) {
      const read = readSettingsText(`{${setting}}`);
      assert.equal(isSettingsProblem(read) && read.mistake.kind, kind, setting);
    }
  });

  it("can be saved with unchanged values that the user could not select", () => {
    const opened = settingsOf({ ...app, name: "x".repeat(200), runtime: "deno", memoryMB: 0 });
    const edited = readSettingsText(settingsText({ ...opened, exposedViaWeb: false }), opened);
    assert.ok(!isSettingsProblem(edited));
    assert.deepEqual(changeOf(differences(opened, edited, opened)), { exposedViaWeb: false });
    assert.ok(isSettingsProblem(readSettingsText('{"runtimeEnvironment": "ruby"}', opened)));
  });

  it("sends a name without the spaces around it", () => {
    assert.deepEqual(readSettingsText('{"name": " Store "}'), { name: "Store" });
  });

  it("changes only edited values, and marks those that another user changed since", () => {
    const opened: SettingValues = { name: "Shop", memoryMB: 256, exposedViaWeb: true };
    const edited: SettingValues = { name: "Shop", memoryMB: 512, exposedViaWeb: false };
    const current: SettingValues = { name: "Store", memoryMB: 384, exposedViaWeb: true };
    const found = differences(opened, edited, current);
    assert.deepEqual(found, [
      { key: "memoryMB", from: 384, to: 512, isConflict: true },
      { key: "exposedViaWeb", from: true, to: false, isConflict: false },
    ]);
    assert.deepEqual(changeOf(found), { memoryMB: 512, exposedViaWeb: false });
  });

  it("marks a value that another user gave to a setting without one, and none if no values were shown", () => {
    const edited: SettingValues = { startupCommand: "node a.js" };
    const current: SettingValues = { startupCommand: "node b.js" };
    assert.equal(differences({ memoryMB: 256 }, edited, current)[0]?.isConflict, true);
    assert.equal(differences(undefined, edited, current)[0]?.isConflict, false);
  });

  it("sends nothing when the service has the edited values already", () => {
    assert.deepEqual(differences({ memoryMB: 256 }, { memoryMB: 512 }, { memoryMB: 512 }), []);
  });
});
