// Finds a text or a regular expression in the lines of a file. No match extends over several lines.

export interface TextQuery {
  readonly query: string;
  readonly isCaseSensitive: boolean;
  readonly isRegExp: boolean;
}

/** `line` and `column` count from 1, in UTF-16 units as in editors. */
export interface TextMatch {
  readonly line: number;
  readonly column: number;
  readonly length: number;
  /** The line, or the part of a very long line around the match. */
  readonly text: string;
  /** Start of the match in `text`, from 0. */
  readonly textStart: number;
}

/** A line without the white space around it, and the range of the match in it. */
interface MatchLabel {
  readonly label: string;
  readonly highlight: readonly [start: number, end: number];
}

/** In characters: a longer line is shown in part. */
const longestShownLine = 250;
/** In characters: the part before the match. */
const shownBeforeMatch = 60;

/** The pattern to pass to `findMatches`. Throws a SyntaxError for a regular expression that is none. */
export function compileQuery({ query, isCaseSensitive, isRegExp }: TextQuery): RegExp {
  const flags = isCaseSensitive ? "g" : "gi";
  if (!isRegExp) return new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), `${flags}u`);
  try {
    return new RegExp(query, `${flags}u`);
  } catch {
    // Escapes such as \- and \_ are errors in Unicode mode only; other errors throw here again.
    return new RegExp(query, flags);
  }
}

/** Why the query is invalid, in the words of the JavaScript engine; undefined when it is valid. */
export function queryProblem(query: TextQuery): string | undefined {
  try {
    compileQuery(query);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.replace(/^Invalid regular expression: (\/.*\/[a-z]*: )?/s, "");
  }
}

/** The first `limit` matches in a text, by line. `pattern` comes from `compileQuery`. */
export function findMatches(text: string, pattern: RegExp, limit: number): TextMatch[] {
  const found: TextMatch[] = [];
  // Editors do not count a byte order mark as a character of the first line.
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  for (const [index, line] of lines.entries()) {
    for (const { start, length } of matchesInLine(line, pattern)) {
      if (found.length >= limit) return found;
      found.push({ line: index + 1, column: start + 1, length, ...shownPart(line, start) });
    }
  }
  return found;
}

/** The label of a match's row. */
export function matchLabel({ text, textStart, length }: TextMatch): MatchLabel {
  const label = text.trim();
  const indent = text.length - text.trimStart().length;
  const within = (position: number): number => Math.min(label.length, Math.max(0, position - indent));
  return { label, highlight: [within(textStart), within(textStart + length)] };
}

interface LineMatch {
  readonly start: number;
  readonly length: number;
}

/** An empty match, as of ^ or x*, stands for its line: it counts once, and only if the line has no other. */
function matchesInLine(line: string, pattern: RegExp): LineMatch[] {
  const found: LineMatch[] = [];
  let empty: LineMatch | undefined;
  for (const match of line.matchAll(pattern)) {
    const position = { start: match.index, length: match[0].length };
    if (position.length > 0) found.push(position);
    else empty ??= position;
  }
  return found.length === 0 && empty ? [empty] : found;
}

function shownPart(line: string, start: number): Pick<TextMatch, "text" | "textStart"> {
  if (line.length <= longestShownLine) return { text: line, textStart: start };
  let from = Math.max(0, Math.min(start - shownBeforeMatch, line.length - longestShownLine));
  let to = from + longestShownLine;
  if (isInsidePair(line, from)) from--;
  if (isInsidePair(line, to)) to++;
  const before = from > 0 ? "…" : "";
  const after = to < line.length ? "…" : "";
  return { text: `${before}${line.slice(from, to)}${after}`, textStart: start - from + before.length };
}

/** Whether `index` is between the two units of one character. */
function isInsidePair(text: string, index: number): boolean {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff;
}
