// Which changes of an app's files VS Code wants to hear about: in the folders that it watches, less their excludes.
import { isWithin } from "../../../core/paths/appPath";

interface Watch {
  readonly app: string;
  readonly root: string;
  readonly excludes: readonly RegExp[];
}

/** The recursive watches of one window; `app` is any string that names one app. */
export class WatchedPaths {
  private readonly watches = new Set<Watch>();

  /** Adds a watch until the result is disposed. `excludes` are glob patterns below the watched folder. */
  add(app: string, root: string, excludes: readonly string[]): { dispose(): void } {
    const watch = { app, root, excludes: excludes.map(globPattern) };
    this.watches.add(watch);
    return { dispose: () => void this.watches.delete(watch) };
  }

  /** False only for a path that every watch above it excludes: without a watch, changes are reported. */
  wants(app: string, path: string): boolean {
    const above = [...this.watches].filter((watch) => watch.app === app && isWithin(watch.root, path));
    return above.length === 0 || above.some((watch) => !isLeftOut(watch, path));
  }
}

function isLeftOut({ root, excludes }: Watch, path: string): boolean {
  const relative = path.slice(root === "/" ? 1 : root.length + 1);
  // Longer paths take too long to match, so they are reported.
  return relative !== "" && relative.length <= 1_000 && excludes.some((glob) => glob.test(relative));
}

const special = /(?:\*\*\/){1,250}|\/\*\*(?=$|[,}])|\*\*|\*|\?|\{|\}|,|\[[!^]?[^/][^\]/]*\]|[.+^$()|[\]\\]/g;
const nothing = /(?!)/;
/** A long path takes too long to match with more wildcards; a `**` at the end takes no time. */
const mostWildcards = 4;
const longestGlob = 500;

/**
 * Matches a relative, "/"-separated path: `**` is any folders, `*`, `?` and `[a-z]` stay within one name, `{a,b}` is
 * either. As in VS Code, a pattern that cannot be read matches nothing.
 */
export function globPattern(glob: string): RegExp {
  if (glob.length > longestGlob) return nothing;
  const wildcards = glob.replace(/\/\*\*$/, "").match(/(?:\*\*\/){1,250}|\*{1,500}/g) ?? [];
  if (wildcards.length > mostWildcards) return nothing;
  let depth = 0;
  const source = glob.replaceAll(special, (token) => {
    switch (token) {
      case "/**":
        return "(?:/.*)?";
      case "**":
        return ".*";
      case "*":
        return "[^/]*";
      case "?":
        return "[^/]";
      case "{":
        depth++;
        return "(?:";
      case "}":
        depth--;
        return ")";
      case ",":
        return depth > 0 ? "|" : ",";
      default:
        if (token.startsWith("**/")) return "(?:.*/)?";
        return token.length > 1 ? characterClass(token.slice(1, -1)) : `\\${token}`;
    }
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return nothing;
  }
}

function characterClass(characters: string): string {
  return `(?!/)[${characters.replace(/^!/, "^").replaceAll(/[\\\]]/g, "\\$&")}]`;
}
