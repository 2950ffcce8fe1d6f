// Paths inside an app: absolute, "/"-separated, without a trailing slash; "/" is the app's root folder. Names are kept
// byte for byte: no case folding, no Unicode normalisation.

/** The path with one leading slash, no empty segments and no trailing slash. */
export function normalizeAppPath(path: string): string {
  // Nearly every path is normal already, and thousands are passed.
  return isNormal(path) ? path : `/${segmentsOf(path).join("/")}`;
}

function isNormal(path: string): boolean {
  return path === "/" || (path.startsWith("/") && !path.endsWith("/") && !path.includes("//"));
}

/** The names from the app's root folder to `path`; empty for the root folder. */
export function segmentsOf(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "");
}

/** The parent folder of `path`; "/" for "/" itself. */
export function parentOf(path: string): string {
  const normal = normalizeAppPath(path);
  return normal.slice(0, Math.max(1, normal.lastIndexOf("/")));
}

/** The last name of `path`; empty for "/". */
export function nameOf(path: string): string {
  const normal = normalizeAppPath(path);
  return normal.slice(normal.lastIndexOf("/") + 1);
}

/** The normalized path of `names` below `directory`; a name may have several segments. */
export function joinAppPath(directory: string, ...names: string[]): string {
  return normalizeAppPath(`${directory === "/" ? "" : directory}/${names.join("/")}`);
}

/** True when `path` is `directory` or anywhere below it. */
export function isWithin(directory: string, path: string): boolean {
  return directory === "/" || path === directory || path.startsWith(`${directory}/`);
}

/** The two paths are equal, or one is below the other. */
export function overlaps(a: string, b: string): boolean {
  return isWithin(a, b) || isWithin(b, a);
}

/** The folders above `path`, outermost first, without "/". */
export function ancestorsOf(path: string): string[] {
  const segments = segmentsOf(path);
  return segments.slice(0, -1).map((_, index) => `/${segments.slice(0, index + 1).join("/")}`);
}

/** The name can be an entry of a folder: entries of a listing with other names are dropped. */
export function isSafeEntryName(name: string): boolean {
  return name !== "" && name !== "." && name !== ".." && !/[/\\\0]/.test(name) && !isLink.test(name);
}

/** VS Code's own notices, such as of a failed save, would turn the name into a link that runs a command. */
const isLink = /\]\((command|file|https?):/i;

/** Why a file of this name cannot be uploaded, or undefined when it can: a multipart body would change the name. */
export function uploadNameProblem(name: string): string | undefined {
  if (!isSafeEntryName(name)) return "empty, a dot folder, a link, or with a slash, backslash or NUL";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that a form's file name cannot carry
  if (/["\r\n\u0001-\u001f\u007f]/.test(name)) return "with a double quote or a control character";
  // A form writes a double quote and line breaks this way; a service may decode them.
  if (/%(?:22|0d|0a)/i.test(name)) return "with %22, %0D or %0A";
  return undefined;
}
