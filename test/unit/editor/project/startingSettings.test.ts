// What an app of a folder starts with where its hosted-app.json names another main file than was found.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { ProjectFile } from "../../../../src/core/project/projectFile";
import type { DeployFolder } from "../../../../src/editor/project/deployFolder";
import { startingSettings } from "../../../../src/editor/project/startingSettings";

function commandOf(startupCommand: string, mainFile: string | undefined, file: ProjectFile): string {
  const defaults = { name: "shop", memoryMB: 256, startupCommand, ...(mainFile && { mainFile }) };
  return startingSettings({ project: { defaults } } as unknown as DeployFolder, file).startupCommand;
}

describe("the start command that was found", () => {
  it("is left where hosted-app.json names another main file", () => {
    assert.equal(commandOf("gunicorn app:app", "app.py", { mainFile: "bot.py" }), "");
    assert.equal(commandOf("gunicorn app:app", undefined, { mainFile: "bot.py" }), "");
  });

  it("stays for the main file that it starts, and where no other is named", () => {
    assert.equal(commandOf("gunicorn app:app", "app.py", {}), "gunicorn app:app");
    assert.equal(commandOf("gunicorn app:app", "main.py", { mainFile: "app.py" }), "gunicorn app:app");
    assert.equal(commandOf("npx next start", undefined, { mainFile: "next.js" }), "npx next start");
  });

  it("gives way to that of the file", () => {
    const file = { mainFile: "bot.py", startupCommand: "python -u bot.py" };
    assert.equal(commandOf("gunicorn app:app", "app.py", file), "python -u bot.py");
    assert.equal(commandOf("gunicorn app:app", "app.py", { startupCommand: "" }), "");
  });
});
