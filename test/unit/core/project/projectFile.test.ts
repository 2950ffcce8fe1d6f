import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { NewAppSettings } from "../../../../src/core/model/model";
import {
  changeProjectFile,
  isOnlyWarning,
  newProjectFile,
  parseProjectFile,
  projectFileOfSettings,
  withoutAppId,
  withPackages,
} from "../../../../src/core/project/projectFile";
import { settingsOfKeyed } from "../../../../src/core/settings/settingsTable";

const settings: NewAppSettings = {
  ...{ name: "Shop", mainFile: "src/index.js", memoryMB: 512, runtime: "nodejs", teamId: "team-1" },
  ...{ exposedViaWeb: true, autoRestart: false, startupCommand: "npm start" },
};

const kindsOf = (text: string) => mistakesOf(text).map(({ kind }) => kind);
const mistakesOf = (text: string) => parseProjectFile(text).problems.map(({ mistake }) => mistake);
/** The text that a problem points at. */
const placesOf = (text: string) =>
  parseProjectFile(text).problems.map(({ offset, length }) => text.slice(offset, offset + length));

describe("hosted-app.json", () => {
  it("gives back the settings that it was written from", () => {
    const written = newProjectFile({ ...projectFileOfSettings(settings), appId: "a1" });
    const { file, problems } = parseProjectFile(written);
    assert.deepEqual(problems, []);
    assert.equal(file.appId, "a1");
    assert.deepEqual(settingsOfKeyed(file), settings);
  });

  it("says that there is no start command only where one would be found", () => {
    const none = { ...settings, startupCommand: "" };
    assert.equal(projectFileOfSettings(none).startupCommand, undefined);
    const { file, problems } = parseProjectFile(newProjectFile(projectFileOfSettings(none, "npm start")));
    assert.deepEqual([file.startupCommand, problems], ["", []]);
  });

  it("may hold comments, trailing commas and any part of the settings", () => {
    const { file, problems } = parseProjectFile('{\n  // ours\n  "$schema": "x",\n  "memoryMB": 128,\n}\n');
    assert.deepEqual([file, problems], [{ memoryMB: 128 }, []]);
    assert.deepEqual(settingsOfKeyed(file), { memoryMB: 128 });
    assert.deepEqual(parseProjectFile("{}"), { file: {}, targets: [], problems: [] });
  });

  it("is not read when it is longer than any person writes, and says so once", () => {
    const long = `{ "name": "Shop", "x": "${"a".repeat(64 * 1024)}" }`;
    assert.deepEqual(parseProjectFile(long).file, {});
    assert.deepEqual(mistakesOf(long), [{ kind: "tooLarge", atMostKB: 64 }]);
    assert.deepEqual(mistakesOf("a/".repeat(125_000)), [{ kind: "tooLarge", atMostKB: 64 }]);
    assert.equal(changeProjectFile(long, { appId: "a1" }), long);
    assert.equal(withoutAppId(long), long);
  });

  it("says what is wrong with a value, where it stands, and keeps the others", () => {
    const text =
      '{ "name": " ", "memoryMB": "512", "runtimeEnvironment": "ruby", "mainFile": "../main.py", "team": "t" }';
    const { file } = parseProjectFile(text);
    assert.deepEqual(file, { team: "t" });
    assert.deepEqual(kindsOf(text), ["empty", "wrongType", "notOneOf", "outside"]);
    assert.deepEqual(placesOf(text), ['" "', '"512"', '"ruby"', '"../main.py"']);
  });

  it("takes whole positive memory only, and no path that leads out of the folder, however it is written", () => {
    for (const value of ["0", "-1", "1.5", "1e9"])
      assert.deepEqual(kindsOf(`{"memoryMB": ${value}}`), ["outOfRange"], value);
    for (const path of ["/etc/passwd", "\\\\x", "C:/x.py", "a/../../b.py", ".."])
      assert.deepEqual(kindsOf(JSON.stringify({ mainFile: path })), ["outside"], path);
    for (const path of ["main.py", "./src/a.js", "a..b.py"])
      assert.deepEqual(kindsOf(JSON.stringify({ memoryMB: 1, mainFile: path })), [], path);
    assert.equal(parseProjectFile('{"mainFile": "./src/a.js"}').file.mainFile, "src/a.js");
  });

  it("names the place of broken text", () => {
    const text = '{\n  "name": "Shop"\n  "memoryMB": 5\n}';
    const [problem] = parseProjectFile(text).problems;
    assert.deepEqual(problem?.mistake, { kind: "syntax", expected: "comma" });
    assert.equal(problem?.offset, text.indexOf('"memoryMB"'));
    assert.equal(mistakesOf("")[0]?.kind, "syntax");
    assert.deepEqual(mistakesOf("[1]"), [{ kind: "notAnObject" }]);
  });

  it("only warns of a key that it does not know", () => {
    const text = '{ "memory": 128, "toString": 1 }';
    const { file, problems } = parseProjectFile(text);
    assert.deepEqual(file, {});
    assert.deepEqual(placesOf(text), ['"memory"', '"toString"']);
    assert.ok(problems.every(isOnlyWarning));
  });

  it("adds a value and leaves comments and format as they are", () => {
    const rest = '// the shop\n\t"name": "Shop" // nice\n}\n';
    assert.equal(changeProjectFile(`{\n\t${rest}`, { appId: "a1" }), `{\n\t"appId": "a1",\n\t${rest}`);
    const windows = '  "name": "Shop"\r\n}\r\n';
    assert.equal(
      changeProjectFile(`{\r\n${windows}`, { appId: "a1" }),
      `{\r\n  "appId": "a1",\r\n${windows}`,
    );
    assert.equal(changeProjectFile(`{\n\t${rest}`, { name: "Shop" }), `{\n\t${rest}`);
  });

  it("loses the app's id, and leaves comments and format as they are", () => {
    const rest = '{\n  // the shop\n  "name": "Shop" // nice\n}\n';
    for (const text of [
      '{\n  "appId": "a1",\n  // the shop\n  "name": "Shop" // nice\n}\n',
      '{\n  // the shop\n  "appId": "a1",\n  "name": "Shop" // nice\n}\n',
    ])
      assert.equal(withoutAppId(text), rest);
    assert.equal(withoutAppId(rest), rest);
    assert.equal(withoutAppId('{ "appId": "a1", "name": "Shop" }'), '{ "name": "Shop" }');
    assert.equal(
      withoutAppId('{\r\n  "name": "Shop",\r\n  "appId": "a1"\r\n}'),
      '{\r\n  "name": "Shop"\r\n}',
    );
    assert.equal(withoutAppId('{ "appId": "a1", "name": '), '{ "appId": "a1", "name": ');
  });
});

describe("a package.json to which packages are added", () => {
  it("keeps indentation, line ends and all else, and has the packages sorted and not for development", () => {
    const text =
      '{\r\n\t"dependencies": {\r\n\t\t"ace": "1",\r\n\t\t"zod": "4"\r\n\t},\r\n\t"devDependencies": {\r\n\t\t"tsx": "^4",\r\n\t\t"x": "1"\r\n\t},\r\n\t"y":  1\r\n}\r\n';
    assert.equal(
      withPackages(text, { tsx: "^4" }),
      '{\r\n\t"dependencies": {\r\n\t\t"ace": "1",\r\n\t\t"tsx": "^4",\r\n\t\t"zod": "4"\r\n\t},\r\n\t"devDependencies": {\r\n\t\t"x": "1"\r\n\t},\r\n\t"y":  1\r\n}\r\n',
    );
  });

  it("gets a sorted list after all else where it has none", () => {
    const text = '{\n    "name": "shop",\n    "devDependencies": { "tsx": "^4" }\n}\n';
    assert.equal(
      withPackages(text, { zod: "4", tsx: "^4", ace: "1" }),
      '{\n    "name": "shop",\n    "dependencies": {\n        "ace": "1",\n        "tsx": "^4",\n        "zod": "4"\n    }\n}\n',
    );
    assert.deepEqual(JSON.parse(withPackages("{}\n", { tsx: "^4" })), { dependencies: { tsx: "^4" } });
  });

  it("is not changed where its text is no JSON", () => {
    assert.equal(withPackages("{ tsx }", { tsx: "^4" }), "{ tsx }");
  });
});
