// Holds the source to src/README.md (imports point down, some things have one home) and to test/structure.json.
import assert from "node:assert/strict";
import * as path from "node:path";
import { describe, it } from "mocha";
import { frameworks } from "../../src/core/project/detect/frameworks";
import { readSourceFiles, readTestFiles, type SourceFile } from "../support/sourceFiles";
import { measureStructure, readStructureRules, structureProblems } from "../support/sourceStructure";

const files = readSourceFiles();
const structure = measureStructure(files);

/** Imports of each layer: layers of src, and packages. */
const layers: Record<string, { readonly ours: readonly string[]; readonly packages: readonly string[] }> = {
  core: { ours: ["core"], packages: ["jszip", "jsonc-parser"] },
  api: { ours: ["api", "core"], packages: ["zod/mini"] },
  accounts: { ours: ["accounts", "api", "core"], packages: [] },
  appFiles: { ours: ["appFiles", "accounts", "api", "core"], packages: [] },
  editor: { ours: ["editor", "core"], packages: ["vscode"] },
  features: { ours: ["own", "editor", "appFiles", "accounts", "api", "core"], packages: ["vscode"] },
  emulator: {
    ours: ["emulator"],
    packages: ["node:", "hono", "@hono/node-server", "busboy", "pidusage", "smol-toml", "yauzl"],
  },
  "extension.ts": {
    ours: ["features", "editor", "appFiles", "accounts", "api", "core", "own"],
    packages: ["vscode"],
  },
};

/** By file or folder: further packages. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  "api/http/certificates.ts": ["node:", "undici"],
  "api/http/undiciAgent.d.ts": ["undici"],
  "api/http/failureCodes.ts": ["node:diagnostics_channel"],
  // Which addresses a host has, and which of them are private.
  "api/http/healthRequest.ts": ["node:dns", "node:net"],
  "features/localService/": ["node:"],
  // VS Code's own file system can neither create a file atomically nor append.
  "editor/folderMachineFiles.ts": ["node:"],
  "appFiles/backups/journalLines.ts": ["zod/mini"],
  "appFiles/transfer/plan/pushManifest.ts": ["zod/mini"],
  "core/parse.ts": ["zod/mini"],
  "core/project/detect/projectManifest.ts": ["smol-toml"],
  "core/project/detect/yamlText.ts": ["js-yaml"],
  // A quarter cheaper for thousands of small files than the web's own stream.
  "core/archive/deflate.ts": ["node:zlib"],
  // VS Code's own file access cannot replace a file atomically.
  "editor/nodeDisk.ts": ["node:fs", "node:fs/promises", "node:path", "node:crypto", "node:util"],
  // Nothing else can end an endless regular expression.
  "features/find/search/timeLimit.ts": ["node:vm"],
  // The web's own hashing uses a thread, which costs seven times a small file's hash.
  "core/disk/contentHash.ts": ["node:crypto"],
  "features/find/goTo/fileIndex.ts": ["fuzzysort"],
  "features/dashboard/readPage.ts": ["zod/mini"],
  "features/dashboard/webview/": ["uplot"],
};

/** Patterns that only these files may contain. */
const homes: readonly [what: RegExp, ...home: string[]][] = [
  [/\bglobalThis\.fetch[;(]/, "api/http/transport.ts", "api/http/certificates.ts"],
  [
    /from "zod/,
    ...["api/schemas.ts", "api/fields.ts", "appFiles/backups/journalLines.ts"],
    ...["appFiles/transfer/plan/pushManifest.ts", "core/parse.ts"],
    "features/dashboard/readPage.ts",
  ],
  [/from "jszip"/, "core/archive/"],
  // The only way to an app's files.
  [
    /\.(uploadFile|deleteFiles|downloadFile|readPath)\(/,
    ...["appFiles/filesOfAccounts.ts", "api/", "accounts/diagnosis.ts"],
  ],
  [/\bregisterCommand\(/, "editor/commands/commands.ts"],
  // Text of others is escaped here before VS Code shows it.
  [
    /\bwindow\.(show\w+Message|showQuickPick|showWorkspaceFolderPick|showInputBox|create(QuickPick|InputBox|StatusBarItem|TreeView)|setStatusBarMessage|withProgress|registerTreeDataProvider)\b/,
    "editor/safeUi/",
  ],
  [/"vscode\.(diff|changes)"/, "editor/safeUi/"],
  [
    /\bvscode\.(lm|authentication|tasks\.register\w+|extensions|window\.register(UriHandler|WebviewPanelSerializer))\b/,
    "editor/host/optionalApis.ts",
  ],
  [/\bwindow\.show(Open|Save)Dialog\b|\bfolders = \[\{ name|folders: \[\{ name/, "editor/safeUi/"],
  // A dashboard's page gets its content from dashboardView.ts.
  [/\bpostMessage\(/, "features/dashboard/dashboardPanel.ts", "features/dashboard/webview/"],
  // A question that is built elsewhere could omit something.
  [/\bmodal: /, "editor/safeUi/questions.ts"],
  [/\bnew (vscode\.)?MarkdownString\b/, "editor/safeUi/markdown.ts"],
  // VS Code writes its content to the log folder.
  [/\bwindow\.createOutputChannel\b/, "editor/windowServices.ts"],
  [/\bwindow\.createTerminal\b/, "editor/safeUi/textTerminal.ts"],
  [/["`]\$\((?!["`])/, "editor/safeUi/statusItem.ts", "core/text/inertText.ts"],
  // Keys in src/editor/state end with their account.
  [/\bMemento\b|\b(global|workspace)State\.(get|update)\(/, "editor/state/"],
  [/"setContext"/, "editor/contextKeys.ts"],
  [/\bgetConfiguration\(/, "editor/settings.ts"],
  [
    /\bDate\.now\(|[^.\w]setTimeout\(|setInterval\(/,
    ...["core/async/clock.ts", "features/localService/", "emulator/"],
  ],
];

const isAt = (file: string, place: string) => (place.endsWith("/") ? file.startsWith(place) : file === place);

function problemsOf(file: (typeof files)[number]): string[] {
  const layer = layers[file.path.split("/")[0] ?? ""];
  if (!layer) return [`${file.path} lies in no layer`];
  const extra = Object.entries(exceptions).flatMap(([place, packages]) =>
    isAt(file.path, place) ? packages : [],
  );
  return file.imports
    .filter((name) => !mayImport(file.path, name, layer.ours, [...layer.packages, ...extra]))
    .map((name) => `${file.path} imports ${name}`);
}

type Names = readonly string[];

function mayImport(file: string, name: string, ours: Names, packages: Names): boolean {
  if (!name.startsWith(".")) {
    return packages.some((allowed) =>
      allowed.endsWith(":") ? name.startsWith(allowed) : name === allowed || name.startsWith(`${allowed}/`),
    );
  }
  const target = path.posix.join(path.posix.dirname(file), name);
  const [targetLayer, targetFeature] = target.split("/");
  if (targetLayer === "features" && file.startsWith("features/")) return targetFeature === file.split("/")[1];
  return ours.includes(targetLayer ?? "");
}

/** Grey texts that disappear at the first key. */
function placeholdersIn(text: string): string[] {
  const starts = [...text.matchAll(/\bplace[hH]older\s*[:=](?!=)/g)].map(({ index }) => index);
  return starts.map((start) => {
    let depth = 0;
    let end = start;
    for (; end < text.length && depth >= 0; end++) {
      const character = text[end] ?? "";
      if ("([{".includes(character)) depth++;
      if (")]}".includes(character)) depth--;
      if (depth === 0 && (character === ";" || /^,\s*\n/.test(text.slice(end, end + 80)))) break;
    }
    return text.slice(start, end);
  });
}

/** As "core/async/clock.ts Clock"; "*" for a namespace. */
function takenNames({ path: file, text }: SourceFile): string[] {
  const of = (address: string): string =>
    `${path.posix.join(path.posix.dirname(file), address).replace(/^\.\.\/src\//, "")}.ts`;
  const named = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from "(\.[^"]+)"/g;
  const whole = /import\("(\.[^"]+)"\)|\* as \w+ from "(\.[^"]+)"/g;
  return [
    ...[...text.matchAll(named)].flatMap(([, names = "", address = ""]) =>
      names.split(",").map((name) => `${of(address)} ${/^(?:type )?(\w*)/.exec(name.trim())?.[1]}`),
    ),
    ...[...text.matchAll(whole)].map(([, dynamic, all]) => `${of(dynamic ?? all ?? "")} *`),
  ];
}

describe("architecture", () => {
  it("finds source files", () => {
    assert.ok(files.length > 20);
    assert.ok(files.some(({ imports }) => imports.includes("vscode")));
  });

  it("imports point down only", () => {
    assert.deepEqual(files.flatMap(problemsOf), []);
  });

  for (const [what, ...home] of homes) {
    it(`${what.source} stands only in ${home.join(", ")}`, () => {
      const found = files.filter(({ text }) => what.test(text)).map(({ path: file }) => file);
      const elsewhere = found.filter((file) => !home.some((place) => isAt(file, place)));
      assert.deepEqual(elsewhere, []);
    });
  }

  it("names frameworks in one table", () => {
    const names = new Set(
      frameworks.flatMap(({ packages, object }) => [...packages, ...(object?.split("|") ?? [])]),
    );
    const listed = (text: string): string[] =>
      [...text.matchAll(/(?<=["'`|(])[\w.@/-]{2,60}(?=["'`|)])/g)]
        .map(([name]) => name)
        .filter((name) => names.has(name));
    const found = files
      .filter(({ path: file }) => !/^(?:features\/create\/template|emulator)\//.test(file))
      .filter(({ text }) => new Set(listed(text)).size > 1)
      .map(({ path: file }) => file);
    assert.deepEqual(found, ["core/project/detect/frameworks.ts"]);
  });

  it("asks no question in a placeholder, which disappears at the first key", () => {
    const shown = files.flatMap(({ text }) => placeholdersIn(text));
    assert.ok(shown.length > 15 && shown.some((each) => each.includes("Paste your token")));
    assert.deepEqual(
      shown.filter((each) => /\?["`]/.test(each)),
      [],
    );
  });

  it("has no default exports, no barrels and no folders named utils", () => {
    const drawers = /(^|\/)(utils?|helpers?|common|misc|types|managers?|index)(\.ts$|\/)/;
    for (const { path: file, text } of files)
      assert.ok(!/^export default /m.test(text) && !drawers.test(file), file);
  });

  it("has at most twenty files in a folder", () => {
    assert.ok(structure.fullestFolder[1] <= 20, structure.fullestFolder.join(": "));
  });

  it("folds most files with one importer into it", () => {
    assert.ok(structure.oneImporterShare <= 25, `${structure.oneImporterShare} %`);
  });

  it("has no files that import each other in a cycle", () => {
    assert.deepEqual(structure.cycles, []);
  });

  it("keeps the budget of lines of each folder, and has no folders that import each other", () => {
    assert.deepEqual(structureProblems(structure, readStructureRules()), []);
  });

  it("has no two files of one base name", () => {
    assert.deepEqual(structure.sameNames, []);
  });

  const declared = /^export (?:abstract )?(?:async )?(function|class|const|interface|type)\*? (\w+)/gm;
  const exported = files.flatMap(({ path: file, text }) =>
    [...text.matchAll(declared)].map(([, kind = "", name = ""]) => ({ file, kind, name })),
  );

  it("exports only what another file, or a test, imports", () => {
    const taken = new Set([...files, ...readTestFiles()].flatMap(takenNames));
    const unused = exported.filter(
      ({ file, name }) => file !== "extension.ts" && !taken.has(`${file} ${name}`) && !taken.has(`${file} *`),
    );
    assert.deepEqual(unused, []);
  });

  it("gives no exported type of one program the name of another", () => {
    const types = exported.filter(
      ({ file, kind }) => !/function|const/.test(kind) && !file.startsWith("emulator/"),
    );
    const names = types.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name, index) => names.indexOf(name) !== index),
      [],
    );
  });
});
