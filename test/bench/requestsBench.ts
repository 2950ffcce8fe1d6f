// What a mount asks of the service, counted at the service. Time here is the test's own: waits cost nothing.
import { readFileSync } from "node:fs";
import path from "node:path";
import { startEmulator } from "../../src/emulator/server";
import type { MountedApp } from "../../src/features/files/mountedApp/mountedApp";
import { Service } from "../contract/useService";
import { mountOver } from "../support/clientFiles";
import { FakeClock } from "../support/fakeClock";
import { replayColdStart } from "../support/recordedColdStart";
import { temporaryFolder } from "../support/temporaryFolder";
import { type BenchRow, rowOf } from "./bench";

const saveCount = 20;
const savesWithinMs = 10_000;

export async function requestsBench(): Promise<BenchRow[]> {
  return [...(await coldOpen()), ...(await saves())];
}

async function coldOpen(): Promise<BenchRow[]> {
  const files = { "index.js": "x", "src/a.js": "x" };
  return await withService(files, async ({ service, app, count }) => {
    const start = service.clock.now();
    const answers = await replayColdStart(app, (elapsedMs) =>
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
  return await withService({ "main.py": "save 0" }, async ({ service, app, folder, count }) => {
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

interface Bench {
  readonly service: Service;
  readonly app: MountedApp;
  /** Where the service keeps the app's files. */
  readonly folder: string;
  /** Requests so far whose path ends so. */
  readonly count: (pathEnd: string) => number;
}

async function withService<T>(
  files: Readonly<Record<string, string>>,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  const clock = new FakeClock();
  const emulator = await startEmulator({ dataDir: temporaryFolder("bench"), clock, run: false });
  try {
    const service = new Service(emulator, clock);
    const appId = await emulator.addApp({ name: "Bench", files });
    return await work({
      service,
      app: mountOver(service.files(appId), clock),
      folder: emulator.appFolder(appId),
      count: (pathEnd) =>
        emulator.requests.filter(({ path: where }) => where.split("?")[0]?.endsWith(pathEnd)).length,
    });
  } finally {
    await emulator.stop();
  }
}
