// How much of its memory an app uses, where the service says enough to tell.
import type { App } from "../model/model";

const bytesPerMB = 1024 * 1024;

/** The limit that counts: what the service measures against, else what was set. Zero, as of an app that is down, is none. */
export function memoryLimitBytes({ metrics, memoryMB }: App): number | undefined {
  return metrics?.memoryLimitBytes || (memoryMB ?? 0) * bytesPerMB || undefined;
}

/** 0 to 1, or more. */
export function memoryShare(app: App): number | undefined {
  const used = app.metrics?.memoryBytes;
  const limit = memoryLimitBytes(app);
  return used === undefined || limit === undefined ? undefined : used / limit;
}
