// A push of one file, from the key press to the proof, beside the requests it needs: a listing, the old text for the backup, the upload, and the listing that proves it.
import { systemClock } from "../../src/core/async/clock";
import { TransferredFolder } from "../support/transferring";
import { type BenchRow, rowOf } from "./bench";
import { lineMs, quickestUpload, withBenchApp } from "./benchApp";

const pushCount = 7;

export async function pushFileBench(): Promise<BenchRow[]> {
  const names = Array.from({ length: pushCount }, (_, index) => `part/file-${index}.txt`);
  const files = Object.fromEntries(names.map((name) => [name, "before ".repeat(400)]));
  const after = "after ".repeat(400);
  return await withBenchApp(
    files,
    async (app) => {
      const folder = new TransferredFolder(app.files, systemClock, files);
      await folder.rememberCreated();
      const { oursMs, rawMs } = await quickestUpload(
        names,
        async (name) => {
          const { put } = await folder.pushFiles([name]);
          if (put.length !== 1) throw new Error(`${name} was not pushed`);
        },
        async (name) => {
          await app.rawRead("/part");
          await app.rawRead(`/${name}`);
          await app.rawUpload(`raw-${name.slice(5)}`, after);
          await app.rawRead("/");
        },
        (name) => folder.put(name, after),
      );
      const what = `a push of one file over a line of ${lineMs} ms, key to proof (ms)`;
      return [rowOf(`${what} / raw listing, read, upload and listing`, oursMs, rawMs, 1.15)];
    },
    { isOverLine: true },
  );
}
