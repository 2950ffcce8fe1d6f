// The command for dashboards, and their restoring after a reload.

import * as vscode from "vscode";
import { Lazy } from "../../core/async/lazy";
import type { CommandTable } from "../../editor/commands/commands";
import { registerPanelSerializer } from "../../editor/host/optionalApis";
import type { AppChoice } from "../../editor/pickApp";
import type { OnAppDeleted } from "../../editor/state/appDeleted";
import type { DashboardServices, Watching } from "./dashboardServices";

interface DashboardOptions extends Omit<DashboardServices, keyof Watching> {
  readonly loadWatching: () => Promise<Watching>;
  readonly chooseApp: (argument: unknown, title: string) => Promise<AppChoice>;
}

type LazyDashboards = vscode.Disposable & {
  readonly commands: () => Promise<CommandTable<"dashboard">>;
  readonly onAppDeleted: OnAppDeleted;
};

export function dashboardCommands(options: DashboardOptions): LazyDashboards {
  const { loadWatching, chooseApp, ...services } = options;
  const dashboards = new Lazy(async () => {
    const [{ Dashboards }, watching] = await Promise.all([import("./dashboards"), loadWatching()]);
    return new Dashboards({ ...services, ...watching });
  });
  const serializer = registerPanelSerializer("hostedApps.dashboard", async (panel, state: unknown) =>
    (await dashboards.get()).restore(panel, state),
  );
  return {
    commands: async () => ({
      "app.showDashboard": async (argument) => {
        const choice = await chooseApp(argument, vscode.l10n.t("Select an app to open its dashboard"));
        (await dashboards.get()).show(choice);
      },
    }),
    onAppDeleted: async (app) => (dashboards.isUsed ? (await dashboards.get()).onAppDeleted(app) : []),
    dispose: () => {
      serializer.dispose();
      dashboards.ifUsed((used) => used.dispose());
    },
  };
}
