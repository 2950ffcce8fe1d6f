// Watching apps: its commands, and when what they do is loaded. That is not before an account is signed in, or the
// status bar showed an app when the window was closed.
import type { CommandHandler } from "../../editor/commands";
import type { MetricsFeature, MetricsOptions } from "./metricsFeature";
import { hasWatchedApps } from "./watchedApps";

export interface LazyMetrics {
  readonly handlers: MetricsFeature["handlers"];
  readonly load: () => Promise<MetricsFeature>;
  dispose(): void;
}

export function metricsCommands(options: MetricsOptions): LazyMetrics {
  const { accounts, logger } = options;
  let loading: Promise<MetricsFeature> | undefined;
  const load = (): Promise<MetricsFeature> => {
    loading ??= import("./metricsFeature").then(({ createMetricsFeature }) => createMetricsFeature(options));
    return loading;
  };
  const loadQuietly = (work: Promise<unknown>): void => {
    work.then(undefined, (error: unknown) => logger.error(`Watching apps: ${error}`));
  };
  const run =
    (id: keyof MetricsFeature["handlers"]): CommandHandler =>
    async (argument) =>
      await (await load()).handlers[id](argument);

  if (hasWatchedApps(options.workspaceState)) loadQuietly(Promise.all([load(), accounts.load()]));
  const listener = accounts.onDidChange(() => loadQuietly(load()));
  return {
    handlers: {
      "app.watch": run("app.watch"),
      "app.unwatch": run("app.unwatch"),
      "apps.showWatched": run("apps.showWatched"),
    },
    load,
    dispose: () => {
      listener.dispose();
      if (loading) loadQuietly(loading.then((feature) => feature.dispose()));
    },
  };
}
