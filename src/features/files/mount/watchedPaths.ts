// Which changes of an app's files the editor wants to hear of: what it watches, less what its watchers leave out.
import { isWithin } from "../../../core/paths/appPath";
import { globPattern } from "./globPattern";

interface Watch {
  readonly app: string;
  readonly root: string;
  readonly excludes: readonly RegExp[];
}

/** The recursive watches of one window; `app` is any string that names one app. */
export class WatchedPaths {
  private readonly watches = new Set<Watch>();

  /** Adds a watch; dispose of the answer to take it away. `excludes` are glob patterns below the watched folder. */
  add(app: string, root: string, excludes: readonly string[]): { dispose(): void } {
    const watch = { app, root, excludes: excludes.map(globPattern) };
    this.watches.add(watch);
    return { dispose: () => void this.watches.delete(watch) };
  }

  /** False only for a path that every watch above it leaves out: what nobody watches is told all the same. */
  wants(app: string, path: string): boolean {
    const above = [...this.watches].filter((watch) => watch.app === app && isWithin(watch.root, path));
    return above.length === 0 || above.some((watch) => !isLeftOut(watch, path));
  }
}

function isLeftOut({ root, excludes }: Watch, path: string): boolean {
  const relative = path.slice(root === "/" ? 1 : root.length + 1);
  // No name that the editor watches is longer, and what nobody leaves out is told all the same.
  return relative !== "" && relative.length <= 1_000 && excludes.some((glob) => glob.test(relative));
}
