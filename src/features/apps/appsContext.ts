import type { LoadFiles } from "../../appFiles/logEnd";
import type { Releases } from "../../appFiles/releases/releases";
import type { Event } from "../../core/async/emitter";
import type { AppCondition } from "../../core/metrics/appConditions";
import type { MemoryUse } from "../../core/metrics/memoryUse";
import type { AppKey } from "../../core/model/appKey";
import type { OnAppDeleted } from "../../editor/state/appDeleted";

interface ShownInStatusBar {
  readonly all: readonly AppKey[];
  readonly conditionsOf: (app: AppKey) => ReadonlySet<AppCondition>;
  /** Its name, where the app is the current one of several targets of a folder. */
  readonly targetOf?: (app: AppKey) => string | undefined;
  readonly memoryOf?: (app: AppKey) => MemoryUse | undefined;
  readonly onDidChange: Event<void>;
}

export interface AppsContext {
  readonly loadWatched: () => Promise<ShownInStatusBar>;
  readonly loadReleases: () => Promise<Pick<Releases, "list" | "onDidChange">>;
  readonly loadFiles: LoadFiles;
  /** Resolves when queued deletions of files have run: an app must restart without those files. */
  readonly settledFiles: () => Promise<void>;
  /** Each removes what another feature has of a deleted app. */
  readonly onAppDeleted: readonly OnAppDeleted[];
}
