// Keeps the metrics of watched apps over a reload, in the workspace's state.
import type { AppWatch } from "../../accounts/appWatch";
import type { Clock } from "../../core/async/clock";
import type { HistoryPoint } from "../../core/metrics/metricsHistory";
import {
  readHistory,
  readStoredHistories,
  type StoredHistory,
  storeHistory,
} from "../../core/metrics/storedHistory";
import { type AppKey, keyText } from "../../core/model/appKey";
import type { StateMemory } from "../../editor/state/stateMemory";

const stateKey = "metricsHistory";
const pauseMs = 60_000;
/** VS Code writes its whole state at each change. */
const mostApps = 5;

export class StoredHistories {
  private known: Readonly<Record<string, StoredHistory>> | undefined;
  private savedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly state: StateMemory,
    private readonly clock: Clock,
  ) {}

  /** The stored points of an app, finest resolution first. */
  read(app: AppKey): HistoryPoint[][] {
    return readHistory(this.stored[keyText(app)] ?? []);
  }

  /** Stores these apps' histories, at most once a minute unless `isLast`. */
  async save(apps: readonly AppKey[], watch: Pick<AppWatch, "historyToKeep">, isLast = false): Promise<void> {
    const now = this.clock.monotonicMs();
    if (!isLast && now - this.savedAt < pauseMs) return;
    this.savedAt = now;
    const { stored } = this;
    const kept: Record<string, StoredHistory> = {};
    for (const app of apps.slice(0, mostApps)) {
      const name = keyText(app);
      const history = watch.historyToKeep(app);
      // An account that is not open yet keeps its stored history.
      const own = history ? storeHistory(history) : stored[name];
      if (own) kept[name] = own;
    }
    this.known = kept;
    await this.state.update(stateKey, kept);
  }

  /** The app was deleted: its history is no longer stored. */
  forget(app: AppKey): void {
    const { [keyText(app)]: _gone, ...others } = this.stored;
    this.known = others;
  }

  private get stored(): Readonly<Record<string, StoredHistory>> {
    this.known ??= readStoredHistories(this.state.get(stateKey));
    return this.known;
  }
}
