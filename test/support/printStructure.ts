// `npm run structure`: prints the source's lines and imports by folder; with `-- --walk save`, the files that a save touches.
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { mainProgram } from "./mainProgram";
import { inRepository } from "./repository";
import { commentLines } from "./sourceComments";
import { readSourceFiles } from "./sourceFiles";
import { lineCount, measureStructure, readStructureRules, structureProblems } from "./sourceStructure";
import { type WalkName, walkSource, walks } from "./sourceWalk";

mainProgram(async () => {
  const { walk } = parseArgs({ options: { walk: { type: "string" } } }).values;
  if (walk === undefined) return printStructure();
  const name = (Object.keys(walks) as WalkName[]).find((each) => each === walk);
  if (!name) throw new Error(`Which walk? One of: ${Object.keys(walks).join(", ")}.`);
  return await printWalk(name);
});

function printStructure(): number {
  const structure = measureStructure();
  const rules = readStructureRules();
  const sources = readSourceFiles();
  printRow("folder of src", "files", "imported", "comments", "lines", "budget");
  for (const [folder, { files, imported, lines }] of structure.folders)
    if (folder === "." || folder in rules.budgets) {
      const own = sources.filter(({ path }) => folder === "." || path.startsWith(`${folder}/`));
      const comments = own.reduce((sum, { text }) => sum + commentLines(text), 0);
      const share = Math.round((comments * 1_000) / lines);
      printRow(folder, files, imported, share, lines, rules.budgets[folder]?.lines ?? "");
    }
  console.log("\nfiles: those below included; imported: by files outside of the folder");
  console.log("comments: lines per 1,000, without doc comments of functions that are open to other files\n");
  console.log(`${structure.oneImporterShare.toFixed(1)} % of the files have exactly one importer.`);
  console.log(`${statSync(inRepository("dist", "extension.js")).size} bytes load at activation.`);
  const problems = structureProblems(structure, rules);
  for (const problem of problems) console.log(`! ${problem}`);
  return problems.length > 0 ? 1 : 0;
}

async function printWalk(name: WalkName): Promise<number> {
  const functions = await walkSource(name);
  const lengths = new Map(readSourceFiles().map(({ path, text }) => [path, lineCount(text)]));
  const files = [...functions.keys()].sort();
  const client = files.filter((file) => !file.startsWith("emulator/"));
  const linesOf = (file: string) => lengths.get(file) ?? 0;
  printRow("file of src", "functions", "lines");
  for (const file of client) printRow(file, functions.get(file) ?? 0, linesOf(file));
  const lines = client.reduce((sum, file) => sum + linesOf(file), 0);
  console.log(`\n${name}: ${client.length} files, ${lines} lines ("${walks[name].title}").`);
  console.log(`${files.length - client.length} files of the local service, which answers, are not listed.`);
  return 0;
}

function printRow(name: string, ...values: (string | number)[]): void {
  console.log(name.padEnd(56) + values.map((value) => String(value).padStart(10)).join(""));
}
