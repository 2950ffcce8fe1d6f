// The open dashboards, one for each app, in a bundle that is loaded with the first.

import * as vscode from "vscode";
import { type AppKey, keyText } from "../../core/model/appKey";
import { inertLine } from "../../core/text/inertText";
import type { AppChoice } from "../../editor/pickApp";
import type { CleanupNotice } from "../../editor/state/appDeleted";
import { webviewHtml, webviewOptions } from "../../editor/webviewShell";
import type { DashboardState } from "./dashboardMessages";
import { dashboardPage } from "./dashboardPage";
import { DashboardPanel } from "./dashboardPanel";
import type { DashboardServices } from "./dashboardServices";
import { readSavedState } from "./readPage";

const dashboardViewType = "hostedApps.dashboard";

export class Dashboards implements vscode.Disposable {
  private readonly open = new Map<
    string,
    { readonly panel: vscode.WebviewPanel; readonly own: DashboardPanel }
  >();

  constructor(private readonly services: DashboardServices) {}

  /** Shows the app's open dashboard, or opens one in the active column. */
  show(choice: AppChoice): void {
    const known = this.open.get(keyText(choice));
    if (known) {
      known.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      dashboardViewType,
      inertLine(choice.name),
      vscode.ViewColumn.Active,
      webviewOptions(this.folder),
    );
    this.fill(panel, choice);
  }

  /** Fills a panel that VS Code restores after a reload. `saved`: the state of its page. */
  restore(panel: vscode.WebviewPanel, saved: unknown): void {
    const state = readSavedState(saved);
    if (!state || this.open.has(keyText(state))) {
      panel.dispose();
      return;
    }
    panel.webview.options = webviewOptions(this.folder);
    this.fill(panel, state);
    this.services.accounts.load().then(undefined, (error: unknown) => {
      this.services.logger.error(`dashboard: reading the accounts: ${error}`);
    });
  }

  /** Closes the dashboard of a deleted app. */
  onAppDeleted(app: AppKey): CleanupNotice[] {
    const known = this.open.get(keyText(app));
    if (!known) return [];
    known.panel.dispose();
    return [{ said: vscode.l10n.t("Its dashboard was closed.") }];
  }

  dispose(): void {
    for (const { own } of this.open.values()) own.dispose();
    this.open.clear();
  }

  private get folder(): vscode.Uri {
    return vscode.Uri.joinPath(this.services.extensionUri, "media", "dashboard");
  }

  private fill(panel: vscode.WebviewPanel, { accountId, appId, name }: Omit<DashboardState, "range">): void {
    const key = keyText({ accountId, appId });
    const icon = (theme: string) =>
      vscode.Uri.joinPath(this.services.extensionUri, "media", `dashboard-${theme}.svg`);
    panel.iconPath = { light: icon("light"), dark: icon("dark") };
    const own = new DashboardPanel(panel, { accountId, appId, name }, this.services);
    this.open.set(key, { panel, own });
    panel.onDidDispose(() => {
      if (this.open.get(key)?.panel === panel) this.open.delete(key);
    });
    panel.webview.html = webviewHtml(panel.webview, {
      folder: this.folder,
      script: "dashboard.js",
      style: "dashboard.css",
      title: name,
      body: dashboardPage(),
    });
  }
}
