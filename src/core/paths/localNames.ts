// Decides which names of remote files can exist on this machine. A name that cannot is never changed into another: the
// user would not look for the file there, or it would overwrite something else.
import { isSafeEntryName } from "./appPath";

export type LocalNameProblem =
  /** The name would lead out of its folder. */
  | "unsafe"
  | "character"
  /** Windows drops a dot or a space at the end. */
  | "ending"
  | "device"
  | "tooLong"
  /** Git would take it for the repository of its folder, and run what it configures. */
  | "repository";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that Windows does not allow
const notOnWindows = /[<>:"|?*\u0001-\u001f]/;
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;
const longestName = 255;

/** Code points that HFS+ ignores when it compares names. */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * Equal for names that some disk may take for one: they differ by letter case, by dots, spaces or a stream at the
 * end, or by characters that macOS ignores. The dotless i has no other case on any disk.
 */
export function foldedName(name: string): string {
  const [plain = ""] = name.replace(ignoredByHfs, "").split(":", 1);
  const [ended = ""] = /^(?:.*[^. ])?/s.exec(plain) ?? [];
  return ended.replace(/[^ı]+/g, (part) => part.toUpperCase().toLowerCase());
}

/**
 * A disk may take the name for `.git`, also by the short name of Windows. Git refuses the same names on every platform
 * (path.c: is_ntfs_dotgit, utf8.c: is_hfs_dotgit), since a checkout may end up on another disk.
 */
export function isRepositoryName(name: string): boolean {
  return /^(?:\.git|git~1)$/.test(foldedName(name));
}

/**
 * A folder with a file of this name, with `objects` and `refs`, is a bare repository, and git runs programs that its
 * `config` names. Without this file no folder is one, in whatever order files arrive.
 */
export function isRepositoryHead(name: string): boolean {
  return foldedName(name) === "head";
}

/** Names that make a folder with a file HEAD a repository (setup.c: is_git_directory), or act in one. */
const repositoryParts =
  /^(?:objects|refs|commondir|gitdir|config(?:\.worktree)?|hooks|info|modules|worktrees)$/;

/** The folders above `path` that must have no file HEAD, because `path` would be part of a repository in them. */
export function foldersWithoutHead(path: string): string[] {
  const names = path.split("/");
  return names.flatMap((name, index) =>
    repositoryParts.test(foldedName(name)) ? [names.slice(0, index).join("/")] : [],
  );
}

/** Equal for paths that some disk may take for one (`foldedName`). */
export function foldedNames(path: string): string {
  return path.split("/").map(foldedName).join("/");
}

/** Why no file or folder of this name can exist on the machine; undefined when one can. */
export function localNameProblem(name: string, isWindows: boolean): LocalNameProblem | undefined {
  if (!isSafeEntryName(name)) return "unsafe";
  if (isRepositoryName(name)) return "repository";
  // Windows counts UTF-16 units, other systems bytes.
  const length = isWindows ? name.length : new TextEncoder().encode(name).byteLength;
  if (length > longestName) return "tooLong";
  if (!isWindows) return undefined;
  if (notOnWindows.test(name)) return "character";
  if (/[. ]$/.test(name)) return "ending";
  return devices.test(name) ? "device" : undefined;
}

/** The first name of `path` (relative, "/"-separated) that cannot exist on the machine, and why. */
export function localPathProblem(
  path: string,
  isWindows: boolean,
): { readonly name: string; readonly problem: LocalNameProblem } | undefined {
  for (const name of path.split("/")) {
    const problem = localNameProblem(name, isWindows);
    if (problem) return { name, problem };
  }
  const last = path.slice(path.lastIndexOf("/") + 1);
  return isRepositoryHead(last) ? { name: last, problem: "repository" } : undefined;
}

/** Equal for paths that a machine may take for one: by letter case, or by Unicode's two forms of an accent. */
export function foldedPath(path: string): string {
  return path.normalize("NFC").toLowerCase().normalize("NFC");
}
