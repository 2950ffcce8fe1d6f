/** Names of the place that `path` leads to from a folder of the project, and how many folders above the project it lies. */
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
