// Decorations of app files: their app, why they are read-only, which folders are pending. They cost no request.
import * as vscode from "vscode";
import type { Accounts } from "../../../accounts/accounts";
import { followAccounts } from "../../../accounts/followAccounts";
import { type AppKey, keyText } from "../../../core/model/appKey";
import { inertLine } from "../../../core/text/inertText";
import { appScheme, parseAppUri } from "../../../editor/appUris";
import { sentenceFor } from "../../../editor/errorSentences";
import type { Mounts } from "./mounts";

export interface MountDecorationsOptions {
  readonly accounts: Pick<Accounts, "all" | "get" | "onDidChange">;
  readonly mounts: Pick<
    Mounts,
    "refusalNow" | "peek" | "onDidForget" | "onDidLearnAccess" | "onDidChangeAccess" | "onDidChangePending"
  >;
}

const mark = "☁";

/** Registers the decorations until disposed. */
export function registerMountDecorations({ accounts, mounts }: MountDecorationsOptions): vscode.Disposable {
  const changed = new vscode.EventEmitter<undefined>();
  const refresh = (): void => changed.fire(undefined);
  const nameOf = ({ accountId, appId }: AppKey) => accounts.get(accountId)?.apps.find(appId)?.name;
  /** Shown names by app: the list of apps often comes after its files. */
  const shown = new Map<string, { readonly key: AppKey; readonly name: string | undefined }>();
  const provider: vscode.FileDecorationProvider = {
    onDidChangeFileDecorations: changed.event,
    provideFileDecoration: (uri) => {
      const location = uri.scheme === appScheme ? parseAppUri(uri) : undefined;
      if (!location) return undefined;
      const { accountId, appId, path } = location;
      const name = nameOf(location);
      shown.set(keyText(location), { key: { accountId, appId }, name });
      const whose =
        name === undefined
          ? vscode.l10n.t("Hosted app")
          : vscode.l10n.t("Hosted app: {0}", inertLine(name, 80));
      const said = (sentence: string): string => [whose, sentence].join(" • ");
      const refusal = mounts.refusalNow(location);
      if (refusal) return new vscode.FileDecoration(path === "/" ? "R" : mark, said(sentenceFor(refusal)));
      if (path === "/" || !mounts.peek(location)?.isPending(path))
        return new vscode.FileDecoration(mark, whose);
      return new vscode.FileDecoration(
        "○",
        said(vscode.l10n.t("Exists only locally until it contains a file")),
        new vscode.ThemeColor("disabledForeground"),
      );
    },
  };
  const renamed = (): void => {
    if ([...shown.values()].some(({ key, name }) => nameOf(key) !== name)) refresh();
  };
  const listeners = [
    vscode.window.registerFileDecorationProvider(provider),
    followAccounts(accounts, ({ apps }) => apps.onDidChange(renamed)),
    mounts.onDidForget(refresh),
    mounts.onDidLearnAccess(refresh),
    mounts.onDidChangeAccess(refresh),
    mounts.onDidChangePending(refresh),
  ];
  return { dispose: () => vscode.Disposable.from(...listeners, changed).dispose() };
}
