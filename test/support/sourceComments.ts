// Finds comments and test titles in source text, for tests of their English.

export interface Comment {
  /** From 1. */
  readonly line: number;
  readonly lines: number;
  readonly text: string;
  /** The line of code below it. */
  readonly above: string;
}

/** Comments on lines of their own; the code base has no others. */
export function commentsOf(source: string): Comment[] {
  const lines = source.split("\n");
  const found: Comment[] = [];
  for (let start = 0; start < lines.length; start++) {
    const opens = /^\s*(\/\/|\/\*)/.exec(lines[start] ?? "")?.[1];
    if (!opens) continue;
    let end = start;
    if (opens === "//") while (/^\s*\/\//.test(lines[end + 1] ?? "")) end++;
    else while (end < lines.length - 1 && !lines[end]?.includes("*/")) end++;
    const text = lines
      .slice(start, end + 1)
      .map((line) => line.replace(/^\s*(\/\/|\/\*\*?|\*(?!\/))\s?/, "").replace(/\s*\*\/\s*$/, ""))
      .join(" ");
    found.push({ line: start + 1, lines: end + 1 - start, text: text.trim(), above: lines[end + 1] ?? "" });
    start = end;
  }
  return found;
}

/** The source without its comments. */
export function codeOf(source: string): string {
  const lines = source.split("\n");
  for (const { line, lines: count } of commentsOf(source)) lines.fill("", line - 1, line - 1 + count);
  return lines.join("\n");
}

/** Each name in the code once, without the words of strings and templates. */
export function namesOf(source: string): string[] {
  const code = codeOf(source)
    .replaceAll(/"(?:\\.|[^"\\\n])*"/g, '""')
    .replaceAll(/`(?:\\.|[^`\\])*`/g, (template) => (template.match(/\$\{[^}]*\}/g) ?? []).join(" "));
  return [...new Set(code.match(/[A-Za-z_$][\w$]*/g))];
}

/** Of `it` and `describe`, and quoted keys and items of several words, which tables of tests have as titles. */
export function titlesOf(source: string): string[] {
  const called = source.matchAll(/\b(?:it|describe)\(\s*(["`])((?:\\.|(?!\1).)*)\1/gs);
  const listed = source.matchAll(/^\s*(?:\[\s*)?(")((?:\w[\w']*[ ,]+){3,}[\w']+)"[:,]/gm);
  return [...called, ...listed].map(([, , title = ""]) => title);
}

const openFunction = /^export (?:async )?(?:function|(?:abstract )?class|const \w+ = (?:async )?(?:<.*>)?\()/;
const openMethod = /^ {2}(?!private|protected|readonly|#)(?:static )?(?:async )?(?:get )?\w+(?:<.*>)?\(/;

/** Lines of comments. Not counted: directives, and doc comments of exported functions and of exported types' methods. */
export function commentLines(source: string): number {
  const lines = source.split("\n");
  const isOpen = ({ line, above }: Comment): boolean => {
    if (openFunction.test(above)) return true;
    const within = lines.slice(0, line).findLast((each) => /^(?:export |class |interface )/.test(each));
    return openMethod.test(above) && /^export (?:abstract )?(?:class|interface)/.test(within ?? "");
  };
  return commentsOf(source)
    .filter((comment) => !isOpen(comment) && !comment.text.startsWith("biome-ignore "))
    .reduce((sum, { lines: count }) => sum + count, 0);
}
