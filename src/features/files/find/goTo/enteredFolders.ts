// Which folders of an app are gone through when its files are listed or searched: not those that tools fill.
import { isWithin } from "../../../../core/paths/appPath";
import { IgnoreRules } from "../../../../core/project/ignoreRules";

const rules = IgnoreRules.defaults();

/**
 * Tells of a folder below `root` whether to go through it. Left out are those of the built-in rules, such as
 * node_modules, .git, virtual environments and caches; `root` itself was asked for, whatever it is.
 */
export function entersFolder(root: string): (path: string) => boolean {
  const prefixLength = root === "/" ? 1 : root.length + 1;
  return (path) => isWithin(root, path) && !rules.leavesOut(path.slice(prefixLength), true);
}
