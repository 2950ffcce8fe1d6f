// Keeps comments, test titles and names in plain English: the subject is named, with the field's word for it.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import * as path from "node:path";
import { describe, it } from "mocha";
import { unclearNames, unclearWords } from "../support/plainWords";
import { inRepository } from "../support/repository";
import { codeOf, commentLines, commentsOf, namesOf, titlesOf } from "../support/sourceComments";
import { readBuildFiles, readSourceFiles, readTestFiles } from "../support/sourceFiles";
import { lineCount, readStructureRules } from "../support/sourceStructure";

const source = readSourceFiles();
const tests = readTestFiles();
const allFiles = [...source, ...tests, ...readBuildFiles()].map((file) => ({
  ...file,
  comments: commentsOf(file.text),
  // Steps and histories of the simulation are named by what the engine lacks.
  titles: /^(?!.*\/simulation\/).*\.test\.ts$/.test(file.path) ? titlesOf(file.text) : [],
}));
const reasons = Object.values(readStructureRules().budgets).flatMap(({ reason = [] }) => reason);

describe("comments and titles", () => {
  for (const [pattern, instead] of Object.entries(unclearWords))
    it(`name their subject: ${instead}`, () => {
      const word = new RegExp(`\\b(?:${pattern})\\b`, "i");
      const wrong = allFiles.flatMap(({ path: file, comments, titles }) => [
        ...comments
          .filter((comment) => word.test(comment.text))
          .map((comment) => `${file}:${comment.line}: ${comment.text}`),
        ...titles.filter((title) => word.test(title)).map((title) => `${file}: "${title}"`),
      ]);
      wrong.push(...reasons.filter((reason) => word.test(reason)));
      assert.deepEqual(wrong, []);
    });

  it("name only files that exist", () => {
    const paths = allFiles.map((file) => path.posix.join("src", file.path));
    const wrong = allFiles.flatMap(({ path: file, comments }) =>
      comments.flatMap((comment) =>
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
    for (const { text } of allFiles) for (const [name] of codeOf(text).matchAll(/[\w$]+/g)) names.add(name);
    const wrong = allFiles.flatMap(({ path: file, text }) =>
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
    const rooms = new Set(source.map(({ path: file }) => /^(?:features\/)?[^/]+/.exec(file)?.[0] ?? file));
    const wrong = [...rooms].flatMap((folder) => {
      const files = source.filter(({ path: file }) => file.startsWith(folder));
      const lines = files.reduce((sum, { text }) => sum + lineCount(text), 0);
      const comments = files.reduce((sum, { text }) => sum + commentLines(text), 0);
      return comments * 1_000 > lines * 60 ? [`${folder}: ${comments} of ${lines}`] : [];
    });
    assert.deepEqual(wrong, []);
  });
});

describe("names", () => {
  it("use the field's words", () => {
    const named = allFiles.filter(({ path: file }) => !file.endsWith("/plainWords.ts"));
    const wrong = named.flatMap(({ path: file, text }) =>
      [...namesOf(text), path.posix.basename(file)].flatMap((name) => {
        const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
        const [, instead] = unclearNames.find(([pattern]) => pattern.test(words)) ?? [];
        return instead ? [`${file}: ${name}: ${instead}`] : [];
      }),
    );
    assert.deepEqual(wrong, []);
  });
});

/** A file of the repository that is neither source nor test. */
function isKnownFile(name: string): boolean {
  return existsSync(inRepository(name)) || existsSync(inRepository("docs", name));
}
