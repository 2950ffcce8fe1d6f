// What the Apps feature is given by the others.
import type { AppKey } from "../../core/model/appKey";
import type { LetGo } from "../../editor/state/lettingGo";

export interface AppsContext {
  readonly isWatched: (app: AppKey) => Promise<boolean>;
  /** Resolves when what was deleted of apps is gone: an app that is restarted starts without it. */
  readonly settledFiles: () => Promise<void>;
  /** What other features have of an app goes when it is gone. */
  readonly letGo: LetGo;
}
