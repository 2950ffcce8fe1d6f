// .env files: what they say, and new values in them.
import assert from "node:assert/strict";
import { parseEnv } from "node:util";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import { valuesInEnv, withEnvValues } from "../../../../src/core/project/envText";
import { assertProportional, repeated } from "../../../support/hostileInputs";

const change = (source: string, values: Readonly<Record<string, string>>) =>
  withEnvValues(source, Object.entries(values));

describe("the values of a .env file", () => {
  it("are read with quotes, comments, exports and several lines", () => {
    const text = [
      "# first",
      "PLAIN=one two  # said",
      "HASH=a#b",
      "export QUOTED = 'it is # no comment' # one",
      'DOUBLE="say \\"hi\\"\\nagain"',
      "KEY='first",
      "INSIDE=no",
      "last'",
      "EMPTY=",
      "ONLY=# nothing",
      "PLAIN=last counts",
      "not a line",
    ].join("\r\n");
    assert.deepEqual(Object.fromEntries(valuesInEnv(text)), {
      ...{ PLAIN: "last counts", HASH: "a#b", QUOTED: "it is # no comment", DOUBLE: 'say "hi"\nagain' },
      ...{ KEY: "first\nINSIDE=no\nlast", EMPTY: "", ONLY: "" },
    });
  });

  it("are read below a byte order mark, and with escapes for carriage returns", () => {
    const text = '\ufeffA=1\r\nB="x\ry\\r\\nz"\r\n';
    assert.deepEqual(Object.fromEntries(valuesInEnv(text)), { A: "1", B: "x\ny\r\nz" });
  });

  it("are read in a moment, however the quotes stand", () => {
    const text = "A='\n".repeat(20_000) + 'B="\\'.repeat(20_000);
    assert.ok(valuesInEnv(text).size > 0);
  });
});

describe("a .env file with new values", () => {
  it("keeps comments, order, line ends and all else, and replaces the value that counts", () => {
    const source = "# shop\r\nA=1 # one\r\n\r\nB='two'\r\nA=3 # last";
    const { text, left } = change(source, { A: "it's new", C: "x y", B: "" });
    assert.equal(text, "# shop\r\nA=1 # one\r\n\r\nB=\r\nA=\"it's new\" # last\r\nC='x y'\r\n");
    assert.deepEqual(left, []);
  });

  it("keeps a byte order mark, and replaces the value right after it", () => {
    assert.deepEqual(change("\ufeffA=1\r\n", { A: "2", B: "3" }), { text: "\ufeffA=2\r\nB=3\r\n", left: [] });
  });

  it("is begun where there is none", () => {
    assert.equal(change("", { A: "1", B: "{}" }).text, "A=1\nB='{}'\n");
  });

  it("holds values of several lines, JSON with apostrophes, Windows paths and passwords", () => {
    const values = {
      ...{ KEY: "-----BEGIN KEY-----\nabc=\n-----END KEY-----\n", JSON: `{"a": "it's"}` },
      ...{ SHARE: "\\\\server\\share\\", PASSWORD: "$a'`x", SPACES: "  x ", QUOTES: `'"` },
    };
    const { text, left } = change("", values);
    assert.deepEqual(left, ["QUOTES"]);
    const { QUOTES: _, ...others } = values;
    assert.deepEqual(Object.fromEntries(valuesInEnv(text)), others);
    assert.deepEqual({ ...parseEnv(text) }, others);
  });

  it("leaves a value that no .env file can hold, and a name that is none", () => {
    const { text, left } = change("A=1\n", { A: "'\"#", "B C": "1", D: "a\rb" });
    assert.deepEqual([text, left], ["A=1\n", ["A", "B C", "D"]]);
  });

  it("is not changed below a quote that never ends", () => {
    const source = 'A="open\n';
    assert.deepEqual(change(source, { B: 'say "x" now' }), { text: source, left: ["B"] });
  });

  it("gets what it can hold below a quote that never ends", () => {
    const source = 'A="open\n';
    const values = { B: "1", C: "x y", D: 'say "x"', A: "2" };
    assert.deepEqual(change(source, { B: "1", C: "x y", D: 'say "x"' }), {
      text: `${source}B=1\nC='x y'\n`,
      left: ["D"],
    });
    assert.deepEqual(change(source, values).left, []);
  });

  it("is written in time in proportion to the number of values, whether or not it can hold them", () => {
    for (const source of ["", 'A="open\n', "A='open\n"])
      assertProportional(({ length }) => {
        const names = Array.from({ length: length / 8 }, (_, index) => `NAME_${index}`);
        withEnvValues(
          source,
          names.map((name) => [name, `"it is ${name}"`]),
        );
      }, repeated("a"));
  });

  it("is read by Node.js as it was meant, whatever the values", () => {
    const anyText = fc.string({ unit: fc.constantFrom(..."ab #'\"`\\$={}\n\t,é") });
    const name = fc.constantFrom("A", "B", "C_1");
    void fc.assert(
      fc.property(fc.array(fc.tuple(name, anyText), { maxLength: 5 }), (values) => {
        const { text, left } = withEnvValues("# x\nA='old'\n", values);
        const expected = new Map([["A", "old"], ...values.filter(([each]) => !left.includes(each))]);
        const own = valuesInEnv(text);
        for (const [each, value] of expected) if (!left.includes(each)) assert.equal(own.get(each), value);
        assert.deepEqual({ ...parseEnv(text) }, Object.fromEntries(own));
      }),
    );
  });
});
