// What of a project is read to know how its app starts, and what is too large for that.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import {
  detectProject,
  pathsToProbe,
  readSigns,
} from "../../../../../src/core/project/detect/projectDefaults";
import {
  longestBytesOf,
  longestProjectFileBytes,
  readProject,
} from "../../../../../src/core/project/detect/readProject";
import { FolderRules } from "../../../../../src/core/project/folderRules";
import { ProjectPaths } from "../../../../../src/core/project/projectPaths";

function project(texts: Readonly<Record<string, string>>) {
  const read: string[] = [];
  const files = Object.entries(texts).map(([path, text]) => ({
    ...{ path, sizeBytes: Buffer.byteLength(text), modifiedAt: 0 },
    read: async () => {
      read.push(path);
      return Buffer.from(text);
    },
  }));
  const defaults = readProject("shop", { files, leftOut: [], rules: new FolderRules() }, async () => false);
  return { defaults, read };
}

const padding = `# ${"x".repeat(longestProjectFileBytes)}\n`;

describe("reading a project", () => {
  for (const path of ["pyproject.toml", "requirements.txt", "package.json", "Dockerfile"])
    it(`names ${path} when it is too large, and does not read it`, async () => {
      const { defaults, read } = project({ [path]: padding, "main.py": "print()" });
      const { findings, mainFile } = await defaults;
      const sizeBytes = Buffer.byteLength(padding);
      assert.deepEqual(findings[0], { kind: "tooLarge", path, sizeBytes });
      assert.ok(!read.includes(path));
      assert.equal(mainFile, "main.py");
    });

  for (const file of ["Procfile", "ecosystem.config.js", "compose.yaml"])
    it(`leaves ${file} alone when it is too large, and names it`, async () => {
      const { defaults, read } = project({ [file]: padding, "main.py": "print()" });
      const { findings, notTaken } = await defaults;
      assert.deepEqual([findings, notTaken], [[], [{ kind: "tooLarge", file }]]);
      assert.ok(!read.includes(file));
    });

  for (const file of ["render.yml", "docker-compose.yaml", "ecosystem.config.cjs"])
    it(`leaves ${file} alone when it is longer than people write YAML`, async () => {
      const text = `# ${"x".repeat(32 * 1024)}\n`;
      const { defaults, read } = project({ [file]: text, "main.py": "print()" });
      assert.deepEqual((await defaults).notTaken, [{ kind: "tooLarge", file }]);
      assert.ok(!read.includes(file));
      assert.equal(longestBytesOf(file), 32 * 1024);
    });

  it("parses a text once, with a mistake in it too", () => {
    let count = 0;
    const texts = new Map([
      ["compose.yaml", "bad"],
      ["render.yaml", "good"],
    ]);
    const paths = new ProjectPaths([...texts.keys()]);
    const signs = readSigns(paths, texts, (text) => {
      count++;
      if (text === "bad") throw new Error("odd");
      return {};
    });
    pathsToProbe(paths, texts, signs);
    const { notTaken } = detectProject("shop", paths, texts, { signs });
    assert.deepEqual([count, notTaken], [2, [{ kind: "unreadable", file: "compose.yaml" }]]);
  });

  it("reads a manifest of the largest size", async () => {
    const text = '[project]\nname = "shop-of-size"\n#';
    const whole = text + "x".repeat(longestProjectFileBytes - text.length);
    const { findings, name } = await project({ "pyproject.toml": whole, "main.py": "" }).defaults;
    assert.deepEqual([findings, name], [[], "shop-of-size"]);
  });

  it("looks at the beginning of a large main file", async () => {
    const flask = "from flask import Flask\napp = Flask(__name__)\napp.run()\n";
    const { findings, exposedViaWeb } = await project({ "main.py": flask + padding }).defaults;
    assert.deepEqual([findings, exposedViaWeb], [[], true]);
  });
});
