// `npm run bench`: a table of ratios, or with --json one object a row and nothing else on standard output.

import { appsBench } from "./appsBench";
import { archiveBench } from "./archiveBench";
import { type BenchRow, jsonLines } from "./bench";
import { listingBench } from "./listingBench";
import { metricsBench } from "./metricsBench";
import { pullBench } from "./pullBench";
import { pushBench } from "./pushBench";
import { requestsBench } from "./requestsBench";
import { sizesBench } from "./sizesBench";
import { uploadsBench } from "./uploadsBench";

async function main(): Promise<void> {
  const rows: BenchRow[] = [];
  // One after the other: each has the machine to itself.
  for (const bench of [
    sizesBench,
    requestsBench,
    listingBench,
    pullBench,
    uploadsBench,
    metricsBench,
    appsBench,
    archiveBench,
    pushBench,
  ])
    rows.push(...(await bench()));
  if (process.argv.includes("--json")) console.log(jsonLines(rows));
  else console.table(rows);
  process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
