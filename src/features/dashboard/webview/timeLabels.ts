// Labels of a time axis, in the user's language.

/** Up to this length, labels need no AM or PM; gridlines may be between minutes. */
const shortSeconds = 15 * 60;

/** Times of day for `splits` (seconds since the epoch); all with seconds if one is not a full minute. */
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

/** The widest possible label for this length of time. */
export function widestLabel(windowSeconds: number): string {
  const at = new Date(2026, 11, 20, 22, 48, windowSeconds <= shortSeconds ? 48 : 0);
  return timeLabels([at.getTime() / 1000], windowSeconds)[0] ?? "";
}
