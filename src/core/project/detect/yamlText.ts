// Parses foreign YAML. Loaded on first use: few projects have a YAML file.
import { Composer, type CST, Parser } from "yaml";

/** Real files are less deep; the parser takes seconds for thousands. */
const deepest = 200;
const options = {
  merge: true,
  prettyErrors: false,
  logLevel: "error",
  // The check for duplicate keys takes minutes for a file with keys only.
  uniqueKeys: false,
} as const;

/** Throws at the first mistake, and when aliases expand the document too far. */
export function parseYaml(text: string): unknown {
  requireFlat(text);
  const [document, ...others] = new Composer(options).compose(tokensOf(text), true, text.length);
  const [error = others.length > 0 ? new Error("several documents") : undefined] = document?.errors ?? [];
  if (error) throw error;
  return document?.toJS({ maxAliasCount: 100 });
}

function* tokensOf(text: string): Generator<CST.Token> {
  for (const token of new Parser().parse(text)) {
    // Each further error would take as long as a page of YAML.
    if (token.type === "error") throw new Error(token.message);
    yield token;
  }
}

function requireFlat(text: string): void {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > deepest) throw new Error("too deep");
  }
}
