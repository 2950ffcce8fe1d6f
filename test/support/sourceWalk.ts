// Finds the source files that one contract test runs through, from V8's coverage of its bundle.
import { readFileSync } from "node:fs";
import { Session } from "node:inspector";
import { findSourceMap } from "node:module";
import * as path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import Mocha from "mocha";
import { inRepository } from "./repository";
import { conditionTimeoutMs } from "./waitUntil";

export const walks = {
  save: {
    file: "mount",
    title: "costs one upload, two listings and no read, and shows the service's time",
  },
  push: { file: "push", title: "makes the app's files those of the folder, byte for byte" },
  create: { file: "createApp", title: "packs, remembers, sends once and waits until the app is seen online" },
} as const satisfies Readonly<Record<string, { readonly file: string; readonly title: string }>>;

export type WalkName = keyof typeof walks;

/** Number of functions that ran, by source file, hooks and loading excluded. */
export async function walkSource(name: WalkName): Promise<ReadonlyMap<string, number>> {
  const { file, title } = walks[name];
  const bundle = inRepository("out", "test", "contract", `${file}.test.js`);
  process.setSourceMapsEnabled(true);
  const coverage = new Coverage(bundle);
  const mocha = new Mocha({
    reporter: Mocha.reporters.Base,
    fgrep: title,
    timeout: conditionTimeoutMs,
  });
  mocha.addFile(bundle);
  const walked: (readonly number[])[] = [];
  await new Promise<void>((resolve, reject) => {
    const runner = mocha.run(() => resolve());
    runner.on("test", () => coverage.take());
    runner.on("hook end", () => coverage.take());
    runner.on("pass", () => walked.push(coverage.take()));
    runner.on("fail", (_test, error: unknown) => reject(error));
  });
  if (walked.length !== 1)
    throw new Error(`${walked.length} tests of ${file} are titled "${title}"; 1 must be.`);
  return sourcesAt(bundle, walked.flat());
}

class Coverage {
  private readonly session = new Session();
  private readonly url: string;

  constructor(bundle: string) {
    this.url = pathToFileURL(bundle).href;
    this.session.connect();
    this.session.post("Profiler.enable");
    this.session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  }

  /** Start offsets in the bundle of functions that ran since the last call. */
  take(): number[] {
    const starts: number[] = [];
    // In the same process the callback runs before `post` returns.
    this.session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error) throw error;
      for (const { url, functions } of result)
        for (const { functionName, ranges } of functions) {
          const [whole] = ranges;
          if (url === this.url && whole && whole.count > 0 && !isModule(functionName, whole.startOffset))
            starts.push(whole.startOffset);
        }
    });
    return starts;
  }
}

/** A module's top level: the bundler names the function of an import() after its path. */
const isModule = (name: string, start: number) => start === 0 || name.endsWith(".ts");

function sourcesAt(bundle: string, offsets: readonly number[]): Map<string, number> {
  const map = findSourceMap(bundle);
  if (!map) throw new Error(`${bundle} has no source map.`);
  const text = readFileSync(bundle, "utf8");
  const counts = new Map<string, number>();
  let line = 0;
  let start = 0;
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    for (let end = text.indexOf("\n", start); end >= 0 && end < offset; end = text.indexOf("\n", start)) {
      line++;
      start = end + 1;
    }
    const entry = map.findEntry(line, offset - start);
    // A function that the bundler added has no entry: a line above it is found.
    if (!("originalSource" in entry) || entry.generatedLine !== line) continue;
    const source = path.relative(inRepository("src"), fileURLToPath(entry.originalSource));
    if (source.startsWith("..")) continue;
    const file = source.replaceAll(path.sep, "/");
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}
