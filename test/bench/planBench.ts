// What it costs to compare a folder with its app before a push, beside the raw listings and the hashing that it needs.

import { systemClock } from "../../src/core/clock";
import { contentHash } from "../../src/core/contentHash";
import { forEachParallel } from "../../src/core/parallel";
import { TransferredFolder } from "../support/transferring";
import { type BenchRow, rowOf, typicalOfBoth } from "./bench";
import { lineMs, withBenchApp } from "./benchApp";

const fileCount = 5_000;
const folderCount = 40;
const runs = 25;
/** As many as we ask for, and hash, ourselves. */
const atOnce = 16;

export async function planBench(): Promise<BenchRow[]> {
  const line = "print('a line of some length, as code has it')\n";
  const names = Array.from(
    { length: fileCount },
    (_, index) => `part-${index % folderCount}/file-${index}.py`,
  );
  const texts = Object.fromEntries(
    names.map((name, index) => [name, `# ${name}\n${line.repeat(index % 90)}`]),
  );
  return await withBenchApp(
    texts,
    async (app) => {
      const folder = new TransferredFolder(app.files, systemClock, texts);
      // The service's times prove a moment later what was seen.
      await systemClock.sleep(1_500);
      await folder.rememberCreated();
      const folders = ["/", ...Array.from({ length: folderCount }, (_, index) => `/part-${index}`)];
      const raw = async (): Promise<void> => {
        await forEachParallel(folders, atOnce, async (path) => void (await app.rawRead(path)));
        await forEachParallel([...folder.folder.files.values()], atOnce, async (bytes) => {
          await contentHash(bytes);
        });
      };
      const plan = async (): Promise<void> => {
        const { rows, unchanged } = await folder.planPush();
        if (rows.length > 0 || unchanged !== fileCount) throw new Error(`${unchanged} files are the same`);
      };
      const { oursMs, rawMs } = await typicalOfBoth(runs, plan, raw);
      return [
        rowOf(
          `a push plan over ${fileCount} files and a line of ${lineMs} ms (ms) / raw listing + hashing`,
          oursMs,
          rawMs,
          1.2,
        ),
      ];
    },
    { isOverLine: true },
  );
}
