// What it costs to bring a tree of text to this machine, beside raw requests for the very same listings and files.
import { systemClock } from "../../src/core/async/clock";
import { forEachParallel } from "../../src/core/async/parallel";
import { TransferredFolder } from "../support/transferring";
import { type BenchRow, rowOf, typicalOfBoth } from "./bench";
import { type BenchApp, lineMs, withBenchApp } from "./benchApp";

const groupCount = 20;
const foldersInGroup = 19;
const folderCount = groupCount * (1 + foldersInGroup);
const filesInFolder = 2;
/** As many as we ask for ourselves. */
const rawAtOnce = 16;
const runs = 25;

export async function pullBench(): Promise<BenchRow[]> {
  const folders = Array.from({ length: groupCount }, (_, group) => [
    `g${group}`,
    ...Array.from({ length: foldersInGroup }, (_, index) => `g${group}/d${index}`),
  ]).flat();
  const texts = Object.fromEntries(
    folders.flatMap((folder) =>
      Array.from({ length: filesInFolder }, (_, index) => [`${folder}/f${index}.py`, textOf(folder, index)]),
    ),
  );
  return await withBenchApp(
    texts,
    async (app) => {
      const wanted = ["", ...folders, ...Object.keys(texts)].map((path) => `/${path}`);
      const raw = () =>
        forEachParallel(wanted, rawAtOnce, async (path) => {
          await app.rawRead(path);
        });
      const { oursMs, rawMs } = await typicalOfBoth(runs, () => pull(app, texts), raw);
      const name = `pull ${folderCount} folders with ${Object.keys(texts).length} text files over a line of ${lineMs} ms`;
      return [
        rowOf(`${name} (ms) / raw parallel fetch`, oursMs, rawMs, 1.15),
        rowOf(`${name}: downloads / files`, app.downloads, Object.keys(texts).length * runs, 0),
      ];
    },
    { isOverLine: true },
  );
}

/** What files.download does once it knows what and where to, into memory. Throws unless every byte is there. */
async function pull(app: BenchApp, texts: Readonly<Record<string, string>>): Promise<void> {
  // Nothing of it is known before, as in a window that was just opened.
  app.files.clear();
  const here = new TransferredFolder(app.files, systemClock);
  await here.download({ "/": "" });
  const pulled = here.folder.texts;
  const paths = Object.keys(texts);
  const right = paths.filter((path) => pulled[path] === texts[path]).length;
  if (right !== paths.length || Object.keys(pulled).length !== right)
    throw new Error(`${right} of ${paths.length} files were pulled right`);
}

function textOf(folder: string, index: number): string {
  return `# ${folder}/${index}: Grüße\n${"print('a line of some length, as code has it')\n".repeat(40 + index)}`;
}
