// How much memory the extension host takes with the extension, beside the same VS Code with one that does nothing: what is
// left after garbage is collected, since how much of it there is differs by 20 MB from window to window.
import fs from "node:fs";
import path from "node:path";
import { systemClock } from "../../src/core/async/clock";
import { startEmulator } from "../../src/emulator/server";
import { packageVsix } from "../support/packageVsix";
import { processesWith } from "../support/processTree";
import { inRepository } from "../support/repository";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import { waitUntil } from "../support/waitUntil";
import type { Workbench } from "../support/workbench";
import { openWorkbench } from "../support/workbenchSession";
import { addExtensionThatDoesNothing } from "./activationBench";
import { type BenchRow, rowOf } from "./bench";
import { withEmulatorProgram } from "./benchApp";
import { memoryVariable } from "./memoryProbe";

const windowsOfEach = 3;
/** The list has been read again by then, and shown. */
const settleMs = 20_000;

export async function memoryBench(): Promise<BenchRow[]> {
  const installVsix = await packageVsix();
  const linkedExtension = path.join(temporaryFolder("bench-memory"), "nothing");
  addExtensionThatDoesNothing(linkedExtension);
  const [none, few, many] = [await dataOf(0), await dataOf(3), await dataOf(5_000)];
  const [fewMB, manyMB]: [number[], number[]] = [[], []];
  while (manyMB.length < windowsOfEach) {
    const emptyMB = await hostMB(none, { linkedExtension }, async () => undefined);
    const above = async (data: string, show: Show) => (await hostMB(data, { installVsix }, show)) - emptyMB;
    fewMB.push(await above(few, watchOne));
    manyMB.push(await above(many, listed));
  }
  const what = (apps: string) =>
    `memory of the extension host with ${apps}, without garbage: MB above one that does nothing`;
  return [
    rowOf(`${what("3 apps, one watched")} / 30`, median(fewMB), 30, 1),
    rowOf(`${what("5,000 apps")} / 120`, median(manyMB), 120, 1),
  ];
}

type Show = (window: Workbench, service: { readonly url: string; readonly token: string }) => Promise<void>;

const listed: Show = async (window, service) => await signIn(window, service, "App 0");

const watchOne: Show = async (window, service) => {
  await listed(window, service);
  const item = window.statusBarItem("App 0");
  await window.tree("Apps").chooseFromMenu("App 0", "Manage > Watch in the Status Bar", item);
};

/** The data of a local service with so many apps. */
async function dataOf(apps: number): Promise<string> {
  const dataDir = temporaryFolder("bench-memory");
  const builder = await startEmulator({ dataDir, run: false });
  for (let index = 0; index < apps; index++) await builder.addApp({ name: `App ${index}` });
  await builder.stop();
  return dataDir;
}

/** Memory of the extension host of a new window that shows apps. */
async function hostMB(
  dataDir: string,
  extension: { readonly installVsix: string } | { readonly linkedExtension: string },
  show: Show,
): Promise<number> {
  return await withEmulatorProgram(dataDir, async (service) => {
    const answer = path.join(temporaryFolder("bench-memory"), "bytes");
    const { workbench, close } = await openWorkbench({
      ...extension,
      preload: inRepository("out", "test", "bench", "memoryProbe.js"),
      env: { [memoryVariable]: answer },
    });
    try {
      await show(workbench, service);
      await systemClock.sleep(settleMs);
      process.kill(extensionHost(answer), "SIGUSR2");
      const read = () => (fs.existsSync(answer) && Number(fs.readFileSync(answer, "utf8"))) || false;
      return (await waitUntil(read, { what: "the memory that is left" })) / 2 ** 20;
    } finally {
      await close();
    }
  });
}

function extensionHost(answer: string): number {
  const isHost = (pid: number): boolean =>
    fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=extensionHost");
  const pid = processesWith(memoryVariable, answer).find(isHost);
  if (pid === undefined)
    throw new Error("No extension host was found: its memory is measured on Linux only.");
  return pid;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
