// How long loading and activating the packaged extension takes in a real VS Code, beside an extension that does nothing.
import fs from "node:fs";
import path from "node:path";
import { launchChromium, newVisitor } from "../support/chromium";
import { packageVsix } from "../support/packageVsix";
import { inRepository } from "../support/repository";
import { temporaryFolder } from "../support/temporaryFolder";
import { startVsCode } from "../support/vscodeServer";
import { startTimeoutMs, waitUntil } from "../support/waitUntil";
import { type BenchRow, type Durations, medianOf, rowOf } from "./bench";

/** Pairs of windows: in each pair the one extension is the first once, and the other once. */
const pairsOfWindows = 12;
const ours = "hosted-apps.hosted-apps";
const nothing = "bench.nothing";
const activationEvents = ["onCommand:bench.never"];

export async function activationBench(): Promise<BenchRow[]> {
  await packageVsix();
  const scratch = temporaryFolder("bench-activation");
  const results = path.join(scratch, "activations.jsonl");
  const userDataDir = path.join(scratch, "data");
  addExtensionThatDoesNothing(path.join(userDataDir, "extensions", `${nothing}-0.0.1`));
  const vscode = await startVsCode({
    userDataDir,
    extensionDevelopmentPath: withoutEvents(path.join(scratch, "ours")),
    extensionTestsPath: inRepository("out", "test", "bench", "activationProbe.js"),
    env: {
      HOSTED_APPS_BENCH_ACTIVATIONS: results,
      HOSTED_APPS_BENCH_EXTENSIONS: `${ours} ${nothing}`,
    },
  });
  const browser = await launchChromium();
  try {
    const windows: Durations[] = [];
    // The first window fills the caches of VS Code and of the disk.
    while (windows.length <= 2 * pairsOfWindows) {
      const page = await (await newVisitor(browser)).newPage();
      await page.goto(vscode.url);
      const line = await waitUntil(() => readLines(results)[windows.length], {
        what: "both extensions to be activated",
        timeoutMs: startTimeoutMs,
      });
      const durations = JSON.parse(line) as Readonly<Record<string, number>>;
      windows.push({ oursMs: durations[ours] ?? 0, rawMs: durations[nothing] ?? 0 });
      await page.context().close();
    }
    const { oursMs, rawMs } = medianOf(inPairs(windows.slice(1)));
    return [rowOf("load + activate / an extension that does nothing (ms)", oursMs, rawMs, 1.3)];
  } finally {
    await browser.close();
    await vscode.stop();
  }
}

/** The first is slower whichever it is: what both took in two windows, in milliseconds for one. */
function inPairs(windows: readonly Durations[]): Durations[] {
  return windows.flatMap((window, index) => {
    const next = windows[index + 1];
    if (index % 2 === 1 || !next) return [];
    return [{ oursMs: (window.oursMs + next.oursMs) / 2, rawMs: (window.rawMs + next.rawMs) / 2 }];
  });
}

/** The packaged extension; only the bench activates it. */
function withoutEvents(folder: string): string {
  for (const name of ["dist", "media", "l10n", "package.nls.json"])
    fs.cpSync(inRepository(name), path.join(folder, name), { recursive: true });
  writeJson(path.join(folder, "package.json"), { ...manifest(), activationEvents });
  return folder;
}

export function addExtensionThatDoesNothing(folder: string): void {
  const [publisher, name] = nothing.split(".");
  const { engines } = manifest();
  const main = "./main.js";
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, main), "exports.activate = () => {};\n");
  const own = { publisher, name, version: "0.0.1", engines, main, activationEvents };
  writeJson(path.join(folder, "package.json"), own);
}

function manifest(): { readonly engines: unknown } {
  return JSON.parse(fs.readFileSync(inRepository("package.json"), "utf8"));
}

function writeJson(file: string, value: unknown): void {
  fs.writeFileSync(file, JSON.stringify(value));
}

function readLines(file: string): string[] {
  return fs.existsSync(file) ? fs.readFileSync(file, "utf8").split("\n").filter(Boolean) : [];
}
