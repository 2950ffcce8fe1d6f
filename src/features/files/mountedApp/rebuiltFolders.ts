// Folders that a repository or an install brings back.

/** Folders whose content can be had again, from a repository or by an install: not worth keeping a copy of. */
const rebuiltFolders = new Set(
  ".git .hg .svn node_modules .venv venv __pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .cache".split(
    " ",
  ),
);

/** True for a folder of this name that can be had again. */
export function isRebuiltFolder(name: string): boolean {
  return rebuiltFolders.has(name);
}
