// A growing text of others, such as a log, as a terminal may show it: text, lines and colours. All else that a terminal
// would obey (links, titles, the clipboard, the cursor, modes) is left out.
import { isUnseen } from "./inertText";

/** What comes next belongs to: the text, a sequence of one kind or another, or a string for the terminal. */
type State = "text" | "escape" | "sequence" | "string" | "stringEscape";

/** A line that is longer ends in an ellipsis. */
const longestLine = 10_000;
/** A sequence of parameters that is longer is none. */
const longestParameters = 64;
/** A string for the terminal that does not end within this is none. */
const longestString = 8_192;

const resetColours = "\u001b[0m";

export class TerminalText {
  private state: State = "text";
  private parameters = "";
  private stringLength = 0;
  private lineLength = 0;
  private isColoured = false;
  private isAfterReturn = false;
  /** The first half of a character whose other half is still to come. */
  private half = "";

  /** Whether the next text begins a line. */
  get isAtLineStart(): boolean {
    return this.lineLength === 0;
  }

  /** What to show for the next piece of the text, which may be cut anywhere. */
  next(piece: string): string {
    let text = this.half + piece;
    this.half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
    if (this.half !== "") text = text.slice(0, -1);
    let shown = "";
    for (const character of text) shown += this.take(character);
    return shown;
  }

  /** Ends what is under way: the line, its colours, a sequence that was cut off. */
  end(): string {
    this.state = "text";
    this.half = "";
    return this.isAtLineStart ? this.withoutColours() : this.newLine();
  }

  private take(character: string): string {
    switch (this.state) {
      case "text":
        return this.takeText(character);
      case "escape":
        return this.takeEscape(character);
      case "sequence":
        return this.takeSequence(character);
      default:
        return this.takeString(character);
    }
  }

  private takeText(character: string): string {
    const isAfterReturn = this.isAfterReturn;
    this.isAfterReturn = character === "\r";
    switch (character) {
      case "\u001b":
        this.state = "escape";
        return "";
      case "\u009b":
        return this.beginSequence();
      // Device control, start of string, system command, privacy message, program command.
      case "\u0090":
      case "\u0098":
      case "\u009d":
      case "\u009e":
      case "\u009f":
        return this.beginString();
      case "\n":
        return isAfterReturn ? "" : this.newLine();
      // Not back to the beginning of the line: what stands there would be hidden.
      case "\r":
        return this.newLine();
      default:
        return this.inLine(symbolOf(character));
    }
  }

  private takeEscape(character: string): string {
    if (character === "[") return this.beginSequence();
    if ("]PX^_".includes(character)) return this.beginString();
    // Between the two there may be characters that say which set is meant.
    if (/[ -/]/.test(character)) return "";
    this.state = "text";
    return /[0-~]/.test(character) ? "" : this.takeText(character);
  }

  private beginSequence(): string {
    this.state = "sequence";
    this.parameters = "";
    return "";
  }

  private takeSequence(character: string): string {
    if (/[ -?]/.test(character) && this.parameters.length < longestParameters) {
      this.parameters += character;
      return "";
    }
    this.state = "text";
    if (!/[@-~]/.test(character)) return this.takeText(character);
    const colours = character === "m" ? coloursOf(this.parameters) : "";
    if (colours === "" || this.lineLength >= longestLine) return "";
    this.isColoured = true;
    // An endless row of colours is an endless line, too.
    this.lineLength += colours.length;
    return colours;
  }

  private beginString(): string {
    this.state = "string";
    this.stringLength = 0;
    return "";
  }

  private takeString(character: string): string {
    const isAfterEscape = this.state === "stringEscape";
    this.state = character === "\u001b" ? "stringEscape" : "string";
    if (character === "\u0007" || character === "\u009c" || (isAfterEscape && character === "\\")) {
      this.state = "text";
      return "";
    }
    // One that has no end must not take all that follows with it.
    if (character !== "\n" && ++this.stringLength <= longestString) return "";
    this.state = "text";
    return this.takeText(character);
  }

  private inLine(shown: string): string {
    if (this.lineLength > longestLine) return "";
    this.lineLength += shown.length;
    if (this.lineLength <= longestLine) return shown;
    this.lineLength = longestLine + 1;
    return "…";
  }

  private newLine(): string {
    const isCut = this.lineLength > longestLine;
    this.lineLength = 0;
    // Where a line was cut, so may its colours have been.
    return isCut ? `${this.withoutColours()}\r\n` : "\r\n";
  }

  private withoutColours(): string {
    if (!this.isColoured) return "";
    this.isColoured = false;
    return resetColours;
  }
}

/** As it is, as a picture of it, or nothing. */
function symbolOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === "\t") return character;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  return isUnseen(character) ? "" : character;
}

/** Colours and weights of text; not what blinks (5, 6) or hides (8). */
const plainStyles = /^(|0|[12347]|9|2[1-9]|[34][0-79]|53|55|59|9[0-7]|10[0-7])$/;
/** A colour of its own: one of 256, or of all, in one parameter or in several. */
const joinedColour = /^[345]8(:\d{0,3}){2,6}$|^4:[0-5]$/;

/** The sequence with the parameters that are colours; nothing without one. */
function coloursOf(parameters: string): string {
  if (!/^[0-9;:]*$/.test(parameters)) return "";
  const given = parameters.split(";");
  const kept: string[] = [];
  for (let at = 0; at < given.length; at++) {
    const [style = "", kind = ""] = given.slice(at);
    if (/^[345]8$/.test(style)) {
      const length = kind === "5" ? 3 : kind === "2" ? 5 : 1;
      const colour = given.slice(at, at + length);
      if (length > 1 && colour.length === length && colour.every((part) => /^\d{0,3}$/.test(part)))
        kept.push(...colour);
      at += length - 1;
    } else if (plainStyles.test(style) || joinedColour.test(style)) kept.push(style);
  }
  return kept.length === 0 ? "" : `\u001b[${kept.join(";")}m`;
}
