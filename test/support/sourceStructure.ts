// Measures the source: lines and imports by folder, compared with the budgets in test/structure.json.
import { readFileSync } from "node:fs";
import * as path from "node:path";
import { inRepository } from "./repository";
import { readSourceFiles, type SourceFile } from "./sourceFiles";

/** With everything below it. */
export interface FolderSize {
  readonly files: number;
  readonly lines: number;
  /** Number of its files that are imported from outside of the folder. */
  readonly imported: number;
}

export interface FolderPair {
  readonly folders: readonly [string, string];
  readonly imports: readonly [number, number];
}

/** Paths are relative to src; src itself is ".". */
export interface Structure {
  readonly folders: ReadonlyMap<string, FolderSize>;
  readonly pairs: readonly FolderPair[];
  /** Types included. */
  readonly cycles: readonly (readonly string[])[];
  readonly fullestFolder: readonly [path: string, files: number];
  /** Files with equal base names. */
  readonly sameNames: readonly (readonly string[])[];
  /** Files with exactly one importer, per cent of all files. */
  readonly oneImporterShare: number;
}

export interface LineBudget {
  readonly lines: number;
  /** The smallest budget that it ever had; a larger one needs a reason. */
  readonly lowest: number;
  readonly reason?: string;
}

export interface StructureRules {
  readonly budgets: Readonly<Record<string, LineBudget>>;
}

export const readStructureRules = (): StructureRules =>
  JSON.parse(readFileSync(inRepository("test", "structure.json"), "utf8"));

export function lineCount(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

export function measureStructure(files: readonly SourceFile[] = readSourceFiles()): Structure {
  const imports = importsOf(files);
  const directories = countsOf(files.map((file) => path.posix.dirname(file.path)));
  const names = countsOf(files.map((file) => path.posix.basename(file.path)));
  const importers = countsOf([...imports.values()].flatMap((targets) => [...new Set(targets)]));
  return {
    folders: foldersOf(files, imports),
    pairs: pairsOf(imports),
    cycles: cyclesOf(imports),
    fullestFolder: [...directories].sort((a, b) => b[1] - a[1])[0] ?? ["", 0],
    oneImporterShare: ([...importers.values()].filter((count) => count === 1).length * 100) / files.length,
    sameNames: [...names]
      .filter(([, count]) => count > 1)
      .map(([name]) => files.map((file) => file.path).filter((each) => path.posix.basename(each) === name)),
  };
}

/** Broken rules, one sentence each. */
export function structureProblems({ folders, pairs }: Structure, rules: StructureRules): string[] {
  const unbudgeted = [...folders.keys()].filter(
    (folder) => /^(?!features$)[^./]+$|^features\/[^/]+$/.test(folder) && !(folder in rules.budgets),
  );
  const overBudget = Object.entries(rules.budgets).flatMap(([folder, { lines, lowest, reason }]) => {
    const size = folders.get(folder);
    if (!size) return [`${folder} has a budget and no files`];
    return [
      ...(size.lines > lines ? [`${folder} has ${size.lines} lines; its budget is ${lines}`] : []),
      ...(lines > lowest && !reason?.trim()
        ? [`the budget of ${folder} was raised from ${lowest} to ${lines} without a reason`]
        : []),
      ...(lines < lowest
        ? [`the budget of ${folder} is ${lines}, so its lowest is no longer ${lowest}`]
        : []),
    ];
  });
  return [
    ...unbudgeted.map((folder) => `${folder} has no budget`),
    ...overBudget,
    ...pairs.map(({ folders: [a, b] }) => `${a} and ${b} import each other`),
  ];
}

type Imports = ReadonlyMap<string, readonly string[]>;

/** By path. */
function importsOf(files: readonly SourceFile[]): Imports {
  const known = new Set(files.map((file) => file.path));
  return new Map(
    files.map((file) => [
      file.path,
      file.imports
        .filter((name) => name.startsWith("."))
        .map((name) => path.posix.join(path.posix.dirname(file.path), name))
        .flatMap((target) => [`${target}.ts`, target].filter((each) => known.has(each))),
    ]),
  );
}

const isIn = (folder: string, file: string) => folder === "." || file.startsWith(`${folder}/`);

function foldersOf(files: readonly SourceFile[], imports: Imports): Map<string, FolderSize> {
  const folders = new Set(files.flatMap((file) => parentsOf(file.path)));
  return new Map(
    [...folders].sort().map((folder) => {
      const own = files.filter((file) => isIn(folder, file.path));
      const taken = [...imports]
        .filter(([importer]) => !isIn(folder, importer))
        .flatMap(([, targets]) => targets.filter((target) => isIn(folder, target)));
      const lines = own.reduce((sum, { text }) => sum + lineCount(text), 0);
      return [folder, { files: own.length, lines, imported: new Set(taken).size }];
    }),
  );
}

function parentsOf(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === "." ? [folder] : [folder, ...parentsOf(folder)];
}

function pairsOf(imports: Imports): FolderPair[] {
  const counts = countsOf(
    [...imports].flatMap(([importer, targets]) =>
      targets.map((target) => `${path.posix.dirname(importer)} ${path.posix.dirname(target)}`),
    ),
  );
  return [...counts].sort().flatMap(([edge, count]) => {
    const [from = "", to = ""] = edge.split(" ");
    const back = counts.get(`${to} ${from}`);
    return from < to && back ? [{ folders: [from, to], imports: [count, back] }] : [];
  });
}

/** Tarjan's algorithm. */
function cyclesOf(imports: Imports): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
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
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const file of imports.keys()) if (!index.has(file)) visit(file);
  return cycles;
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
