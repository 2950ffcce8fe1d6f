// Links of vscode://hosted-apps.hosted-apps/...: what opens them is loaded with the first.
import type * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { registerUriHandler } from "../../editor/host/optionalApis";
import { isCancellation, showError } from "../../editor/showError";

export function registerLinks(accounts: Accounts): vscode.Disposable {
  return registerUriHandler(async (uri: vscode.Uri) => {
    try {
      await (await import("./openLink")).openLink(uri, accounts);
    } catch (error) {
      if (!isCancellation(error)) await showError(error);
    }
  });
}
