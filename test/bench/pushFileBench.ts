// A push of one file, from the key to the proof, beside the requests that it cannot do without: a look at what is there,
// the old text to be kept, the upload, and the listing that proves it.
import { systemClock } from "../../src/core/async/clock";
import { TransferredFolder } from "../support/transferring";
import { type BenchRow, quickestOfBoth, rowOf } from "./bench";
import { lineMs, withBenchApp } from "./benchApp";

const pushCount = 7;
/** A little more than the service's limit, so that no upload waits. */
const pauseMs = 3_100;

export async function pushFileBench(): Promise<BenchRow[]> {
  const names = Array.from({ length: pushCount }, (_, index) => `part/file-${index}.txt`);
  const files = Object.fromEntries(names.map((name) => [name, "before ".repeat(400)]));
  const after = "after ".repeat(400);
  return await withBenchApp(
    files,
    async (app) => {
      const folder = new TransferredFolder(app.files, systemClock, files);
      await folder.rememberCreated();
      let pushed = 0;
      let name = "";
      const { oursMs, rawMs } = await quickestOfBoth(
        pushCount,
        async () => {
          const { put } = await folder.pushFiles([name]);
          if (put.length !== 1) throw new Error(`${name} was not pushed`);
        },
        async () => {
          await app.rawRead("/part");
          await app.rawRead(`/${name}`);
          await app.rawUpload(`raw-${name.slice(5)}`, after);
          await app.rawRead("/");
        },
        async (isOurs) => {
          await systemClock.sleep(pauseMs);
          if (!isOurs) return;
          name = names[pushed++] ?? "";
          folder.put(name, after);
        },
      );
      return [
        rowOf(
          `a push of one file over a line of ${lineMs} ms, key to proof (ms) / raw listing, read, upload and listing`,
          oursMs,
          rawMs,
          1.2,
        ),
      ];
    },
    { isOverLine: true },
  );
}
