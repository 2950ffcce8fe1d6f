// What a deploy leaves out: built-in defaults, every .gitignore and .deployignore, with git's own semantics.
import ignore, { type Ignore } from "ignore";

/** Left out of every deploy unless a rule brings them back. Lock files stay in: they make the install repeatable. */
export const defaultIgnoreRules = [
  ".git/",
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
  // Secrets: a person decides, the default does not ship them.
  ".env",
  ".env.*",
  "!.env.example",
  "*.pem",
  "id_rsa*",
  "id_ed25519*",
] as const;

/** The names of the files in a folder that hold rules, weakest first. */
export const ignoreFileNames = [".gitignore", ".deployignore"] as const;

interface RuleSet {
  /** The folder of the rules, relative, "" for the project's own. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** The rules that hold in one folder: those above it, then its own, the last that speaks decides. */
export class IgnoreRules {
  private constructor(private readonly sets: readonly RuleSet[]) {}

  /** The built-in defaults alone. */
  static defaults(): IgnoreRules {
    return new IgnoreRules([{ folder: "", rules: ignore().add([...defaultIgnoreRules]) }]);
  }

  /** These rules and those of a file in `folder` (relative to the project, "" for its own folder). */
  with(folder: string, text: string): IgnoreRules {
    return new IgnoreRules([...this.sets, { folder, rules: ignore().add(text) }]);
  }

  /** Whether `path` (relative, "/"-separated) is left out; a folder that is left out is not looked into. */
  leavesOut(path: string, isDirectory: boolean): boolean {
    for (const { folder, rules } of this.sets.toReversed()) {
      const relative = folder === "" ? path : path.slice(folder.length + 1);
      const verdict = rules.test(isDirectory ? `${relative}/` : relative);
      if (verdict.ignored) return true;
      if (verdict.unignored) return false;
    }
    return false;
  }
}
