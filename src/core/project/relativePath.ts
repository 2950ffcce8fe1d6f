/** Resolves `path` from a folder of the project: its names, and the number of folders above the project. */
export function relativePlace(
  folder: readonly string[],
  path: string,
): { readonly levels: number; readonly names: readonly string[] } {
  const names = [...folder];
  let levels = 0;
  for (const part of path.split("/")) {
    if (part === "..") {
      if (names.pop() === undefined) levels++;
    } else if (part !== "." && part !== "") names.push(part);
  }
  return { levels, names };
}

/** The folders above a path of the project, outermost first, without the project's own. */
export function foldersAbove(path: string): string[] {
  const names = path.split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}
