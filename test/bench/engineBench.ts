// What the proofs of the engine cost: a save beside a raw upload and a raw listing, keeping beside raw reading.

import type { AppFiles } from "../../src/appFiles/appFiles";
import { clientWire } from "../../src/appFiles/clientWire";
import { KeptStore } from "../../src/appFiles/kept/keptStore";
import { systemClock } from "../../src/core/async/clock";
import { forEachParallel } from "../../src/core/async/parallel";
import { contentHash } from "../../src/core/disk/contentHash";
import { ServiceError } from "../../src/core/errors/serviceError";
import { silentLogger } from "../../src/core/logger";
import { FolderMachineFiles } from "../../src/editor/folderMachineFiles";
import { startEmulator } from "../../src/emulator/server";
import { MountedApp } from "../../src/features/files/mountedApp/mountedApp";
import { appFilesOver } from "../support/appFilesHarness";
import { type EmulatorProcess, startEmulatorProcess } from "../support/emulatorProcess";
import { quietCopy } from "../support/quietCopy";
import { serviceClientOf } from "../support/serviceClientOf";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { type BenchRow, durationMs, rowOf, typicalOfBoth } from "./bench";
import { lineMs, overLine } from "./benchApp";

const saveCount = 7;
/** A little more than the service's limit, so that no upload waits. */
const pauseMs = 3_100;
const deletedCount = 200;
const readsAtOnce = 8;

export async function engineBench(): Promise<BenchRow[]> {
  return [...(await saves()), ...(await keeping())];
}

async function saves(): Promise<BenchRow[]> {
  const names = Array.from({ length: saveCount }, (_, index) => `file-${index}.txt`);
  const files = Object.fromEntries(names.map((name) => [name, "before ".repeat(400)]));
  return await withService(files, async ({ engine, mount, request }) => {
    const app = mount(engine());
    for (const name of names) await app.readFile(`/${name}`);
    const text = new TextEncoder().encode("after ".repeat(400));
    let quickestOursMs = Number.POSITIVE_INFINITY;
    let quickestRawMs = Number.POSITIVE_INFINITY;
    for (const name of names) {
      await systemClock.sleep(pauseMs);
      // What VS Code does before it writes.
      app.expectWrite(`/${name}`);
      await app.stat(`/${name}`);
      const oursMs = await durationMs(() =>
        app.writeFile(`/${name}`, text, { create: true, overwrite: true }),
      );
      await systemClock.sleep(pauseMs);
      const rawMs = await durationMs(async () => {
        const form = new FormData();
        form.append("file", new Blob([text]), `raw-${name}`);
        await (await request("upload", { method: "POST", body: form })).text();
        JSON.parse(await (await request("files")).text());
      });
      quickestOursMs = Math.min(quickestOursMs, oursMs);
      quickestRawMs = Math.min(quickestRawMs, rawMs);
    }
    return [
      rowOf(
        `a save over a line of ${lineMs} ms, asked to acknowledged (ms) / raw upload + raw listing`,
        quickestOursMs,
        quickestRawMs,
        1.15,
      ),
    ];
  });
}

async function keeping(): Promise<BenchRow[]> {
  const names = Array.from({ length: deletedCount }, (_, index) => `d/file-${index}.txt`);
  const files = Object.fromEntries(names.map((name) => [name, `text of ${name} `.repeat(50)]));
  return await withService(files, async ({ engine, request }) => {
    let own = engine();
    const { oursMs, rawMs } = await typicalOfBoth(
      5,
      // Ends when the request would go out: it is refused here, so that the files are there for the next run.
      () => own.remove([{ path: "/d", base: { kind: "any" } }]).catch(refusedOnly),
      () =>
        forEachParallel(names, readsAtOnce, async (name) => {
          const query = `files?path=${encodeURIComponent(`/${name}`)}`;
          JSON.parse(await (await request(query)).text());
        }),
      async () => {
        own = engine({ refusesDeletions: true });
        await own.list("/d");
      },
    );
    return [rowOf(`keeping ${deletedCount} deleted text files (ms) / reading them raw`, oursMs, rawMs, 1.3)];
  });
}

function refusedOnly(error: unknown): void {
  if (!(error instanceof ServiceError)) throw error;
}

interface Bench {
  readonly engine: (options?: { readonly refusesDeletions?: boolean }) => AppFiles;
  readonly mount: (files: AppFiles) => MountedApp;
  readonly request: (call: string, init?: RequestInit) => Promise<Response>;
}

async function withService<T>(
  files: Readonly<Record<string, string>>,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const dataDir = temporaryFolder("bench");
  const storage = temporaryFolder("bench-kept");
  try {
    const builder = await startEmulator({ dataDir, run: false });
    const appId = await builder.addApp({ name: "Bench", files }).finally(() => builder.stop());
    // Files that were made in this very second could still change unseen.
    await systemClock.sleep(1_500);
    const service = await startEmulatorProcess({ dataDir, run: false });
    try {
      return await work(benchOver(service, appId, storage));
    } finally {
      await service.stop();
    }
  } finally {
    for (const folder of [dataDir, storage]) removeTemporaryFolder(folder);
  }
}

function benchOver(service: EmulatorProcess, appId: string, storage: string): Bench {
  const machineFiles = new FolderMachineFiles({ root: storage, clock: systemClock });
  const window = { windowId: "bench", isWindowAlive: () => true };
  const kept = new KeptStore({
    files: machineFiles,
    clock: systemClock,
    logger: silentLogger,
    hash: contentHash,
    ...window,
  });
  const client = serviceClientOf(service, {
    pace: { accountId: "bench", files: machineFiles, ...window },
    fetch: overLine,
  });
  const key = { accountId: "bench", appId };
  return {
    engine: ({ refusesDeletions = false } = {}) => {
      const wire = clientWire(
        appId,
        () => client,
        () => 30_000,
      );
      const refusing = {
        ...wire,
        remove: () => Promise.reject(new ServiceError("forbidden", "the bench's own end")),
      };
      return appFilesOver(refusesDeletions ? refusing : wire, systemClock, { log: () => kept.single(key) })
        .files;
    },
    mount: (files) =>
      new MountedApp(files, {
        clock: systemClock,
        maxOpenBytes: () => 20 * 1024 * 1024,
        askConflict: async () => "cancel",
        copyDialog: quietCopy,
        askLoss: async () => false,
        beginOperation: () => kept.begin({ kind: "delete", ...key }),
      }),
    request: (call, init = {}) =>
      overLine(`${service.url}/v1/apps/${appId}/${call}`, {
        ...init,
        headers: { authorization: `Bearer ${service.token}` },
      }),
  };
}
