// The manifest has the same bounds for the Settings editor, but a settings.json can hold anything.

interface NumericSetting {
  readonly least: number;
  readonly most: number;
  readonly default: number;
}

const day = 24 * 60 * 60;

export const numericSettings = {
  "service.requestTimeoutSeconds": { least: 1, most: 600, default: 30 },
  "metrics.backgroundSeconds": { least: 0, most: day, default: 0 },
  "metrics.memoryWarningPercent": { least: 1, most: 100, default: 90 },
} as const satisfies Readonly<Record<string, NumericSetting>>;

export type NumericSettingKey = keyof typeof numericSettings;

/** The value to use: the nearest within the bounds, or the default when `found` is no number. */
export function numberOf(key: NumericSettingKey, found: unknown): number {
  const { least, most, default: usual } = numericSettings[key];
  if (typeof found !== "number" || Number.isNaN(found)) return usual;
  return Math.min(most, Math.max(least, found));
}

export const refreshSeconds = {
  fast: { apps: 30, metrics: 5, files: 5 },
  normal: { apps: 60, metrics: 10, files: 15 },
  slow: { apps: 300, metrics: 60, files: 60 },
} as const;

/** Any other value means normal. */
export function refreshOf(found: unknown): (typeof refreshSeconds)[keyof typeof refreshSeconds] {
  return found === "fast" || found === "slow" ? refreshSeconds[found] : refreshSeconds.normal;
}
