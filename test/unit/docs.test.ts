// Links of the documents, and the sections that comments cite, lead to files and headings that exist.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
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

describe("documents", () => {
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
