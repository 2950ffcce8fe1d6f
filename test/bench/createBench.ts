// What it costs to look through a large folder before the first question of Create App, beside listing and reading the
// same files, and how long nothing else of the extension host goes on meanwhile.
import { lstat, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type * as vscode from "vscode";
import { systemClock } from "../../src/core/async/clock";
import { forEachParallel } from "../../src/core/async/parallel";
import { writeTree } from "../support/fileTrees";
import { removeTemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { useVscodeStub } from "../support/useVscodeStub";
import { Uri } from "../support/vscodeStub";
import { type BenchRow, rowOf, typicalOfBoth } from "./bench";

/** All in one folder, and as many more in others. */
const fileCount = 20_000;
const filesElsewhere = 30_000;
const filesInFolder = 500;
const runs = 5;
/** As many as we ask for ourselves. */
const rawAtOnce = 16;
const pauseTargetMs = 50;

export async function createBench(): Promise<BenchRow[]> {
  const root = temporaryFolder("bench-create");
  const names = Array.from({ length: fileCount }, (_, index) => `script_${index}.py`);
  writeTree(root, { ...rules, ...scripts(names) });
  const ours = await createrOf(root);
  const raw = async (): Promise<void> => {
    await forEachParallel(await readdir(root), rawAtOnce, async (name) => {
      await lstat(path.join(root, name));
      await readFile(path.join(root, name));
    });
  };
  const { oursMs, rawMs } = await typicalOfBoth(runs, ours, raw);
  const what = "create, up to its first question,";
  const timeRow = rowOf(`${what} ${fileCount} files (ms) / raw listing and reading`, oursMs, rawMs, 1.5);
  const some = await pauseRow(`${what} and with an answer, ${fileCount} files`, await askerOf(root));
  const more = Array.from(
    { length: filesElsewhere },
    (_, index) => `part_${Math.floor(index / filesInFolder)}/module_${index}.py`,
  );
  writeTree(root, scripts(more));
  const all = fileCount + filesElsewhere;
  const rows = [
    timeRow,
    some,
    await pauseRow(`${what} and with an answer, ${all} files`, await askerOf(root)),
  ];
  removeTemporaryFolder(root);
  return rows;
}

const rules = {
  ".gitignore": "__pycache__/\n*.py[codz]\n*.log\n/build/\ndist/\n.env\n",
  "requirements.txt": "flask",
  ".env": "TOKEN=canary",
};

function scripts(names: readonly string[]): Record<string, string> {
  const line = "from os import path\nprint('a line of some length, as code has it')\n";
  return Object.fromEntries(
    names.map((name, index) => [name, `# ${name}\n${line.repeat(1 + (index % 13))}`]),
  );
}

/** Runs Create App up to its first question, which is about the file of variables, and leaves it there. */
async function createrOf(root: string): Promise<() => Promise<void>> {
  useVscodeStub();
  const { readToCreate } = await import("../../src/features/create/questions/readToCreate");
  const { MemoryState } = await import("../support/memoryState");
  const { realFiles } = await import("../support/realFiles");
  const { answerPicks, runProgress, workspace } = await import("../support/vscodeParts");
  runProgress();
  workspace["fs"] = realFiles;
  workspace["getWorkspaceFolder"] = () => undefined;
  const uri = Uri.file(root) as unknown as vscode.Uri;
  return async () => {
    const asked: string[] = [];
    answerPicks(({ title = "" }) => void asked.push(title));
    const reading = readToCreate(uri, {
      ...{ state: new MemoryState(), extensionUri: uri, isAsking: true, isAgreed: false },
      diagnostics: { forget: () => undefined },
    } as unknown as Parameters<typeof readToCreate>[1]);
    await reading.catch(() => undefined);
    if (asked.join() !== "Create App: .env sets TOKEN. Send it?") throw new Error(`asked: ${asked.join()}`);
  };
}

/** Reads the folder, looks for secrets in it, and applies an answer. */
async function askerOf(root: string): Promise<() => Promise<void>> {
  useVscodeStub();
  const { DeployFolder } = await import("../../src/editor/project/deployFolder");
  const { MemoryState } = await import("../support/memoryState");
  const { realFiles } = await import("../support/realFiles");
  const { runProgress, workspace } = await import("../support/vscodeParts");
  runProgress();
  workspace["fs"] = realFiles;
  const uri = Uri.file(root) as unknown as vscode.Uri;
  return async () => {
    const folder = await DeployFolder.open(uri, new MemoryState());
    await folder.secretsFound();
    await folder.decide(["script_1.py"], false);
    await folder.end();
  };
}

/** The longest pause of the least disturbed run. */
async function pauseRow(what: string, work: () => Promise<void>): Promise<BenchRow> {
  const longest: number[] = [];
  for (let run = 0; run < runs; run++) {
    const watch = monitorEventLoopDelay({ resolution: 1 });
    watch.enable();
    await work();
    // What came last is seen at the next turn.
    await systemClock.sleep(20);
    watch.disable();
    longest.push(watch.max / 1e6);
  }
  return rowOf(
    `${what}: the longest pause (ms) / what a user does not notice`,
    Math.min(...longest),
    pauseTargetMs,
    1,
  );
}
