// YAML that other people wrote: what is read of it, and what is refused.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parsedYaml } from "../../../../support/parsedYaml";

const read: Readonly<Record<string, readonly [text: string, value: unknown]>> = {
  "the usual": [
    "services:\n  web: # one\n    ports: ['80:80', \"1:2\"]\n    on: true\n    n: [1, 0x1f, .5, ~, -.inf]\n",
    { services: { web: { ports: ["80:80", "1:2"], on: true, n: [1, 31, 0.5, null, -Infinity] } } },
  ],
  "blocks of text": [
    "a: |\n  one\n\n  two\nb: >-\n  three\n  four\nc: 'it''s'\nd: \"\\u00e9\\n\"\n",
    { a: "one\n\ntwo\n", b: "three four", c: "it's", d: "é\n" },
  ],
  "anchors, aliases and merges": [
    "x: &x {a: 1, b: [2]}\ny: *x\nz: {<<: *x, b: 3}\n&k key: 1\n*k : 2\n",
    { x: { a: 1, b: [2] }, y: { a: 1, b: [2] }, z: { a: 1, b: 3 }, key: 2 },
  ],
  "words that only YAML 1.1 takes for something else": [
    "a: yes\nb: 0o14\nc: 1_000\nd: 190:20:30\ne: 2001-12-14\n",
    { a: "yes", b: 12, c: "1_000", d: "190:20:30", e: "2001-12-14" },
  ],
  "tags of other programs": [
    "a: !reset [x]\nb: !override {c: 1}\nd: !!timestamp 2001-12-14\ne: !own 1\nf: !reset null\n",
    { a: ["x"], b: { c: 1 }, d: "2001-12-14", e: "1", f: "null" },
  ],
  "keys that are no text": [
    "1: a\nnull: b\ntrue: c\n? |\n  long\n: d\n",
    { 1: "a", null: "b", true: "c", "long\n": "d" },
  ],
  "what is beside keys that are maps or lists": [
    "name: {{ name }}\n? [a, b]\n: 1\nport: 80\n",
    { name: {}, port: 80 },
  ],
  "the last of equal keys": ["a: 1\na: 2\n", { a: 2 }],
  "one document between marks": ["%YAML 1.1\n---\na: 1\n...\n", { a: 1 }],
  "lines of Windows after a byte order mark": ["\ufeffa: 1\r\nb: 2\r\n", { a: 1, b: 2 }],
  nothing: ["# only this\n", undefined],
};

const nine = (item: string): string => `[${Array(9).fill(item).join(",")}]`;
const refused: Readonly<Record<string, string>> = {
  "an open list": "a: [",
  "two values of one key": "a: b: c",
  "text after a list": "- a\nb",
  "tabs that indent": "a:\n\tb: 1",
  "an unknown alias": "a: *no",
  "several documents": "---\na\n---\nb",
  "much that a few aliases stand for": [
    `a0: &a0 ${nine("x")}`,
    ...Array.from({ length: 9 }, (_, level) => `a${level + 1}: &a${level + 1} ${nine(`*a${level}`)}`),
  ].join("\n"),
  "many aliases": `a: &a 1\nb: [${"*a,".repeat(101)}]`,
  "lists in lists": "[".repeat(1_000),
  "dashes after dashes": "- ".repeat(1_000),
  "a long text": "a: 1\n".repeat(30_000),
};

describe("YAML", () => {
  for (const [name, [text, value]] of Object.entries(read))
    it(`is read: ${name}`, () => assert.deepEqual(parsedYaml(text), value));

  for (const [name, text] of Object.entries(refused))
    it(`is refused: ${name}`, () => assert.throws(() => parsedYaml(text), Error));

  it("keeps prototypes unchanged", () => {
    const value = parsedYaml("__proto__: {a: 1}\nb: {<<: {__proto__: {c: 1}}}\n") as {
      a?: unknown;
      b: { c?: unknown };
    };
    assert.deepEqual(
      [Object.getPrototypeOf(value), value.a, value.b.c],
      [Object.prototype, undefined, undefined],
    );
  });
});
