// Files that change how an editor works, or what an agent in it does, as soon as a folder with them is open.

const folders = new Set([".vscode", ".devcontainer", ".cursor", ".windsurf"]);
const files =
  /^(?:agents\.md|claude\.md|\.mcp\.json|\.devcontainer\.json|\.cursorrules|\.windsurfrules|.*\.code-workspace)$/;

/** Whether a file acts by its place and name; letter case does not count, since it does not on every disk. */
export function actsInEditor(path: string): boolean {
  const names = path.toLowerCase().split("/");
  const name = names.at(-1) ?? "";
  return (
    files.test(name) ||
    names.slice(0, -1).some((folder) => folders.has(folder)) ||
    (name === "copilot-instructions.md" && names.at(-2) === ".github")
  );
}
