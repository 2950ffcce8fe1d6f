// What the extension weighs: the bundle that VS Code loads at activation, and the package, as they ship.
import { statSync } from "node:fs";
import { packageVsix } from "../support/packageVsix";
import { inRepository } from "../support/repository";
import { type BenchRow, rowOf } from "./bench";

const kilobyte = 1024;

export async function sizesBench(): Promise<BenchRow[]> {
  const vsix = await packageVsix();
  const activation = statSync(inRepository("dist", "extension.js")).size / kilobyte;
  const bundle = rowOf("activation bundle (KB, of 60)", activation, 60, 1);
  const packed = rowOf("VSIX with the local service (KB, of 520)", statSync(vsix).size / kilobyte, 520, 1);
  return [bundle, packed];
}
