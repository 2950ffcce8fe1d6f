// Interface of what runs apps: appRunner.ts, or pretendRunner.ts in tests.
import type { AppRecord } from "../data/records";
import type { RunMetrics } from "./runMetrics";

export interface Runner {
  /** Restarts a running app. Resolves when the first moments have passed. */
  start(appId: string): Promise<void>;
  /** Stops every process of the app and frees its port. */
  remove(appId: string): Promise<void>;
  /** Null when the app never ran. */
  metrics(app: AppRecord): Promise<RunMetrics | null>;
  /** The next service of this folder starts them again. */
  stopAll(): Promise<void>;
}
