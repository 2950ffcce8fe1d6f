// The transfers in the status bar, while one waits for more than a moment or failed.
import * as vscode from "vscode";
import { markdownTooltip, md } from "../../../editor/safeUi/markdown";
import { createStatusBarItem, withIcon } from "../../../editor/safeUi/statusItem";
import type { TransferServices } from "../place/transferServices";
import { summarizeTransfers, type TransferSummary } from "./transferSummary";
import { summaryText } from "./transfersText";

type TransfersStatusBarOptions = Pick<TransferServices, "transfers" | "clock" | "nextStartAt">;

/** Has a timer only while something waits or runs. */
export class TransfersStatusBar implements vscode.Disposable {
  private readonly item = createStatusBarItem("hostedApps.transfers", vscode.StatusBarAlignment.Left, -1);
  private readonly listener: { dispose(): void };
  private stopTimer = (): void => undefined;

  constructor(private readonly options: TransfersStatusBarOptions) {
    this.item.name = vscode.l10n.t("Hosted Apps: Transfers");
    this.item.command = "hostedApps.transfers.show";
    this.listener = options.transfers.onDidChange(() => this.update());
    this.update();
  }

  dispose(): void {
    this.listener.dispose();
    this.stopTimer();
    this.item.dispose();
  }

  private update(): void {
    const { transfers, clock, nextStartAt } = this.options;
    const summary = summarizeTransfers(transfers.all, clock.monotonicMs(), nextStartAt());
    if (summary.isWorthShowing) this.show(summary);
    else this.item.hide();
    this.stopTimer();
    if (summary.refreshInMs !== undefined)
      this.stopTimer = clock.after(summary.refreshInMs, () => this.update());
  }

  private show(summary: TransferSummary): void {
    const { icon, text, spoken, lines } = summaryText(summary);
    const hints = [...lines, vscode.l10n.t("Click to see all transfers.")];
    this.item.text = withIcon(icon, text);
    this.item.tooltip = markdownTooltip(hints.map((hint) => md`${hint}`).join("\n\n"));
    this.item.accessibilityInformation = { label: spoken, role: "button" };
    this.item.backgroundColor =
      summary.failed.length > 0 ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.show();
  }
}
