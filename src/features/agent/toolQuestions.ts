// What the user is asked before a tool runs: which app of which account, and what goes to the model or changes.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import type { App } from "../../core/model/model";
import { readFields } from "../../core/parse";
import { inertLine, visibleLine } from "../../core/text/inertText";
import { type AskedCalls, toolInput } from "./askedCalls";
import { longestToolPath, type ToolName } from "./toolNames";
import { asUntrusted } from "./untrustedText";

interface FoundApp {
  readonly account: Account;
  readonly app: App;
}

/** The question of a call. A tool without one would run unasked. */
export async function prepareTool(
  name: ToolName,
  input: object,
  accounts: Accounts,
  asked: AskedCalls,
): Promise<vscode.PreparedToolInvocation> {
  const { app: wanted = "", path = "" } = readFields(toolInput, input);
  await accounts.load();
  await Promise.all(accounts.all.map(({ apps }) => apps.snapshot.apps ?? apps.refresh()));
  if (name === "hostedApps_listApps") {
    asked.remember(name, input, { accountIds: accounts.all.map(({ id }) => id) });
    const labels = accounts.all.map(({ label }) => plain(label)).join(", ");
    return question(
      vscode.l10n.t("Listing your hosted apps"),
      labels === "" ? vscode.l10n.t("List your hosted apps?") : vscode.l10n.t("List {0}'s apps?", labels),
      vscode.l10n.t("Their names, IDs, and states are sent to the language model."),
    );
  }
  // A model may name it by its id, which tells the user nothing.
  const found = findApp(accounts, wanted);
  asked.remember(
    name,
    input,
    typeof found === "string"
      ? { none: found }
      : { app: { accountId: found.account.id, appId: found.app.id } },
  );
  const app = plain(typeof found === "string" ? wanted : found.app.name);
  const whose =
    typeof found === "string"
      ? vscode.l10n.t("{0} (not found)", app)
      : vscode.l10n.t("{0} ({1})", app, plain(found.account.label));
  // One that is longer is refused when the tool is called.
  const file = withoutLinks(visibleLine(path.slice(0, longestToolPath)));
  switch (name) {
    case "hostedApps_readAppStatus":
      return question(
        vscode.l10n.t("Reading {0}'s status", app),
        vscode.l10n.t("Read {0}'s status?", whose),
        vscode.l10n.t(
          "Its state, metrics, settings, and the names of its environment variables are sent to the language model. Their values aren't.",
        ),
      );
    case "hostedApps_readAppFile":
      return question(
        vscode.l10n.t("Reading {0} in {1}", file, app),
        vscode.l10n.t("Read {0} in {1}?", file, whose),
        vscode.l10n.t("Its content is sent to the language model. Text that looks like a secret is removed."),
      );
    case "hostedApps_restartApp":
      return question(
        vscode.l10n.t("Restarting {0}", app),
        vscode.l10n.t("Restart {0}?", whose),
        vscode.l10n.t("The app is unavailable for a moment. Its files and settings don't change."),
      );
  }
}

/** VS Code draws a question as Markdown in a chat and as text in a dialog: names are neither links nor icons in both. */
function plain(text: string): string {
  return withoutLinks(inertLine(text, 120));
}

/** Markdown takes a bare address for a link. */
function withoutLinks(text: string): string {
  return text.replaceAll(/:(?=\/\/)|www\./gi, "$&\u200b");
}

function question(invocationMessage: string, title: string, message: string): vscode.PreparedToolInvocation {
  return { invocationMessage, confirmationMessages: { title, message } };
}

/** The app of this name or id, or the sentence for the model that says why it is none. */
export function findApp(accounts: Accounts, wanted: string): FoundApp | string {
  if (wanted === "") return 'Say which app, by its name or id, as "app".';
  const all = accounts.all.flatMap((account) =>
    (account.apps.snapshot.apps ?? []).map((app) => ({ account, app })),
  );
  const byId = all.filter(({ app }) => app.id === wanted);
  const named = all.filter(({ app }) => app.name.toLowerCase() === wanted.toLowerCase());
  const [only, ...more] = new Set([...byId, ...named]);
  if (!only) return "No app has this name or id. List the apps to see them.";
  if (more.length === 0) return only;
  if (byId.length > 1)
    return "Several accounts have an app with this id. Ask the user to do it in the Apps view, where they see whose it is.";
  // Others choose names: one that is another app's id means neither of the two.
  if (byId.length === 1)
    return "One app has this id and another has it as its name. Ask the user to do it in the Apps view.";
  return `Several apps have this name; use an id. ${asUntrusted("their ids", named.map(({ app }) => app.id).join(", "))}`;
}
