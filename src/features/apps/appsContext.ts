// What the Apps feature is given by the others.
import type { LoadFiles } from "../../appFiles/logEnd";
import type { Event } from "../../core/async/emitter";
import type { AppCondition } from "../../core/metrics/appConditions";
import type { AppKey } from "../../core/model/appKey";
import type { OnAppDeleted } from "../../editor/state/appDeleted";

/** The apps that the status bar shows. */
interface ShownInStatusBar {
  readonly all: readonly AppKey[];
  /** What watching it has found out. */
  readonly conditionsOf: (app: AppKey) => ReadonlySet<AppCondition>;
  readonly onDidChange: Event<void>;
}

export interface AppsContext {
  readonly loadWatched: () => Promise<ShownInStatusBar>;
  readonly loadFiles: LoadFiles;
  /** Resolves when what was deleted of apps is gone: an app that is restarted starts without it. */
  readonly settledFiles: () => Promise<void>;
  /** What other features have of an app goes when it is gone. */
  readonly onAppDeleted: readonly OnAppDeleted[];
}
