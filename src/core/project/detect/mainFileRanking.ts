// Ranks the files that may start the app: by what the project says, what the files do, and last by their names.
import type { Runtime } from "../../model/model";
import { type CodeSigns, codeSigns } from "./codeSigns";

const helperName =
  /^(?:config|configs|configuration|settings|data|utils?|helpers?|constants?|consts?|models?|schemas?|database|db|keep_?alive|logger|logging_config|types?|errors?|exceptions?|secrets?|version)$/i;
const onceName =
  /^(?:deploy-?_?commands?|register-?_?commands?|(?:db-?_?)?seed|migrate|migrations?|setup|install|build|gulpfile|gruntfile|generate\w*|create_?db|init_?db|scrape_once)$/i;

interface RankedFile {
  readonly path: string;
  readonly isLikely: boolean;
}

function startScore(found: CodeSigns | undefined): number {
  if (found?.startsOthers) return 120;
  if (found?.starts) return 50;
  return found?.served ? 45 : 0;
}

/**
 * `said` are the files that the project itself names and `usual` those of usual names, likeliest first; `others` any other
 * file that could be it. `texts` holds what was read of them.
 */
export function rankMainFiles(
  runtime: Runtime,
  files: {
    readonly said: readonly string[];
    readonly usual: readonly string[];
    readonly others: readonly string[];
  },
  texts: ReadonlyMap<string, string>,
): RankedFile[] {
  const paths = [...new Set([...files.said, ...files.usual, ...files.others])];
  const signs = new Map<string, CodeSigns>();
  for (const path of paths) {
    const text = texts.get(path);
    if (text !== undefined) signs.set(path, codeSigns(runtime, text));
  }
  const said = placesOf(files.said);
  const usual = placesOf(files.usual);
  const importers = importersOf(signs);
  /** Another of the files imports it and is not imported back. */
  const isImported = (path: string, name: string): boolean =>
    importers.get(name)?.some((other) => other !== path && !signs.get(path)?.imports.has(nameOf(other))) ===
    true;
  const score = (path: string): number => {
    const saidAt = said.get(path);
    if (saidAt !== undefined) return 1_000 - saidAt;
    const usualAt = usual.get(path);
    const found = signs.get(path);
    const name = nameOf(path);
    return (
      (usualAt === undefined ? 0 : 60 - Math.min(usualAt, 40)) +
      startScore(found) -
      (isImported(path, name) ? 55 : 0) -
      (helperName.test(name) || onceName.test(name) ? 100 : 0) -
      (found?.isForBrowser ? 300 : 0)
    );
  };
  const ranked = paths.map((path) => ({ path, score: score(path) })).sort((a, b) => b.score - a.score);
  const isOnly = ranked.filter((each) => each.score >= 0).length === 1;
  return ranked.map(({ path, score: points }) => ({
    path,
    isLikely: points > 0 || (isOnly && points === 0),
  }));
}

function placesOf(paths: readonly string[]): ReadonlyMap<string, number> {
  return new Map(paths.map((path, index) => [path, index] as const).reverse());
}

function importersOf(signs: ReadonlyMap<string, CodeSigns>): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, { imports }] of signs)
    for (const name of imports) {
      const known = importers.get(name);
      if (known) known.push(path);
      else importers.set(name, [path]);
    }
  return importers;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.\w{1,5}$/, "");
}
