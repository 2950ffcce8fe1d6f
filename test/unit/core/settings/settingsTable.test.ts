// Compares the JSON schemas and the local service with the table of settings.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, it } from "mocha";
import type { NewAppSettings } from "../../../../src/core/model/model";
import { parseProjectFile } from "../../../../src/core/project/projectFile";
import { settingMistake } from "../../../../src/core/settings/settingMistake";
import {
  changeableKeys,
  keyedSettings,
  type SettingType,
  settingKeys,
  settingsOfKeyed,
  settingsTable,
} from "../../../../src/core/settings/settingsTable";
import {
  checkCommand,
  checkMemoryMB,
  checkName,
  checkRuntime,
} from "../../../../src/emulator/handlers/appHandlers";
import { inRepository } from "../../../support/repository";

type Property = Readonly<Record<string, unknown>> & { readonly pattern?: string };

function propertiesOf(file: string): Readonly<Record<string, Property>> {
  return JSON.parse(readFileSync(inRepository("media", file), "utf8")).properties;
}

/** Bounds of this type; patterns are compared by samples instead. */
function boundsOf(type: SettingType): object {
  switch (type.kind) {
    case "text": {
      const most = type.maxLength === undefined ? {} : { maxLength: type.maxLength };
      return { type: "string", ...(type.isFilled && { minLength: 1 }), ...most };
    }
    case "integer":
      return { type: "integer", minimum: type.minimum, maximum: type.maximum, examples: type.suggested };
    case "choice":
      return { type: "string", enum: type.values };
    case "boolean":
      return { type: "boolean" };
  }
}

function boundsIn(property: Property, type: SettingType): object {
  const names = ["type", "minLength", "maxLength", "minimum", "maximum", "enum"];
  if (type.kind === "integer") names.push("examples");
  return Object.fromEntries(Object.entries(property).filter(([name]) => names.includes(name)));
}

const samples = [
  ...["a", " a ", "", " ", "\t", "main.py", "./src/a.js", "a..b.py", "..a", "a../b", "C", "cc:/x"],
  ...["..", "../a", "a/..", "a/../../b", "a\\..\\b", "..\\a", "/etc/passwd", "\\\\x", "C:/x.py", "c:x", "a:"],
];

const schemas = [
  ["hosted-app.schema.json", settingKeys, ["$schema", "appId", "preDeployTask", "targets"]],
  ["hosted-app-settings.schema.json", changeableKeys, []],
] as const;

const accepts = (check: () => unknown): boolean => {
  try {
    check();
    return true;
  } catch {
    return false;
  }
};

describe("The table of settings", () => {
  for (const [file, keys, others] of schemas) {
    const properties = propertiesOf(file);

    it(`has the keys of ${file}, in their order, each with its help`, () => {
      const found = Object.keys(properties);
      const ours = found.filter((key) => !(others as readonly string[]).includes(key));
      assert.deepEqual(ours, keys);
      for (const key of found)
        assert.ok(properties[key]?.["description"] ?? properties[key]?.["markdownDescription"], key);
    });

    it(`has the bounds of ${file}`, () => {
      for (const key of keys) {
        const { type } = settingsTable[key];
        const property = properties[key] ?? {};
        assert.deepEqual(boundsIn(property, type), boundsOf(type), key);
        if (type.kind !== "text") continue;
        for (const sample of samples) {
          const isInSchema =
            sample.length >= Number(property["minLength"] ?? 0) &&
            new RegExp(property.pattern ?? "", "u").test(sample);
          assert.equal(isInSchema, settingMistake(key, sample) === undefined, `${key}: ${sample}`);
        }
      }
    });
  }

  it("and the schema of the project file agree on what an app's id is", () => {
    const { minLength, pattern } = propertiesOf("hosted-app.schema.json")["appId"] ?? {};
    for (const id of ["a", "", " "]) {
      const isInSchema = id.length >= Number(minLength) && new RegExp(pattern ?? "", "u").test(id);
      assert.equal(parseProjectFile(JSON.stringify({ appId: id })).problems.length === 0, isInSchema, id);
    }
  });

  it("accepts only values that the local service accepts", async () => {
    const checks = {
      ...{ name: checkName, memoryMB: checkMemoryMB },
      ...{ runtimeEnvironment: checkRuntime, startupCommand: checkCommand },
    };
    const values = fc.oneof(fc.string({ maxLength: 120 }), fc.integer(), fc.nat(70_000), fc.double());
    for (const key of ["name", "memoryMB", "runtimeEnvironment", "startupCommand"] as const) {
      await fc.assert(
        fc.property(fc.oneof(values, fc.constantFrom("python", "nodejs", "deno")), (value) => {
          const normal = typeof value === "string" ? value.trim() : value;
          if (accepts(() => checks[key](normal))) assert.equal(settingMistake(key, normal), undefined);
        }),
      );
    }
    const longest = "x".repeat(settingsTable.name.type.maxLength);
    for (const name of [longest, `${longest}x`]) {
      const isAccepted = accepts(() => checkName(name));
      assert.equal(isAccepted, settingMistake("name", name) === undefined);
    }
  });

  it("counts the visible characters of a name", () => {
    assert.equal(settingMistake("name", "🚀".repeat(100)), undefined);
    assert.equal(settingMistake("name", "🚀".repeat(101))?.kind, "tooLong");
  });

  it("suggests only valid values", () => {
    for (const size of settingsTable.memoryMB.type.suggested)
      assert.equal(settingMistake("memoryMB", size), undefined);
  });

  it("returns the settings that it was given, under either name", () => {
    const settings: NewAppSettings = {
      ...{ name: "Shop", mainFile: "main.py", memoryMB: 256, runtime: "python", startupCommand: "" },
      ...{ exposedViaWeb: false, autoRestart: true, teamId: "t" },
    };
    const keyed = keyedSettings(settings);
    assert.deepEqual(Object.keys(keyed), settingKeys);
    assert.deepEqual(settingsOfKeyed(keyed), settings);
    assert.deepEqual(settingsOfKeyed(keyedSettings({ memoryMB: 1 })), { memoryMB: 1 });
  });
});
