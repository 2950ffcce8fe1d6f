import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { App } from "../../../../src/core/model/model";
import {
  changeOf,
  differences,
  readSettingsText,
  type SettingValues,
  settingsOf,
  settingsText,
} from "../../../../src/core/settings/appSettings";

const app: App = {
  id: "a",
  name: "Shop",
  status: "active",
  restartRequired: false,
  deployments: [],
  memoryMB: 256,
  runtime: "python",
  startupCommand: "",
  exposedViaWeb: true,
};

describe("the settings document of an app", () => {
  it("holds what the service said, and no field that it did not send", () => {
    const text = settingsText(settingsOf(app));
    assert.deepEqual(JSON.parse(text), {
      name: "Shop",
      memoryMB: 256,
      runtimeEnvironment: "python",
      startupCommand: "",
      exposedViaWeb: true,
    });
    assert.deepEqual(readSettingsText(text), settingsOf(app));
  });

  it("forgives comments and a comma at the end", () => {
    assert.deepEqual(readSettingsText('{ // more\n "memoryMB": 512,\n}'), { memoryMB: 512 });
  });

  it("names what cannot be sent", () => {
    const problem = (text: string) => readSettingsText(text);
    assert.deepEqual(problem('{\n  "name": \n}'), { reason: "syntax", detail: "ValueExpected, 3" });
    assert.deepEqual(problem("[]"), { reason: "notAnObject" });
    assert.deepEqual(problem('{"name": " "}'), { reason: "empty", field: "name" });
    assert.deepEqual(problem('{"memoryMB": "512"}'), { reason: "wrongType", field: "memoryMB" });
    assert.deepEqual(problem('{"memoryMB": 0}'), { reason: "notPositive", field: "memoryMB" });
    assert.deepEqual(problem('{"runtimeEnvironment": "ruby"}'), {
      reason: "wrongType",
      field: "runtimeEnvironment",
    });
    assert.deepEqual(problem('{"colour": 1}'), { reason: "unknownField", field: "colour" });
  });

  it("changes only what was edited, and marks what somebody else changed meanwhile", () => {
    const opened: SettingValues = { name: "Shop", memoryMB: 256, exposedViaWeb: true };
    const edited: SettingValues = { name: "Shop", memoryMB: 512, exposedViaWeb: false };
    const current: SettingValues = { name: "Store", memoryMB: 384, exposedViaWeb: true };
    const found = differences(opened, edited, current);
    assert.deepEqual(found, [
      { field: "memoryMB", from: 384, to: 512, isConflict: true },
      { field: "exposedViaWeb", from: true, to: false, isConflict: false },
    ]);
    assert.deepEqual(changeOf(found), { memoryMB: 512, exposedViaWeb: false });
  });

  it("asks for nothing when the service has the edited values already", () => {
    assert.deepEqual(differences({ memoryMB: 256 }, { memoryMB: 512 }, { memoryMB: 512 }), []);
  });
});
