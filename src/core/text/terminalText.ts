import { isAscii } from "./ascii";
import { isUnseen } from "./inertText";

/** Characters; a longer line ends in an ellipsis. */
const longestLine = 10_000;
// A control sequence with its parameters (at most 64 characters), a string for the terminal (within a line and 8,192
// characters), another escape, a run of printable ASCII, or a character. Each group is set once it is complete.
const token =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about.
  /(?:\u001b\[|\u009b)([ -?]{0,64})([@-~])?|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])(?:(?!\u001b\\)[^\n\u0007\u009c]){0,8192}(\u001b\\|[\u0007\u009c])?|\u001b[ -/]{0,64}([0-~])?|([ -~]+|[\s\S])/uy;

const resetColors = "\u001b[0m";

/**
 * Makes growing untrusted text, such as a log, safe for a terminal: text, lines and colors stay. Everything else that a
 * terminal would obey (links, titles, the clipboard, the cursor, modes) is left out.
 */
export class TerminalText {
  private lineLength = 0;
  private isColored = false;
  private isAfterReturn = false;
  /** The beginning of a sequence or a character whose end has not arrived. */
  private held = "";

  get isAtLineStart(): boolean {
    return this.lineLength === 0;
  }

  /** Safe form of the next piece of the text, which may be cut anywhere. */
  next(piece: string): string {
    const text = this.held + piece;
    this.held = "";
    let shown = "";
    let at = 0;
    while (at < text.length) {
      token.lastIndex = at;
      const [whole = "", parameters = "", sequence, string, other, plain] = token.exec(text) ?? [];
      at = token.lastIndex;
      const isComplete = plain
        ? !/[\ud800-\udbff]$/.test(plain)
        : (sequence ?? string ?? other) !== undefined;
      if (!isComplete && at === text.length) this.held = whole;
      else if (plain) shown += this.take(plain);
      else if (sequence === "m") shown += this.colors(colorsOf(parameters));
    }
    return shown;
  }

  /** Ends the line, its colors, and a sequence that was cut off. */
  end(): string {
    this.held = "";
    return this.isAtLineStart ? this.withoutColors() : this.newLine();
  }

  private take(plain: string): string {
    const isAfterReturn = this.isAfterReturn;
    this.isAfterReturn = plain === "\r";
    // A return does not go back to the beginning of the line: it would hide the text there.
    if (plain === "\r") return this.newLine();
    if (plain === "\n") return isAfterReturn ? "" : this.newLine();
    return this.inLine(symbolOf(plain));
  }

  private colors(sequence: string): string {
    if (sequence === "" || this.lineLength >= longestLine) return "";
    this.isColored = true;
    // An endless row of colors is an endless line, too.
    this.lineLength += sequence.length;
    return sequence;
  }

  private inLine(shown: string): string {
    const left = longestLine - this.lineLength;
    if (left < 0) return "";
    this.lineLength += shown.length;
    if (left >= shown.length) return shown;
    this.lineLength = longestLine + 1;
    // Half a surrogate pair would be no character.
    return `${isAscii(shown) ? shown.slice(0, left) : ""}…`;
  }

  private newLine(): string {
    const isCut = this.lineLength > longestLine;
    this.lineLength = 0;
    // The colors of a cut line may have been cut too.
    return isCut ? `${this.withoutColors()}\r\n` : "\r\n";
  }

  private withoutColors(): string {
    if (!this.isColored) return "";
    this.isColored = false;
    return resetColors;
  }
}

/** Printable text or a character itself, a visible symbol for it, or nothing. */
function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === "\t") return character;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  return isUnseen(character) ? "" : character;
}

/** Colors and weights; not blinking (5, 6) or hidden (8) text. */
const plainStyles = /^(|0|[12347]|9|2[1-9]|[34][0-79]|53|55|59|9[0-7]|10[0-7])$/;
/** An extended color (256 colors or RGB) with colons, or a style of underline. */
const joinedColor = /^[345]8(:\d{0,3}){2,6}$|^4:[0-5]$/;

function colorsOf(parameters: string): string {
  if (!/^[0-9;:]*$/.test(parameters)) return "";
  const given = parameters.split(";");
  const kept: string[] = [];
  for (let at = 0; at < given.length; at++) {
    const [style = "", kind = ""] = given.slice(at);
    if (/^[345]8$/.test(style)) {
      const length = kind === "5" ? 3 : kind === "2" ? 5 : 1;
      const color = given.slice(at, at + length);
      if (length > 1 && color.length === length && color.every((part) => /^\d{0,3}$/.test(part)))
        kept.push(...color);
      at += length - 1;
    } else if (plainStyles.test(style) || joinedColor.test(style)) kept.push(style);
  }
  return kept.length === 0 ? "" : `\u001b[${kept.join(";")}m`;
}
