// Signs out: names first what would be lost or stay, and removes the account's files from VS Code's lists.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { field, readAs } from "../../core/parse";
import { nameOf } from "../../core/paths/appPath";
import { formatCount } from "../../core/text/format";
import type { TransferList } from "../../core/transfers/transferList";
import { parseAppUri } from "../../editor/appUris";
import { ask, confirm, paragraphs } from "../../editor/safeUi/questions";

export interface SignOutServices {
  readonly accounts: Pick<Accounts, "remove">;
  readonly transfers: Pick<TransferList, "all">;
  /** Deletes the backups of an account's files. */
  readonly forgetBackups: (accountId: string) => Promise<void>;
  /** Shows what is stored where, and how long. */
  readonly showPrivacy: () => PromiseLike<unknown>;
}

/** Asks, and signs out as the answer says. */
export async function signOut(account: Account, services: SignOutServices): Promise<void> {
  const signOut = vscode.l10n.t("Sign Out");
  const signOutAndForget = vscode.l10n.t("Sign Out and Delete Copies");
  const learnMore = vscode.l10n.t("Learn More");
  const answer = await ask(
    vscode.l10n.t("Sign out of {0}?", account.label),
    paragraphs([...atStake(account.id, services), whatGoes(account)]),
    [signOut, signOutAndForget, learnMore],
  );
  if (answer === undefined) return;
  if (answer === learnMore) {
    await services.showPrivacy();
    return;
  }
  await leave(account.id, services);
  if (answer === signOutAndForget) await services.forgetBackups(account.id);
}

/** For VS Code's Accounts menu, which has asked already: asks again only about unsaved files and running transfers. */
export async function signOutConfirmed(account: Account, services: SignOutServices): Promise<void> {
  const sentences = atStake(account.id, services);
  if (sentences.length > 0) {
    const button = vscode.l10n.t("Sign Out");
    const question = vscode.l10n.t("Sign out of {0}?", account.label);
    await confirm(question, paragraphs(sentences), button);
  }
  await leave(account.id, services);
}

async function leave(accountId: string, { accounts }: SignOutServices): Promise<void> {
  await accounts.remove(accountId);
  await forgetRecents(accountId);
}

/** Sentences about unsaved files and unfinished transfers. */
function atStake(accountId: string, { transfers }: Pick<SignOutServices, "transfers">): string[] {
  const unsaved = vscode.workspace.textDocuments.flatMap(({ isDirty, uri }) => {
    const location = isDirty ? parseAppUri(uri) : undefined;
    return location?.accountId === accountId ? [nameOf(location.path)] : [];
  });
  const inFlight = transfers.all.filter((transfer) => transfer.accountId === accountId);
  const sentences: string[] = [];
  if (unsaved.length > 0)
    sentences.push(
      vscode.l10n.t(
        "Unsaved changes: {0}. They can only be saved while you're signed in.",
        [...unsaved.slice(0, mostNames), ...(unsaved.length > mostNames ? ["…"] : [])].join(", "),
      ),
    );
  if (inFlight.length > 0)
    sentences.push(
      vscode.l10n.t(
        "Unfinished transfers: {0}. Waiting transfers are canceled.",
        formatCount(inFlight.length),
      ),
    );
  return sentences;
}

const mostNames = 5;

/** What is removed and what stays; account/forget removes what it says. */
function whatGoes({ isLocal }: Account): string {
  const goes = vscode.l10n.t(
    "The token and everything stored for this account are removed from this machine.",
  );
  const apps = isLocal
    ? vscode.l10n.t("The local service's apps stay on this machine.")
    : vscode.l10n.t("Apps aren't affected.");
  const copies = vscode.l10n.t(
    "Copies of overwritten or deleted files are kept for a day unless you delete them now.",
  );
  return [goes, apps, copies].join(" ");
}

const address = field.readBy((value) => (value instanceof vscode.Uri ? value : undefined));
const recent = field.object({
  folderUri: field.optional(address),
  fileUri: field.optional(address),
  workspace: field.optional(field.object({ configPath: address })),
});
const recents = field.object({ workspaces: field.readable(recent), files: field.readable(recent) });

/** VS Code's list of recently opened folders and files, which all windows share. */
async function forgetRecents(accountId: string): Promise<void> {
  // An internal command: a VS Code without it keeps its list, and nothing else fails.
  const answer = await vscode.commands
    .executeCommand("_workbench.getRecentlyOpened")
    .then(undefined, () => undefined);
  const { workspaces, files } = readAs(recents, answer) ?? { workspaces: [], files: [] };
  const uris = [...workspaces, ...files].flatMap(
    ({ folderUri, fileUri, workspace }) => folderUri ?? fileUri ?? workspace?.configPath ?? [],
  );
  const own = uris.filter(
    (uri) => parseAppUri(uri)?.accountId === accountId || uri.path.includes(`/workspaces/${accountId}/`),
  );
  for (const uri of own)
    await vscode.commands.executeCommand("vscode.removeFromRecentlyOpened", uri.toString());
}
