// Watches apps: their metrics, status bar items and notices. Loaded once an account is signed in.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { AppWatch, type WatchedState } from "../../accounts/appWatch";
import { type LoadFiles, readLogEnd } from "../../appFiles/logEnd";
import { type Clock, within } from "../../core/async/clock";
import type { Event } from "../../core/async/emitter";
import type { Logger } from "../../core/logger";
import { type AppKey, keyText } from "../../core/model/appKey";
import { appState } from "../../editor/appState";
import { usageText } from "../../editor/appUsage";
import { appOfArgument, appsOfSelection } from "../../editor/commands/commandArguments";
import { type CommandTable, runCommand } from "../../editor/commands/commands";
import { setContext, setFolders } from "../../editor/contextKeys";
import { type AppChoice, pickApp } from "../../editor/pickApp";
import { explainCrash } from "../../editor/project/crashText";
import { onDidChangeSetting, settings } from "../../editor/settings";
import type { OnAppDeleted } from "../../editor/state/appDeleted";
import type { StateMemory } from "../../editor/state/stateMemory";
import { conditionNotices } from "./conditionNotices";
import { LinkedApps } from "./linkedApps";
import { keepConditions, readConditions, StoredHistories } from "./storedMetrics";
import { WatchedApps } from "./watchedApps";
import { WatchedItems } from "./watchedItems";

export interface MetricsOptions {
  readonly accounts: Accounts;
  /** The workspace's: which apps are watched. */
  readonly workspaceState: StateMemory;
  /** The user's: which notices are silenced. */
  readonly globalState: StateMemory;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly loadFiles: LoadFiles;
  readonly chooseApp: (argument: unknown, title: string) => Promise<AppChoice>;
}

/** A notice of a crash waits this long for the log. */
const longestLogMs = 5_000;

export interface MetricsFeature extends vscode.Disposable {
  readonly watch: AppWatch;
  readonly watched: Pick<WatchedApps, "all" | "has" | "onDidChange">;
  /** For the Apps view; `onDidChange` also fires for new metrics and conditions. */
  readonly shown: {
    readonly all: readonly AppKey[];
    readonly conditionsOf: (app: AppKey) => WatchedState["conditions"];
    readonly targetOf: (app: AppKey) => string | undefined;
    readonly memoryOf: AppWatch["memoryOf"];
    readonly onDidChange: Event<void>;
  };
  readonly handlers: CommandTable<"metrics">;
  readonly onAppDeleted: OnAppDeleted;
}

export function createMetricsFeature(options: MetricsOptions): MetricsFeature {
  const { accounts, clock, logger, workspaceState, globalState, chooseApp } = options;
  const linked = new LinkedApps(accounts, workspaceState);
  const watched = new WatchedApps(workspaceState, linked);
  const histories = new StoredHistories(workspaceState, clock);
  const watch = new AppWatch({
    accounts,
    clock,
    logger,
    intervalMs: settings.metricsRefreshMs,
    backgroundMs: settings.metricsBackgroundMs,
    storedHistory: (app) => histories.read(app),
    storedConditions: (app) => readConditions(workspaceState, app),
    memoryWarningPercent: settings.memoryWarningPercent,
  });
  const intervalMs = (): number =>
    vscode.window.state.focused
      ? settings.metricsRefreshMs()
      : Math.max(settings.metricsRefreshMs(), settings.metricsBackgroundMs());
  const items = new WatchedItems({ accounts, watch, watched, clock, intervalMs });
  let held: { dispose(): void }[] = [];
  const hold = (): void => {
    const before = held;
    held = items.shown.map((choice) => watch.want(choice, true));
    for (const hold of before) hold.dispose();
    setFolders("watchedFolders", (app) => watched.has(app));
  };
  hold();
  const keep = (isLast = false): void => {
    if (accounts.all.length === 0) return;
    histories.save(watched.all, watch, isLast).catch((error: unknown) => {
      logger.warn(`Keeping what the watched apps used: ${error}`);
    });
  };
  watch.setFocused(vscode.window.state.focused);

  const subscriptions = [
    watched.onDidChange(hold),
    accounts.onDidChange(hold),
    vscode.workspace.onDidChangeWorkspaceFolders(hold),
    watch.onDidChange(() => {
      linked.update();
      keepConditions(workspaceState, watched.all, watch).catch((error: unknown) => {
        logger.warn(`Storing the reported conditions of watched apps: ${error}`);
      });
    }),
    linked,
    vscode.window.onDidChangeWindowState(({ focused }) => {
      watch.setFocused(focused);
      if (!focused) keep(true);
    }),
    watch.onDidSample((sample) => {
      if (items.shown.some((app) => keyText(app) === keyText(sample))) keep();
    }),
    onDidChangeSetting("refresh", () => watch.restart()),
    onDidChangeSetting("metrics.backgroundSeconds", () => watch.setFocused(vscode.window.state.focused)),
    conditionNotices({
      ...{ watch, isWatched: (app) => watched.has(app), state: globalState },
      landingOf: ({ accountId, appId }) => accounts.get(accountId)?.apps.landings.get(appId),
      explain: async (key) => {
        const { app, conditions } = watch.stateOf(key);
        const permissions = accounts.get(key.accountId)?.permissions;
        if (!app || permissions?.isRuledOut(key.appId, "canSeeApplicationFiles") !== false) return undefined;
        const read = readLogEnd(options.loadFiles, key, app.metrics?.startedAt).catch(() => undefined);
        const lines = (await within(clock, longestLogMs, read))?.lines ?? [];
        const crash = { accountId: key.accountId, app, conditions };
        return await explainCrash(lines, crash, { accounts, state: workspaceState });
      },
    }),
    items,
    watch,
  ];
  const pickWatched = async (choices: readonly AppChoice[], title: string): Promise<AppChoice> =>
    await pickApp(
      choices.map((choice) => {
        const { app, conditions } = watch.stateOf(choice);
        const state = app && appState(app, conditions);
        return {
          ...choice,
          name: app?.name ?? choice.name,
          description: [state?.word, app && usageText(app)].filter(Boolean).join(" · "),
          icon: state?.icon ?? "vm",
        };
      }),
      title,
    );

  return {
    watch,
    watched,
    shown: {
      get all() {
        return watched.all;
      },
      conditionsOf: (app) => watch.stateOf(app).conditions,
      targetOf: (app) => watched.targetOf(app),
      memoryOf: (app) => watch.memoryOf(app),
      onDidChange: (listener) =>
        vscode.Disposable.from(watched.onDidChange(listener), watch.onDidChange(listener)),
    },
    onAppDeleted: async (app) => {
      if (!(await watched.forget(app))) return [];
      return [{ said: vscode.l10n.t("It was removed from the status bar.") }];
    },
    handlers: {
      "app.watch": async (argument, more) => {
        const selected = appsOfSelection(more);
        for (const app of selected)
          await watched.add({
            ...app,
            name: accounts.get(app.accountId)?.apps.find(app.appId)?.name ?? app.appId,
          });
        if (selected.length === 0)
          await watched.add(
            await chooseApp(argument, vscode.l10n.t("Select an app to watch in the status bar")),
          );
        setContext("hasWatched", true);
      },
      "app.unwatch": async (argument, selection) => {
        const selected = appsOfSelection(selection);
        for (const app of selected) await watched.remove(app);
        if (selected.length > 0) return;
        const named = appOfArgument(argument);
        const [first, ...more] = watched.all;
        if (!named && !first) return;
        const choice =
          named ??
          (more.length === 0 && first
            ? first
            : await pickWatched(watched.all, vscode.l10n.t("Select an app to stop watching")));
        await watched.remove(choice);
      },
      "apps.showWatched": async () => {
        const { accountId, appId } = await pickWatched(items.shown, vscode.l10n.t("Watched Apps"));
        await runCommand("app.showDashboard", { accountId, appId });
      },
    },
    dispose: () => {
      keep(true);
      for (const disposable of [...held, ...subscriptions]) disposable.dispose();
    },
  };
}
