// How much memory the extension host takes with the extension, beside the same VS Code with one that does nothing.
import fs from "node:fs";
import path from "node:path";
import { systemClock } from "../../src/core/async/clock";
import { startEmulator } from "../../src/emulator/server";
import { packageVsix } from "../support/packageVsix";
import { processesWith } from "../support/processTree";
import { signIn } from "../support/signIn";
import { temporaryFolder } from "../support/temporaryFolder";
import type { Workbench } from "../support/workbench";
import { openWorkbench } from "../support/workbenchSession";
import { addExtensionThatDoesNothing } from "./activationBench";
import { type BenchRow, rowOf } from "./bench";
import { withEmulatorProgram } from "./benchApp";

/** After so long without work V8 has given back what it can. */
const settleMs = 20_000;
const markVariable = "HOSTED_APPS_BENCH_MEMORY";
let windows = 0;

export async function memoryBench(): Promise<BenchRow[]> {
  const vsix = await packageVsix();
  const nothing = path.join(temporaryFolder("bench-memory"), "nothing");
  addExtensionThatDoesNothing(nothing);
  const emptyMB = await hostMB({ linkedExtension: nothing });
  const fewMB = await hostMB({ installVsix: vsix }, 3, async (window) => {
    const item = window.statusBarItem("App 0");
    await window.tree("Apps").chooseFromMenu("App 0", "Manage > Watch in the Status Bar", item);
  });
  const manyMB = await hostMB({ installVsix: vsix }, 5_000);
  const what = (apps: string) => `memory of the extension host with ${apps}: MB above one that does nothing`;
  return [
    rowOf(`${what("3 apps, one watched")} / 30`, fewMB - emptyMB, 30, 1),
    rowOf(`${what("5,000 apps")} / 120`, manyMB - emptyMB, 120, 1),
  ];
}

/** Resident memory of the extension host, once a window has listed and shown so many apps. */
async function hostMB(
  extension: { readonly installVsix: string } | { readonly linkedExtension: string },
  apps = 0,
  use: (window: Workbench) => Promise<void> = async () => undefined,
): Promise<number> {
  const dataDir = temporaryFolder("bench-memory");
  const builder = await startEmulator({ dataDir, run: false });
  for (let index = 0; index < apps; index++) await builder.addApp({ name: `App ${index}` });
  await builder.stop();
  return await withEmulatorProgram(dataDir, async (service) => {
    const mark = `${process.pid}-${++windows}`;
    const { workbench, close } = await openWorkbench({ ...extension, env: { [markVariable]: mark } });
    try {
      if (apps > 0) await signIn(workbench, service, "App 0");
      await use(workbench);
      await systemClock.sleep(settleMs);
      return residentMB(extensionHost(mark));
    } finally {
      await close();
    }
  });
}

function extensionHost(mark: string): number {
  const isHost = (pid: number): boolean =>
    fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=extensionHost");
  const pid = processesWith(markVariable, mark).find(isHost);
  if (pid === undefined)
    throw new Error("No extension host was found: its memory is measured on Linux only.");
  return pid;
}

function residentMB(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}
