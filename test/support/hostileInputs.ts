// Texts that make patterns backtrack, and a check that time grows in proportion to length.
import assert from "node:assert/strict";
import { withTimeLimit } from "../../src/features/find/search/timeLimit";
import { conditionTimeoutMs } from "./waitUntil";

/** Of about that many characters. */
export type TextOfLength = (length: number) => string;

/** Each begins, or is part of, one of the extension's patterns. */
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
  ...["web: \n", "web: a ", "env ", "A= ", "# /// script\n"],
];

/** Precede a repeated piece. */
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

/** Ends with a character that no pattern matches. */
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
/** Length of the long text relative to the short one. */
const factor = 8;
/** Allowed growth beyond `factor`. Quadratic work takes `factor` times more. */
const mostGrowth = 3;
/** A long text this fast needs no comparison: quadratic work takes longer. */
const fewMs = 3;
/** Shortest measurable time of a short text. */
const enoughMs = 1;
/** A busy machine spoils some comparisons; one success is proof. */
const attempts = 10;

/** Fails when `work` takes disproportionate CPU time for a long text. `timeOf` measures CPU milliseconds. */
export function assertProportional(
  work: (text: string) => unknown,
  textOf: TextOfLength,
  timeOf = processorMs,
): void {
  const found: string[] = [];
  while (found.length < attempts) {
    // A bound such as {3,4000} costs its full price only beyond its length: up to there time grows faster
    // than the text. Later attempts compare longer texts.
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

/** CPU time; work without end fails at the usual time limit. */
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

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 24));
}
