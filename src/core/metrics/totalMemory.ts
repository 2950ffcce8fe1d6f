// The memory of all apps of an account. The service says it as a number without a unit: what its apps may use tells which
// unit it can be.
import type { App } from "../model/model";

const megabyte = 1024 * 1024;
/** Apps of others that count too, or limits that were raised. */
const mostTimesTheLimits = 16;

/** In bytes; undefined where the number fits no unit. */
export function totalMemoryBytes(total: number | undefined, apps: readonly App[]): number | undefined {
  const limitMB = apps.reduce((sum, { memoryMB = 0 }) => sum + memoryMB, 0);
  if (total === undefined || limitMB === 0) return undefined;
  const mostMB = limitMB * mostTimesTheLimits;
  if (total <= mostMB) return total * megabyte;
  return total <= mostMB * megabyte ? total : undefined;
}
