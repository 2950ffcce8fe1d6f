// A .env file: its values, and new ones, written as dotenv for Node.js and for Python both read them.

interface Entry {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const longest = 65_536;
const line = new RegExp(
  `^(\\ufeff?[ \\t]{0,40}(?:export[ \\t]{1,8})?([A-Za-z_][\\w.-]{0,199})[ \\t]{0,40}=[ \\t]{0,40})` +
    `('[^']{0,${longest}}'|"(?:\\\\.|[^"\\\\]){0,${longest}}"|\`[^\`]{0,${longest}}\`|[^\\r\\n]{0,${longest}})`,
  "gm",
);

function entriesIn(text: string): Entry[] {
  return [...text.matchAll(line)].map(({ index, 1: before = "", 2: name = "", 3: found = "" }) => {
    const isQuoted = /^(['"`])[\s\S]*\1$/.test(found) && found.length > 1;
    // A comment needs a space before it, as for Python and shells.
    const written = isQuoted ? found : found.replace(/(?:^|[ \t])#.*$/, "").trimEnd();
    const start = index + before.length;
    return { name, value: unquoted(written, isQuoted), start, end: start + written.length };
  });
}

function unquoted(written: string, isQuoted: boolean): string {
  const inner = isQuoted ? written.slice(1, -1).replace(/\r\n?/g, "\n") : written;
  if (!isQuoted || !written.startsWith('"')) return inner;
  const meant: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\" };
  return inner.replace(/\\([nrt"\\])/g, (_, sign: string) => meant[sign] ?? "");
}

/** The last of equal names counts, as it does for programs. */
export function valuesInEnv(text: string): ReadonlyMap<string, string> {
  return new Map(entriesIn(text).map(({ name, value }) => [name, value]));
}

/** The text with these values; everything else stays. `left`: names of values that no .env file can hold. */
export function withEnvValues(
  source: string,
  values: Iterable<readonly [name: string, value: string]>,
): { readonly text: string; readonly left: readonly string[] } {
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  let text = source;
  const left: string[] = [];
  for (const [name, value] of values) {
    const own = entriesIn(text).findLast((entry) => entry.name === name);
    const start = text === "" || text.endsWith("\n") ? text : text + eol;
    const changed = own
      ? text.slice(0, own.start) + written(value) + text.slice(own.end)
      : `${start}${name}=${written(value)}${eol}`;
    if (isOnly(text, changed, name, value)) text = changed;
    else left.push(name);
  }
  return { text, left };
}

/** A text with a quote that never ends may be read in another way than it was meant. */
function isOnly(before: string, after: string, name: string, value: string): boolean {
  const expected = new Map(valuesInEnv(before)).set(name, value);
  const found = valuesInEnv(after);
  return found.size === expected.size && [...expected].every(([each, own]) => found.get(each) === own);
}

/** Python reads escapes in single quotes, too, and programs replace `$` in double quotes. */
function written(value: string): string {
  if (/^[\w.,:/@%+=-]*$/.test(value)) return value;
  if (!/['\r]|\\\\|\\$/.test(value)) return `'${value}'`;
  if (!/["\\$`\r]/.test(value)) return `"${value}"`;
  // Without quotes, where no program reads one or a comment. `isOnly` refuses the other values.
  return /^[^\s'"`#][^\r\n#]*$/.test(value) ? value : "\r";
}
