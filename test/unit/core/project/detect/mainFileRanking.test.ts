import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { detectProject, mainFilesToRead } from "../../../../../src/core/project/detect/projectDefaults";
import { ProjectPaths } from "../../../../../src/core/project/projectPaths";
import { assertProportional, repeated } from "../../../../support/hostileInputs";

describe("the main file among very many scripts", () => {
  for (const [title, nameOf] of [
    ["in one folder", (index: number) => `script_${index}.py`],
    ["that each manage a project", (index: number) => `part_${index}/manage.py`],
  ] as const)
    it(`is found in time in proportion to their number, ${title}`, () => {
      assertProportional(({ length }) => {
        const paths = new ProjectPaths(Array.from({ length }, (_, index) => nameOf(index)));
        const texts = new Map(mainFilesToRead(paths).map((path) => [path, "import script_7\nprint(1)\n"]));
        detectProject("shop", paths, texts);
      }, repeated("a"));
    });

  it("is the one of a usual name, and beside it the first thousand are offered", () => {
    const paths = Array.from({ length: 3_000 }, (_, index) => `script_${index}.py`);
    const { mainFile, mainFileCandidates } = detectProject(
      "shop",
      new ProjectPaths([...paths, "main.py"]),
      new Map(),
    );
    assert.equal(mainFile, "main.py");
    assert.deepEqual(mainFileCandidates, ["main.py", ...paths.slice(0, 1_000)]);
  });

  it("is the one that the others import nothing of, and that starts something", () => {
    const texts = new Map([
      ["alpha.py", "import helper\nimport zeta\n"],
      ["helper.py", "import os\n"],
      ["zeta.py", "import alpha\nclient.run('x')\n"],
    ]);
    const { mainFile, mainFileCandidates } = detectProject(
      "shop",
      new ProjectPaths([...texts.keys()]),
      texts,
    );
    assert.equal(mainFile, "zeta.py");
    assert.equal(mainFileCandidates.at(-1), "helper.py");
  });

  for (const [what, files, path] of [
    [
      "that is alone but for what it imports",
      { "cat_bot.py": "import irc\n", "irc.py": "import socket\n" },
      "cat_bot.py",
    ],
    [
      "that never ends",
      { "check.py": "def check():\n    while True: pass\n", "watch_prices.py": "while True:\n    look()\n" },
      "watch_prices.py",
    ],
    [
      "that starts the bot once for each part of its servers",
      { "bot.js": "client.login()", "shard.js": "new ShardingManager('./bot.js').spawn()" },
      "shard.js",
    ],
    [
      "that starts the bot by its whole path",
      { "index.js": "client.login()", "cluster.js": 'new ClusterManager(__dirname + "/index.js")' },
      "cluster.js",
    ],
  ] as const)
    it(`is the one ${what}`, () => {
      const texts = new Map<string, string>(Object.entries(files));
      const { mainFile } = detectProject("shop", new ProjectPaths([...texts.keys()]), texts);
      assert.equal(mainFile, path);
    });
});
