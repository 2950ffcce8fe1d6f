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
  private pause = new AbortController();

  constructor(private readonly options: TransfersStatusBarOptions) {
    this.item.name = vscode.l10n.t("Hosted Apps: Transfers");
    this.item.command = "hostedApps.transfers.show";
    this.listener = options.transfers.onDidChange(() => this.update());
    this.update();
  }

  dispose(): void {
    this.listener.dispose();
    this.pause.abort();
    this.item.dispose();
  }

  private update(): void {
    const { transfers, clock, nextStartAt } = this.options;
    const summary = summarizeTransfers(transfers.all, clock.monotonicMs(), nextStartAt());
    if (summary.isWorthShowing) this.show(summary);
    else this.item.hide();
    this.pause.abort();
    if (summary.refreshInMs !== undefined) this.refreshAfter(summary.refreshInMs);
  }

  private refreshAfter(ms: number): void {
    this.pause = new AbortController();
    this.options.clock.sleep(ms, this.pause.signal).then(
      () => this.update(),
      // A change came first.
      () => undefined,
    );
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
