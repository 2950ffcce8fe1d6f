// Reads settings from JSON that a person wrote, with the place of each mistake; allows comments and trailing commas.
import { type Node, type ParseError, parseTree } from "jsonc-parser";
import { mistakeOfType, type SettingMistake } from "./settingMistake";
import type { SettingRow } from "./settingsTable";

export type SettingsTextMistake =
  | SettingMistake
  | {
      readonly kind: "syntax";
      readonly expected: "value" | "comma" | "colon" | "end" | "name" | "valid text";
    }
  | { readonly kind: "notAnObject" }
  | { readonly kind: "tooLarge"; readonly atMostKB: number }
  | { readonly kind: "notATarget"; readonly key: string }
  | { readonly kind: "unknownKey"; readonly key: string };

/** `offset` and `length` are in characters of the text (UTF-16 units). */
export interface SettingsTextProblem {
  readonly mistake: SettingsTextMistake;
  readonly offset: number;
  readonly length: number;
}

interface SettingsText {
  /** Normalized; values with a mistake are left out. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly SettingsTextProblem[];
}

type Rows = Readonly<Record<string, SettingRow>>;

/** Characters: a person writes a few hundred, and a longer text is not parsed. */
export const longestSettingsText = 64 * 1024;

/** `rows` has the valid keys; a value that equals the one of `accepted` is not checked. */
export function readSettingsJson(
  source: string,
  rows: Rows,
  accepted: Readonly<Record<string, unknown>> = {},
): SettingsText {
  if (source.length > longestSettingsText) {
    const mistake = { kind: "tooLarge", atMostKB: longestSettingsText / 1024 } as const;
    return { values: {}, problems: [{ mistake, offset: 0, length: 1 }] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, { allowTrailingComma: true });
  const problems: SettingsTextProblem[] = errors.map(({ error, offset, length }) => ({
    mistake: { kind: "syntax", expected: expectedAt(error) },
    offset,
    length,
  }));
  if (root?.type !== "object") {
    if (problems.length === 0)
      problems.push({ mistake: { kind: "notAnObject" }, offset: 0, length: source.length });
    return { values: {}, problems };
  }
  const values: Record<string, unknown> = {};
  for (const property of root.children ?? []) {
    const [keyNode, valueNode] = property.children ?? [];
    if (!keyNode || !valueNode) continue;
    const key = String(keyNode.value);
    if (Object.hasOwn(accepted, key) && accepted[key] === valueNode.value) {
      values[key] = valueNode.value;
      continue;
    }
    const row = Object.hasOwn(rows, key) ? rows[key] : undefined;
    if (!row) {
      problems.push(problemAt(keyNode, { kind: "unknownKey", key }));
      continue;
    }
    const mistake = mistakeOfType(key, row.type, valueNode.value);
    if (mistake) problems.push(problemAt(valueNode, mistake));
    else values[key] = row.normalize?.(valueNode.value) ?? valueNode.value;
  }
  return { values, problems };
}

function problemAt({ offset, length }: Node, mistake: SettingsTextMistake): SettingsTextProblem {
  return { mistake, offset, length };
}

/** Error codes are numbers: the parser's names are a const enum, which does not exist at run time. */
function expectedAt(code: number): (SettingsTextMistake & { kind: "syntax" })["expected"] {
  switch (code) {
    case 3:
      return "name";
    case 4:
      return "value";
    case 5:
      return "colon";
    case 6:
      return "comma";
    case 7:
    case 8:
    case 9:
      return "end";
    default:
      return "valid text";
  }
}
