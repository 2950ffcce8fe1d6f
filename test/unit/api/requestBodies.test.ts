// What is sent: paths, the create and upload forms, the update body.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  createForm,
  requireFilePath,
  requireUploadPath,
  updateBody,
  uploadForm,
} from "../../../src/api/requestBodies";
import { routes } from "../../../src/api/routes";
import type { App } from "../../../src/core/model";
import { isServiceError } from "../../../src/core/serviceError";

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
  it("has every setting as text, the archive last and under a real name", async () => {
    const form = createForm({ ...settings, teamId: "t1" }, new Blob(["zip"]));
    const texts = [...form.entries()].filter(([, value]) => typeof value === "string");
    assert.deepEqual(texts, [
      ["appName", 'My "Shop"/1'],
      ["mainFile", "index.js"],
      ["memoryMB", "512"],
      ["runtimeEnvironment", "nodejs"],
      ["exposedViaWeb", "true"],
      ["autoRestartEnabled", "false"],
      ["startupCommand", ""],
      ["team", "t1"],
    ]);
    assert.equal((form.get("file") as File).name, "My -Shop-1.zip");
    assert.equal([...form.keys()].at(-1), "file");
  });

  it("leaves the team out when there is none, and names the archive of an unnameable app", () => {
    const form = createForm({ ...settings, name: "..." }, new Blob(["zip"]));
    assert.equal(form.has("team"), false);
    assert.equal((form.get("file") as File).name, "app.zip");
  });
});

describe("The upload form", () => {
  it("arrives with the file's own name and bytes", async () => {
    const bytes = Uint8Array.of(0, 255, 13, 10);
    const request = new Request("https://x.test", {
      method: "POST",
      body: uploadForm("/d/ü 1.bin", new Blob([bytes])),
    });
    const file = (await request.formData()).get("file") as File;
    assert.equal(file.name, "ü 1.bin");
    assert.deepEqual(new Uint8Array(await file.arrayBuffer()), bytes);
  });

  it("is refused for names that it would change", () => {
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
