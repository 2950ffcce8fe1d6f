import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { detectProject } from "../../../src/core/projectDefaults";

const detect = (files: Readonly<Record<string, string>>) =>
  detectProject("my-folder", Object.keys(files), new Map(Object.entries(files)));

describe("detectProject", () => {
  it("reads a Flask app", () => {
    const found = detect({ "app.py": "from flask import Flask", "requirements.txt": "Flask==3.0" });
    assert.deepEqual(
      [found.runtime, found.mainFile, found.exposedViaWeb, found.startupCommand, found.name],
      ["python", "app.py", true, "", "my-folder"],
    );
  });

  it("reads a Node app by its package.json", () => {
    const found = detect({
      "package.json": JSON.stringify({
        name: "@me/shop",
        main: "lib/start.js",
        dependencies: { express: "^5" },
      }),
      "lib/start.js": "",
      "index.js": "",
    });
    assert.deepEqual(
      [found.runtime, found.mainFile, found.exposedViaWeb, found.name],
      ["nodejs", "lib/start.js", true, "shop"],
    );
  });

  it("takes the file that the start script runs, and needs no command for it", () => {
    const found = detect({
      "package.json": JSON.stringify({ scripts: { start: "node server.js" } }),
      "server.js": "",
      "index.js": "",
    });
    assert.deepEqual([found.mainFile, found.startupCommand], ["server.js", ""]);
  });

  it("starts by npm when the script does more", () => {
    const found = detect({
      "package.json": JSON.stringify({ scripts: { start: "tsx src/index.ts" } }),
      "index.js": "",
    });
    assert.equal(found.startupCommand, "npm start");
  });

  it("prefers the Procfile's command", () => {
    const found = detect({ Procfile: "worker: python bot.py --all\n", "bot.py": "", "requirements.txt": "" });
    assert.equal(found.startupCommand, "python bot.py --all");
  });

  it("takes a bot for a background app", () => {
    const found = detect({ "bot.py": "import discord", "requirements.txt": "discord.py" });
    assert.deepEqual([found.mainFile, found.exposedViaWeb], ["bot.py", false]);
  });

  it("names no runtime for a folder without code", () => {
    const found = detect({ "README.md": "" });
    assert.deepEqual([found.runtime, found.mainFile, found.mainFileCandidates], [undefined, undefined, []]);
  });

  it("is not misled by a package.json that cannot be read", () => {
    assert.equal(detect({ "package.json": "{", "main.py": "" }).runtime, "python");
  });
});
