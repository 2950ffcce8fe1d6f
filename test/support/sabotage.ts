// Removes one safeguard from a test's build: a test that still passes does not prove it.
import fs from "node:fs";
import path from "node:path";
import { build, type Plugin } from "esbuild";
import { bailVariable, grepVariable, readResult, resultsVariable } from "./mochaRun";
import { inRepository, repositoryRoot } from "./repository";
import { runCommand } from "./runCommand";
import { temporaryFolder } from "./temporaryFolder";

/** A change of the source, and the test that must fail. */
export interface Sabotage {
  /** What the product no longer does. */
  readonly title: string;
  /** Relative to `src`. */
  readonly file: string;
  /**
   * An exported function ("isAppId"), a method ("Gate.accept"), or a field of an exported record
   * ("settings.serviceUrl").
   */
  readonly target: string;
  /** The replacement, an expression in which `original` is what it replaces. */
  readonly by: string;
  /** Relative to `test`. */
  readonly test: string;
}

/** By test: sabotages by title, as "file target = replacement". */
export type Noticed = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function sabotagesOf(noticed: Noticed): Sabotage[] {
  return Object.entries(noticed).flatMap(([test, changes]) =>
    Object.entries(changes).map(([title, change]) => {
      const [, file = "", target = "", by = ""] = /^(\S+) (\S+) = (.+)$/.exec(change) ?? [];
      return { title, file, target, by, test };
    }),
  );
}

/** Throws when the target does not exist. */
export function sabotaged(
  source: string,
  { file, target, by }: Pick<Sabotage, "file" | "target" | "by">,
): string {
  const [owner = "", member] = target.split(".");
  const missing = new Error(`src/${file} no longer exports ${target}: name what does its work now.`);
  if (member === undefined) {
    const declared = new RegExp(`^export (async )?function ${owner}\\b`, "m");
    if (!declared.test(source)) throw missing;
    const renamed = source.replace(declared, `$1function ${owner}__original`);
    return `${renamed}
export function ${owner}(this: any, ...all: any[]): any {
  const original: any = ${owner}__original;
  return ((${by}) as any).apply(this, all);
}
`;
  }
  if (!new RegExp(`^(export )?(class|const|abstract class) ${owner}\\b`, "m").test(source)) throw missing;
  if (
    !new RegExp(`^ +(?:readonly |static |private |async |override )*${member}\\b\\s*[(:<=]`, "m").test(source)
  )
    throw missing;
  return `${source}
{
  const target: any = (${owner} as any).prototype ?? ${owner};
  const original: any = target.${member};
  if (original === undefined) throw new Error("There is no ${target} any more.");
  target.${member} = ${by};
}
`;
}

/** Titles of the tests that fail on the sabotaged build, or do not run after the first failure. */
export async function testsThatNotice(sabotage: Sabotage): Promise<readonly string[]> {
  const { file, test } = sabotage;
  const source = inRepository("src", ...file.split("/"));
  const text = sabotaged(fs.readFileSync(source, "utf8"), sabotage);
  let isReached = false;
  const replace: Plugin = {
    name: "sabotage",
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, (args) => {
        if (path.resolve(args.path) !== source) return undefined;
        isReached = true;
        return { contents: text, loader: "ts" };
      });
    },
  };
  // Inside the repository, which the tests look for from their own path.
  const outfile = path.join(
    fs.mkdtempSync(inRepository("out", "sabotage-")),
    `${path.basename(test, ".ts")}.js`,
  );
  try {
    await build({
      ...{ entryPoints: [inRepository("test", ...test.split("/"))], outfile, plugins: [replace] },
      ...{ bundle: true, format: "cjs", platform: "node", target: "node20", logLevel: "error" },
      ...{ external: ["vscode"], packages: "external", sourcemap: "inline" },
    });
    if (!isReached) throw new Error(`test/${test} does not use src/${file}.`);
    const journal = path.join(temporaryFolder("sabotage"), "journal.jsonl");
    const [suite = ""] = test.split("/");
    await runCommand(
      process.execPath,
      [inRepository("out", "test", "support", "runNodeSuite.js"), suite, outfile],
      {
        cwd: repositoryRoot,
        // Many tests of a sabotaged build wait for their time limit.
        env: { ...process.env, [grepVariable]: "", [bailVariable]: "on", [resultsVariable]: journal },
      },
    );
    return (readResult(journal)?.failures ?? [])
      .map(({ title }) => title)
      .filter((title) => title !== "loading the tests");
  } finally {
    fs.rmSync(path.dirname(outfile), { recursive: true });
  }
}
