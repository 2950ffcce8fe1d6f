// What build/lessOfPackages.js takes out of packages is never reached by what uses them here.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { build, type Plugin } from "esbuild";
import { before, describe, it } from "mocha";
import type { parseYaml } from "../../src/core/project/detect/yamlText";
import { parsedYaml } from "../support/parsedYaml";
import { inRepository } from "../support/repository";
import { conditionTimeoutMs } from "../support/waitUntil";

const readHere = createRequire(inRepository("package.json"));
const texts = {
  "the usual":
    "services:\n  web: # one\n    ports: ['80:80', \"1:2\"]\n    on: true\n    n: [1, 0x1f, .5, ~, -.inf]\n",
  "blocks of text": "a: |\n  one\n\n  two\nb: >-\n  three\n  four\nc: 'it''s'\nd: \"\\u00e9\\n\"\n",
  "anchors, aliases and merges": "x: &x {a: 1, b: [2]}\ny: *x\nz: {<<: *x, b: 3}\n&k key: 1\n*k : 2\n",
  "YAML 1.1": "%YAML 1.1\n---\na: yes\nb: 0o14\nc: 1_000\nd: 190:20:30\n",
  "named types": "a: !!set {x, y}\nc: !!omap [{p: 1}]\nd: !!timestamp 2001-12-14\ne: !own 1\n",
  "keys that are no text": "1: a\nnull: b\ntrue: c\n? |\n  long\n: d\n",
  nothing: "# only this\n",
};
const wrong = ["a: [", "a: b: c", "- a\nb", "\t- a", "a: *no", "---\na\n---\nb"];

describe("packages of which less is bundled", () => {
  let less: typeof parseYaml;

  before("bundle the reader of YAML", async function () {
    this.timeout(conditionTimeoutMs);
    const { alias, lessOfPackages }: { alias: Record<string, string>; lessOfPackages: Plugin } =
      readHere("./build/lessOfPackages.js");
    const { outputFiles } = await build({
      ...{ entryPoints: [inRepository("src", "core", "project", "detect", "yamlText.ts")], bundle: true },
      ...{ platform: "node", format: "cjs", write: false, alias, plugins: [lessOfPackages] },
    });
    const text = outputFiles[0]?.text ?? "";
    assert.doesNotMatch(text, /foldFlowLines/);
    const module = { exports: {} as { parseYaml: typeof parseYaml } };
    new Function("module", "require", text)(module, readHere);
    less = module.exports.parseYaml;
  });

  for (const [name, text] of Object.entries(texts))
    it(`read YAML as the whole ones do: ${name}`, () =>
      assert.deepEqual(parsedYaml(text, less), parsedYaml(text)));

  it("refuse what the whole ones refuse", () => {
    for (const text of wrong) {
      const messageOf = (parse?: typeof parseYaml) => {
        try {
          return `read as ${JSON.stringify(parsedYaml(text, parse))}`;
        } catch (error) {
          return String(error);
        }
      };
      assert.equal(messageOf(less), messageOf(), text);
    }
  });

  it("read what is beside keys that are maps or lists", () => {
    const read = parsedYaml("name: {{ name }}\n? [a, b]\n: 1\n? {c: d}\n: 2\nport: 80\n", less);
    assert.deepEqual(read, { name: { "{}": null }, "{}": 2, port: 80 });
  });
});
