// What of a project is read to know how its app starts, and what is too large for that.
import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import {
  detectProject,
  pathsToProbe,
  readSigns,
} from "../../../../../src/core/project/detect/projectDefaults";
import { longestProjectFileBytes, readProject } from "../../../../../src/core/project/detect/readProject";
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

function longOf(part: (at: number) => string, length: number): string {
  let text = "";
  for (let at = 0; text.length < length; at++) text += part(at);
  return text;
}

/** Counts the turns of other work. */
function watchPauses(): () => number {
  let turns = 0;
  const turn = (): void => {
    if (++turns < 100) setImmediate(turn);
  };
  setImmediate(turn);
  return () => turns;
}

const padding = `# ${"x".repeat(longestProjectFileBytes)}\n`;

describe("reading a project", () => {
  for (const path of ["pyproject.toml", "requirements.txt", "package.json", "Dockerfile"])
    it(`names ${path} when it is too large, and does not read it`, async () => {
      const { defaults, read } = project({ [path]: padding, "main.py": "print()" });
      const { findings, mainFile } = await defaults;
      assert.deepEqual(findings[0], { kind: "unread", path });
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

  const service = (at: number): string =>
    `  service_${at}:\n    # What it does.\n    image: "registry.example.com/team/service:${at}"\n    environment: { LOG: info }\n`;
  const app = (at: number): string =>
    `{ name: 'bot_${at}', script: './bot.js', /* don't */ cwd: 'part_${at}', env: { LOG: "http://info" } }, // one\n`;
  const { now } = performance;
  afterEach(() => {
    performance.now = now;
  });

  for (const [file, text] of [
    ["compose.yaml", `services:\n  app: { build: ., mem_limit: 300m }\n${longOf(service, 110_000)}`],
    [
      "ecosystem.config.js",
      `module.exports = { apps: [{ name: 'a', script: 'main.js', max_memory_restart: '300M' },\n${longOf(app, 100_000)}] };`,
    ],
    [
      "render.yaml",
      `services:\n- { type: web, plan: pro, runtime: node }\n${"# What it does, and why.\n".repeat(4_500)}`,
    ],
  ] as const)
    it(`reads ${file} of the length of a book, and goes on with other work meanwhile`, async () => {
      const pauses = watchPauses();
      // A few steps use up a slice, on any machine.
      let nowMs = 0;
      performance.now = () => (nowMs += 4);
      const { memoryMB, notTaken } = await project({ [file]: text, "main.js": "" }).defaults;
      assert.deepEqual([memoryMB, notTaken], [file === "render.yaml" ? 4096 : 300, []]);
      assert.ok(pauses() > 1, `${pauses()} turns of other work`);
    });

  for (const [what, text] of [
    ["pieces", `a: [${"1,".repeat(100_000)}1]`],
    ["lists in lists", `${"- ".repeat(100)}a\n`.repeat(1_000)],
    ["comments of pm2 that never end", `module.exports = [${"/*".repeat(100_000)}`],
  ] as const)
    it(`leaves a file alone that has more ${what} than people write`, async () => {
      const file = text.startsWith("module") ? "ecosystem.config.js" : "compose.yaml";
      const { notTaken } = await project({ [file]: text, "main.py": "" }).defaults;
      assert.deepEqual(notTaken, [{ kind: "unreadable", file }]);
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

  it("reads each tsconfig.json once, however often others extend it", async () => {
    const names = ["tsconfig.json", "tsconfig.a.json", "tsconfig.b.json", "tsconfig.c.json"];
    const text = JSON.stringify({ extends: Array.from({ length: 6_000 }, (_, at) => `./${names[at % 4]}`) });
    const { findings } = await project({
      ...Object.fromEntries(names.map((name) => [name, text])),
      "package.json": JSON.stringify({ scripts: { build: "tsc" } }),
      "src/index.ts": "",
    }).defaults;
    assert.ok(findings.some((each) => each.kind === "buildFirst" && each.makes === "src/index.js"));
  });

  it("reads a manifest of the largest size", async () => {
    const text = '[project]\nname = "shop-of-size"\n#';
    const whole = text + "x".repeat(longestProjectFileBytes - text.length);
    const { findings, name } = await project({ "pyproject.toml": whole, "main.py": "" }).defaults;
    assert.deepEqual([findings, name], [[], "shop-of-size"]);
  });

  it("looks at the beginning of a large main file", async () => {
    const flask = "from flask import Flask\napp = Flask(__name__)\napp.run()\n";
    const { findings, exposedViaWeb } = await project({
      "main.py": flask + padding,
      "requirements.txt": "flask",
    }).defaults;
    assert.deepEqual([findings, exposedViaWeb], [[], true]);
  });
});
