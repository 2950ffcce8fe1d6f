// Links, citations, and paths in documents lead to what exists, and their sentences are plain.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { unclearWords } from "../support/plainWords";
import { inRepository } from "../support/repository";

const folders = ["docs", "src", "test", ".github"].flatMap((folder) =>
  readdirSync(inRepository(folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
);
const files = [...readdirSync(inRepository()), ...folders]
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => /\.(md|ts)$/.test(file) && !/^test\/fixtures\/|^test\/unit\/docs\.test/.test(file));

const textOf = (file: string): string => readFileSync(inRepository(file), "utf8");

/** The anchor of each heading, as GitHub makes it. */
function anchorsOf(file: string): string[] {
  return [...textOf(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );
}

/** "file: link" unless the link, relative to the repository, leads somewhere. */
function broken(file: string, link: string): string[] {
  const [target = "", anchor] = link.split("#");
  const isThere = existsSync(inRepository(target)) && (!anchor || anchorsOf(target).includes(anchor));
  return isThere ? [] : [`${file}: ${link}`];
}

/** Documents without their code, comments, and link targets. Tables of test titles and sabotages quote the source. */
function proseOf(file: string): string {
  const text = textOf(file)
    .replaceAll(/^```[\s\S]*?^```/gm, "")
    .replaceAll(/<!--[\s\S]*?-->/g, "")
    .replaceAll(/`[^`\n]+`/g, "code")
    .replaceAll(/\]\([^)]*\)/g, "]");
  return file === "test/README.md" ? (text.split("\n## The edges\n")[0] ?? "") : text;
}

/** A paragraph's, list item's, or table cell's sentences. A colon or semicolon ends none. */
function sentencesIn(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line) => (line.startsWith("|") ? line.split("|") : [line.replace(/^\s*(?:[-#]+|\d+\.) /, "")]))
    .flatMap((part) => part.split(/(?<=[.?!]["_*)]*)\s+/));
}

const countWords = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;

function foldersAbove(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

describe("documents", () => {
  it("use plain words", () => {
    const found = files
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) =>
        Object.entries(unclearWords).flatMap(([words, instead]) =>
          [...proseOf(file).matchAll(new RegExp(`\\b(?:${words})\\b`, "gi"))].map(
            ([word]) => `${file}: "${word}" (write: ${instead})`,
          ),
        ),
      );
    assert.deepEqual(found, []);
  });

  it("greet a user with a short README: no sentence over 25 words, and at most 200 lines", () => {
    const sentences = sentencesIn(proseOf("README.md"));
    assert.ok(sentences.length > 150);
    assert.deepEqual(
      sentences.filter((sentence) => countWords(sentence) > 25),
      [],
    );
    assert.ok(textOf("README.md").split("\n").length <= 200);
  });

  it("name files and folders that exist", () => {
    const names = [...files, ...files.flatMap((file) => foldersAbove(file))];
    const wrong = files
      .filter((file) => /^(?:docs|src)\/[^/]+\.md$|^(?:CONTRIBUTING|SECURITY)\.md$/.test(file))
      .flatMap((file) =>
        // What a build or a test makes is in out/.
        [...textOf(file).matchAll(/`((?!out\/)[\w./]+(?:\.ts|\/))`/g)]
          .map(([, name = ""]) => name.replace(/\/$/, ""))
          .filter(
            (name) => !existsSync(inRepository(name)) && !names.some((each) => each.endsWith(`/${name}`)),
          )
          .map((name) => `${file}: ${name}`),
      );
    assert.deepEqual(wrong, []);
  });

  it("have links that lead to files and headings that exist", () => {
    const wrong = files
      .filter((file) => file.endsWith(".md"))
      .flatMap((file) =>
        [...textOf(file).matchAll(/\]\((?!\w+:)([^)\s]+)\)/g)].flatMap(([, link = ""]) =>
          broken(file, link.startsWith("#") ? file + link : path.posix.join(path.posix.dirname(file), link)),
        ),
      );
    assert.deepEqual(wrong, []);
  });

  it("are cited by path and heading, and the heading exists", () => {
    const citation = /(?<![\w/])(?:docs\/)?(?:interface|engine|architecture|design)\.md(?:#[\w-]+)?/g;
    const cited = files
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...textOf(file).matchAll(citation)].map(([link]) => ({ file, link })));
    const wrong = cited.flatMap(({ file, link }) =>
      link.includes("#") ? broken(file, link) : [`${file}: ${link}`],
    );
    assert.deepEqual(wrong, []);
    assert.ok(cited.length > 50);
  });
});
