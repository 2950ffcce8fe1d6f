// What files for other hosts say that nobody means well with, or that is about something else.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { readAuthorsWord } from "../../../../../src/core/project/detect/authorsWord";
import { parseYaml } from "../../../../../src/core/project/detect/yamlText";

const read = (texts: Readonly<Record<string, string>>, paths: readonly string[] = ["main.py", "index.js"]) =>
  readAuthorsWord(paths, new Map(Object.entries(texts)), parseYaml);

describe("what authors wrote down for other hosts", () => {
  it("is nothing of a file of the same name that is about something else", () => {
    const others = {
      "app.json": '{ "expo": { "name": "Phone", "slug": "phone" } }',
      "vercel.json": '{ "cleanUrls": true }',
      "compose.yaml": "services:\n  db:\n    image: postgres:16\n    mem_limit: 4g\n",
      "render.yaml": "services:\n  - type: web\n    rootDir: backend\n    startCommand: node index.js\n",
    };
    const { said, notTaken } = read(others);
    assert.deepEqual([said, notTaken], [{ exposedViaWeb: true }, []]);
  });

  for (const [what, text] of [
    ["aliases that stand for millions", `a: &a [1,1,1,1,1,1,1,1,1]\n${bomb()}`],
    ["folders in folders without an end", "[".repeat(100_000)],
    ["an alias of itself", "services: &a\n  web: *a\n  <<: *a\n"],
    ["a list where an object belongs", "- web\n- worker\n"],
    ["two texts", "a: 1\n---\nb: 1\n"],
  ] as const)
    it(`leaves YAML alone that has ${what}`, () => {
      const { said, notTaken } = read({ "compose.yaml": text });
      assert.deepEqual([said, notTaken], [{}, [{ kind: "unreadable", file: "compose.yaml" }]]);
    });

  it("is quick also where every key stands twice", () => {
    const started = performance.now();
    read({ "compose.yaml": "web: 1\n".repeat(30_000) });
    assert.ok(performance.now() - started < 20_000);
  });

  it("sets nothing but settings", () => {
    const { said } = read({
      "render.yaml": "__proto__: { memoryMB: 1 }\nservices: [{ type: web, plan: __proto__ }]\n",
    });
    assert.deepEqual([said, ({} as { memoryMB?: number }).memoryMB], [{ exposedViaWeb: true }, undefined]);
  });

  it("is no command of several lines, nor one that nobody reads to its end", () => {
    for (const command of ["npm ci\nnpm start", `npm start ${"x".repeat(2_000)}`]) {
      const { said, notTaken } = read({
        "vercel.json": "{}",
        "railway.json": JSON.stringify({ deploy: { startCommand: command } }),
      });
      assert.equal(said.startupCommand, undefined);
      assert.deepEqual(
        notTaken.map(({ kind }) => kind),
        ["value"],
      );
    }
  });

  it("is no path out of the folder", () => {
    for (const main of ["../../etc/passwd.py", "/etc/x.js", "C:\\x.js"]) {
      const { said, notTaken, missingFiles } = read({ "discloud.config": `MAIN=${main}` });
      assert.deepEqual([said, missingFiles], [{}, []]);
      assert.deepEqual(notTaken, [{ kind: "mainFile", file: "discloud.config", path: main }]);
    }
  });

  it("is read in every way that sizes are written", () => {
    const sizes = { "512": 512, "512MB": 512, "0.5 GB": 512, "1g": 1024, "524288k": 512, "256MiB": 256 };
    for (const [size, memoryMB] of Object.entries(sizes))
      assert.deepEqual(read({ "discloud.config": `RAM=${size}` }).said, { memoryMB });
    for (const [size, memoryMB] of [
      ["536870912", 512],
      ["512m", 512],
      ["1gb", 1024],
    ] as const)
      assert.deepEqual(read({ "compose.yaml": `services: { a: { build: ., mem_limit: ${size} } }` }).said, {
        memoryMB,
      });
  });

  it("drops from a command what installs the packages, which the service does", () => {
    for (const [command, rest] of [
      ["npm install && npm run serve", "npm run serve"],
      ["pip3 install -r requirements.txt; python main.py -x", "python main.py -x"],
      ["npm ci --omit=dev && npm run build && npm start", "npm run build && npm start"],
      ["pip install flask && python main.py -x", "pip install flask && python main.py -x"],
    ] as const)
      assert.equal(read({ "squarecloud.app": `START=${command}` }).said.startupCommand, rest);
  });
});

/** Eight lists, each of nine times the one before. */
function bomb(): string {
  const names = "abcdefghi";
  const line = (at: number) => `${names[at]}: &${names[at]} [${`*${names[at - 1]},`.repeat(9)}]`;
  return [1, 2, 3, 4, 5, 6, 7, 8].map(line).join("\n");
}
