// What a mount asks of the service, counted at the service. Time here is the test's own: nobody waits for it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { clientWire } from "../../src/appFiles/clientWire";
import { startEmulator } from "../../src/emulator/server";
import { MountedApp } from "../../src/features/files/mountedApp/mountedApp";
import type { MountOptions } from "../../src/features/files/mountedApp/mountOptions";
import { Service } from "../contract/useService";
import { appFilesOver, type RememberedChanges } from "../support/appFilesHarness";
import { FakeClock } from "../support/fakeClock";
import { quietCopy } from "../support/quietCopy";
import { replayColdStart } from "../support/recordedColdStart";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { type BenchRow, rowOf } from "./bench";

const saveCount = 20;
const savesWithinMs = 10_000;
const deletedCount = 500;

export async function requestsBench(): Promise<BenchRow[]> {
  return [...(await coldOpen()), ...(await saves()), ...(await deletions()), ...(await explorerDeletions())];
}

async function coldOpen(): Promise<BenchRow[]> {
  const files = { "index.js": "x", "src/a.js": "x" };
  return await withService(files, async ({ service, mount, count }) => {
    const start = service.clock.now();
    const answers = await replayColdStart(mount(), (elapsedMs) =>
      service.run(service.clock.sleep(start + elapsedMs - service.clock.now())),
    );
    if (!answers.includes("notFound: /.vscode/settings.json"))
      throw new Error("The recorded calls were not answered.");
    const requests = service.emulator.requests.length;
    const calls = `cold open of a mount, ${answers.length} recorded calls`;
    return [
      rowOf(`${calls}: requests / one listing`, requests, 1, 1),
      rowOf(`${calls}: downloads / calls`, count("/download"), answers.length, 0),
    ];
  });
}

async function saves(): Promise<BenchRow[]> {
  return await withService({ "main.py": "save 0" }, async ({ service, mount, folder, count }) => {
    const app = mount();
    const text = (index: number) => new TextEncoder().encode(`save ${index}`);
    await service.run(app.readFile("/main.py"));
    const start = service.clock.now();
    const saved: Promise<unknown>[] = [];
    for (let index = 1; index <= saveCount; index++) {
      const dueAt = start + ((index - 1) * savesWithinMs) / saveCount;
      await service.run(service.clock.sleep(dueAt - service.clock.now()));
      saved.push(app.writeFile("/main.py", text(index), { create: true, overwrite: true }));
    }
    await service.run(Promise.all(saved));
    const last = readFileSync(path.join(folder, "main.py"), "utf8");
    if (last !== `save ${saveCount}`) throw new Error(`The last save is lost: the app has "${last}".`);
    const name = `${saveCount} saves of one file in ${savesWithinMs / 1_000} s: uploads / saves`;
    return [rowOf(name, count("/upload"), saveCount, 5 / saveCount)];
  });
}

async function deletions(): Promise<BenchRow[]> {
  const names = Array.from({ length: deletedCount }, (_, index) => `d${index % 5}/f${index}.txt`);
  const files = Object.fromEntries([...names, "stays.txt"].map((name) => [name, name]));
  return await withService(files, async ({ service, mount, folder, log }) => {
    const app = mount();
    const { left } = await service.run(app.deleteAll(names.map((name) => `/${name}`)));
    if (left.length > 0 || names.some((name) => existsSync(path.join(folder, name))))
      throw new Error("Not all selected files are deleted.");
    if (!readdirSync(folder).includes("stays.txt"))
      throw new Error("More than the selected files is deleted.");
    if (log.kept.length !== deletedCount)
      throw new Error(`${log.kept.length} of ${deletedCount} files can be restored.`);
    const requests = service.emulator.requests.filter(({ method }) => method === "DELETE").length;
    const name = `delete ${deletedCount} selected files: deletions sent / files`;
    return [rowOf(name, requests, deletedCount, 1 / deletedCount)];
  });
}

/** The Explorer deletes a selection one after the other and waits for each. */
async function explorerDeletions(): Promise<BenchRow[]> {
  const names = Array.from({ length: deletedCount }, (_, index) => `d/f${index}.txt`);
  const files = Object.fromEntries(names.map((name) => [name, name]));
  return await withService(files, async ({ service, mount, folder }) => {
    const app = mount();
    const all = (async () => {
      for (const name of names) await app.readFile(`/${name}`);
      for (const name of names) await app.delete(`/${name}`, { recursive: true });
      await app.files.settled();
    })();
    await service.run(all);
    if (names.some((name) => existsSync(path.join(folder, name))))
      throw new Error("Not all files are deleted.");
    const requests = service.emulator.requests.filter(({ method }) => method === "DELETE").length;
    const name = `delete ${deletedCount} files in the Explorer: deletions sent / two`;
    return [rowOf(name, requests, 2, 1)];
  });
}

interface Bench {
  readonly service: Service;
  readonly mount: (options?: Partial<MountOptions>) => MountedApp;
  /** What was written down and kept. */
  readonly log: RememberedChanges;
  /** Where the service keeps the app's files. */
  readonly folder: string;
  /** Requests so far whose path ends so. */
  readonly count: (pathEnd: string) => number;
}

async function withService<T>(
  files: Readonly<Record<string, string>>,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const dataDir = temporaryFolder("bench");
  const clock = new FakeClock();
  const emulator = await startEmulator({ dataDir, clock, run: false });
  try {
    const service = new Service(emulator, clock);
    const appId = await emulator.addApp({ name: "Bench", files });
    const wire = clientWire(
      appId,
      () => service.client,
      () => 30_000,
    );
    const { files: appFiles, log } = appFilesOver(wire, clock);
    return await work({
      service,
      log,
      folder: emulator.appFolder(appId),
      mount: (options) =>
        new MountedApp(appFiles, {
          clock,
          maxOpenBytes: () => 20 * 1024 * 1024,
          askConflict: async () => "cancel",
          copyDialog: quietCopy,
          askLoss: async () => false,
          beginOperation: async () => log,
          ...options,
        }),
      count: (pathEnd) =>
        emulator.requests.filter(({ path: where }) => where.split("?")[0]?.endsWith(pathEnd)).length,
    });
  } finally {
    await emulator.stop();
    removeTemporaryFolder(dataDir);
  }
}
