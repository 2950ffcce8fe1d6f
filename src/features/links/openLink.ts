// Opens a link to the extension after a question: anyone can write links. For a repository it runs Create App once the
// clone is open, in this or another window.
import * as vscode from "vscode";
import type { Accounts } from "../../accounts/accounts";
import { loadAppsWith } from "../../accounts/loadApps";
import type { Clock } from "../../core/async/clock";
import { CancelledError } from "../../core/errors/cancelledError";
import { isAppId } from "../../core/model/appId";
import { field, readAs } from "../../core/parse";
import { runCommand } from "../../editor/commands/commands";
import { type PickableApp, pickApp } from "../../editor/pickApp";
import { openLocalFolders } from "../../editor/project/chooseLocalFolder";
import { confirm } from "../../editor/safeUi/questions";
import type { StateMemory } from "../../editor/state/stateMemory";
import { clonedKey } from "./clonedKey";

type Link =
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
  await loadAppsWith(appId, accounts.all);
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

/** A folder that is opened later is opened for another reason. */
const longestMs = 60 * 60_000;

const cloned = field.object({ repository: field.text, atMs: field.number });

/** `state`: of all windows. */
export async function rememberClone(
  state: StateMemory,
  repository: string,
  clock: Pick<Clock, "now">,
): Promise<void> {
  await state.update(clonedKey, { repository, atMs: clock.now() });
}

/** Runs Create App, with its questions, for an open folder that is a clone of the repository; forgets the link then. */
export async function resumeClone(state: StateMemory, clock: Pick<Clock, "now">): Promise<void> {
  const stored = readAs(cloned, state.get(clonedKey));
  if (!stored) return;
  if (clock.now() - stored.atMs > longestMs) return await state.update(clonedKey, undefined);
  for (const { uri } of openLocalFolders()) {
    if (!(await isCloneOf(uri, stored))) continue;
    // Another change of the folders has resumed the link meanwhile.
    if (readAs(cloned, state.get(clonedKey))?.atMs !== stored.atMs) return;
    await state.update(clonedKey, undefined);
    if (!vscode.workspace.isTrusted) await trust();
    await runCommand("deploy.createApp", uri);
    return;
  }
}

/** `git.clone` does not report a canceled clone, so a clone that is older than the link does not count. */
async function isCloneOf(
  folder: vscode.Uri,
  { repository, atMs }: { readonly repository: string; readonly atMs: number },
): Promise<boolean> {
  const git = vscode.Uri.joinPath(folder, ".git");
  const madeAt = await vscode.workspace.fs.stat(git).then(
    ({ ctime }) => ctime || atMs,
    () => 0,
  );
  if (madeAt < atMs) return false;
  const config = vscode.Uri.joinPath(git, "config");
  const bytes = await vscode.workspace.fs.readFile(config).then(undefined, () => undefined);
  if (!bytes) return false;
  const lines = new TextDecoder().decode(bytes).split("\n");
  return lines.some((line) => /^\s*url = (.*?)\s*$/.exec(line)?.[1] === repository);
}

/** Resolves when the user trusts the folder, which may be never. */
async function trust(): Promise<void> {
  await new Promise<void>((resolve) => {
    const listener = vscode.workspace.onDidGrantWorkspaceTrust(() => {
      listener.dispose();
      resolve();
    });
  });
}
