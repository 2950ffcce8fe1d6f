// `npm run bench`: a table of ratios, or with --json one object a row and nothing else on standard output.
import type { BenchRow } from "./bench";
import { filesBench } from "./filesBench";
import { pushBench } from "./pushBench";
import { sizesBench } from "./sizesBench";

async function main(): Promise<void> {
  const rows: BenchRow[] = [...(await sizesBench()), ...(await filesBench()), ...(await pushBench())];
  if (process.argv.includes("--json")) for (const row of rows) console.log(JSON.stringify(row));
  else {
    console.table(
      rows.map(({ name, measured, reference, ratio, target, ok }) => ({
        name,
        measured,
        reference,
        ratio,
        target,
        ok,
      })),
    );
  }
  process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
