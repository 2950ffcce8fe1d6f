// What packing a project costs beside `zip -r -6` on the same tree, from disk to archive, and how much memory it takes.
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../support/temporaryFolder";
import { type BenchRow, quickestOfBoth, rowOf } from "./bench";
import { packTree, treeFiles, writePackedTree } from "./packedTree";

const rounds = 5;
const megabyte = 1024 * 1024;

export async function archiveBench(): Promise<BenchRow[]> {
  const folder = temporaryFolder("pack-bench");
  const root = path.join(folder, "tree");
  writePackedTree(root);
  const zip = zipCommand(path.join(folder, "reference.zip"));
  const { oursMs, rawMs } = await quickestOfBoth(
    rounds,
    () => packTree(root),
    async () => zip(root),
  );
  return [
    rowOf(`pack ${treeFiles} files of 60 MB (ms) / zip -r -6`, oursMs, rawMs, 0.9),
    rowOf("memory while packing them, above idle (MB, of 150)", riseBytes(root) / megabyte, 150, 1),
  ];
}

function zipCommand(target: string): (root: string) => void {
  const hasZip = spawnSync("zip", ["-v"], { stdio: "ignore" }).error === undefined;
  if (!hasZip) console.error("zip is not installed: packing is measured beside Python's zipfile, level 6");
  const program =
    "import os,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1],'w',8,compresslevel=6)\nfor d,_,n in os.walk('.'):\n  for f in n: z.write(os.path.join(d,f))\nz.close()";
  return (root) => {
    fs.rmSync(target, { force: true });
    if (hasZip) execFileSync("zip", ["-q", "-r", "-6", target, "."], { cwd: root });
    else execFileSync("python3", ["-c", program, target], { cwd: root });
  };
}

function riseBytes(root: string): number {
  const printed = execFileSync(process.execPath, [path.join(__dirname, "archiveMemory.js"), root], {
    encoding: "utf8",
  });
  const { idleBytes, peakBytes } = JSON.parse(printed) as Record<string, number>;
  return (peakBytes ?? 0) - (idleBytes ?? 0);
}
