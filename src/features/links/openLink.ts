// Opens a link to the extension after a question: anyone can write links.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { loadApps } from "../../accounts/loadApps";
import { CancelledError } from "../../core/errors/cancelledError";
import { isAppId } from "../../core/model/appId";
import { runCommand } from "../../editor/commands/commands";
import { type PickableApp, pickApp } from "../../editor/pickApp";
import { confirm } from "../../editor/safeUi/questions";

export type Link =
  | { readonly kind: "app" | "files"; readonly appId: string }
  | { readonly kind: "create"; readonly repository: string };

const longestLink = 2_000;
const longestRepository = 500;

/** Undefined for an invalid link. */
export function readLink({ path, query }: Pick<vscode.Uri, "path" | "query">): Link | undefined {
  if (path.length + query.length > longestLink) return undefined;
  const [, kind, id, ...rest] = path.replace(/\/$/, "").split("/");
  if (kind === "create" && id === undefined) {
    const repository = repositoryIn(new URLSearchParams(query).get("repository") ?? "");
    return repository === undefined ? undefined : { kind, repository };
  }
  if ((kind !== "app" && kind !== "files") || id === undefined || rest.length > 0) return undefined;
  return isAppId(id) ? { kind, appId: id } : undefined;
}

/** Names the app or the repository in a question, then opens it. */
export async function openLink(
  uri: vscode.Uri,
  accounts: Accounts,
  remember: (repository: string) => Promise<void>,
): Promise<void> {
  const link = readLink(uri);
  if (!link) throw new Error(vscode.l10n.t("Hosted Apps can't open this link."));
  if (link.kind === "create") {
    await confirm(
      vscode.l10n.t("Clone a repository to create an app from it?"),
      [link.repository, vscode.l10n.t("Only clone repositories that you trust.")],
      vscode.l10n.t("Clone"),
    );
    // VS Code's Git asks for a folder and offers to open it: the app is created when it is open.
    await remember(link.repository);
    await vscode.commands.executeCommand("git.clone", link.repository);
    return;
  }
  await accounts.load();
  const app = await findApp(link.appId, accounts);
  await confirm(
    link.kind === "app"
      ? vscode.l10n.t("Open {0}'s dashboard?", app.name)
      : vscode.l10n.t("Open {0}'s files in this workspace?", app.name),
    [vscode.l10n.t("Requested by a link.")],
    vscode.l10n.t("Open"),
  );
  const { accountId, appId } = app;
  await runCommand(link.kind === "app" ? "app.showDashboard" : "files.mount", { accountId, appId });
}

/** The link's app in the accounts that list it; the user chooses among several. */
async function findApp(appId: string, accounts: Accounts): Promise<PickableApp> {
  await loadApps(accounts.all);
  const found = accounts.all.flatMap(({ id, label, apps }): PickableApp[] => {
    const app = apps.find(appId);
    return app ? [{ accountId: id, appId, name: app.name, description: label, icon: "account" }] : [];
  });
  const [only, ...more] = found;
  if (!only)
    throw new Error(
      vscode.l10n.t(
        "None of your accounts has this link's app. Sign in to its account, then open the link again.",
      ),
    );
  if (more.length === 0) return only;
  const { accountId } = await pickApp(found, vscode.l10n.t("Select an account to open the app in"));
  const chosen = found.find((each) => each.accountId === accountId);
  if (!chosen) throw new CancelledError();
  return chosen;
}

function repositoryIn(text: string): string | undefined {
  if (text === "" || text.length > longestRepository || !/^[\x21-\x7e]+$/.test(text)) return undefined;
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === "https:" && username === "" && password === "" && hash === "" ? text : undefined;
}
