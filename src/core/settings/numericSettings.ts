// The settings of package.json that are numbers, and what they may be: the manifest has the same limits for the
// Settings editor, but a settings.json can hold anything.

interface NumericSetting {
  readonly least: number;
  readonly most: number;
  readonly default: number;
}

const day = 24 * 60 * 60;

/** By key, without the prefix. */
export const numericSettings = {
  "service.requestTimeoutSeconds": { least: 1, most: 600, default: 30 },
  "apps.refreshSeconds": { least: 10, most: day, default: 60 },
  "metrics.refreshSeconds": { least: 2, most: day, default: 10 },
  "metrics.backgroundSeconds": { least: 0, most: day, default: 0 },
  "metrics.memoryWarningPercent": { least: 1, most: 100, default: 90 },
  "files.refreshSeconds": { least: 5, most: day, default: 15 },
  "files.maxOpenMB": { least: 1, most: 200, default: 20 },
  "deploy.maxArchiveMB": { least: 1, most: 2_000, default: 100 },
} as const satisfies Readonly<Record<string, NumericSetting>>;

export type NumericSettingKey = keyof typeof numericSettings;

/** What counts of a value that was found: the nearest that the setting may be, or its default for what is no number. */
export function numberOf(key: NumericSettingKey, found: unknown): number {
  const { least, most, default: usual } = numericSettings[key];
  if (typeof found !== "number" || Number.isNaN(found)) return usual;
  return Math.min(most, Math.max(least, found));
}
