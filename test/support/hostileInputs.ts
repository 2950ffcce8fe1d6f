// Texts that make a pattern look again and again at the same characters, and a limit for what is done with them.
import assert from "node:assert/strict";
import { withTimeLimit } from "../../src/features/files/find/search/timeLimit";

const longTextCharacters = 250_000;

/** What is repeated until the text is long; each is what some pattern of ours begins with, or is made of. */
const pieces = [
  ...["a", "A", "0", " ", "\t", "\n", "\r", "/", "\\", '"', "'", "`", ".", "-", "_", ":", "=", "*", "!", "#"],
  ...[
    "[",
    "(",
    "{",
    "<",
    "[{",
    '{"a":',
    "](",
    "$(",
    "a b ",
    "a=b ",
    "a: ",
    "ab\n",
    "\n\n ",
    "../",
    "a/",
    "**/",
  ],
  ...[
    "password",
    "password=",
    'password="',
    "secret ",
    "token_",
    "api_key: ",
    "a://",
    "a://b:c",
    "https://u:",
  ],
  ...[
    "-----BEGIN RSA PRIVATE KEY-----",
    "-----BEGIN ",
    "xoxb-",
    "xoxb-1-",
    "eyJaaaaaaaaaaa.",
    "eyJaaaaaaaaaaaa",
  ],
  ...["hooks.slack.com/services/T", "sk-", "glpat-", "SG.", "Bearer ", "Cookie: ", "Set-Cookie: a=b; "],
  ...[
    "from aiohttp import ",
    "from ",
    "import x\n",
    "import aiohttp web",
    "web: \n",
    "web: a ",
    "env ",
    "A= ",
  ],
  ...[
    "Flask(",
    "a: b = ",
    "a\t:",
    "__name__ ",
    ".run ",
    "require( ",
    "create Server ",
    "createServer ",
    "node ",
  ],
  ...[
    "?",
    "%20",
    "\u0000",
    "\u202e",
    "é",
    "😀",
    "\ud800",
    "1:",
    "a:1",
    "1.2",
    "#a\n",
    "*a*b",
    "a-",
    "1-",
    "[[]",
  ],
];

/** What stands once, before a piece that is repeated. */
const beginnings: readonly (readonly [string, string])[] = [
  ["a:", " "],
  ["web: a", " "],
  ["password", " "],
  ['password = "', "a"],
  ["-----BEGIN PRIVATE KEY-----", "\\n"],
  ["-----BEGIN PRIVATE KEY-----", " a"],
  ["eyJ", "-eyJaaaaaaaaaaaa"],
  ["python -m ", "python -m "],
  ["python ", "-m "],
  ["a: ", "a = "],
  ["-----BEGIN ", "A "],
  ["Cookie:", " "],
  ["Authorization:", " "],
  ["{", '"name":1,'],
  ['{"a":"', "\\"],
];

/** Each piece repeated, with something at its end that fits nothing. */
export function longTexts(length = longTextCharacters): readonly string[] {
  const repeated = pieces.map((piece) => ["", piece] as const);
  return [...repeated, ...beginnings].map(([beginning, piece]) => {
    const text = beginning + piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
    return `${text}\u0001!`;
  });
}

/** A machine that is busy with other things makes some attempts slow, but never the quickest of a few. */
const attempts = 5;

/** Fails where `work` takes the processor for more than `mostMs` milliseconds, however often it is tried. */
export function assertBounded(work: () => void, mostMs: number, what: string): void {
  let quickestMs = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && quickestMs > mostMs; attempt++) {
    const before = process.cpuUsage();
    const end = withTimeLimit(20 * mostMs, () => {
      work();
      return true;
    });
    const { user, system } = process.cpuUsage(before);
    assert.ok(end, `${what}: was ended after ${20 * mostMs} ms`);
    quickestMs = Math.min(quickestMs, (user + system) / 1000);
  }
  assert.ok(quickestMs <= mostMs, `${what}: ${Math.round(quickestMs)} ms`);
}

/** As much of a text as a message needs. */
export function shown(text: string): string {
  return JSON.stringify(text.slice(0, 24));
}
