// Links of vscode://hosted-apps.hosted-apps/...: what opens them is loaded with the first.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { isCancellation, showError } from "../../editor/showError";

export function registerLinks(accounts: Accounts): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async (uri) => {
      try {
        await (await import("./openLink")).openLink(uri, accounts);
      } catch (error) {
        if (!isCancellation(error)) await showError(error);
      }
    },
  });
}
