// Which variables a project needs, by name: those that a .env sets and those that code cannot do without.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { namesInCode, namesInEnv } from "../../../../src/core/project/variableNames";

describe("names of variables", () => {
  it("are those that a .env sets, and no value of it", () => {
    const text =
      '# A=1\nTOKEN=abc\nexport DB_URL = "postgres://x"\n\n  name: value\nnot a line\nTOKEN=again\n1X=2\n';
    assert.deepEqual(namesInEnv(text), ["DB_URL", "TOKEN", "name"]);
  });

  it("are those that Python cannot do without", () => {
    const code = [
      'a = os.environ["TOKEN"]',
      "b = os.getenv('GUILD')",
      'c = os.getenv("LEVEL", "info")',
      'd = os.environ.get("KEY")',
      'e = os.environ.get("OTHER") or "x"',
      'os.environ["MADE"] = "1"',
      'f = environ["PORT"]',
      'g = os.environ["LOOKED"] == "1"',
    ].join("\n");
    assert.deepEqual(namesInCode("bot.py", code), ["GUILD", "KEY", "LOOKED", "TOKEN"]);
  });

  it("are those that JavaScript and TypeScript cannot do without", () => {
    const code = [
      "client.login(process.env.TOKEN);",
      'const a = process.env["API_KEY"];',
      'const b = process.env.LEVEL ?? "info";',
      'const c = process.env.NAME || "x";',
      'process.env.MADE = "1";',
      "const { GUILD, CLIENT: id, PREFIX = '!' } = process.env;",
      'if (process.env.MODE === "x") run();',
      "listen(process.env.PORT);",
    ].join("\n");
    for (const path of ["bot.js", "src/bot.ts", "a.mjs"])
      assert.deepEqual(namesInCode(path, code), ["API_KEY", "CLIENT", "GUILD", "MODE", "TOKEN"], path);
  });

  it("are looked for in code only", () => {
    assert.deepEqual(namesInCode("README.md", "process.env.TOKEN"), []);
  });
});
