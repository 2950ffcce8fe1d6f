// Reads the project's own source as text, for the tests that hold it to its structure.
import { readdirSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { repositoryRoot } from "./repository";

export interface SourceFile {
  /** Relative to src, "/"-separated, such as "core/async/clock.ts". */
  readonly path: string;
  readonly text: string;
  /** What it imports at run time or for types, static and dynamic. */
  readonly imports: readonly string[];
}

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^;]*?from\s+"([^"]+)"|import\("([^"]+)"\)|(?:^|\n)import\s+"([^"]+)"/g;

export function readSourceFiles(): SourceFile[] {
  return readFiles("src");
}

/** The tests, by paths as from src: "../test/unit/cancelled.test.ts". */
export function readTestFiles(): SourceFile[] {
  return readFiles("test").map((file) => ({ ...file, path: `../test/${file.path}` }));
}

function readFiles(folder: string): SourceFile[] {
  const root = path.join(repositoryRoot, folder);
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      const imports = [...text.matchAll(importPattern)].map(
        (match) => match[1] ?? match[2] ?? match[3] ?? "",
      );
      return { path: file.replaceAll(path.sep, "/"), text, imports };
    });
}
