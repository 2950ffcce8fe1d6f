// The labels of an axis of time, in the user's language.

/** So near to now that nobody asks for the half of the day; gridlines may be between the minutes. */
const shortSeconds = 15 * 60;

/** The times of day of seconds since the epoch: with seconds all of them, when one is between two minutes. */
export function timeLabels(splits: readonly number[], windowSeconds: number, language?: string): string[] {
  const isShort = windowSeconds <= shortSeconds;
  const hasSeconds = isShort && splits.some((at) => at % 60 !== 0);
  const format = new Intl.DateTimeFormat(language, {
    hour: "numeric",
    minute: "2-digit",
    ...(hasSeconds && { second: "2-digit" }),
  });
  return splits.map((at) =>
    format
      .formatToParts(at * 1000)
      .filter(({ type }) => !isShort || type !== "dayPeriod")
      .map(({ value }) => value)
      .join("")
      .trim(),
  );
}

/** A label as wide as there can be for so long a time. */
export function widestLabel(windowSeconds: number): string {
  const at = new Date(2026, 11, 20, 22, 48, windowSeconds <= shortSeconds ? 48 : 0);
  return timeLabels([at.getTime() / 1000], windowSeconds)[0] ?? "";
}
