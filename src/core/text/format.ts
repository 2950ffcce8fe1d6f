const units = ["B", "KB", "MB", "GB", "TB"] as const;

/** 1536 → "1.5 KB". Powers of 1024, at most three digits. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 99.5 ? 0 : 1;
  return `${Number(value.toFixed(digits))} ${units[unit]}`;
}

/** 20 MB of 256 MB → "20 / 256 MB": both in the unit of the limit. */
export function formatShare(bytes: number, limitBytes: number): string {
  const limit = formatBytes(limitBytes);
  const unit = units.findIndex((name) => limit.endsWith(` ${name}`));
  const value = Math.max(0, bytes) / 1024 ** unit;
  return `${Number(value.toFixed(value >= 9.95 ? 0 : 1))} / ${limit}`;
}

/** 1536 → "1.5 KB/s". */
export function formatRate(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}

/** 1234 → "1,234", grouped as in the user's language. */
export function formatCount(count: number): string {
  return count.toLocaleString();
}

/** Date and time of day in the user's language; `time` is ms since the epoch, or ISO 8601. */
export function formatTime(time: number | string): string {
  return new Date(time).toLocaleString();
}

/** Hour and minute in the user's language: "4:32 AM". In ms since the epoch. */
export function formatClock(timeMs: number): string {
  return new Date(timeMs).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
}

/** 12.34 → "12%", 0.34 → "0.3%". */
export function formatPercent(percent: number): string {
  const rounded = percent < 9.95 ? Number(percent.toFixed(1)) : Math.round(percent);
  return `${rounded}%`;
}

/** 3725 → "1 h 2 min"; the two largest units. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), "d"],
    [Math.floor((whole % 86_400) / 3600), "h"],
    [Math.floor((whole % 3600) / 60), "min"],
    [whole % 60, "s"],
  ];
  const first = parts.findIndex(([amount]) => amount > 0);
  if (first === -1) return "0 s";
  return parts
    .slice(first, first + 2)
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${amount} ${unit}`)
    .join(" ");
}
