// The tree that packaging is measured on: 5,000 files of 60 MB, most of them text, some that do not get smaller.
import fs from "node:fs";
import path from "node:path";
import { packArchive } from "../../src/core/archive/archive";
import { readFolder } from "../../src/core/project/readFolder";
import { nodeDisk } from "../../src/editor/nodeDisk";
import { Random } from "../simulation/random";

export const treeFiles = 5_000;
const treeBytes = 60 * 1024 * 1024;

/** Writes the tree, the same each time. */
export function writePackedTree(root: string): void {
  const numbers = new Random(42);
  const random = (): number => numbers.next();
  const words = Array.from({ length: 2_000 }, () =>
    Array.from(
      { length: 2 + Math.floor(random() * 9) },
      () => "etaoinshrdlu_"[Math.floor(random() * 13)],
    ).join(""),
  );
  const word = (): string => words[Math.floor(random() ** 2 * words.length)] ?? "";
  const text = (sizeBytes: number): Uint8Array => {
    let written = "";
    while (written.length < sizeBytes) written += word() + (random() < 0.15 ? "\n  " : " = ");
    return new TextEncoder().encode(written.slice(0, sizeBytes));
  };
  const noise = (sizeBytes: number): Uint8Array =>
    Uint8Array.from({ length: sizeBytes }, () => random() * 256);
  // Many small files and a few large ones, as projects are.
  const weights = Array.from({ length: treeFiles }, () => 0.05 + random() ** 3);
  const unit = treeBytes / weights.reduce((sum, weight) => sum + weight, 0);
  weights.forEach((weight, index) => {
    const isNoise = index % 12 === 0;
    const folder = path.join(root, `part${index % 37}`, `sub${index % 7}`);
    fs.mkdirSync(folder, { recursive: true });
    const content = (isNoise ? noise : text)(Math.round(weight * unit));
    fs.writeFileSync(path.join(folder, `file${index}.${isNoise ? "png" : "js"}`), content);
  });
}

/** As a deploy does it: finds the files, then packs them. */
export async function packTree(root: string): Promise<void> {
  const { signal } = new AbortController();
  const { files } = await readFolder(nodeDisk(root), { signal });
  if (files.length !== treeFiles) throw new Error(`${files.length} files were found`);
  await packArchive(files, { signal });
}
