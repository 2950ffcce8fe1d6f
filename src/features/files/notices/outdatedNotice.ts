// A status bar warning while an app's files are shown from an earlier listing, because listings fail.

import * as vscode from "vscode";
import type { Clock } from "../../../core/async/clock";
import { isServiceError } from "../../../core/errors/serviceError";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { formatClock, formatCount } from "../../../core/text/format";
import { sentenceFor } from "../../../editor/errorSentences";
import { createStatusBarItem, withIcon } from "../../../editor/safeUi/statusItem";
import type { Mounts } from "../mount/mounts";

/** A status bar item, shown while listings of any app fail. */
export function outdatedNotice(
  mounts: Pick<Mounts, "onDidFail" | "onDidForget" | "peek">,
  clock: Clock,
  nameOf: (app: AppKey) => string,
): vscode.Disposable {
  const item = createStatusBarItem("hostedApps.filesOutdated", vscode.StatusBarAlignment.Left, -1);
  item.name = vscode.l10n.t("Hosted Apps: Files Not Up to Date");
  item.command = "hostedApps.files.refresh";
  item.backgroundColor = new vscode.ThemeColor("statusBarItem.warningBackground");
  const failures = new Map<
    string,
    { readonly app: AppKey; readonly error: unknown; readonly since: string }
  >();
  /** When the folder that fails was last listed (this machine's clock, ms); now, when it never was. */
  const seenAt = (app: AppKey): number => {
    const listings = mounts.peek(app)?.files.listings;
    const askedAt = listings?.peek(listings.failed[0] ?? "/")?.askedAt;
    return clock.now() - (askedAt === undefined ? 0 : clock.monotonicMs() - askedAt);
  };
  const show = (): void => {
    const [first, ...more] = failures.values();
    if (!first) {
      item.hide();
      return;
    }
    const name =
      more.length === 0 ? nameOf(first.app) : vscode.l10n.t("{0} apps", formatCount(failures.size));
    const text = isRefused(first.error)
      ? vscode.l10n.t("{0}: files not available", name)
      : vscode.l10n.t("{0}: files as of {1}", name, first.since);
    item.text = withIcon("warning", text);
    item.tooltip = vscode.l10n.t("{0} Click to try again.", sentenceFor(first.error));
    item.accessibilityInformation = {
      label: `${text}. ${sentenceFor(first.error)}`,
      role: "button",
    };
    item.show();
  };
  const listeners = [
    mounts.onDidFail(({ key, error }) => {
      const name = keyText(key);
      if (error === undefined) {
        const ended = failures.get(name);
        failures.delete(name);
        // The Explorer shows a folder that failed as empty until it asks again; a deleted app would fail again.
        if (ended && !isRefused(ended.error))
          void vscode.commands.executeCommand("workbench.files.action.refreshFilesExplorer");
      } else failures.set(name, { app: key, error, since: formatClock(seenAt(key)) });
      show();
    }),
    mounts.onDidForget((accountId) => {
      for (const name of [...failures.keys()]) if (name.startsWith(`${accountId}/`)) failures.delete(name);
      show();
    }),
  ];
  return { dispose: () => vscode.Disposable.from(...listeners, item).dispose() };
}

function isRefused(error: unknown): boolean {
  return isServiceError(error, "notFound", "forbidden", "unauthorized");
}
