// The labels of an axis of time, in the user's language.

/** The times of day of seconds since the epoch: with seconds all of them, when one is between two minutes. */
export function timeLabels(splits: readonly number[], language?: string): string[] {
  const hasSeconds = splits.some((at) => at % 60 !== 0);
  return splits.map((at) =>
    new Date(at * 1000).toLocaleTimeString(language, {
      hour: "numeric",
      minute: "2-digit",
      ...(hasSeconds && { second: "2-digit" }),
    }),
  );
}

/** A label as wide as there can be, for a time of that many seconds. */
export function widestLabel(windowSeconds: number): string {
  const [label = ""] = timeLabels([at(22, 48, windowSeconds <= mostWithSeconds ? 48 : 0)]);
  return label;
}

/** Gridlines are between the minutes in what is at most as long as this. */
const mostWithSeconds = 15 * 60;

function at(hour: number, minute: number, second: number): number {
  return new Date(2026, 11, 20, hour, minute, second).getTime() / 1000;
}
