// Tolerant readers of single JSON fields (docs/interface.md#reading): an unreadable field is absent.

/** A string, or the digits of a number. */
export function readText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

/** A boolean, or its text. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === "true") return true;
  return value === "false" ? false : undefined;
}

/** A finite number that is not negative, or its text: sizes, ports, percentages, durations. */
export function readAmount(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** Milliseconds since the epoch of an ISO 8601 date-time; one without a zone is UTC (docs/interface.md#overview). */
export function readTimeMs(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? value : undefined;
  if (typeof value !== "string") return undefined;
  // Fast path: a folder has thousands of times in the documented form.
  if (value.endsWith("Z")) return validTime(Date.parse(value));
  const withoutZone = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(value);
  return validTime(Date.parse(withoutZone ? `${value.replace(" ", "T")}Z` : value));
}

function validTime(time: number): number | undefined {
  return Number.isNaN(time) ? undefined : time;
}

/** The readable items of a list, and how many were dropped; anything but a list is empty. */
export function readItems<T>(
  value: unknown,
  readItem: (item: unknown) => T | undefined,
): { items: T[]; dropped: number } {
  if (!Array.isArray(value)) return { items: [], dropped: 0 };
  const items: T[] = [];
  for (const raw of value) {
    const item = readItem(raw);
    if (item !== undefined) items.push(item);
  }
  return { items, dropped: value.length - items.length };
}
