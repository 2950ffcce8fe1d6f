// A line of an ignore file. It matches the same names as git's wildmatch.c, in time bounded by the pattern's length
// times the name's. Packages make regular expressions of patterns, which many wildcards can make try for ever.

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "one"; readonly of: RegExp }
  /** "name": any characters but "/". "names": any characters. "folders": nothing, or any that end in "/". */
  | { readonly kind: "name" | "names" | "folders" };

export class IgnorePattern {
  readonly isNegative: boolean;
  private readonly isOfFolders: boolean;
  /** The pattern matches paths below its file's folder; else it matches names at any depth there. */
  private readonly isOfPaths: boolean;
  /** Undefined when it can fit nothing, such as "[a". */
  private readonly pieces: readonly Piece[] | undefined;
  private readonly shortest: number;
  private readonly end: string;

  private constructor(
    readonly line: string,
    ignoresCase: boolean,
  ) {
    this.isNegative = line.startsWith("!");
    this.isOfFolders = line.endsWith("/");
    const pattern = line.slice(this.isNegative ? 1 : 0, this.isOfFolders ? -1 : undefined);
    this.isOfPaths = pattern.includes("/");
    const pieces = piecesOf(pattern.replace(/^\//, ""), this.isOfPaths, ignoresCase);
    this.pieces = pieces;
    const lengths = (pieces ?? []).map((piece) =>
      piece.kind === "text" ? piece.text.length : Number(piece.kind === "one"),
    );
    this.shortest = lengths.reduce((sum, length) => sum + length, 0);
    const last = pieces?.at(-1);
    this.end = last?.kind === "text" ? last.text : "";
  }

  static all(text: string, ignoresCase: boolean): IgnorePattern[] {
    return text
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .map((line) => withoutSpacesAtEnd(line.replace(/\r$/, "")))
      .filter((line) => line !== "")
      .map((line) => new IgnorePattern(line, ignoresCase));
  }

  /** `path` is relative to the folder of the file, `ownName` its last name; in lower case where that does not count. */
  fits(path: string, ownName: string, isDirectory: boolean): boolean {
    if (!this.pieces || (this.isOfFolders && !isDirectory)) return false;
    const name = this.isOfPaths ? path : ownName;
    if (name.length < this.shortest || !name.endsWith(this.end)) return false;
    let places = [0];
    for (const piece of this.pieces) {
      places = placesAfter(piece, places, name);
      if (places.length === 0) return false;
    }
    return places.at(-1) === name.length;
  }
}

function withoutSpacesAtEnd(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at++) {
    if (line[at] === " ") continue;
    if (line[at] === "\\") at++;
    end = at + 1;
  }
  return line.slice(0, end);
}

function piecesOf(pattern: string, isOfPaths: boolean, ignoresCase: boolean): Piece[] | undefined {
  const pieces: Piece[] = [];
  let text = "";
  const endText = (): void => {
    if (text !== "") pieces.push({ kind: "text", text: ignoresCase ? text.toLowerCase() : text });
    text = "";
  };
  // git compares the text before the first wildcard separately: "a*b" is "a", then "*b".
  const firstWildcard = pattern.search(/[*?[\\]/);
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] as string;
    if (char === "\\") {
      at++;
      if (at === pattern.length) return undefined;
      text += pattern[at];
    } else if (char === "?") {
      endText();
      pieces.push({ kind: "one", of: /[\s\S]/ });
    } else if (char === "[") {
      const found = classAt(pattern, at, ignoresCase);
      if (!found) return undefined;
      endText();
      pieces.push({ kind: "one", of: found.of });
      at = found.end;
    } else if (char === "*") {
      endText();
      const start = at;
      while (pattern[at + 1] === "*") at++;
      const rest = pattern.slice(at + 1, at + 3);
      const isWhole =
        (start === firstWildcard || pattern[start - 1] === "/") && (rest === "" || /^\\?\//.test(rest));
      if (start === at || !isOfPaths || !isWhole) pieces.push({ kind: "name" });
      else if (rest.startsWith("/")) {
        pieces.push({ kind: "folders" });
        at++;
      } else pieces.push({ kind: "names" });
    } else text += char;
  }
  endText();
  return pieces;
}

const namedClasses: Readonly<Record<string, string>> = {
  ...{ alnum: "0-9A-Za-z", alpha: "A-Za-z", blank: " \\t", cntrl: "\\0-\\x1f\\x7f", digit: "0-9" },
  ...{ graph: "!-~", lower: "a-z", print: " -~", punct: "!-/:-@[-`{-~", space: "\\t-\\r ", upper: "A-Z" },
  xdigit: "0-9A-Fa-f",
};

/** The class of characters that begins there, and where it ends. */
function classAt(
  pattern: string,
  start: number,
  ignoresCase: boolean,
): { readonly of: RegExp; readonly end: number } | undefined {
  const isNegative = /[!^]/.test(pattern[start + 1] ?? "");
  let source = isNegative ? "^" : "";
  let at = start + (isNegative ? 2 : 1);
  let from: string | undefined;
  do {
    const isRange = pattern[at] === "-" && from !== undefined && !/^\]?$/.test(pattern[at + 1] ?? "");
    if (isRange) at++;
    if (pattern[at] === "[" && pattern[at + 1] === ":" && !isRange) {
      const end = pattern.indexOf("]", at + 2);
      if (end === -1) return undefined;
      if (end > at + 2 && pattern[end - 1] === ":") {
        const named = namedClasses[pattern.slice(at + 2, end - 1)];
        if (named === undefined) return undefined;
        source += named;
        from = undefined;
        at = end;
        continue;
      }
    }
    if (pattern[at] === "\\") at++;
    const char = pattern[at];
    if (char === undefined) return undefined;
    if (!isRange) source += inClass(char);
    else if (from !== undefined && from <= char) source += `${inClass(from)}-${inClass(char)}`;
    from = isRange ? undefined : char;
  } while (pattern[++at] !== "]");
  return { of: new RegExp(`[${source}]`, ignoresCase ? "i" : ""), end: at };
}

function inClass(char: string): string {
  return /[\\\]^-]/.test(char) ? `\\${char}` : char;
}

/** Sorted positions in `name` where the next piece may begin; `places` are the positions of this piece. */
function placesAfter(piece: Piece, places: readonly number[], name: string): number[] {
  const [first = 0] = places;
  const next: number[] = [];
  switch (piece.kind) {
    case "text":
      for (const at of places) if (name.startsWith(piece.text, at)) next.push(at + piece.text.length);
      break;
    case "one":
      for (const at of places) {
        const char = name[at];
        if (char !== undefined && char !== "/" && piece.of.test(char)) next.push(at + 1);
      }
      break;
    case "name":
      for (const place of places) {
        // Another place in the same name has led there.
        if (place <= (next.at(-1) ?? -1)) continue;
        let at = place;
        next.push(at);
        while (at < name.length && name[at] !== "/") next.push(++at);
      }
      break;
    case "names":
      for (let at = first; at <= name.length; at++) next.push(at);
      break;
    case "folders": {
      const known = new Set(places);
      for (let at = first; at <= name.length; at++)
        if (known.has(at) || (at > first && name[at - 1] === "/")) next.push(at);
    }
  }
  return next;
}
