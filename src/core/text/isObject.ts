// Tells a JSON object from everything else that JSON can be.

/** True for {...}; not for a list and not for null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
