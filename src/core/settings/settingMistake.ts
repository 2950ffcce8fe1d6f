import { type SettingKey, type SettingType, settingsTable } from "./settingsTable";

export type SettingMistake =
  | { readonly kind: "wrongType"; readonly key: string; readonly expected: "text" | "number" | "boolean" }
  | { readonly kind: "empty"; readonly key: string }
  | { readonly kind: "tooLong"; readonly key: string; readonly atMost: number }
  | { readonly kind: "outOfRange"; readonly key: string; readonly least: number; readonly most: number }
  | { readonly kind: "notOneOf"; readonly key: string; readonly values: readonly string[] }
  | { readonly kind: "outside"; readonly key: string };

/** Undefined for a valid value. */
export function settingMistake(key: SettingKey, value: unknown): SettingMistake | undefined {
  return mistakeOfType(key, settingsTable[key].type, value);
}

/** Like `settingMistake`, for a value outside of the app settings; `key` names it in the mistake. */
export function mistakeOfType(key: string, type: SettingType, value: unknown): SettingMistake | undefined {
  switch (type.kind) {
    case "text":
      return typeof value === "string"
        ? textMistake(key, type, value)
        : { kind: "wrongType", key, expected: "text" };
    case "integer": {
      const { minimum: least, maximum: most } = type;
      if (typeof value !== "number" || Number.isNaN(value))
        return { kind: "wrongType", key, expected: "number" };
      const isInRange = Number.isInteger(value) && value >= least && value <= most;
      return isInRange ? undefined : { kind: "outOfRange", key, least, most };
    }
    case "choice":
      return typeof value === "string" && type.values.includes(value)
        ? undefined
        : { kind: "notOneOf", key, values: type.values };
    case "boolean":
      return typeof value === "boolean" ? undefined : { kind: "wrongType", key, expected: "boolean" };
  }
}

function textMistake(
  key: string,
  { isFilled, maxLength, isPath }: SettingType & { readonly kind: "text" },
  text: string,
): SettingMistake | undefined {
  if (isFilled && text.trim() === "") return { kind: "empty", key };
  if (maxLength !== undefined && [...text].length > maxLength)
    return { kind: "tooLong", key, atMost: maxLength };
  return isPath && leadsOut(text) ? { kind: "outside", key } : undefined;
}

function leadsOut(path: string): boolean {
  return /^([/\\]|[a-z]:)/i.test(path) || path.split(/[/\\]/).includes("..");
}
