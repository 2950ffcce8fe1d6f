// What is sent: paths, the create and upload forms, the update body.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  archiveNameFor,
  createFields,
  requireFilePath,
  requireUploadPath,
  updateBody,
} from "../../../src/api/requestBodies";
import { routes } from "../../../src/api/routes";
import { isServiceError } from "../../../src/core/errors/serviceError";
import type { App } from "../../../src/core/model/model";

const badInput = (error: unknown): boolean => isServiceError(error, "badInput");
const settings = {
  name: 'My "Shop"/1',
  mainFile: "index.js",
  memoryMB: 512,
  runtime: "nodejs",
  exposedViaWeb: true,
  autoRestart: false,
  startupCommand: "",
} as const;

describe("Paths", () => {
  it("encode the id and name themselves without it", () => {
    assert.deepEqual(routes.upload("a/b?c#d é"), {
      path: "/v1/apps/a%2Fb%3Fc%23d%20%C3%A9/upload",
      template: "/v1/apps/{appId}/upload",
    });
  });

  it("refuse an id that would address something else", () => {
    for (const id of ["", ".", "..", "\ud83d"]) assert.throws(() => routes.app(id), badInput);
  });
});

describe("The create form", () => {
  it("has every setting as text", () => {
    assert.deepEqual(createFields({ ...settings, teamId: "t1" }), {
      appName: 'My "Shop"/1',
      mainFile: "index.js",
      memoryMB: "512",
      runtimeEnvironment: "nodejs",
      exposedViaWeb: "true",
      autoRestartEnabled: "false",
      startupCommand: "",
      team: "t1",
    });
  });

  it("leaves the team out when there is none", () => {
    assert.equal("team" in createFields(settings), false);
  });

  it("names its archive, also that of an unnameable app", () => {
    assert.equal(archiveNameFor('My "Shop"/1'), "My -Shop-1.zip");
    assert.equal(archiveNameFor("..."), "app.zip");
  });
});

describe("Paths of uploads", () => {
  it("are refused where a form would change the name", () => {
    for (const path of ["/", '/a"b', "/a\nb", "/a\\b", "/\ud83d"])
      assert.throws(() => requireUploadPath(path), badInput);
    requireUploadPath("/d/ok name.txt");
    requireFilePath('/a"b');
  });
});

describe("The update body", () => {
  const current: App = {
    id: "a",
    name: "Shop",
    status: "active",
    restartRequired: false,
    deployments: [],
    memoryMB: 512,
    exposedViaWeb: true,
    autoRestart: false,
    startupCommand: "npm start",
    runtime: "nodejs",
  };

  it("repeats what stays and nulls the start command and runtime", () => {
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

  it("guesses nothing that the service did not say", () => {
    const { memoryMB: _unknown, ...rest } = current;
    assert.throws(() => updateBody(rest, { name: "S" }), badInput);
  });
});
