// What the routes need of the part that runs apps; appRunner.ts really runs them, pretendRunner.ts only says so.
import type { AppRecord } from "../data/records";
import type { RunMetrics } from "./runMetrics";

export interface Runner {
  /** Starts the app (stopping it first where it runs). Resolves when the outcome of the first moments is known. */
  start(appId: string): Promise<void>;
  /** Stops the app and every process it started, and gives up its port. */
  remove(appId: string): Promise<void>;
  /** The latest figures; null when the app never ran. */
  metrics(app: AppRecord): Promise<RunMetrics | null>;
  /** Stops all apps, which are started again by the next service of this folder. */
  stopAll(): Promise<void>;
}
