// A .env file: its values, and new ones, written as dotenv for Node.js and for Python both read them.

const longest = 65_536;
const line = new RegExp(
  `^(\\ufeff?[ \\t]{0,40}(?:export[ \\t]{1,8})?([A-Za-z_][\\w.-]{0,199})[ \\t]{0,40}=[ \\t]{0,40})` +
    `('[^']{0,${longest}}'|"(?:\\\\.|[^"\\\\]){0,${longest}}"|\`[^\`]{0,${longest}}\`|[^\\r\\n]{0,${longest}})`,
  "gm",
);

function entriesIn(text: string): { name: string; value: string; start: number; end: number }[] {
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

/** Tried in turn: values with such a sign are left, which may end a quote of the source that never ends. */
const leftSigns = [/(?!)/, /"/, /'/, /`/, /["'`]/];

/** The text with these values; everything else stays. `left`: names of values that the file cannot hold. */
export function withEnvValues(
  source: string,
  values: Iterable<readonly [name: string, value: string]>,
): { readonly text: string; readonly left: readonly string[] } {
  const all = new Map(values);
  const possible = [...all].filter((each) => canHold("", new Map([each])));
  const taken =
    leftSigns
      .map((sign) => new Map(possible.filter(([, value]) => !sign.test(written(value)))))
      .find((each) => canHold(source, each)) ?? new Map<string, string>();
  return { text: replaced(source, taken), left: [...all.keys()].filter((name) => !taken.has(name)) };
}

function canHold(source: string, values: ReadonlyMap<string, string>): boolean {
  const expected = new Map([...valuesInEnv(source), ...values]);
  const found = valuesInEnv(replaced(source, values));
  return found.size === expected.size && [...expected].every(([each, own]) => found.get(each) === own);
}

function replaced(source: string, values: ReadonlyMap<string, string>): string {
  const eol = source.includes("\r\n") ? "\r\n" : "\n";
  const last = new Map(entriesIn(source).map((entry) => [entry.name, entry]));
  const added = [...values].filter(([name]) => !last.has(name));
  let [text, from] = ["", 0];
  for (const { name, start, end } of [...last.values()].sort((a, b) => a.start - b.start)) {
    const value = values.get(name);
    if (value === undefined) continue;
    text += source.slice(from, start) + written(value);
    from = end;
  }
  text += source.slice(from);
  if (text !== "" && !text.endsWith("\n") && added.length > 0) text += eol;
  return text + added.map(([name, value]) => `${name}=${written(value)}${eol}`).join("");
}

/** Python reads escapes in single quotes, too, and programs replace `$` in double quotes. */
function written(value: string): string {
  if (/^[\w.,:/@%+=-]*$/.test(value)) return value;
  if (!/['\r]|\\\\|\\$/.test(value)) return `'${value}'`;
  if (!/["\\$`\r]/.test(value)) return `"${value}"`;
  // Without quotes, where no program reads one or a comment. `canHold` refuses the other values.
  return /^[^\s'"`#][^\r\n#]*$/.test(value) ? value : "\r";
}
