// Reads a project's package.json or pyproject.toml. People write these files: no value is trusted.
import { parse } from "smol-toml";
import { isObject } from "../../text/isObject";

export type Manifest = Readonly<Record<string, unknown>>;

/** The file as an object; undefined when it isn't there or can't be read. `parse` knows its format. */
export function readManifest(
  text: string | undefined,
  parse: (text: string) => unknown,
): Manifest | undefined {
  if (text === undefined) return undefined;
  try {
    const value = parse(text.replace(/^\uFEFF/, ""));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * smol-toml cuts a whole text into lines for its error, which takes longer than reading it: a text without any key or
 * table is not given to it. Throws as `parse` does.
 */
export function parseToml(text: string): Manifest {
  if (!/[=[]/.test(text) && /^[ \t]*[^#\s]/m.test(text)) throw new SyntaxError("no key and no table");
  return parse(text);
}

/** The text at the end of these keys. */
export function stringAt(manifest: Manifest | undefined, ...keys: readonly string[]): string | undefined {
  const value = valueAt(manifest, keys);
  return typeof value === "string" ? value : undefined;
}

/** The object at the end of these keys; an empty one where there is none. */
export function objectAt(manifest: Manifest | undefined, ...keys: readonly string[]): Manifest {
  const value = valueAt(manifest, keys);
  return isObject(value) ? value : {};
}

/** The texts of the list at the end of these keys. */
export function stringsAt(manifest: Manifest | undefined, ...keys: readonly string[]): string[] {
  const value = valueAt(manifest, keys);
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function valueAt(manifest: Manifest | undefined, keys: readonly string[]): unknown {
  let value: unknown = manifest;
  for (const key of keys) value = isObject(value) ? value[key] : undefined;
  return value;
}
