// What it costs to compare a folder of this disk with its app before a push, beside the raw listings and the reading and
// hashing that it needs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { ListAhead } from "../../src/appFiles/transfer/plan/listAhead";
import type { LocalContent } from "../../src/appFiles/transfer/plan/localContents";
import { readPushPlan, rememberCreated, type SyncInput } from "../../src/appFiles/transfer/plan/readPlans";
import { SyncMemory } from "../../src/appFiles/transfer/plan/syncMemory";
import { systemClock } from "../../src/core/async/clock";
import { forEachParallel } from "../../src/core/async/parallel";
import { contentHash } from "../../src/core/disk/contentHash";
import { silentLogger } from "../../src/core/logger";
import { normalizeAppPath } from "../../src/core/paths/appPath";
import { readFolder } from "../../src/core/project/readFolder";
import { nodeDisk } from "../../src/editor/nodeDisk";
import { writeTree } from "../support/fileTrees";
import { temporaryFolder } from "../support/temporaryFolder";
import { StoredMemory } from "../support/transferring";
import { type BenchRow, rowOf, typicalOfBoth } from "./bench";
import { type BenchApp, lineMs, withBenchApp } from "./benchApp";

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
  const root = temporaryFolder("bench-plan");
  writeTree(root, texts);
  return await withBenchApp(texts, (app) => compare(app, root, names), { isOverLine: true });
}

async function compare(app: BenchApp, root: string, names: readonly string[]): Promise<BenchRow[]> {
  const disk = nodeDisk(root);
  const stored = new StoredMemory();
  // What a push does before it shows its plan.
  const look = async (): Promise<SyncInput> => {
    const { signal } = new AbortController();
    const memory = await SyncMemory.load(stored, silentLogger);
    const ahead = new ListAhead(app.files, memory.files.keys(), systemClock);
    const onFolder = (path: string): void => ahead.expect(normalizeAppPath(path));
    const { files, rules } = await readFolder(disk, { signal, onFolder }).finally(() => ahead.stop());
    const folder = {
      ...disk,
      isWindows: false,
      ignoresCase: false,
      isUnsaved: () => false,
      delete: async () => assert.fail("a plan deletes nothing"),
    };
    return {
      ...{ app: app.files, folder, local: files, problems: [], rules, memory, ahead, signal },
      onProgress: () => undefined,
    };
  };
  const packed = new Map<string, LocalContent>();
  for (const name of names) {
    const bytes = await readFile(path.join(root, name));
    packed.set(name, { hash: await contentHash(bytes), sizeBytes: bytes.byteLength });
  }
  await rememberCreated(await look(), packed);
  const folders = ["/", ...Array.from({ length: folderCount }, (_, index) => `/part-${index}`)];
  const raw = async (): Promise<void> => {
    await forEachParallel(folders, atOnce, async (path) => void (await app.rawRead(path)));
    await forEachParallel(names, atOnce, async (name) => {
      await contentHash(await readFile(path.join(root, name)));
    });
  };
  const plan = async (): Promise<void> => {
    const { rows, unchanged } = await readPushPlan(await look());
    if (rows.length > 0 || unchanged !== fileCount) throw new Error(`${unchanged} files are the same`);
  };
  const { oursMs, rawMs } = await typicalOfBoth(runs, plan, raw);
  const name = `a push plan over ${fileCount} files and a line of ${lineMs} ms (ms) / raw listing + hashing`;
  return [rowOf(name, oursMs, rawMs, 1.2)];
}
