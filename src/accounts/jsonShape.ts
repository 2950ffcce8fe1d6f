// The shape of a JSON value without its values, for reports.

const maxDepth = 6;
const maxFields = 60;

const longestLine = 80;

/**
 * Such as `{ _id: string, size: integer, files: 3 × { name: string } }`, one field a line where it is long;
 * "|" joins the variants in a list.
 */
export function jsonShape(value: unknown, depth = 0): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return listShape(value, depth);
  switch (typeof value) {
    case "string":
      return stringShape(value);
    case "number":
      return Number.isInteger(value) ? "integer" : "number";
    case "boolean":
      return "boolean";
    case "object":
      return objectShape(Object.entries(value), depth);
    default:
      return "nothing";
  }
}

function listShape(items: readonly unknown[], depth: number): string {
  if (items.length === 0) return "0 items";
  if (depth >= maxDepth) return `${items.length} × …`;
  const shapes = [...new Set(items.map((item) => jsonShape(item, depth + 1)))];
  return `${items.length} × ${shapes.slice(0, 3).join(" | ")}${shapes.length > 3 ? " | …" : ""}`;
}

function objectShape(entries: readonly (readonly [string, unknown])[], depth: number): string {
  if (entries.length === 0) return "{}";
  if (depth >= maxDepth) return "{ … }";
  const fields = entries.slice(0, maxFields).map(([key, value]) => {
    return `${fieldName(key)}: ${jsonShape(value, depth + 1)}`;
  });
  if (entries.length > maxFields) fields.push("…");
  const line = `{ ${fields.join(", ")} }`;
  if (line.length <= longestLine && !line.includes("\n")) return line;
  return `{\n${fields.join(",\n").replaceAll(/^/gm, "  ")}\n}`;
}

/** A key that is no plain word may be a value, such as an id. */
function fieldName(key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]{0,40}$/.test(key) ? key : "(other key)";
}

function stringShape(text: string): string {
  if (text === "") return "empty string";
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/.test(text)) return "date-time string";
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return "numeric string";
  if (text.startsWith("/")) return "path string";
  return "string";
}
