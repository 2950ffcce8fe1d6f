// Excludes files from deploys: built-in defaults, every .gitignore and .deployignore, with git's own semantics.
import type { SourceEntry } from "../disk/folderSource";
import { foldedPath, isRepositoryName } from "../paths/localNames";
import { decodeText } from "../text/decodeText";
import { IgnorePattern } from "./ignorePattern";

/** A repository's own folder, or in a submodule and a worktree a file. As for git, no rule brings it back. */
const repositoryRule: IgnoreRule = { source: "defaults", pattern: ".git" };

/** No real path is longer. Every folder of a path is matched, so a longer one would take too long. */
const longestPath = 32_768;
const tooLongRule: IgnoreRule = { source: "defaults", pattern: "*" };

/** Left out of every deploy unless a rule brings them back. Lock files stay in: they make the install repeatable. */
export const defaultIgnoreRules = [
  ".hg/",
  ".svn/",
  "node_modules/",
  ".venv/",
  "venv/",
  "__pycache__/",
  "*.pyc",
  ".pytest_cache/",
  ".mypy_cache/",
  ".ruff_cache/",
  ".tox/",
  ".cache/",
  ".vscode/",
  ".idea/",
  ".DS_Store",
  "Thumbs.db",
  ".env",
  ".env.*",
  "!.env.example",
  "*.pem",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  // Remains of a download that was cut off (editor/nodeDisk.ts), and the archive of a push in the app: pulled and
  // pushed again, the service would unpack its older files.
  ".hosted-apps-*.part",
  ".hosted-apps-push-*.zip",
  // Backups of apps (backUpApp.ts). A service that extracts archives would put the old files into the app.
  "* [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9].zip",
  // The copy of an app that was deleted (features/apps/deleteApp.ts).
  "* [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9] [0-9][0-9].[0-9][0-9]*.zip",
] as const;

export const ignoreFileNames = [".gitignore", ".deployignore"] as const;

/**
 * The entry holds rules. Links are not followed: git does not follow a .gitignore either. A .deployignore that is a
 * link throws, since the files that it excludes are not known.
 */
export function holdsRules(
  name: (typeof ignoreFileNames)[number],
  { type, isLink }: Pick<SourceEntry, "type" | "isLink">,
): boolean {
  if (type === "file" && !isLink) return true;
  if (name === ".deployignore" && (isLink || type === "other")) throw new Error(`${name} is a link`);
  return false;
}

/** Far more than people write: each rule is tried on each path. A larger file counts as unreadable. */
const mostRulesBytes = 128 * 1024;

/** A .gitignore's as git reads it. Throws for an empty .deployignore: a program that saves it empties it first. */
export function rulesText(name: (typeof ignoreFileNames)[number], bytes: Uint8Array): string {
  if (bytes.byteLength > mostRulesBytes) throw new Error(`${name} is too large`);
  if (name === ".gitignore") return new TextDecoder().decode(bytes);
  const text = decodeText(bytes);
  if (text === "" || text.includes("\0")) throw new Error(`${name} is empty or no text`);
  return text;
}

export interface IgnoreRule {
  /** The file of the rule, relative to the project, such as "sub/.gitignore"; "defaults" for a built-in one. */
  readonly source: string;
  readonly pattern: string;
}

/** The rules of one folder: first those of the folders above, then its own. The last rule that matches decides. */
export class IgnoreRules {
  private constructor(
    private readonly sets: readonly RuleSet[],
    private readonly ignoresCase: boolean,
  ) {}

  /** The built-in defaults alone. Letter case counts unless `ignoresCase`, as git's own core.ignoreCase has it. */
  static defaults({ ignoresCase = false }: { readonly ignoresCase?: boolean } = {}): IgnoreRules {
    const rules = new RuleSet("", "defaults", defaultIgnoreRules.join("\n"), ignoresCase);
    return new IgnoreRules([rules], ignoresCase);
  }

  /** Adds the rules of a file `fileName` in `folder`, which is relative to the project. */
  with(folder: string, text: string, fileName: string = ignoreFileNames[0]): IgnoreRules {
    const source = folder === "" ? fileName : `${folder}/${fileName}`;
    const rules = new RuleSet(folder, source, text, this.ignoresCase);
    return new IgnoreRules([...this.sets, rules], this.ignoresCase);
  }

  /**
   * The rule that excludes `path` (relative, "/"-separated), or undefined when it is sent. Ask from the top down: the
   * content of an excluded folder is excluded with it, and is not asked for.
   */
  ruleFor(path: string, isDirectory: boolean): IgnoreRule | undefined {
    if (isRepositoryName(path.slice(path.lastIndexOf("/") + 1))) return repositoryRule;
    if (path.length > longestPath) return tooLongRule;
    for (const set of this.sets.toReversed()) {
      const verdict = set.test(path, isDirectory);
      if (verdict === "sent") return undefined;
      if (verdict) return verdict;
    }
    return undefined;
  }

  leavesOut(path: string, isDirectory: boolean): boolean {
    return this.ruleFor(path, isDirectory) !== undefined;
  }
}

/** Whether a .gitignore with this text alone excludes a file of its own folder. */
export function excludesFile(text: string, name: string): boolean {
  const last = IgnorePattern.all(text, false).findLast((pattern) => pattern.fits(name, name, false));
  return last !== undefined && !last.isNegative;
}

class RuleSet {
  /** In reverse: the last rule that matches decides. */
  private readonly patterns: readonly IgnorePattern[];

  constructor(
    /** The folder that the rules are relative to, "" for the project's own. */
    private readonly folder: string,
    private readonly source: string,
    text: string,
    private readonly ignoresCase: boolean,
  ) {
    this.patterns = IgnorePattern.all(text, ignoresCase).reverse();
  }

  /** The rule that excludes the path, "sent" when one includes it again, undefined when none matches. */
  test(path: string, isDirectory: boolean): IgnoreRule | "sent" | undefined {
    const relative = this.relativeTo(path);
    if (relative === undefined) return undefined;
    const whole = this.ignoresCase ? relative.toLowerCase() : relative;
    const name = whole.slice(whole.lastIndexOf("/") + 1);
    const pattern = this.patterns.find((each) => each.fits(whole, name, isDirectory));
    if (pattern?.isNegative) return "sent";
    return pattern && { source: this.source, pattern: pattern.line };
  }

  private relativeTo(path: string): string | undefined {
    if (this.folder === "") return path;
    if (path.startsWith(`${this.folder}/`)) return path.slice(this.folder.length + 1);
    if (!this.ignoresCase) return undefined;
    const names = path.split("/");
    const depth = this.folder.split("/").length;
    const isInside = foldedPath(names.slice(0, depth).join("/")) === foldedPath(this.folder);
    return isInside && names.length > depth ? names.slice(depth).join("/") : undefined;
  }
}
