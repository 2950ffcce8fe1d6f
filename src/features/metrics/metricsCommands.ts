// Watching apps: its commands, and when what they do is loaded. That is not before an account is signed in, or the
// status bar showed an app when the window was closed.
import { FirstUse } from "../../core/async/firstUse";
import type { CommandHandler } from "../../editor/commands";
import type { LetGo } from "../../editor/state/lettingGo";
import type { MetricsFeature, MetricsOptions } from "./metricsFeature";
import { hasWatchedApps, mayHaveLinkedApp } from "./watchedState";

interface LazyMetrics {
  readonly handlers: MetricsFeature["handlers"];
  readonly load: () => Promise<MetricsFeature>;
  readonly letGo: LetGo;
  dispose(): void;
}

export function metricsCommands(options: MetricsOptions): LazyMetrics {
  const { accounts, logger } = options;
  const feature = new FirstUse(async () => (await import("./metricsFeature")).createMetricsFeature(options));
  const load = (): Promise<MetricsFeature> => feature.get();
  const loadQuietly = (work: Promise<unknown>): void => {
    work.then(undefined, (error: unknown) => logger.error(`Watching apps: ${error}`));
  };
  const run =
    (id: keyof MetricsFeature["handlers"]): CommandHandler =>
    async (argument, more) =>
      await (await load()).handlers[id](argument, more);

  const begin = async (): Promise<void> => {
    const { workspaceState } = options;
    if (hasWatchedApps(workspaceState) || (await mayHaveLinkedApp(workspaceState)))
      await Promise.all([load(), accounts.load()]);
  };
  loadQuietly(begin());
  const listener = accounts.onDidChange(() => loadQuietly(load()));
  return {
    handlers: {
      "app.watch": run("app.watch"),
      "app.unwatch": run("app.unwatch"),
      "apps.showWatched": run("apps.showWatched"),
    },
    load,
    letGo: async (app) => (feature.isUsed ? await (await load()).letGo(app) : []),
    dispose: () => {
      listener.dispose();
      feature.ifUsed((used) => used.dispose());
    },
  };
}
