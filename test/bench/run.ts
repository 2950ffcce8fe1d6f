// `npm run bench`: a table of ratios, or with --json one object a row and nothing else on standard output. With names,
// as in `npm run bench -- pullBench planBench`, only those.

import { activationBench } from "./activationBench";
import { appsBench } from "./appsBench";
import { archiveBench } from "./archiveBench";
import { type BenchRow, jsonLines } from "./bench";
import { createBench } from "./createBench";
import { engineBench } from "./engineBench";
import { listingBench } from "./listingBench";
import { memoryBench } from "./memoryBench";
import { metricsBench } from "./metricsBench";
import { planBench } from "./planBench";
import { pullBench } from "./pullBench";
import { pushBench } from "./pushBench";
import { pushFileBench } from "./pushFileBench";
import { requestsBench } from "./requestsBench";
import { sizesBench } from "./sizesBench";
import { textBench } from "./textBench";
import { uploadsBench } from "./uploadsBench";

async function main(): Promise<void> {
  const rows: BenchRow[] = [];
  const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
  // One after the other: each has the machine to itself.
  for (const bench of [
    sizesBench,
    activationBench,
    memoryBench,
    requestsBench,
    listingBench,
    pullBench,
    uploadsBench,
    engineBench,
    metricsBench,
    textBench,
    appsBench,
    archiveBench,
    planBench,
    pushBench,
    pushFileBench,
    createBench,
  ])
    if (wanted.length === 0 || wanted.includes(bench.name)) rows.push(...(await bench()));
  if (process.argv.includes("--json")) console.log(jsonLines(rows));
  else console.table(rows);
  process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
