// Log entries of a failed command.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { FileSystemError } from "vscode";
import { FileProblem } from "../../../../src/core/errors/fileProblem";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { logText } from "../../../../src/editor/commands/commands";

describe("the log of a failed command", () => {
  it("has the stack of a failure without file names", () => {
    for (const error of [
      new Error("No file of secret-plans was sent.\nTry secret-plans/again."),
      new FileProblem("notStored", "/secret-plans/main.py"),
      Object.assign(FileSystemError.Unavailable("secret-plans cannot be read"), {
        name: "Unavailable (FileSystemError)",
      }),
    ]) {
      const text = logText(error);
      assert.doesNotMatch(text, /secret-plans/);
      assert.match(text, /\n\s+at .*commands\.test/);
    }
    assert.equal(logText("secret-plans"), "string");
  });

  it("keeps the messages of failed requests and of defects", () => {
    assert.match(logText(new ServiceError("server", "GET /v1/apps: 500")), /GET \/v1\/apps: 500/);
    assert.match(logText(new TypeError("x is undefined")), /x is undefined/);
  });
});
