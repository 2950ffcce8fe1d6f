// The variables that a project needs and an app would lack: names only.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { missingVariables, neededVariables } from "../../../../src/editor/project/neededVariables";
import type { ProjectFolder } from "../../../../src/editor/project/projectFolder";
import { someNames } from "../../../../src/editor/safeUi/someNames";

describe("the variables of a project", () => {
  function projectOf(texts: Readonly<Record<string, string>>, sent: readonly string[]): ProjectFolder {
    const read = async (path: string) => {
      if (texts[path] === undefined) throw new Error("nothing is there");
      return new TextEncoder().encode(texts[path]);
    };
    const files = sent.map((path) => ({
      ...{ path, sizeBytes: texts[path]?.length ?? 0 },
      read: () => read(path),
    }));
    return { files, read } as unknown as ProjectFolder;
  }

  it("come from .env, its example and the code, without values", async () => {
    const texts = {
      ".env": "TOKEN=canary-value\n",
      ".env.example": "GUILD=\n",
      "bot.js": "login(process.env.TOKEN, process.env.OWNER)",
      "dist/bot.js": "process.env.OF_A_LIBRARY",
      "bot.test.js": "process.env.OF_A_TEST",
    };
    const needed = await neededVariables(projectOf(texts, ["bot.js", "dist/bot.js", "bot.test.js"]));
    assert.deepEqual(needed, {
      names: ["GUILD", "OWNER", "TOKEN"],
      files: [{ path: ".env", names: ["TOKEN"] }],
    });
    assert.doesNotMatch(JSON.stringify(needed), /canary/);
  });

  it("are missing unless the app has them or the .env is sent", async () => {
    const texts = { ".env": "TOKEN=1\n", "bot.py": 'os.environ["GUILD"]' };
    const project = projectOf(texts, ["bot.py"]);
    const needed = await neededVariables(project);
    assert.deepEqual(missingVariables(needed, project), ["GUILD", "TOKEN"]);
    assert.deepEqual(missingVariables(needed, project, ["GUILD"]), ["TOKEN"]);
    assert.deepEqual(missingVariables(needed, projectOf(texts, ["bot.py", ".env"])), ["GUILD"]);
  });

  it("are those of every file that sets some, file by file", async () => {
    const texts = {
      ...{ "src/.env": "TOKEN=1\n", ".env.production": "KEY=1\n", ".env.test": "NO=1\n", ".env.example": "" },
      ".streamlit/secrets.toml": '[db]\npassword = "canary"\n',
      ...{ "config.json": '{ "token": "canary", "prefix": "!" }', "config/own.local.yaml": "key: canary\n" },
      "bot.py": "",
    };
    const leftOut = Object.keys(texts).map((path) => ({ path, isDirectory: false }));
    const { names, files } = await neededVariables({ ...projectOf(texts, ["bot.py"]), leftOut });
    assert.deepEqual(names, ["TOKEN"]);
    assert.deepEqual(Object.fromEntries(files.map((file) => [file.path, file.names.join()])), {
      ...{ "src/.env": "TOKEN", ".env.production": "KEY", ".streamlit/secrets.toml": "password" },
      ...{ "config.json": "prefix,token", "config/own.local.yaml": "key" },
    });
  });

  it("are named up to four", () => {
    assert.equal(someNames(["A", "B"]), "A, B");
    assert.equal(someNames(["A", "B", "C", "D", "E", "F"]), "A, B, C, D and 2 more");
  });
});
