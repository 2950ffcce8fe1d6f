// YAML that other people wrote. Loaded on first use: few projects have a file of it.
import { Composer, type CST, Lexer, Parser } from "yaml";

/** Real files are less deep; the parser takes seconds for thousands. */
const deepest = 200;
/** Those of some 170 KB that people write: composing them takes up to 50 ms of a machine that is busy. */
const mostPieces = 40_000;
const options = {
  merge: true,
  prettyErrors: false,
  logLevel: "error",
  // The check for duplicate keys takes minutes for a file with keys only.
  uniqueKeys: false,
} as const;

/** Goes on in short steps. Throws at the first mistake, and where aliases stand for more than a file says. */
export function* parseYaml(text: string): Generator<undefined, unknown> {
  requireFlat(text);
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  const take = (token: CST.Token): void => {
    // Each takes as long as a page of YAML.
    if (token.type === "error") throw new Error(token.message);
    tokens.push(token);
  };
  let pieces = 0;
  for (const piece of new Lexer().lex(text)) {
    if (++pieces > mostPieces) throw new Error("too much");
    for (const token of parser.next(piece)) take(token);
    yield;
  }
  for (const token of parser.end()) take(token);
  yield;
  const [document, ...others] = new Composer(options).compose(tokens, true, text.length);
  const [error = others.length > 0 ? new Error("several documents") : undefined] = document?.errors ?? [];
  if (error) throw error;
  yield;
  return document?.toJS({ maxAliasCount: 100 });
}

function requireFlat(text: string): void {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > deepest) throw new Error("too deep");
  }
}
