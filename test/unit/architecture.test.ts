// Holds the source to src/README.md (imports point down, some things have one home) and to test/structure.json.
import assert from "node:assert/strict";
import * as fs from "node:fs";
import * as path from "node:path";
import { describe, it } from "mocha";
import { inRepository } from "../support/repository";
import { readSourceFiles } from "../support/sourceFiles";
import { measureStructure, readStructureRules, structureProblems } from "../support/sourceStructure";

const files = readSourceFiles();
const structure = measureStructure(files);

/** What a file of each layer may import: layers of ours, and packages. */
const layers: Record<string, { readonly ours: readonly string[]; readonly packages: readonly string[] }> = {
  core: { ours: ["core"], packages: ["ignore", "jszip", "jsonc-parser"] },
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

/** Where else a package may be imported, by file or folder. */
const exceptions: readonly { readonly place: string; readonly packages: readonly string[] }[] = [
  { place: "api/http/certificates.ts", packages: ["node:", "undici"] },
  { place: "api/http/undiciAgent.d.ts", packages: ["undici"] },
  { place: "api/http/droppedTunnels.ts", packages: ["node:diagnostics_channel"] },
  { place: "features/localService/", packages: ["node:"] },
  // VS Code's own file system can neither make a file in one step nor add to one.
  { place: "editor/folderMachineFiles.ts", packages: ["node:"] },
  { place: "appFiles/kept/logLines.ts", packages: ["zod/mini"] },
  { place: "appFiles/transfer/pushManifest.ts", packages: ["zod/mini"] },
  { place: "core/outside/reading.ts", packages: ["zod/mini"] },
  { place: "core/project/detect/projectDefaults.ts", packages: ["smol-toml"] },
  { place: "core/project/detect/requirementsText.ts", packages: ["smol-toml"] },
  // Packing thousands of small files is a quarter cheaper with it than with the web's own stream.
  { place: "features/create/nodeDeflate.ts", packages: ["node:zlib"] },
  // VS Code's own file access cannot replace a file in one step.
  {
    place: "editor/nodeDisk.ts",
    packages: ["node:fs", "node:fs/promises", "node:path", "node:crypto", "node:util"],
  },
  // Nothing else can end a regular expression that goes on for ever.
  { place: "features/files/find/search/timeLimit.ts", packages: ["node:vm"] },
  // The web's own hashing goes through a thread, which costs seven times what a small file's hash does.
  { place: "core/disk/contentHash.ts", packages: ["node:crypto"] },
  { place: "features/files/find/goTo/fileIndex.ts", packages: ["fuzzysort"] },
  { place: "features/dashboard/dashboardMessages.ts", packages: ["zod/mini"] },
  { place: "features/dashboard/webview/", packages: ["uplot"] },
];

/** Words that stand in one file only. */
const homes: readonly { readonly what: RegExp; readonly home: readonly string[] }[] = [
  { what: /\bglobalThis\.fetch[;(]/, home: ["api/http/transport.ts", "api/http/certificates.ts"] },
  {
    what: /from "zod/,
    home: [
      "api/schemas.ts",
      "api/fields.ts",
      "api/fileEntry.ts",
      "appFiles/kept/logLines.ts",
      "appFiles/transfer/pushManifest.ts",
      "core/outside/reading.ts",
      "features/dashboard/dashboardMessages.ts",
    ],
  },
  { what: /from "jszip"/, home: ["core/archive/"] },
  // The single way to an app's files: nobody else reads or changes them.
  {
    what: /\.(uploadFile|deleteFiles|downloadFile|readPath)\(/,
    home: ["appFiles/clientWire.ts", "api/", "accounts/diagnosis.ts"],
  },
  { what: /\bregisterCommand\(/, home: ["editor/commands.ts"] },
  // Where text of others is made harmless before VS Code shows it.
  {
    what: /\bwindow\.(show\w+Message|showQuickPick|showWorkspaceFolderPick|showInputBox|create(QuickPick|InputBox|StatusBarItem|TreeView)|setStatusBarMessage|withProgress|registerTreeDataProvider)\b/,
    home: ["editor/shown/"],
  },
  { what: /"vscode\.(diff|changes)"/, home: ["editor/shown/"] },
  {
    what: /\bvscode\.(lm|authentication|tasks\.register\w+|extensions|window\.register(UriHandler|WebviewPanelSerializer))\b/,
    home: ["editor/host/optionalApis.ts"],
  },
  {
    what: /\bwindow\.show(Open|Save)Dialog\b|\bfolders = \[\{ name|folders: \[\{ name/,
    home: ["editor/shown/"],
  },
  // What a dashboard's page shows goes through dashboardView.ts.
  { what: /\bpostMessage\(/, home: ["features/dashboard/dashboardPanel.ts", "features/dashboard/webview/"] },
  // A question that is built elsewhere could leave something out.
  { what: /\bmodal: /, home: ["editor/shown/questions.ts"] },
  { what: /\bnew (vscode\.)?MarkdownString\b/, home: ["editor/shown/markdown.ts"] },
  // VS Code writes what is shown there to its log folder.
  { what: /\bwindow\.createOutputChannel\b/, home: ["editor/outputLogger.ts"] },
  { what: /\bwindow\.createTerminal\b/, home: ["editor/shown/textTerminal.ts"] },
  { what: /["`]\$\((?!["`])/, home: ["editor/shown/statusItem.ts", "core/text/inertText.ts"] },
  // What is kept says there what it knows of accounts, and ends with them.
  { what: /\bMemento\b|\b(global|workspace)State\.(get|update)\(/, home: ["editor/state/"] },
  { what: /"setContext"/, home: ["editor/contextKeys.ts"] },
  { what: /\bgetConfiguration\(/, home: ["editor/settings.ts"] },
  {
    what: /\bDate\.now\(|[^.\w]setTimeout\(|setInterval\(/,
    home: ["core/async/clock.ts", "features/localService/", "emulator/"],
  },
];

const isAt = (file: string, place: string) => (place.endsWith("/") ? file.startsWith(place) : file === place);

function problemsOf(file: (typeof files)[number]): string[] {
  const layer = layers[file.path.split("/")[0] ?? ""];
  if (!layer) return [`${file.path} lies in no layer`];
  const extra = exceptions.filter(({ place }) => isAt(file.path, place)).flatMap(({ packages }) => packages);
  return file.imports
    .filter((name) => !mayImport(file.path, name, layer, extra))
    .map((name) => `${file.path} imports ${name}`);
}

function mayImport(
  file: string,
  name: string,
  layer: (typeof layers)[string],
  extra: readonly string[],
): boolean {
  if (!name.startsWith(".")) {
    return [...layer.packages, ...extra].some((allowed) =>
      allowed.endsWith(":") ? name.startsWith(allowed) : name === allowed || name.startsWith(`${allowed}/`),
    );
  }
  const target = path.posix.join(path.posix.dirname(file), name);
  const [targetLayer, targetFeature] = target.split("/");
  if (targetLayer === "features" && file.startsWith("features/")) return targetFeature === file.split("/")[1];
  return layer.ours.includes(targetLayer ?? "");
}

describe("architecture", () => {
  it("has source files to look at", () => {
    assert.ok(files.length > 20);
    assert.ok(files.some(({ imports }) => imports.includes("vscode")));
  });

  it("imports point down only", () => {
    assert.deepEqual(files.flatMap(problemsOf), []);
  });

  for (const { what, home } of homes) {
    it(`${what.source} stands only in ${home.join(", ")}`, () => {
      const elsewhere = files.filter(
        ({ path: file, text }) => what.test(text) && !home.some((place) => isAt(file, place)),
      );
      assert.deepEqual(
        elsewhere.map(({ path: file }) => file),
        [],
      );
    });
  }

  it("keeps each promise of SECURITY.md by tests that exist", () => {
    const promises = fs.readFileSync(inRepository("SECURITY.md"), "utf8").split("## Promises")[1] ?? "";
    const rows = promises
      .split("\n")
      .filter((line) => line.startsWith("| ") && !/^\| (Promise|-)/.test(line));
    assert.ok(rows.length > 5);
    for (const row of rows) {
      const named = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, name = ""]) => name);
      assert.ok(named.length > 0, row);
      for (const name of named) assert.ok(fs.existsSync(inRepository(name)), name);
    }
  });

  it("has no default exports, no barrels and no drawers", () => {
    const drawers = /(^|\/)(utils?|helpers?|common|misc|types|managers?|index)(\.ts$|\/)/;
    const found = files.filter(
      ({ path: file, text }) => /^export default /m.test(text) || drawers.test(file),
    );
    assert.deepEqual(
      found.map(({ path: file }) => file),
      [],
    );
  });

  it("has at most twenty files in a folder", () => {
    assert.ok(structure.fullestFolder[1] <= 20, structure.fullestFolder.join(": "));
  });

  it("has no files that import each other in a cycle", () => {
    assert.deepEqual(structure.cycles, []);
  });

  it("keeps the budget of lines of each folder, and adds no pair of folders that import each other", () => {
    assert.deepEqual(structureProblems(structure, readStructureRules()), []);
  });

  it("gives no base name to two files", () => {
    assert.deepEqual(structure.sameNames, []);
  });
});
