// Measures the shape of the source: how long its files are, what imports what, and how much of it VS Code is needed for.
import { readdirSync, readFileSync } from "node:fs";
import * as path from "node:path";
import { repositoryRoot } from "./repository";
import { readSourceFiles, type SourceFile } from "./sourceFiles";

/** What the source looks like; lengths are lines. */
export interface Structure {
  readonly files: number;
  readonly lines: number;
  readonly medianLines: number;
  readonly longest: readonly [path: string, lines: number];
  /** Files of more than 300 lines, the longest first. */
  readonly over300: readonly (readonly [path: string, lines: number])[];
  /** Files that exactly one other imports. */
  readonly importedOnce: number;
  /** The share of files that import `vscode`. */
  readonly vscodeShare: number;
  /** Lines of tests for each line of source. */
  readonly testRatio: number;
  /** Files that import each other in a circle, types included: each circle once. */
  readonly circles: readonly (readonly string[])[];
  /** The folder with the most files of its own. */
  readonly largestRoom: readonly [path: string, files: number];
  /** Base names that more than one file has, with those files. */
  readonly sameNames: readonly (readonly string[])[];
}

export function lineCount(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** Paths of the files of ours that each file imports. */
function importsOf(files: readonly SourceFile[]): Map<string, readonly string[]> {
  const known = new Set(files.map((file) => file.path));
  return new Map(
    files.map((file) => [
      file.path,
      file.imports
        .filter((name) => name.startsWith("."))
        .map((name) => path.posix.join(path.posix.dirname(file.path), name))
        .flatMap((target) => [`${target}.ts`, `${target}.tsx`, target].filter((each) => known.has(each))),
    ]),
  );
}

/** Strongly connected groups of more than one file (Tarjan). */
function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): void => {
    index.set(file, index.size);
    low.set(file, index.get(file) ?? 0);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!index.has(next)) visit(next);
      if (stack.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(file) !== index.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) circles.push(group.sort());
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return circles;
}

function testLines(): number {
  const root = path.join(repositoryRoot, "test");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .reduce((sum, file) => sum + lineCount(readFileSync(path.join(root, file), "utf8")), 0);
}

function groupSizes(names: readonly string[]): [string, number][] {
  const sizes = new Map<string, number>();
  for (const name of names) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  return [...sizes].sort((a, b) => b[1] - a[1]);
}

export function measureStructure(files: readonly SourceFile[] = readSourceFiles()): Structure {
  const lengths = files.map((file) => [file.path, lineCount(file.text)] as const).sort((a, b) => b[1] - a[1]);
  const lines = lengths.reduce((sum, [, length]) => sum + length, 0);
  const imports = importsOf(files);
  const importers = groupSizes([...imports.values()].flatMap((targets) => [...new Set(targets)]));
  const names = groupSizes(files.map((file) => path.posix.basename(file.path)));
  return {
    files: files.length,
    lines,
    medianLines: lengths[Math.floor(lengths.length / 2)]?.[1] ?? 0,
    longest: lengths[0] ?? ["", 0],
    over300: lengths.filter(([, length]) => length > 300),
    importedOnce: importers.filter(([, count]) => count === 1).length,
    vscodeShare: files.filter((file) => file.imports.includes("vscode")).length / files.length,
    testRatio: testLines() / lines,
    circles: circlesOf(imports),
    largestRoom: groupSizes(files.map((file) => path.posix.dirname(file.path)))[0] ?? ["", 0],
    sameNames: names
      .filter(([, count]) => count > 1)
      .map(([name]) => files.map((file) => file.path).filter((each) => path.posix.basename(each) === name)),
  };
}
