import type { App } from "../model/model";

const bytesPerMB = 1024 * 1024;

/** The limit that the service measures against, else the app's setting. Zero, as sent for an app that is down, is none. */
export function memoryLimitBytes({ metrics, memoryMB }: App): number | undefined {
  return metrics?.memoryLimitBytes || (memoryMB ?? 0) * bytesPerMB || undefined;
}

/** 0 to 1, or more. */
export function memoryShare(app: App): number | undefined {
  const used = app.metrics?.memoryBytes;
  const limit = memoryLimitBytes(app);
  return used === undefined || limit === undefined ? undefined : used / limit;
}
