// The commands for watching apps, and when the feature is loaded: once an account is signed in, or at the start when
// the status bar may have apps to show.
import { Lazy } from "../../core/async/lazy";
import type { CommandTable } from "../../editor/commands/commands";
import type { OnAppDeleted } from "../../editor/state/appDeleted";
import type { MetricsFeature, MetricsOptions } from "./metricsFeature";
import { hasWatchedApps, mayHaveLinkedApp } from "./watchedState";

interface LazyMetrics {
  readonly commands: () => Promise<CommandTable<"metrics">>;
  readonly load: () => Promise<MetricsFeature>;
  readonly onAppDeleted: OnAppDeleted;
  dispose(): void;
}

export function metricsCommands(options: MetricsOptions): LazyMetrics {
  const { accounts, logger } = options;
  const feature = new Lazy(async () => (await import("./metricsFeature")).createMetricsFeature(options));
  const load = (): Promise<MetricsFeature> => feature.get();
  const loadQuietly = (work: Promise<unknown>): void => {
    work.then(undefined, (error: unknown) => logger.error(`Watching apps: ${error}`));
  };

  const begin = async (): Promise<void> => {
    const { workspaceState } = options;
    if (hasWatchedApps(workspaceState) || (await mayHaveLinkedApp(workspaceState)))
      await Promise.all([load(), accounts.load()]);
  };
  loadQuietly(begin());
  const listener = accounts.onDidChange(() => loadQuietly(load()));
  return {
    commands: async () => (await load()).handlers,
    load,
    onAppDeleted: async (app) => (feature.isUsed ? await (await load()).onAppDeleted(app) : []),
    dispose: () => {
      listener.dispose();
      feature.ifUsed((used) => used.dispose());
    },
  };
}
