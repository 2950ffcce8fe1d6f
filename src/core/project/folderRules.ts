// Decides which files of a folder are sent: by the rules in it and the user's choices. The same object judges an app's
// files, so that a file which was only left out is not taken for missing.

import { foldedPath } from "../paths/localNames";
import { type IgnoreRule, IgnoreRules } from "./ignoreRules";
import { foldersAbove } from "./relativePath";

/** The user's choices by path override every rule. The choice nearest to a path decides. */
export interface FolderChoices {
  readonly excluded: ReadonlySet<string>;
  /** An included folder includes its content. An excluded folder is read to find an included path in it. */
  readonly included: ReadonlySet<string>;
}

export const noChoices: FolderChoices = { excluded: new Set(), included: new Set() };

export const chosenRule: IgnoreRule = { source: "chosen", pattern: "" };

interface RuledFolder {
  readonly rules: IgnoreRules;
  readonly isIncluded: boolean;
  /** The rule that leaves the folder out, with all in it that the user did not choose. */
  readonly leftOutBy: IgnoreRule | undefined;
}

interface RuleText {
  readonly fileName: string;
  readonly text: string;
}

/** Paths are relative to the folder, "/"-separated, "" is the folder itself. */
export class FolderRules {
  private readonly texts = new Map<string, RuleText[]>();
  private readonly folders = new Map<string, RuledFolder>();
  private readonly excluded: ReadonlySet<string>;
  private readonly included: ReadonlySet<string>;
  private readonly onTheWay: ReadonlySet<string>;
  private readonly key: (path: string) => string;

  /** With `ignoresCase`, as git on a disk that ignores it, letter case does not count. */
  constructor(
    choices = noChoices,
    private readonly ignoresCase = false,
  ) {
    this.key = ignoresCase ? foldedPath : (path) => path;
    this.excluded = new Set([...choices.excluded].map(this.key));
    this.included = new Set([...choices.included].map(this.key));
    this.onTheWay = new Set([...this.included].flatMap(foldersAbove));
  }

  /** A file of rules in the folder, weakest first, before anything in the folder is asked for. */
  learn(folder: string, fileName: string, text: string): void {
    const texts = this.texts.get(this.key(folder)) ?? [];
    this.texts.set(this.key(folder), [...texts, { fileName, text }]);
    this.folders.delete(this.key(folder));
  }

  /** The rules in the folder count, unless all of it is sent, or only chosen files. */
  asksFor(folder: string): boolean {
    const { isIncluded, leftOutBy } = this.stateOf(folder);
    return !isIncluded && !leftOutBy;
  }

  /** The rule by which the path is not sent; undefined when it is. */
  ruleAgainst(path: string, isDirectory: boolean): IgnoreRule | undefined {
    const key = this.key(path);
    const parent = this.stateOf(folderOf(path));
    if (this.included.has(key)) return undefined;
    if (this.excluded.has(key)) return chosenRule;
    if (parent.isIncluded) return undefined;
    return parent.leftOutBy ?? parent.rules.ruleFor(path, isDirectory);
  }

  leavesOut(path: string, isDirectory: boolean): boolean {
    return this.ruleAgainst(path, isDirectory) !== undefined;
  }

  /** The folder is read, unless everything in it is left out. */
  enters(folder: string): boolean {
    return this.onTheWay.has(this.key(folder)) || !this.leavesOut(folder, true);
  }

  private stateOf(folder: string): RuledFolder {
    const key = this.key(folder);
    const known = this.folders.get(key);
    if (known) return known;
    const state = this.compile(folder, key);
    this.folders.set(key, state);
    return state;
  }

  private compile(folder: string, key: string): RuledFolder {
    const isRoot = folder === "";
    const above = isRoot ? undefined : this.stateOf(folderOf(folder));
    const isIncluded =
      !isRoot && (this.included.has(key) || (above?.isIncluded === true && !this.excluded.has(key)));
    const leftOutBy = isRoot ? undefined : this.ruleAgainst(folder, true);
    let rules = above?.rules ?? IgnoreRules.defaults({ ignoresCase: this.ignoresCase });
    if (!isIncluded && !leftOutBy)
      for (const { fileName, text } of this.texts.get(key) ?? []) rules = rules.with(folder, text, fileName);
    return { rules, isIncluded, leftOutBy };
  }
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
