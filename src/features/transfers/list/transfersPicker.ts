import * as vscode from "vscode";
import { groupBy } from "../../../core/groupBy";
import { keyText } from "../../../core/model/appKey";
import { nameOf, parentOf } from "../../../core/paths/appPath";
import { formatDuration } from "../../../core/text/format";
import type { Transfer, TransferList } from "../../../core/transfers/transferList";
import { appUri } from "../../../editor/appUris";
import { toFileSystemError } from "../../../editor/fileErrors";
import { createQuickPick } from "../../../editor/safeUi/inputs";
import { errorSentence } from "../ask/problemText";
import type { TransferServices } from "../place/transferServices";
import { summarizeTransfers } from "./transferSummary";
import { icons, sizeText, stateWord } from "./transfersText";

interface TransferItem extends vscode.QuickPickItem {
  readonly transfer?: Transfer;
}

interface ActionButton extends vscode.QuickInputButton {
  readonly run: (transfer?: Transfer) => unknown;
}

export function showTransfers(options: TransferServices): void {
  const { transfers, clock, nextStartAt } = options;
  const pick = createQuickPick<TransferItem>();
  const buttons = actionButtons(transfers);
  let stopTimer = (): void => undefined;

  const update = (): void => {
    const summary = summarizeTransfers(transfers.all, clock.monotonicMs(), nextStartAt());
    const [active] = pick.activeItems;
    const items = itemsOf(options, buttons);
    pick.title =
      summary.nextInSeconds === undefined
        ? vscode.l10n.t("Transfers")
        : vscode.l10n.t("Transfers: next in {0}", formatDuration(summary.nextInSeconds));
    if (!hasSameRows(pick.items, items)) {
      pick.items = items;
      const still = items.find(({ transfer }) => transfer && transfer.id === active?.transfer?.id);
      if (still) pick.activeItems = [still];
    }
    const ofList = [
      ...(summary.waiting.length > 0 ? [buttons.cancelAll] : []),
      ...(summary.failed.length > 0 ? [buttons.retryAll] : []),
    ];
    // Setting equal buttons would take the focus from the one reached with Tab.
    if (
      ofList.length !== pick.buttons.length ||
      ofList.some((button, index) => button !== pick.buttons[index])
    )
      pick.buttons = ofList;
    stopTimer();
    if (summary.waiting.length > 0) stopTimer = clock.after(1_000, update);
  };

  pick.placeholder = vscode.l10n.t(
    "Press Enter to open a file. Use a row's buttons to cancel, retry, or dismiss it.",
  );
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  const listener = transfers.onDidChange(update);
  pick.onDidTriggerItemButton(({ button, item }) => (button as ActionButton).run(item.transfer));
  pick.onDidTriggerButton((button) => (button as ActionButton).run());
  pick.onDidAccept(() => {
    const transfer = pick.activeItems[0]?.transfer;
    // A stray Enter must not cancel anything.
    if (transfer?.kind === "upload") void vscode.commands.executeCommand("vscode.open", appUri(transfer));
  });
  pick.onDidHide(() => {
    listener.dispose();
    stopTimer();
    pick.dispose();
  });
  update();
  pick.show();
}

function actionButtons(transfers: TransferList) {
  const retry = (transfer: Transfer): void => {
    // The row shows the failure.
    void transfers.retry(transfer.id).catch(() => undefined);
  };
  const button = (icon: string, tooltip: string, run: ActionButton["run"]): ActionButton => ({
    iconPath: new vscode.ThemeIcon(icon),
    tooltip,
    run,
  });
  return {
    cancel: button("close", vscode.l10n.t("Cancel"), (transfer) => transfer && transfers.cancel(transfer.id)),
    retry: button("refresh", vscode.l10n.t("Try Again"), (transfer) => transfer && retry(transfer)),
    dismiss: button(
      "trash",
      vscode.l10n.t("Dismiss"),
      (transfer) => transfer && transfers.dismiss(transfer.id),
    ),
    cancelAll: button("close-all", vscode.l10n.t("Cancel All Waiting"), () => transfers.cancelAll()),
    retryAll: button("refresh", vscode.l10n.t("Try Again for All Failed"), () => {
      for (const transfer of transfers.all) if (transfer.state === "failed") retry(transfer);
    }),
  };
}

function itemsOf(
  { transfers, accounts }: TransferServices,
  buttons: ReturnType<typeof actionButtons>,
): TransferItem[] {
  const { all } = transfers;
  if (all.length === 0) return [{ label: vscode.l10n.t("No transfers"), alwaysShow: true }];
  return [...groupBy(all, keyText).values()].flatMap((ofApp) => {
    const [{ accountId, appId }] = ofApp;
    const label = accounts.get(accountId)?.apps.find(appId)?.name ?? appId;
    const heading = { label, kind: vscode.QuickPickItemKind.Separator };
    return [heading, ...ofApp.map((transfer) => itemOf(transfer, buttons))];
  });
}

function itemOf(transfer: Transfer, buttons: ReturnType<typeof actionButtons>): TransferItem {
  const { path, state, error } = transfer;
  return {
    iconPath: new vscode.ThemeIcon(state === "running" ? "sync~spin" : icons[transfer.kind]),
    label: nameOf(path),
    description: [parentOf(path), sizeText(transfer), stateWord(transfer)].filter(Boolean).join(" · "),
    ...(state === "failed" ? { detail: errorSentence(toFileSystemError(error, appUri(transfer))) } : {}),
    buttons:
      state === "waiting" ? [buttons.cancel] : state === "failed" ? [buttons.retry, buttons.dismiss] : [],
    transfer,
  };
}

/** Setting equal rows would reset the hover and the scroll position. */
function hasSameRows(before: readonly TransferItem[], after: readonly TransferItem[]): boolean {
  return (
    before.length === after.length &&
    before.every((item, index) => {
      const other = after[index];
      return item.label === other?.label && item.transfer === other.transfer;
    })
  );
}
