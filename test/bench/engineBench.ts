// What the proofs of the engine cost: a save beside a raw upload and a raw listing, keeping beside raw reading.

import { Backups } from "../../src/appFiles/backups/backups";
import { systemClock } from "../../src/core/async/clock";
import { forEachParallel } from "../../src/core/async/parallel";
import { contentHash } from "../../src/core/disk/contentHash";
import { ServiceError } from "../../src/core/errors/serviceError";
import { silentLogger } from "../../src/core/logger";
import { FolderMachineFiles } from "../../src/editor/folderMachineFiles";
import { appFilesOver, fileServiceOver } from "../support/appFilesHarness";
import { filesOver, mountOver } from "../support/clientFiles";
import { temporaryFolder } from "../support/temporaryFolder";
import { type BenchRow, rowOf, typicalOfBoth } from "./bench";
import { type BenchApp, lineMs, quickestUpload, withBenchApp } from "./benchApp";

const saveCount = 7;
const deletedCount = 200;
const readsAtOnce = 8;

export async function engineBench(): Promise<BenchRow[]> {
  return [await saves(), await keeping()];
}

async function saves(): Promise<BenchRow> {
  const names = Array.from({ length: saveCount }, (_, index) => `file-${index}.txt`);
  const files = Object.fromEntries(names.map((name) => [name, "before ".repeat(400)]));
  return await withBackups(files, async ({ app, kept, key }) => {
    const mount = mountOver(
      filesOver(app.client, app.appId, systemClock, { log: () => kept.single(key) }),
      systemClock,
      {
        beginOperation: () => kept.begin({ kind: "delete", ...key }),
      },
    );
    for (const name of names) await mount.readFile(`/${name}`);
    const text = "after ".repeat(400);
    const { oursMs, rawMs } = await quickestUpload(
      names,
      (name) =>
        mount.writeFile(`/${name}`, new TextEncoder().encode(text), { create: true, overwrite: true }),
      async (name) => {
        await app.rawUpload(`raw-${name}`, text);
        await app.rawRead("/");
      },
      async (name) => {
        // What VS Code does before it writes.
        mount.expectWrite(`/${name}`);
        await mount.stat(`/${name}`);
      },
    );
    const what = `a save over a line of ${lineMs} ms, asked to acknowledged (ms) / raw upload + raw listing`;
    return rowOf(what, oursMs, rawMs, 1.15);
  });
}

async function keeping(): Promise<BenchRow> {
  const names = Array.from({ length: deletedCount }, (_, index) => `d/file-${index}.txt`);
  const files = Object.fromEntries(names.map((name) => [name, `text of ${name} `.repeat(50)]));
  return await withBackups(files, async ({ app, kept, key }) => {
    // Ends when the request would go out, so that the files are there for the next run.
    const refused = new ServiceError("forbidden", "the bench's own end");
    const service = {
      ...fileServiceOver(() => app.client, app.appId),
      remove: () => Promise.reject(refused),
    };
    // An operation of its own for each run writes each content again.
    const fresh = async () => {
      const log = await kept.begin({ kind: "delete", ...key });
      return appFilesOver(service, systemClock, { log: () => log }).files;
    };
    let own = await fresh();
    const { oursMs, rawMs } = await typicalOfBoth(
      5,
      () =>
        own.remove([{ path: "/d", base: { kind: "any" } }]).catch((error: unknown) => {
          if (!(error instanceof ServiceError)) throw error;
        }),
      () => forEachParallel(names, readsAtOnce, async (name) => void (await app.rawRead(`/${name}`))),
      async () => {
        own = await fresh();
        await own.list("/d");
      },
    );
    return rowOf(`keeping ${deletedCount} deleted text files (ms) / reading them raw`, oursMs, rawMs, 1.3);
  });
}

interface BackupBench {
  readonly app: BenchApp;
  readonly kept: Backups;
  readonly key: { readonly accountId: string; readonly appId: string };
}

/** Over a line, with what is kept on the disk. */
async function withBackups<T>(
  files: Readonly<Record<string, string>>,
  work: (bench: BackupBench) => Promise<T>,
): Promise<T> {
  const machineFiles = new FolderMachineFiles({ root: temporaryFolder("bench-kept"), clock: systemClock });
  const window = { windowId: "bench", isWindowAlive: () => true };
  const kept = new Backups({
    files: machineFiles,
    clock: systemClock,
    logger: silentLogger,
    hash: contentHash,
    ...window,
  });
  const sharedLimits = { accountId: "bench", files: machineFiles, ...window };
  return await withBenchApp(
    files,
    (app) => work({ app, kept, key: { accountId: "bench", appId: app.appId } }),
    { isOverLine: true, sharedLimits },
  );
}
