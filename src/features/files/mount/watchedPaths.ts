// Which changes of an app's files VS Code wants to hear about: in the folders that it watches, less their excludes.
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
