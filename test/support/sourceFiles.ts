// Reads the source as text, for tests of its structure.
import { readdirSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { repositoryRoot } from "./repository";

export interface SourceFile {
  /** Relative to src, with "/", such as "core/async/clock.ts". */
  readonly path: string;
  readonly text: string;
  /** Static and dynamic, at run time or for types. */
  readonly imports: readonly string[];
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import\s+"([^"]+)"/g;

export function readSourceFiles(): SourceFile[] {
  return readFiles("src");
}

/** By paths relative to src: "../test/unit/docs.test.ts". */
export function readTestFiles(): SourceFile[] {
  return readFiles("test").map((file) => ({ ...file, path: `../test/${file.path}` }));
}

/** The scripts that build: "../esbuild.js". */
export function readBuildFiles(): SourceFile[] {
  const main = {
    path: "../esbuild.js",
    text: readFileSync(path.join(repositoryRoot, "esbuild.js"), "utf8"),
    imports: [],
  };
  return [main, ...readFiles("build", ".js").map((file) => ({ ...file, path: `../build/${file.path}` }))];
}

function readFiles(folder: string, extension = ".ts"): SourceFile[] {
  const root = path.join(repositoryRoot, folder);
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(extension))
    .map((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      const imports = [...text.matchAll(importPattern)].map(
        (match) => match[1] ?? match[2] ?? match[3] ?? "",
      );
      return { path: file.replaceAll(path.sep, "/"), text, imports };
    });
}
