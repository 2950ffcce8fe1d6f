// Which of a project's files starts the app: by what the project says, what the files do, and last by their names.
import type { Runtime } from "../../model/model";
import { type CodeSigns, codeSigns } from "./codeSigns";

/** Code that other code uses. */
const helperName =
  /^(?:config|configs|configuration|settings|data|utils?|helpers?|constants?|consts?|models?|schemas?|database|db|keep_?alive|logger|logging_config|types?|errors?|exceptions?|secrets?|version)$/i;
/** What is run once by hand. */
const onceName =
  /^(?:deploy-?_?commands?|register-?_?commands?|(?:db-?_?)?seed|migrate|migrations?|setup|install|build|gulpfile|gruntfile|generate\w*|create_?db|init_?db|scrape_once)$/i;

/** The file, and whether it is more than a guess among others. */
interface RankedFile {
  readonly path: string;
  readonly isLikely: boolean;
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
  const signs = new Map(paths.map((path) => [path, codeSigns(runtime, texts.get(path) ?? "")]));
  const score = (path: string): number => {
    const said = files.said.indexOf(path);
    if (said >= 0) return 1_000 - said;
    const usual = files.usual.indexOf(path);
    const found = signs.get(path);
    return (
      (usual >= 0 ? 60 - Math.min(usual, 40) : 0) +
      (found?.starts ? 50 : found?.served ? 45 : 0) -
      (isImported(path, signs) ? 55 : 0) -
      (helperName.test(nameOf(path)) || onceName.test(nameOf(path)) ? 100 : 0) -
      (found?.isForBrowser ? 300 : 0)
    );
  };
  const ranked = paths.map((path) => ({ path, score: score(path) })).sort((a, b) => b.score - a.score);
  const isOnly = ranked.length === 1;
  return ranked.map(({ path, score: points }) => ({
    path,
    isLikely: points > 0 || (isOnly && points === 0),
  }));
}

/** By another of the files, which does not import it back. */
function isImported(path: string, signs: ReadonlyMap<string, CodeSigns>): boolean {
  const name = nameOf(path);
  for (const [other, { imports }] of signs)
    if (other !== path && imports.has(name) && !signs.get(path)?.imports.has(nameOf(other))) return true;
  return false;
}

function nameOf(path: string): string {
  return (path.split("/").at(-1) ?? "").replace(/\.\w{1,5}$/, "");
}
