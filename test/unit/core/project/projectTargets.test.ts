// The several apps that hosted-app.json names for one folder.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "mocha";
import { isOnlyWarning, parseProjectFile } from "../../../../src/core/project/projectFile";
import { inRepository } from "../../../support/repository";

describe("targets of hosted-app.json", () => {
  it("are read in their order, and production asks first unless it says otherwise", () => {
    const { targets, problems } = parseProjectFile(`{
      // ours
      "name": "Shop",
      "targets": {
        "development": { "appId": "dev1" },
        "Production": { "appId": "prod1", },
        "prod": { "appId": "prod2", "confirm": false },
        "staging": { "appId": "stage1", "confirm": true },
      }
    }`);
    assert.deepEqual(
      targets.map(({ name, appId, asksFirst }) => `${name} ${appId} ${asksFirst}`),
      ["development dev1 false", "Production prod1 true", "prod prod2 false", "staging stage1 true"],
    );
    assert.deepEqual(problems, []);
  });

  it("ask for every target of an app that one confirms", () => {
    const { targets } = parseProjectFile(
      '{ "targets": { "live": { "appId": "a" }, "production": { "appId": "a" }, "test": { "appId": "b" } } }',
    );
    assert.deepEqual(
      targets.map(({ name, asksFirst }) => `${name} ${asksFirst}`),
      ["live true", "production true", "test false"],
    );
  });

  it("that name no app are left out and said, at their place", () => {
    const text = '{ "targets": { "a": { "appId": "one" }, "b": {}, "c": "two", "d": { "appId": 3 } } }';
    const { targets, problems } = parseProjectFile(text);
    assert.deepEqual([targets.length, targets[0]?.name], [1, "a"]);
    assert.deepEqual(
      problems.map(({ offset, length }) => text.slice(offset, offset + length)),
      ["{}", '"two"', '{ "appId": 3 }'],
    );
    assert.ok(problems.every((problem) => problem.mistake.kind === "notATarget" && !isOnlyWarning(problem)));
    assert.deepEqual(
      parseProjectFile('{ "targets": [] }').problems.map(({ mistake }) => mistake),
      [{ kind: "notATarget", key: "targets" }],
    );
  });

  it("are what the schema describes, each field with its help", () => {
    const schema = JSON.parse(readFileSync(inRepository("media", "hosted-app.schema.json"), "utf8"));
    const { targets } = schema.properties;
    const target = targets.additionalProperties;
    assert.deepEqual(Object.keys(target.properties), ["appId", "confirm"]);
    assert.deepEqual(target.required, ["appId"]);
    for (const each of [targets, target.properties.appId, target.properties.confirm])
      assert.ok(each.markdownDescription.length > 20);
  });
});
