// Which names of an app's files can exist on the machine that they are downloaded to. A name that cannot is never
// changed into another: it would be written where nobody looks for it, or over something else.
import { isSafeEntryName } from "./appPath";

/** Why a name cannot be on a machine. */
export type LocalNameProblem =
  /** It would lead out of its folder. */
  | "unsafe"
  /** It holds a character that the machine does not allow. */
  | "character"
  /** Windows drops a dot or a space at the end. */
  | "ending"
  /** The name of a device. */
  | "device"
  | "tooLong";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that Windows does not allow
const notOnWindows = /[<>:"|?*\u0001-\u001f]/;
const devices = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;
const longestName = 255;

/** Why no file or folder of this name can be on the machine; undefined when one can. */
export function localNameProblem(name: string, isWindows: boolean): LocalNameProblem | undefined {
  if (!isSafeEntryName(name)) return "unsafe";
  // Windows counts UTF-16 units, the others bytes.
  const length = isWindows ? name.length : new TextEncoder().encode(name).byteLength;
  if (length > longestName) return "tooLong";
  if (!isWindows) return undefined;
  if (notOnWindows.test(name)) return "character";
  if (/[. ]$/.test(name)) return "ending";
  return devices.test(name) ? "device" : undefined;
}

/** Equal for paths that a machine may take for one, by letter case or by Unicode's two spellings of an accent. */
export function foldedPath(path: string): string {
  return path.normalize("NFC").toLowerCase().normalize("NFC");
}
