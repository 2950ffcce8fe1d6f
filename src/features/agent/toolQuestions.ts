import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import { loadApps } from "../../accounts/loadApps";
import type { App } from "../../core/model/model";
import { readFields } from "../../core/parse";
import { inertLine, visibleLine } from "../../core/text/inertText";
import { asUntrusted } from "../../core/text/untrustedText";
import { type AskedCalls, toolInput } from "./askedCalls";
import { longestToolPath, type ToolName } from "./toolNames";

interface FoundApp {
  readonly account: Account;
  readonly app: App;
}

/** The question for a call. VS Code would run a tool without one without asking the user. */
export async function prepareTool(
  name: ToolName,
  input: object,
  accounts: Accounts,
  asked: AskedCalls,
): Promise<vscode.PreparedToolInvocation> {
  const { app: wanted = "", path = "" } = readFields(toolInput, input);
  await accounts.load();
  await loadApps(accounts.all);
  if (name === "hostedApps_listApps") {
    asked.remember(name, input, { accountIds: accounts.all.map(({ id }) => id) });
    const labels = accounts.all.map(({ label }) => plain(label)).join(", ");
    return question(
      vscode.l10n.t("Listing your hosted apps"),
      labels === "" ? vscode.l10n.t("List your hosted apps?") : vscode.l10n.t("List {0}'s apps?", labels),
      vscode.l10n.t("Their names, IDs, and states are sent to the language model."),
    );
  }
  // The question names the app: a model may use its id, which means nothing to the user.
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
  // A longer path is refused when the tool is called.
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

/** A question is Markdown in a chat and text in a dialog: in both, names must not become links or icons. */
function plain(text: string): string {
  return withoutLinks(inertLine(text, 120));
}

/** Markdown turns a bare address into a link. */
function withoutLinks(text: string): string {
  return text.replaceAll(/:(?=\/\/)|www\./gi, "$&\u200b");
}

function question(invocationMessage: string, title: string, message: string): vscode.PreparedToolInvocation {
  return { invocationMessage, confirmationMessages: { title, message } };
}

/** The app with this name or id, or a sentence for the model why there is none. */
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
  // Other people choose names: when one is another app's id, neither app is meant for certain.
  if (byId.length === 1)
    return "One app has this id and another has it as its name. Ask the user to do it in the Apps view.";
  return `Several apps have this name; use an id. ${asUntrusted("their ids", named.map(({ app }) => app.id).join(", "))}`;
}
