import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { attempt, registerUriHandler } from "../../editor/host/optionalApis";
import type { StateMemory } from "../../editor/state/stateMemory";
import type { WindowServices } from "../../editor/windowServices";
import { clonedKey } from "./clonedKey";

export function registerLinks(accounts: Accounts, { context, clock }: WindowServices): vscode.Disposable {
  const state: StateMemory = context.globalState;
  const resume = (): void => {
    if (state.get(clonedKey))
      void orNotifyFailure(async () => await (await load()).resumeClone(state, clock));
  };
  resume();
  return vscode.Disposable.from(
    attempt(() => vscode.workspace.onDidChangeWorkspaceFolders(resume)),
    registerUriHandler((uri: vscode.Uri) =>
      orNotifyFailure(async () => {
        const { openLink, rememberClone } = await load();
        await openLink(uri, accounts, (repository) => rememberClone(state, repository, clock));
      }),
    ),
  );
}

const load = () => import("./openLink");

async function orNotifyFailure(work: () => Promise<void>): Promise<void> {
  await (await import("../../editor/showError")).orShowError(work, () =>
    vscode.l10n.t("Couldn't open the link."),
  );
}
