// The form of a new app and the update body.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { archiveNameFor, createFields, updateBody } from "../../../src/api/requestBodies";
import { someApp } from "../../support/someApp";
import { someSettings } from "../../support/someSettings";

describe("The create form", () => {
  it("has every setting as text, and a team only when there is one", () => {
    const form = {
      appName: "Shop",
      mainFile: "main.py",
      memoryMB: "256",
      runtimeEnvironment: "python",
      exposedViaWeb: "true",
      autoRestartEnabled: "false",
      startupCommand: "",
    };
    assert.deepEqual(createFields(someSettings), form);
    assert.deepEqual(createFields({ ...someSettings, teamId: "t1" }), { ...form, team: "t1" });
  });

  it("names its archive, also for an app whose name cannot be a file's", () => {
    assert.equal(archiveNameFor('My "Shop"/1'), "My -Shop-1.zip");
    assert.equal(archiveNameFor("..."), "app.zip");
  });
});

describe("The update body", () => {
  const current = someApp({
    memoryMB: 512,
    exposedViaWeb: true,
    autoRestart: false,
    startupCommand: "npm start",
    runtime: "nodejs",
  });

  it("repeats unchanged values and nulls the start command and runtime", () => {
    assert.deepEqual(updateBody(current, { memoryMB: 1024 }), {
      appName: "Shop",
      memoryMB: 1024,
      startupCommand: null,
      runtimeEnvironment: null,
      exposedViaWeb: true,
      autoRestartEnabled: false,
    });
  });

  it("carries every change", () => {
    const change = {
      name: "S",
      startupCommand: "",
      runtime: "python",
      exposedViaWeb: false,
      autoRestart: true,
    } as const;
    assert.deepEqual(updateBody(current, change), {
      appName: "S",
      memoryMB: 512,
      startupCommand: "",
      runtimeEnvironment: "python",
      exposedViaWeb: false,
      autoRestartEnabled: true,
    });
  });

  it("rejects unknown current values", () => {
    const { memoryMB: _unknown, ...rest } = current;
    assert.throws(() => updateBody(rest, { name: "S" }), { kind: "badInput" });
  });
});
