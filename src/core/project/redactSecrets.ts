// Removes secrets from text for others, such as a language model; rather too much than too little. Each pattern is
// bounded, so that the time grows linearly with the text.
import { privateKeyHeader, secretForms, secretWord } from "./secrets";

type Redact = (match: string, ...groups: string[]) => string;

function redacted(kind: string): string {
  return `[redacted: ${kind}]`;
}

const keep =
  (kind: string): Redact =>
  (_match, before = "") =>
    `${before}${redacted(kind)}`;

const quoted = String.raw`\\?"(?:\\.|[^"\\\r\n]){1,5000}"?|\\?'(?:\\.|[^'\\\r\n]){1,5000}'?|\x60[^\x60]{1,5000}\x60?`;
const name = String.raw`(?:${secretWord}|pwd|connection[_-]?string)[\w.-]{0,30}(?:\\?["'\x60])?\]?`;

const reference =
  /^\\?["'`]?(?:\$\{[^}]{0,200}\}|\$[A-Z_]{1,80}|\{\{[^}]{0,200}\}\}|<[^>]{0,200}>|\[redacted: [a-z ]{1,40}\]?)/;
const typeName =
  /^(?:str|string|int|integer|bool|boolean|bytes|any|unknown|none|null|undefined|true|false|number|object|void)$/i;

/** Run before the patterns of `secretForms`: these take a whole header, address or value. */
const first: readonly (readonly [RegExp, Redact])[] = [
  [
    /((?:\b(?:proxy-)?authorization|\bx-(?:api-key|auth-token|access-token))\\?["']?\s{0,4}[:=]\s{0,4}\\?["']?)[^\r\n"',;]{3,4000}/gi,
    keep("authorization header"),
  ],
  [/(\b(?:bearer|basic)\s{1,4})[A-Za-z0-9._~+/=-]{8,4000}/gi, keep("bearer token")],
  [
    /(\b(?:set-)?cookie2?\\?["']?\s{0,4}[:=]\s{0,4}(?:\[\s{0,4})?\\?["']?)[^\s=;:"'()]{1,200}=[^\r\n]*/gi,
    keep("cookie"),
  ],
  [
    /(\b(?:connect\.sid|[a-z_-]{0,20}sess(?:ion)?(?:[_-]?id)?|sid|csrf[_-]?token|xsrf[_-]?token)=)[^\s;"'&,)]{8,4000}/gi,
    keep("cookie"),
  ],
  [
    /(\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s/:@"'<>]{0,200}):[^\s/"'<>]{1,500}@/gi,
    (_match, before = "") => `${before}:${redacted("password")}@`,
  ],
];

/** Run after them: values of names such as "password", unless they are harmless. */
const assignments: readonly (readonly [RegExp, (before: string, value: string) => boolean])[] = [
  [
    new RegExp(
      `(${name}(?:\\s{0,4}:\\s{0,4}[\\w.[\\]|]{1,40})?\\s{0,4}(?::=|=>|[:=])\\s{0,4}[rbuf]{0,2})(${quoted})`,
      "gi",
    ),
    (_before, value) => reference.test(value),
  ],
  // PASSWORD=… in a shell, password=… in a URL, and names that no program could have.
  [new RegExp(`(${name}=)([^\\s"'\`,;(){}\\[\\]<>&]{1,500})`, "gi"), isWord],
  [
    new RegExp(
      `^([ \\t]{0,40}(?:- )?["']?[\\w.-]{0,40}${name}[ \\t]{0,8}(?:[:=][ \\t]{1,8}|:(?![:=]|(?:[\\w+.-]{1,20}:)?//|\\d{1,5}:\\d)))([^\\s"'\`,;(){}\\[\\]<>]{3,500})(?=[ \\t]{0,20}\\r?$)`,
      "gim",
    ),
    (before, value) =>
      typeName.test(value) || reference.test(value) || (before.endsWith(":") && isWord(before, value)),
  ],
];

function isWord(before: string, value: string): boolean {
  return !/[A-Z]{3}/.test(before) && /^[A-Za-z_.]{1,500}$/.test(value);
}

/** Replaces likely secrets, and each of `values` wherever it occurs. One list for many texts is prepared once. */
export function redactSecrets(text: string, values: readonly string[] = []): string {
  // The keys first: a part of a value may be the header of another key.
  let left = withoutPrivateKeys(text);
  if (values.length > 0) left = withoutValues(left, values);
  for (const [pattern, redact] of first) left = left.replace(pattern, redact);
  for (const [pattern] of secretForms)
    left = left.replace(new RegExp(pattern.source, "g"), () => redacted("access token"));
  for (const [pattern, isHarmless] of assignments)
    left = left.replace(pattern, (match, before: string, value: string) =>
      isHarmless(before, value) ? match : `${before}${redacted("password or key")}`,
    );
  return left;
}

const shortestValue = 6;
/** A log may cut a value, print it with escapes or lack its empty lines: so parts of this length are looked for. */
const partLength = 20;
const partsOfLists = new WeakMap<readonly string[], ReturnType<typeof partsOf>>();

function partsOf(values: readonly string[]) {
  const parts = new Set<string>();
  for (const value of values) {
    const lines = value.split(/\r?\n/).filter((line) => line.trim() !== "");
    const besideKeys = withoutPrivateKeys(value).split(redacted("private key"));
    const whole = [value, lines.join("\n"), JSON.stringify(value).slice(1, -1)];
    for (const form of [...whole, ...lines.map((line) => line.trim()), ...besideKeys])
      for (let at = 0; at === 0 || at + partLength <= form.length; at++) {
        const part = form.slice(at, at + partLength);
        if (part.trim().length >= shortestValue) parts.add(part);
      }
  }
  return { parts, lengths: [...new Set([...parts].map(({ length }) => length))].sort((a, b) => b - a) };
}

function withoutValues(text: string, values: readonly string[]): string {
  const { parts, lengths } = partsOfLists.get(values) ?? partsOf(values);
  partsOfLists.set(values, { parts, lengths });
  let [left, end] = ["", 0];
  for (let at = 0; at < text.length; at++) {
    const length = lengths.find((each) => parts.has(text.slice(at, at + each)));
    if (length === undefined) continue;
    if (at > end || at === 0) left += text.slice(end, at) + redacted("environment value");
    end = Math.max(end, at + length);
  }
  return left + text.slice(end);
}

function withoutPrivateKeys(text: string): string {
  const header = new RegExp(privateKeyHeader, "g");
  let left = "";
  let from = 0;
  for (let match = header.exec(text); match; match = header.exec(text)) {
    left += text.slice(from, match.index) + redacted("private key");
    const end = text.indexOf("-----END ", header.lastIndex);
    const after = end < 0 ? -1 : text.indexOf("-----", end + "-----END ".length);
    if (after < 0) return left;
    from = after + "-----".length;
    header.lastIndex = from;
  }
  return left + text.slice(from);
}
