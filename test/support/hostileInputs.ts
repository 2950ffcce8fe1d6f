// Texts that make a pattern look again and again at the same characters, and a check that this takes time in proportion
// to their length.
import assert from "node:assert/strict";
import { withTimeLimit } from "../../src/features/find/search/timeLimit";
import { conditionTimeoutMs } from "./waitUntil";

/** Makes a text of about this many characters. */
export type TextOfLength = (length: number) => string;

/** What patterns and parsers stop at: each is what some pattern of ours begins with, or is made of. */
export const hostilePieces: readonly string[] = [
  ...'a A 0 / \\ " \' ` . - _ : = * ! # [ ] ( { } < , ? [{ {"a": ]( $( // /* é 😀 ../ a/ **/ %20 1: a:1 1.2'.split(
    " ",
  ),
  ...[" ", "\t", "\n", "\r", "\r\n", "\u0000", "\u202e", "\ud800", "\u001b[31m", "\u001b]0;"],
  ...["a b ", "a=b ", "a: ", "ab\n", "\n\n ", "#a\n", "a: b = ", "a\t:", "__name__ ", ".run "],
  ...'*a*b a- 1- [[] password password= password=" token_ a:// a://b:c https://u: https://a:b@c'.split(" "),
  ..."xoxb- xoxb-1- eyJaaaaaaaaaaa. eyJaaaaaaaaaaaa hooks.slack.com/services/T sk- glpat- SG. Flask(".split(
    " ",
  ),
  ...[
    "secret ",
    "api_key: ",
    "-----BEGIN RSA PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN ",
  ],
  ...["Bearer ", "Cookie: ", "Cookie: a=", "Set-Cookie: a=b; ", "require( ", "create Server "],
  ...["from aiohttp import ", "from ", "import x\n", "import aiohttp web", "createServer ", "node "],
  ...["web: \n", "web: a ", "env ", "A= "],
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

/** The piece repeated, with something at its end that fits nothing. */
export const repeated =
  (piece: string, beginning = ""): TextOfLength =>
  (length) =>
    `${beginning}${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}\u0001!`;

/** Each piece repeated, alone or after a beginning. */
export const hostileTexts: readonly TextOfLength[] = [
  ...hostilePieces.map((piece) => repeated(piece)),
  ...beginnings.map(([beginning, piece]) => repeated(piece, beginning)),
];

const shortLength = 4_000;
/** The long text is so many times the short one, which is what work in proportion takes for it. */
const factor = 8;
/** How often more than that it may take. Work that compares each character with each other one takes `factor` times more. */
const mostGrowth = 3;
/** Milliseconds for a long text that need no comparison: with each character compared, it takes more. */
const fewMs = 3;
/** Milliseconds after which the time for a short text is known. */
const enoughMs = 1;
/** A busy machine spoils some comparisons, but never all of them: one in proportion is proof. */
const attempts = 10;

/**
 * Fails where `work` takes a processor more time for a long text than its length accounts for. `timeOf` gives the
 * milliseconds of a processor that some work takes.
 */
export function assertProportional(
  work: (text: string) => unknown,
  textOf: TextOfLength,
  timeOf = processorMs,
): void {
  const found: string[] = [];
  while (found.length < attempts) {
    // A bound in a pattern, such as {3,4000}, costs its full price only in texts longer than that: up to there the
    // time grows faster than the text. So the later attempts compare longer ones.
    const length = found.length < attempts / 2 ? shortLength : shortLength * 4;
    const [short, long] = [textOf(length), textOf(length * factor)];
    const longMs = timeOf(() => work(long));
    if (longMs <= fewMs) return;
    let [shortMs, times] = [0, 0];
    for (; times < factor && shortMs < enoughMs; times++) shortMs += timeOf(() => work(short));
    const growth = (longMs * times) / Math.max(shortMs, Number.EPSILON);
    if (growth <= factor * mostGrowth) return;
    found.push(String(Math.round(growth)));
  }
  assert.fail(
    `${shown(textOf(shortLength))}: ${factor} times the text took ${found.join(", ")} times as long`,
  );
}

/** Milliseconds of a processor; work that does not end fails at the limit of any wait. */
function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  const hasEnded = withTimeLimit(conditionTimeoutMs, () => {
    work();
    return true;
  });
  const { user, system } = process.cpuUsage(before);
  assert.ok(hasEnded, "did not end");
  return (user + system) / 1000;
}

/** As much of a text as a message needs. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 24));
}
