// Finds the files that a deploy would send, the excluded ones with their rules, and the unreadable ones.

import type { ArchiveFile } from "../archive/archive";
import { forEachParallel } from "../async/parallel";
import { forEachInSlices, Slices, sortedInSlices } from "../async/slices";
import type { FolderSource, SourceEntry } from "../disk/folderSource";
import { isSafeEntryName } from "../paths/appPath";
import { type FolderChoices, FolderRules } from "./folderRules";
import { holdsRules, type IgnoreRule, ignoreFileNames, rulesText } from "./ignoreRules";
import { maxFiles, TooManyFilesError } from "./tooManyFiles";

export interface LeftOut {
  readonly path: string;
  readonly isDirectory: boolean;
  /** Size of a file, where it was measured. */
  readonly sizeBytes?: number;
  readonly rule: IgnoreRule;
}

/** Links are not followed: they could lead out of the folder, or round and round. */
export const linkRule: IgnoreRule = { source: "link", pattern: "" };

export type FolderProblemKind =
  | "unreadable"
  /** A rule file could not be read: its rules are unknown. */
  | "rulesUnreadable"
  /** The entry was listed and is no longer there, or is something else now. */
  | "vanished"
  | "special"
  | "badName"
  | "tooLarge"
  | "tooDeep";

interface FolderProblem {
  readonly path: string;
  readonly kind: FolderProblemKind;
  readonly cause?: unknown;
}

export interface FolderContents {
  readonly rules: FolderRules;
  readonly files: readonly ArchiveFile[];
  readonly leftOut: readonly LeftOut[];
  readonly problems: readonly FolderProblem[];
}

interface ReadFolderOptions {
  readonly signal: AbortSignal;
  readonly choices?: FolderChoices | undefined;
  /** Letter case does not count in rules, as git has it where the disk does not tell it apart. */
  readonly ignoresCase?: boolean;
  readonly maxFileBytes?: number;
  /** Gets each folder before it is read, "" for the folder itself. */
  readonly onFolder?: ((path: string) => void) | undefined;
}

const callsAtOnce = 16;
/** Deeper than any real tree: a folder that holds itself without being a link ends here. */
const deepest = 200;
/** Limit of left-out files that are measured. */
const mostLeftOutSizes = 1_000;

/** Reads `source` through. Rejects when the folder itself cannot be listed, is too large, or the signal aborts. */
export async function readFolder(source: FolderSource, options: ReadFolderOptions): Promise<FolderContents> {
  return await new FolderWalk(source, options).run();
}

interface Folder {
  readonly path: string;
  readonly depth: number;
}

class FolderWalk {
  private readonly found: string[] = [];
  private readonly files: ArchiveFile[] = [];
  private readonly leftOut: LeftOut[] = [];
  private readonly problems: FolderProblem[] = [];
  private readonly rules: FolderRules;
  private readonly slices = new Slices();
  private folderCount = 0;

  constructor(
    private readonly source: FolderSource,
    private readonly options: ReadFolderOptions,
  ) {
    this.rules = new FolderRules(options.choices, options.ignoresCase);
  }

  async run(): Promise<FolderContents> {
    let level: Folder[] = [{ path: "", depth: 0 }];
    while (level.length > 0) {
      const below: Folder[] = [];
      await this.forEach(level, async (folder) => void below.push(...(await this.readOne(folder))));
      level = below;
    }
    await this.forEach(this.found, (path) => this.look(path));
    await this.measureLeftOut();
    const inOrder = <T extends { readonly path: string }>(items: readonly T[]): Promise<T[]> =>
      sortedInSlices(items, (a, b) => (a.path < b.path ? -1 : 1), this.slices);
    return {
      rules: this.rules,
      files: await inOrder(this.files),
      leftOut: await inOrder(this.leftOut),
      problems: await inOrder(this.problems),
    };
  }

  private async readOne(folder: Folder): Promise<Folder[]> {
    let entries: readonly SourceEntry[];
    this.options.onFolder?.(folder.path);
    try {
      entries = await this.source.list(folder.path);
    } catch (error) {
      if (folder.path === "") throw error;
      return this.fail(folder.path, "unreadable", error);
    }
    if (this.rules.asksFor(folder.path)) await this.learnRules(folder, entries);
    const folders: Folder[] = [];
    await forEachInSlices(
      entries,
      (entry) => {
        const next = this.sort(folder, entry);
        if (next) folders.push(next);
      },
      this.slices,
    );
    this.options.signal.throwIfAborted();
    this.folderCount += folders.length;
    if (this.found.length > maxFiles) throw new TooManyFilesError(this.found);
    if (this.folderCount > maxFiles) throw new TooManyFilesError(this.found, "folders");
    return folders;
  }

  private sort(parent: Folder, { name, type, isLink }: SourceEntry): Folder | undefined {
    const path = inside(parent.path, name);
    const isDirectory = type === "directory";
    const rule = this.rules.ruleAgainst(path, isDirectory && !isLink);
    const isEntered = isDirectory && !isLink && (!rule || this.rules.enters(path));
    if (rule && !isEntered) this.leftOut.push({ path, isDirectory, rule });
    else if (isLink) this.leftOut.push({ path, isDirectory, rule: linkRule });
    else if (!isSafeEntryName(name)) this.fail(path, "badName");
    else if (type === "other") this.fail(path, "special");
    else if (!isDirectory) this.found.push(path);
    else if (parent.depth >= deepest) this.fail(path, "tooDeep");
    else return { path, depth: parent.depth + 1 };
    return undefined;
  }

  private async learnRules(folder: Folder, entries: readonly SourceEntry[]): Promise<void> {
    // A virtual environment by any name. Since Python 3.13, it has a .gitignore that says the same.
    if (folder.path !== "" && entries.some(({ name }) => name === "pyvenv.cfg"))
      this.rules.learn(folder.path, "pyvenv.cfg", "*");
    for (const name of ignoreFileNames) {
      const entry = entries.find((each) => each.name === name);
      const path = inside(folder.path, name);
      try {
        if (!entry || !holdsRules(name, entry)) continue;
        this.rules.learn(folder.path, name, rulesText(name, await this.source.read(path)));
      } catch (error) {
        // Files that these rules would leave out are sent now: the user must see that.
        this.fail(path, "rulesUnreadable", error);
      }
    }
  }

  private async look(path: string): Promise<void> {
    try {
      const { type, isLink, sizeBytes, modifiedAt } = await this.source.stat(path);
      // Cached stats resolve at once: yield, so the window stays responsive.
      await this.slices.next();
      if (isLink) this.leftOut.push({ path, isDirectory: type === "directory", rule: linkRule });
      else if (type !== "file") this.fail(path, "vanished");
      else if (sizeBytes > (this.options.maxFileBytes ?? Number.POSITIVE_INFINITY))
        this.fail(path, "tooLarge");
      else this.files.push({ path, sizeBytes, modifiedAt, read: () => this.source.read(path) });
    } catch (error) {
      this.fail(path, "vanished", error);
    }
  }

  private async measureLeftOut(): Promise<void> {
    const some = this.leftOut.slice(0, mostLeftOutSizes);
    await this.forEach(some, async (item, index) => {
      if (item.isDirectory || item.rule === linkRule) return;
      const stat = await this.source.stat(item.path).catch(() => undefined);
      if (stat) this.leftOut[index] = { ...item, sizeBytes: stat.sizeBytes };
    });
  }

  private async forEach<T>(
    items: readonly T[],
    work: (item: T, index: number) => Promise<void>,
  ): Promise<void> {
    await forEachParallel(items, callsAtOnce, work, this.options.signal);
    this.options.signal.throwIfAborted();
  }

  private fail(path: string, kind: FolderProblemKind, cause?: unknown): [] {
    this.problems.push({ path, kind, ...(cause !== undefined && { cause }) });
    return [];
  }
}

function inside(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
