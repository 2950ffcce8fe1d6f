// `npm run structure`: prints the shape of the source, for whoever compares it before and after a change.
import { mainProgram } from "./mainProgram";
import { measureStructure, type Structure } from "./sourceStructure";

mainProgram(async () => {
  print(measureStructure());
  return 0;
});

function print(structure: Structure): void {
  const { longest, largestRoom } = structure;
  const rows: [string, string | number][] = [
    ["files", structure.files],
    ["lines", structure.lines],
    ["median lines", structure.medianLines],
    ["longest", `${longest[1]} (${longest[0]})`],
    ["over 300 lines", structure.over300.length],
    ["imported once", structure.importedOnce],
    ["vscode share", `${Math.round(structure.vscodeShare * 100)} %`],
    ["test ratio", structure.testRatio.toFixed(2)],
    ["circles", structure.circles.length],
    ["largest room", `${largestRoom[1]} (${largestRoom[0]})`],
    ["names that stand twice", structure.sameNames.length],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(24)}${value}`);
  for (const [file, lines] of structure.over300) console.log(`  ${String(lines).padStart(4)}  ${file}`);
  for (const circle of structure.circles) console.log(`  circle: ${circle.join(", ")}`);
  for (const same of structure.sameNames) console.log(`  same name: ${same.join(", ")}`);
}
