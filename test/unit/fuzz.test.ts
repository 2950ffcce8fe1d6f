// Whatever comes from outside, made at random: it is read, or refused by an error that is meant, and soon.
import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, it } from "mocha";
import type { Accounts } from "../../src/accounts/accounts";
import { jsonShape } from "../../src/accounts/jsonShape";
import { errorFromAnswer } from "../../src/api/http/toServiceError";
import { readApp, readAppsPage, readDeletion, readPathContent, readUser } from "../../src/api/schemas";
import { isServiceError } from "../../src/core/errors/serviceError";
import { readWireSetting } from "../../src/core/model/readWire";
import {
  isSafeEntryName,
  normalizeAppPath,
  segmentsOf,
  uploadNameProblem,
} from "../../src/core/paths/appPath";
import { localNameProblem } from "../../src/core/paths/localNames";
import { detectProject, manifestsToRead } from "../../src/core/project/detect/projectDefaults";
import { IgnoreRules } from "../../src/core/project/ignoreRules";
import { changeProjectFile, parseProjectFile } from "../../src/core/project/projectFile";
import { redactSecrets } from "../../src/core/project/redactSecrets";
import { secretByName, secretsInText } from "../../src/core/project/secrets";
import { numberOf, numericSettings } from "../../src/core/settings/numericSettings";
import {
  accountOfArgument,
  appOfArgument,
  folderOfArgument,
} from "../../src/editor/arguments/commandArguments";
import { readTeamKey } from "../../src/features/account/teamKey";
import { toolNames } from "../../src/features/agent/toolNames";
import { prepareTool } from "../../src/features/agent/toolQuestions";
import { readCreateAppArgument } from "../../src/features/create/createAppArgument";
import { parseFileQuery } from "../../src/features/files/find/goTo/fileIndex";
import { globPattern } from "../../src/features/files/mount/globPattern";
import { readPlaceArgument } from "../../src/features/transfers/folders/transferPlace";
import { assertBounded } from "../support/hostileInputs";

const call = { method: "GET", template: "/v1/apps" } as const;

/** Names that readers look for, so that what is made gets past their first step. */
const keys = fc.constantFrom(
  ...[
    "app",
    "apps",
    "_id",
    "name",
    "status",
    "metrics",
    "content",
    "currentPath",
    "team",
    "members",
    "error",
  ],
  ...[
    "success",
    "failed",
    "environmentVariables",
    "repoDeploys",
    "pagination",
    "user",
    "createdAt",
    "type",
    "size",
  ],
  ...["accountId", "appId", "folder", "settings", "confirm", "paths", "path", "account", "id", "__proto__"],
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false, undefined, Number.NaN, -1, 1e308),
    fc.double(),
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.array(tie("json"), { maxLength: 6 }),
    fc.dictionary(fc.oneof(keys, fc.string({ maxLength: 8 })), tie("json"), { maxKeys: 8 }),
  ),
}));
/** Texts of some kB, of the characters that patterns and parsers stop at. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          "*",
          "**/",
          "[",
          "]",
          "!",
          "#",
          "\\",
          "/",
          "../",
          "\n",
          "\r\n",
          '"',
          "'",
          "{",
          "}",
          ":",
          ",",
          "//",
          "/*",
        ],
        ...[
          "password=",
          "-----BEGIN PRIVATE KEY-----",
          "Cookie: a=",
          "https://a:b@c",
          "\u0000",
          "\ud800",
          "\u202e",
        ],
      ),
      fc.string({ unit: "binary", maxLength: 20 }),
    ),
    { maxLength: 400 },
  )
  .map((pieces) => pieces.join(""));

/** What each makes of anything; what it may throw besides its result is refused by `isMeant`. */
const valueReaders: Readonly<Record<string, (value: unknown) => unknown>> = {
  readApp: (value) => readApp(value, call),
  readAppsPage: (value) => readAppsPage(value, call),
  readUser: (value) => readUser(value, call),
  readPathContent: (value) => readPathContent(value, "/", call),
  readDeletion: (value) => readDeletion(value, call),
  jsonShape: (value) => jsonShape(value),
  readWireSetting: (value) => readWireSetting(value, "https://service.test"),
  accountOfArgument,
  appOfArgument,
  folderOfArgument,
  readPlaceArgument,
  numberOf: (value) => {
    const { least, most } = numericSettings["files.maxOpenMB"];
    const number = numberOf("files.maxOpenMB", value);
    assert.ok(number >= least && number <= most, String(number));
  },
};
const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  "the words of a refusal": (body) => errorFromAnswer(call, { status: 400, bodyText: body, secret: "t" }, 0),
  "an ignore file": (rules) => {
    const set = IgnoreRules.defaults().with("", rules).with("sub", rules);
    return ["a", "a/b.log", "sub/x/y", rules.slice(0, 255)].map((path) => set.leavesOut(path, false));
  },
  "names and paths": (name) => {
    const path = normalizeAppPath(name);
    assert.ok(path.startsWith("/"), path);
    assert.ok(isSafeEntryName(name) ? !/[/\\]/.test(name) : true);
    return [segmentsOf(name), uploadNameProblem(name), localNameProblem(name, true), secretByName(name)];
  },
  parseProjectFile,
  changeProjectFile: (source) => changeProjectFile(source, { name: "Shop", memoryMB: 256 }),
  "the files of a project": (content) => {
    const paths = [...manifestsToRead, "main.py", "index.js"];
    return detectProject("shop", paths, new Map(paths.map((path) => [path, content])));
  },
  secretsInText,
  redactSecrets: (source) => redactSecrets(source, [source.slice(0, 8)]),
  readTeamKey,
  parseFileQuery,
  globPattern: (glob) => globPattern(glob).test("src/main.py"),
};

/** Errors that are told to the user as they are. */
function isMeant(error: unknown): boolean {
  return isServiceError(error);
}

function runs(name: string, property: fc.IRawProperty<[never]>, numRuns: number): void {
  for (const [what, seed] of [
    ["12", 12],
    ["fresh", Date.now() & 0x7fffffff],
  ] as const)
    it(`${name} (seed ${what})`, () => void fc.assert(property as fc.IProperty<[never]>, { seed, numRuns }));
}

describe("what comes from outside, at random", () => {
  for (const [name, read] of Object.entries(valueReaders)) {
    const property = fc.property(json, (value) => checked(name, () => read(value)));
    runs(`is read or refused as it is meant, and soon: ${name}`, property as never, 300);
  }
  for (const [name, read] of Object.entries(textReaders)) {
    const property = fc.property(text, (source) => checked(name, () => read(source)));
    runs(`is read or refused as it is meant, and soon: ${name}`, property as never, 100);
  }

  it("is no settings of a new app, or says which cannot be meant", () => {
    fc.assert(
      fc.property(json, (value) => {
        try {
          readCreateAppArgument(value);
        } catch (error) {
          assert.ok(error instanceof Error && !(error instanceof TypeError), String(error));
        }
      }),
      { seed: 12, numRuns: 300 },
    );
  });

  for (const seed of [12, Date.now() & 0x7fffffff]) {
    it(`is an input of a tool that gets a question of bounded length (seed ${seed === 12 ? seed : "fresh"})`, async () => {
      const accounts = { load: async () => {}, all: [] } as unknown as Accounts;
      const inputs = fc.dictionary(fc.constantFrom("app", "path", "x"), fc.oneof(json, text));
      const property = fc.asyncProperty(inputs, fc.constantFrom(...toolNames), async (input, name) => {
        const { confirmationMessages } = await prepareTool(name, input, accounts);
        const title = confirmationMessages?.title ?? "";
        assert.ok(title.length > 5 && title.length < 600);
        assert.doesNotMatch(title, /\]\(|\$\(|\n/);
      });
      await fc.assert(property, { seed, numRuns: 200 });
    });
  }
});

function checked(name: string, work: () => unknown): void {
  assertBounded(
    () => {
      try {
        work();
      } catch (error) {
        if (!isMeant(error)) throw error;
      }
    },
    300,
    name,
  );
}
