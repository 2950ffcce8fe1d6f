// The list of apps in a configuration of pm2, which is mostly a program: it is read as text and never run.
import { isObject } from "../../text/isObject";
import type { Manifest } from "./projectManifest";

/** More is no list of settings. */
const longestText = 32 * 1024;
const literalStart = /(?:module\.exports\s{0,20}=|export\s{1,20}default\b)[^{[]{0,200}(?=[{[])/;
const pieces =
  /"(?:\\.|[^"\\\n]){0,2000}"|'(?:\\.|[^'\\\n]){0,2000}'|`[^`$]{0,2000}`|\/\/[^\n]*|\/\*[\s\S]{0,4000}?\*\/|[{}[\]]/g;

/** The settings of each app; throws for what is more than a literal. */
export function readPm2Apps(text: string, parseYaml: (text: string) => unknown): Manifest[] {
  const start = literalStart.exec(text);
  const said = parseYaml(start ? literalIn(text.slice(start.index + start[0].length, longestText)) : text);
  const apps = isObject(said) && said["apps"] !== undefined ? said["apps"] : said;
  const all = (Array.isArray(apps) ? apps : [apps]).filter(isObject);
  if (all.length === 0) throw new Error("no apps");
  return all;
}

/** The literal that the text begins with, as YAML has it: keys need no quotes, and what is called is a text. */
function literalIn(text: string): string {
  let [literal, depth, end] = ["", 0, 0];
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    literal += text.slice(end, index);
    end = index + piece.length;
    if (/^["'`]/.test(piece)) literal += JSON.stringify(piece.slice(1, -1).replace(/\\(.)/g, "$1"));
    else if (!piece.startsWith("/")) literal += piece;
    if (piece === "{" || piece === "[") depth++;
    else if ((piece === "}" || piece === "]") && --depth === 0) break;
  }
  return literal.replaceAll("\t", " ");
}
