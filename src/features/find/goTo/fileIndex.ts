// Finds an app's files by some letters of their names or paths.
import { go, type Prepared, prepare } from "fuzzysort";
import { nameOf } from "../../../core/paths/appPath";

/** Part of a name or path, and perhaps ":line" or ":line:column", from 1. */
interface FileQuery {
  readonly text: string;
  readonly line?: number;
  readonly column?: number;
}

interface IndexedFile {
  readonly path: string;
  readonly name: Prepared;
  /** Without the leading slash. */
  readonly typed: Prepared;
}

export function parseFileQuery(typed: string): FileQuery {
  const [, text = typed, line, column] = /^(.+?):(\d+)(?::(\d+))?:?$/.exec(typed) ?? [];
  return {
    text: text
      .trim()
      .replaceAll("\\", "/")
      .replace(/^\.?\/+/, ""),
    ...(line && { line: Number(line) }),
    ...(column && { column: Number(column) }),
  };
}

export class FileIndex {
  private readonly files: IndexedFile[] = [];
  private readonly paths = new Set<string>();

  get size(): number {
    return this.files.length;
  }

  add(paths: readonly string[]): void {
    for (const path of paths) {
      if (this.paths.has(path)) continue;
      this.paths.add(path);
      this.files.push({ path, name: prepare(nameOf(path)), typed: prepare(path.slice(1)) });
    }
  }

  /**
   * At most `limit` paths, best first: those whose name holds the letters of `text` in order, then those whose path
   * does. For an empty text: recent files, then all in the order in which they were added, so that rows keep their
   * place.
   */
  find(text: string, limit: number, recent: readonly string[] = []): string[] {
    if (text === "") return this.unfiltered(limit, recent);
    const byName = text.includes("/") ? [] : this.ranked(text, "name", limit, recent);
    if (byName.length >= limit) return byName;
    const named = new Set(byName);
    const byPath = this.ranked(text, "typed", limit, recent).filter((path) => !named.has(path));
    return [...byName, ...byPath].slice(0, limit);
  }

  private unfiltered(limit: number, recent: readonly string[]): string[] {
    const found = new Set(recent.filter((path) => this.paths.has(path)));
    for (const { path } of this.files) {
      if (found.size >= limit) break;
      found.add(path);
    }
    return [...found].slice(0, limit);
  }

  private ranked(text: string, key: "name" | "typed", limit: number, recent: readonly string[]): string[] {
    const places = new Map(recent.map((path, place) => [path, place]));
    const placeOf = (path: string): number => places.get(path) ?? recent.length;
    return go(text, this.files, { key, limit, threshold: 0 })
      .map(({ obj: { path }, score }) => ({ path, score }))
      .sort(
        (a, b) =>
          b.score - a.score ||
          placeOf(a.path) - placeOf(b.path) ||
          a.path.length - b.path.length ||
          (a.path < b.path ? -1 : 1),
      )
      .map(({ path }) => path);
  }
}
