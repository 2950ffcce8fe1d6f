// The files of a simulated app: their present state, their history, and what a possibly lagging listing
// shows.
import { ancestorsOf, isWithin, joinAppPath, nameOf, parentOf } from "../../src/core/paths/appPath";
import type { Content } from "./contents";

export interface FileNode {
  readonly type: "file";
  readonly content: Content;
  readonly modifiedAt: number;
  readonly createdAt: number;
}

export interface FolderNode {
  readonly type: "directory";
  readonly modifiedAt: number;
  readonly createdAt: number;
}

export type Node = FileNode | FolderNode;

/** From `from` (scheduler time) until the next state. */
export interface PathState<Cause> {
  readonly node: Node | undefined;
  readonly from: number;
  /** When listings begin to show it. */
  readonly visibleAt: number;
  readonly cause: Cause;
}

export interface TreeOptions<Cause> {
  readonly now: () => number;
  /** By the service's clock and in its resolution. */
  readonly stamp: () => number;
  /** How long listings still show the earlier state. */
  readonly lagMs: (path: string, cause: Cause) => number;
  readonly onChange: (path: string, before: PathState<Cause>, after: PathState<Cause>) => void;
  readonly start: Cause;
  /** The path under which a file is stored. */
  readonly real?: (path: string) => string;
}

/** An entry whose name the client does not show. */
export interface OddEntry {
  readonly content: Content;
  readonly folder: string;
  readonly from: number;
}

export class AppTree<Cause> {
  private readonly states = new Map<string, PathState<Cause>[]>();
  /** Present and former names by folder. */
  private readonly names = new Map<string, Set<string>>();
  /** By folder and name. */
  readonly odd = new Map<string, Map<string, OddEntry>>();
  private readonly nothing: PathState<Cause>;

  constructor(private readonly options: TreeOptions<Cause>) {
    const { now, start } = options;
    const before = Number.NEGATIVE_INFINITY;
    this.nothing = { node: undefined, from: before, visibleAt: before, cause: start };
    const root = { type: "directory", modifiedAt: 0, createdAt: 0 } as const;
    this.states.set("/", [{ node: root, from: now(), visibleAt: now(), cause: start }]);
  }

  private real(path: string): string {
    return this.options.real?.(path) ?? path;
  }

  node(path: string): Node | undefined {
    return this.states.get(this.real(path))?.at(-1)?.node;
  }

  /** Oldest first; the first state is "absent". */
  history(path: string): readonly PathState<Cause>[] {
    return this.states.get(this.real(path)) ?? [this.nothing];
  }

  state(path: string): PathState<Cause> {
    return this.states.get(this.real(path))?.at(-1) ?? this.nothing;
  }

  /** Undefined when a file can be put there. */
  problemOf(path: string): string | undefined {
    if (path === "/" || this.node(path)?.type === "directory") return `"${path}" is a folder.`;
    const file = ancestorsOf(path).find((folder) => this.node(folder)?.type === "file");
    return file === undefined ? undefined : `"${file}" is a file, not a folder.`;
  }

  /** Creates parent folders; `modifiedAt` is given for a moved file. */
  put(asked: string, content: Content, cause: Cause, modifiedAt = this.options.stamp()): void {
    const path = this.real(asked);
    for (const folder of ancestorsOf(path)) if (!this.node(folder)) this.makeFolder(folder, cause);
    const before = this.node(path);
    const createdAt = before?.createdAt ?? modifiedAt;
    this.change(path, { type: "file", content, modifiedAt, createdAt }, cause);
  }

  makeFolder(path: string, cause: Cause): void {
    const modifiedAt = this.options.stamp();
    this.change(path, { type: "directory", modifiedAt, createdAt: modifiedAt }, cause);
  }

  /** With everything below; returns the odd entries that went with it. */
  remove(asked: string, cause: Cause): OddEntry[] {
    const path = this.real(asked);
    // Deepest first, like a disk.
    for (const below of this.pathsBelow(path).reverse()) this.change(below, undefined, cause);
    this.change(path, undefined, cause);
    const lost: OddEntry[] = [];
    for (const [folder, entries] of [...this.odd]) {
      if (!isWithin(path, folder)) continue;
      lost.push(...entries.values());
      this.odd.delete(folder);
    }
    return lost;
  }

  /** Parents first. */
  pathsBelow(folder: string): string[] {
    const found: string[] = [];
    for (const name of this.names.get(folder) ?? []) {
      const path = joinAppPath(folder, name);
      const node = this.node(path);
      if (!node) continue;
      found.push(path);
      if (node.type === "directory") found.push(...this.pathsBelow(path));
    }
    return found;
  }

  filesWithin(asked: string): [string, FileNode][] {
    const found: [string, FileNode][] = [];
    const path = this.real(asked);
    for (const each of [path, ...this.pathsBelow(path)]) {
      const node = this.node(each);
      if (node?.type === "file") found.push([each, node]);
    }
    return found;
  }

  /** By name. */
  listed(folder: string): Map<string, PathState<Cause>> {
    const now = this.options.now();
    const shown = new Map<string, PathState<Cause>>();
    for (const name of this.names.get(folder) ?? []) {
      const state = this.history(joinAppPath(folder, name)).findLast(({ visibleAt }) => visibleAt <= now);
      if (state?.node) shown.set(name, state);
    }
    return shown;
  }

  private change(path: string, node: Node | undefined, cause: Cause): void {
    const now = this.options.now();
    const states = this.states.get(path) ?? [this.nothing];
    this.states.set(path, states);
    const before = states.at(-1) ?? this.nothing;
    if (!before.node && !node) return;
    const visibleAt = Math.max(before.visibleAt, now + this.options.lagMs(path, cause));
    const after: PathState<Cause> = { node, from: now, visibleAt, cause };
    states.push(after);
    const names = this.names.get(parentOf(path)) ?? new Set();
    this.names.set(parentOf(path), names.add(nameOf(path)));
    this.options.onChange(path, before, after);
  }
}
