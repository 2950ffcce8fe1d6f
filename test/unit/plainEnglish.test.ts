// Keeps comments and test titles in plain English: the subject is named, with the field's word for it.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import * as path from "node:path";
import { describe, it } from "mocha";
import { unclearWords } from "../support/plainWords";
import { inRepository } from "../support/repository";
import { codeOf, commentLines, commentsOf, titlesOf } from "../support/sourceComments";
import { readSourceFiles, readTestFiles, type SourceFile } from "../support/sourceFiles";
import { lineCount } from "../support/sourceStructure";

/** Folders and files that are clean; paths as from src. Others are to be added, one by one. */
const cleanSource = [
  ...["api/", "accounts/", "appFiles/", "core/", "editor/", "emulator/", "extension.ts"],
  ...["features/account/", "features/agent/", "features/apps/", "features/dashboard/", "features/files/"],
  ...[
    "features/find/",
    "features/links/",
    "features/localService/",
    "features/metrics/",
    "features/transfers/",
  ],
];
const notYetClean = [
  "core/project/",
  "editor/project/",
  "../test/unit/core/project/",
  "../test/unit/editor/project/",
];
const cleanTests = [
  ...[
    "contract/",
    "e2e/",
    "editor/",
    "long/",
    "simulation/",
    "support/",
    "unit/accounts/",
    "unit/api/",
    "unit/appFiles/",
  ],
  ...[
    "unit/bench/",
    "unit/core/",
    "unit/editor/",
    "unit/emulator/",
    "unit/support/",
    "unit/features/account/",
  ],
  ...["unit/features/agent/", "unit/features/apps/", "unit/features/dashboard/", "unit/features/files/"],
  ...["unit/features/find/", "unit/features/links/", "unit/features/localService/", "unit/features/metrics/"],
  "unit/features/transfers/",
].map((folder) => `../test/${folder}`);

const isIn = (folders: readonly string[]) => (file: SourceFile) =>
  folders.some((folder) => file.path.startsWith(folder)) &&
  !notYetClean.some((folder) => file.path.startsWith(folder));
const source = readSourceFiles();
const tests = readTestFiles();
const cleanFiles = [...source.filter(isIn(cleanSource)), ...tests.filter(isIn(cleanTests))];

describe("comments and titles", () => {
  for (const [pattern, instead] of Object.entries(unclearWords))
    it(`name their subject: ${instead}`, () => {
      const word = new RegExp(`\\b(?:${pattern})\\b`, "i");
      const wrong = cleanFiles.flatMap(({ path: file, text }) => [
        ...commentsOf(text)
          .filter((comment) => word.test(comment.text))
          .map((comment) => `${file}:${comment.line}: ${comment.text}`),
        // Steps and histories of the simulation are named by what the engine lacks.
        ...(/^(?!.*\/simulation\/).*\.test\.ts$/.test(file) ? titlesOf(text) : [])
          .filter((title) => word.test(title))
          .map((title) => `${file}: "${title}"`),
      ]);
      assert.deepEqual(wrong, []);
    });

  it("name only files that exist", () => {
    const paths = [...source, ...tests].map((file) => path.posix.join("src", file.path));
    const wrong = cleanFiles.flatMap(({ path: file, text }) =>
      commentsOf(text).flatMap((comment) =>
        [...comment.text.matchAll(/(?<![\w./-])[\w./-]*\w\.(?:ts|md)\b/g)]
          .map(([name]) => name)
          .filter((name) => !paths.some((each) => `/${each}`.endsWith(`/${name}`)) && !isKnownFile(name))
          .map((name) => `${file}:${comment.line}: ${name}`),
      ),
    );
    assert.deepEqual(wrong, []);
  });

  it("name only symbols that exist", () => {
    const names = new Set<string>();
    for (const { text } of [...source, ...tests])
      for (const [name] of codeOf(text).matchAll(/[\w$]+/g)) names.add(name);
    const wrong = cleanFiles.flatMap(({ path: file, text }) =>
      commentsOf(text).flatMap((comment) =>
        [...comment.text.matchAll(/`([\w$]+(?:\.[\w$]+)*)(?:\(\))?`/g)]
          .flatMap(([, symbol = ""]) => symbol.split("."))
          .filter((name) => !names.has(name))
          .map((name) => `${file}:${comment.line}: ${name}`),
      ),
    );
    assert.deepEqual(wrong, []);
  });

  it("are at most 60 lines of comments in 1,000 lines of source", () => {
    const wrong = cleanSource.flatMap((folder) => {
      const files = source.filter(isIn([folder]));
      const lines = files.reduce((sum, { text }) => sum + lineCount(text), 0);
      const comments = files.reduce((sum, { text }) => sum + commentLines(text), 0);
      return comments * 1_000 > lines * 60 ? [`${folder}: ${comments} of ${lines}`] : [];
    });
    assert.deepEqual(wrong, []);
  });
});

/** A file of the repository that is neither source nor test. */
function isKnownFile(name: string): boolean {
  return existsSync(inRepository(name)) || existsSync(inRepository("docs", name));
}
