// Keeps the rules of an ignore file from taking for ever: a pattern with many wildcards in one name can be fitted to
// a long name in more ways than can be tried, and a repository of others may hold one.

/** So many of a kind are still tried quickly on the longest name and path. */
const mostWildcards = 3;
/** No system of files has a longer path. */
const longestPattern = 4_096;

/** More than anybody writes; each costs time when the file is read and for each path. */
const mostRules = 10_000;

/**
 * The same rules, of which those with too many wildcards are simpler: they leave out what they did and maybe more, or,
 * where they bring something back, nothing at all. A file of too many rules leaves out everything. So nothing is sent
 * that the file keeps from being sent.
 */
export function boundedRules(text: string): string {
  // The last rule that fits decides, so of equal ones only the last is needed.
  const lines = [...new Set(text.split("\n").reverse())].reverse();
  if (lines.length > mostRules) return "*";
  return lines.map((line) => (isSimple(line) ? line : simpler(line))).join("\n");
}

function isSimple(line: string): boolean {
  if (line.length > longestPattern) return false;
  let wildcards = 0;
  for (let at = line.indexOf("*"); at !== -1; at = line.indexOf("*", at + 1)) wildcards++;
  return wildcards <= mostWildcards;
}

function simpler(line: string): string {
  const isBack = line.startsWith("!");
  if (line.length > longestPattern) return line.startsWith("#") || isBack ? "" : "*";
  const names = line.split("/").map(simplerName);
  const anyDepth = names.flatMap((name, index) => (name === "**" ? [index] : []));
  const [first = 0] = anyDepth;
  const last = anyDepth.at(-1) ?? 0;
  const short =
    anyDepth.length > mostWildcards ? [...names.slice(0, first), "**", ...names.slice(last + 1)] : names;
  const pattern = short.join("/");
  return isBack && pattern !== line ? "" : pattern;
}

/** Of a name with many wildcards what is before the first and after the last. */
function simplerName(name: string): string {
  const parts = name.split(/\*{1,4096}/);
  if (name === "**" || parts.length - 1 <= mostWildcards) return name;
  // A class of characters or an escape that holds a star would be cut in two.
  return /[[\\]/.test(name) ? "*" : `${parts[0]}*${parts.at(-1)}`;
}
