import { plainText } from "./inertText";
import { TerminalText } from "./terminalText";

/** Node.js writes up to 20 lines below the error that ends an app. */
const shownLines = 30;
const longestLine = 300;
/** Characters of a log that are searched for its last lines. */
const endLength = 16 * 1024;

/** The last lines that are not empty, without colors or other control sequences. */
export function lastLines(text: string): string[] {
  const shown = new TerminalText().next(text.slice(-endLength));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colors are all that is left of them.
  const lines = shown.replaceAll(/\u001b\[[0-9;:]*m/g, "").split("\r\n");
  return lines
    .filter((line) => line.trim() !== "")
    .slice(-shownLines)
    .map((line) => plainText(line, longestLine));
}

/** Lines of the local service and of hosted_log between an app's own, and of stack traces. */
const aroundIt = /^\s*(\[(?:service|hosted_log)\]|at |Node\.js v\d)/;

/**
 * The index of the line that says best why the app went down: the last that mentions an error, else the last of the
 * app's own.
 */
export function tellingLine(lines: readonly string[]): number {
  const own = lines.map((line) => !aroundIt.test(line));
  const error = lines.findLastIndex(
    (line, index) => own[index] && /(error|exception|fatal|panic)\b/i.test(line),
  );
  if (error >= 0) return error;
  const last = own.lastIndexOf(true);
  return last >= 0 ? last : lines.length - 1;
}
