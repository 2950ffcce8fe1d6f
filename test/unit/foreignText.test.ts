// Everything that reads text of others, with the texts that make patterns slow. A reader that is added gets a row here.
import { describe, it } from "mocha";
import { jsonShape } from "../../src/accounts/jsonShape";
import { errorFromAnswer } from "../../src/api/http/toServiceError";
import { archiveNameFor } from "../../src/api/requestBodies";
import { pathAsRead, readApp, readAppsPage, readPathContent } from "../../src/api/schemas";
import { readLines } from "../../src/appFiles/kept/logLines";
import { safeName } from "../../src/appFiles/kept/safeName";
import { exactBytes, mayBeText } from "../../src/appFiles/read/exactText";
import { saysFailed } from "../../src/core/model/appStatus";
import { readWireSetting } from "../../src/core/model/readWire";
import { isSafeEntryName, normalizeAppPath, uploadNameProblem } from "../../src/core/paths/appPath";
import { foldedPath, localNameProblem } from "../../src/core/paths/localNames";
import {
  detectProject,
  mainFilesToRead,
  manifestsToRead,
} from "../../src/core/project/detect/projectDefaults";
import { isDefaultCommand, mainEntry, startTarget } from "../../src/core/project/detect/startCommands";
import { IgnoreRules } from "../../src/core/project/ignoreRules";
import { changeProjectFile, parseProjectFile } from "../../src/core/project/projectFile";
import { redactSecrets } from "../../src/core/project/redactSecrets";
import { secretByName, secretsInText } from "../../src/core/project/secrets";
import { readSettingsText } from "../../src/core/settings/appSettings";
import { documentName, escapeMarkdown, inertText, plainText } from "../../src/core/text/inertText";
import { parseServiceAddress } from "../../src/features/account/serviceAddress";
import { estimatePackedBytes } from "../../src/features/create/preview/packedEstimate";
import { endOf, settledText, tailChange } from "../../src/features/files/find/follow/tail";
import { parseFileQuery } from "../../src/features/files/find/goTo/fileIndex";
import { compileQuery, findMatches } from "../../src/features/files/find/search/textQuery";
import { globPattern } from "../../src/features/files/mount/globPattern";
import { inEditor } from "../../src/features/files/mountedApp/editorText";
import { assertBounded, longTexts, shown } from "../support/hostileInputs";
import { someApp } from "../support/someApp";

const call = { method: "GET", template: "/v1/apps" } as const;
const swallowed = (work: () => unknown) => (): void => {
  try {
    work();
  } catch {
    // A refusal is as good as a result here: how long it takes is what counts.
  }
};

/** Each reader, called with one long text. What it makes of it is the business of other tests. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  jsonShape: (text) => jsonShape({ [text]: text }),
  "the words of a refusal": (text) =>
    errorFromAnswer(call, { status: 400, bodyText: JSON.stringify({ error: text }), secret: "t0k3n" }, 0),
  "a page in place of an answer": (text) =>
    errorFromAnswer(call, { status: 502, bodyText: text, retryAfter: text, date: text, secret: "t" }, 0),
  readApp: (text) => readApp({ app: { _id: "a", name: text, status: text, createdAt: text } }, call),
  readAppsPage: (text) => readAppsPage({ apps: [{ _id: text, name: text }], pagination: text }, call),
  readPathContent: (text) => readPathContent({ currentPath: text, content: [{ name: text }] }, text, call),
  pathAsRead,
  archiveNameFor,
  "the log of what is kept": readLines,
  safeName,
  mayBeText: (text) => mayBeText(text, 5),
  exactBytes: (text) => exactBytes(text, text.length),
  saysFailed: (text) => saysFailed(someApp({ status: text })),
  readWireSetting: (text) => readWireSetting({ pathParameter: text, [text]: { pathParameter: text } }, text),
  normalizeAppPath,
  isSafeEntryName,
  uploadNameProblem,
  localNameProblem: (text) => localNameProblem(text, true),
  foldedPath,
  "an ignore file": (text) => IgnoreRules.defaults().with("", text).leavesOut("src/main.py", false),
  "a long name against the wildcards of an ignore file": (text) => {
    const rules = IgnoreRules.defaults().with("", `${"*a".repeat(12)}b\n${"**/a/".repeat(12)}b\n`);
    return [rules.leavesOut(text.slice(0, 255), false), rules.leavesOut(text.slice(0, 4_096), false)];
  },
  "a name against an ignore file": (text) =>
    IgnoreRules.defaults().with("", "*.log\n!a*b*c\n**/build/**\n[a-z]*.tmp\n").leavesOut(text, false),
  "the files of a Python project": (text) => detectedWith(text, "main.py"),
  "the files of a Node.js project": (text) => detectedWith(text, "index.js"),
  mainFilesToRead: (text) => mainFilesToRead([text]),
  parseProjectFile,
  changeProjectFile: (text) => changeProjectFile(text, { name: "Shop" }),
  readSettingsText: (text) => readSettingsText(text),
  secretByName,
  secretsInText,
  redactSecrets: (text) => redactSecrets(text),
  "secrets with the values of an environment": (text) => redactSecrets(text, [text, "aaaaaa", "a b a b "]),
  startTarget,
  mainEntry,
  isDefaultCommand: (text) => isDefaultCommand(text, "main.py"),
  plainText,
  inertText,
  documentName,
  escapeMarkdown: (text) => escapeMarkdown(text),
  parseServiceAddress,
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
  inEditor,
};

function detectedWith(text: string, file: string): unknown {
  const paths = [...manifestsToRead, file];
  const whole = detectProject(text, paths, new Map(paths.map((path) => [path, text])));
  const quoted = JSON.stringify(text);
  const texts = new Map([
    ["package.json", `{"name":${quoted},"main":${quoted},"scripts":{"start":${quoted}}}`],
    ["pyproject.toml", `[project]\nname=${quoted}\n[project.scripts]\nstart=${quoted}\n`],
    ["Procfile", `web: ${text}`],
    [file, text],
  ]);
  return [whole, detectProject("shop", paths, texts)];
}

/** Three times what a reader may take, so that a machine that is busy with other things fails nothing. */
const mostMs = 300;

describe("text of others", () => {
  const texts = longTexts();
  for (const [name, read] of Object.entries(readers)) {
    it(`does not hold the editor up, however it is made: ${name}`, () => {
      for (const text of texts) {
        const work = swallowed(() => read(text));
        assertBounded(work, mostMs, shown(text));
      }
    });
  }
});
