// Every reader of foreign text and values. A new reader gets a row here.

import assert from "node:assert/strict";
import { jsonShape } from "../../src/accounts/diagnosis";
import { errorFromAnswer } from "../../src/api/http/toServiceError";
import { archiveNameFor } from "../../src/api/requestBodies";
import {
  pathAsRead,
  readApp,
  readAppsPage,
  readDeletion,
  readPathContent,
  readUser,
} from "../../src/api/schemas";
import { readLines } from "../../src/appFiles/backups/journalLines";
import { safeName } from "../../src/appFiles/backups/safeName";
import { exactBytes, mayBeText } from "../../src/appFiles/read/fileReads";
import { estimatePackedBytes } from "../../src/core/archive/packedEstimate";
import { saysFailed } from "../../src/core/model/appStatus";
import { parseServiceAddress } from "../../src/core/model/serviceAddress";
import {
  isSafeEntryName,
  normalizeAppPath,
  segmentsOf,
  uploadNameProblem,
} from "../../src/core/paths/appPath";
import { actsInEditor } from "../../src/core/paths/editorFiles";
import { foldedPath, localNameProblem } from "../../src/core/paths/localNames";
import { readHostFiles } from "../../src/core/project/detect/hostFiles";
import {
  detectProject,
  mainFilesToRead,
  manifestsToRead,
} from "../../src/core/project/detect/projectDefaults";
import { requirementsText } from "../../src/core/project/detect/requirementsText";
import { isDefaultCommand, mainEntry, startTarget } from "../../src/core/project/detect/startCommands";
import { withEnvValues } from "../../src/core/project/envText";
import { IgnoreRules } from "../../src/core/project/ignoreRules";
import { changeProjectFile, parseProjectFile } from "../../src/core/project/projectFile";
import { ProjectPaths } from "../../src/core/project/projectPaths";
import { redactSecrets } from "../../src/core/project/redactSecrets";
import { secretByName, secretsInText } from "../../src/core/project/secrets";
import { readSettingsText } from "../../src/core/settings/appSettings";
import { hostSettings, unusableHosts } from "../../src/core/settings/hostSettings";
import { numberOf, numericSettings, refreshOf } from "../../src/core/settings/numericSettings";
import { documentName, escapeMarkdown, inertText, plainText } from "../../src/core/text/inertText";
import { TerminalText } from "../../src/core/text/terminalText";
import {
  accountOfArgument,
  appOfArgument,
  folderOfArgument,
} from "../../src/editor/commands/commandArguments";
import { readTeamKey } from "../../src/features/account/teamText";
import { readCreateAppArgument } from "../../src/features/create/createAppArgument";
import { globPattern } from "../../src/features/files/mount/watchedPaths";
import { withEditorLineEnds } from "../../src/features/files/mountedApp/editorText";
import { endOf, settledText, tailChange } from "../../src/features/find/follow/tail";
import { parseFileQuery } from "../../src/features/find/goTo/fileIndex";
import { compileQuery, findMatches } from "../../src/features/find/search/textQuery";
import { readPlaceArgument } from "../../src/features/transfers/place/transferPlace";
import { parsedYaml } from "./parsedYaml";
import { someApp } from "./someApp";

const call = { method: "GET", template: "/v1/apps" } as const;

/** What they return is tested elsewhere. */
export const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  "a text as a key and a value of JSON": (text) => jsonShape({ [text]: text }),
  "the service's words for a refusal": (text) =>
    errorFromAnswer(call, { status: 400, bodyText: JSON.stringify({ error: text }), secret: "t0k3n" }, 0),
  "a page in place of a response": (text) =>
    errorFromAnswer(call, { status: 502, bodyText: text, retryAfter: text, date: text, secret: "t" }, 0),
  "readApp of texts": (text) =>
    readApp({ app: { _id: "a", name: text, status: text, createdAt: text } }, call),
  "readAppsPage of texts": (text) =>
    readAppsPage({ apps: [{ _id: text, name: text }], pagination: text }, call),
  "readPathContent of texts": (text) =>
    readPathContent({ currentPath: text, content: [{ name: text }] }, text, call),
  pathAsRead,
  archiveNameFor,
  "the journal of kept content": readLines,
  safeName,
  mayBeText: (text) => mayBeText(text, 5),
  exactBytes: (text) => exactBytes(text, text.length),
  saysFailed: (text) => saysFailed(someApp({ status: text })),
  "hosts of texts": (text) => {
    const entry = { tokenPage: text, appPage: text, webAddress: text, wire: { pathParameter: text } };
    const hosts = { [text]: entry, "https://service.test": entry };
    return [hostSettings(hosts, "https://service.test"), unusableHosts(hosts)];
  },
  normalizeAppPath: (text) => {
    const path = normalizeAppPath(text);
    assert.ok(path.startsWith("/"), path);
  },
  segmentsOf,
  isSafeEntryName: (text) => assert.ok(!isSafeEntryName(text) || !/[/\\]/.test(text)),
  uploadNameProblem,
  localNameProblem: (text) => localNameProblem(text, true),
  foldedPath,
  actsInEditor,
  "an ignore file": (text) => {
    const rules = IgnoreRules.defaults().with("", text).with("sub", text);
    return ["src/main.py", "a", "a/b.log", "sub/x/y", text.slice(0, 255)].map((path) =>
      rules.leavesOut(path, false),
    );
  },
  "a long name against the wildcards of an ignore file": (text) => {
    const rules = IgnoreRules.defaults().with("", `${"*a".repeat(12)}b\n${"**/a/".repeat(12)}b\n`);
    return [rules.leavesOut(text.slice(0, 255), false), rules.leavesOut(text.slice(0, 4_096), false)];
  },
  "a name against an ignore file": (text) =>
    IgnoreRules.defaults()
      .with("", "*.log\n!a*b*c\n**/build/**\n[a-z]*.tmp\n")
      .leavesOut(text.slice(0, 4_096), false),
  "the files of a Python project": (text) => detectedWith(text, "main.py"),
  "the files of a Node.js project": (text) => detectedWith(text, "index.js"),
  "YAML for another host": (text) => wordIn("compose.yaml", text),
  "a configuration of pm2": (text) => wordIn("ecosystem.config.js", `module.exports = { apps: [${text}] }`),
  "the packages in a script's comment": (text) => requirementsText("main.py", text),
  "values for a .env file that holds the same text": (text) =>
    withEnvValues(
      text,
      Array.from(text.match(/.{1,8}/gs) ?? [], (value, index) => [`A${index}`, value] as const),
    ),
  mainFilesToRead: (text) => mainFilesToRead(new ProjectPaths([text])),
  parseProjectFile,
  changeProjectFile: (text) => changeProjectFile(text, { name: "Shop", memoryMB: 256 }),
  readSettingsText: (text) => readSettingsText(text),
  secretByName,
  secretsInText,
  redactSecrets: (text) => redactSecrets(text),
  "secrets with the values of an environment": (text) =>
    redactSecrets(text, [text, text.slice(0, 8), "aaaaaa", "a b a b "]),
  startTarget,
  mainEntry,
  isDefaultCommand: (text) => isDefaultCommand(text, "main.py"),
  plainText,
  inertText,
  documentName,
  escapeMarkdown: (text) => escapeMarkdown(text),
  "a log for a terminal": (text) => new TerminalText().next(text),
  parseServiceAddress,
  readTeamKey,
  estimatePackedBytes: (text) => estimatePackedBytes([{ path: text, sizeBytes: 5 }]),
  settledText,
  tailChange: (text) => tailChange(text, `${text}a`),
  endOf: (text) => endOf(text, 1_000),
  parseFileQuery,
  "a file that is searched": (text) =>
    findMatches(text, compileQuery({ query: "ab", isCaseSensitive: false, isRegExp: false }), 100),
  "a pattern of the editor's settings": (text) => globPattern(text).test("src/main.py"),
  "a name against the patterns of the editor's settings": (text) =>
    ["**/node_modules/*/**", "**/.git/objects/**", "*.{log,tmp}"].map((glob) => globPattern(glob).test(text)),
  withEditorLineEnds,
};

export const valueReaders: Readonly<Record<string, (value: unknown) => unknown>> = {
  readApp: (value) => readApp(value, call),
  readAppsPage: (value) => readAppsPage(value, call),
  readUser: (value) => readUser(value, call),
  readPathContent: (value) => readPathContent(value, "/", call),
  readDeletion: (value) => readDeletion(value, call),
  jsonShape: (value) => jsonShape(value),
  hosts: (value) =>
    [value, { "https://service.test": value }, { "https://service.test": { wire: value } }].map((hosts) => [
      hostSettings(hosts, "https://service.test"),
      unusableHosts(hosts),
    ]),
  refreshOf,
  accountOfArgument,
  appOfArgument,
  folderOfArgument,
  readPlaceArgument,
  numberOf: (value) => {
    const { least, most } = numericSettings["metrics.memoryWarningPercent"];
    const number = numberOf("metrics.memoryWarningPercent", value);
    assert.ok(number >= least && number <= most, String(number));
  },
  readCreateAppArgument: (value) => {
    try {
      // A clone, as from JSON: an object without a prototype has no toString.
      readCreateAppArgument(structuredClone(value));
    } catch (error) {
      // The error names the unreadable settings.
      assert.ok(error instanceof Error && !(error instanceof TypeError), String(error));
    }
  },
};

function wordIn(file: string, text: string): unknown {
  return readHostFiles(new Set(["main.py"]), new Map([[file, text]]), parsedYaml);
}

function detectedWith(text: string, file: string): unknown {
  const paths = [...manifestsToRead, file];
  const whole = detectProject(text, new ProjectPaths(paths), new Map(paths.map((path) => [path, text])));
  const quoted = JSON.stringify(text);
  const texts = new Map([
    ["package.json", `{"name":${quoted},"main":${quoted},"scripts":{"start":${quoted}}}`],
    ["pyproject.toml", `[project]\nname=${quoted}\n[project.scripts]\nstart=${quoted}\n`],
    ["Procfile", `web: ${text}`],
    ...([
      ["Dockerfile", "CMD ./start.sh"],
      ["start.sh", text],
    ] as const),
    ["discloud.config", `MAIN=${text}\nRAM=${text}`],
    [file, text],
  ]);
  return [whole, detectProject("shop", new ProjectPaths(paths), texts)];
}
