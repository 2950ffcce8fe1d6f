// What each tool tells a language model: plain JSON without a token, an environment value or a session's address.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import type { AppFiles } from "../../appFiles/appFiles";
import type { FilesOfAccounts } from "../../appFiles/filesOfAccounts";
import type { App } from "../../core/model/model";
import { field, readFields } from "../../core/outside/reading";
import { nameOf, normalizeAppPath, parentOf } from "../../core/paths/appPath";
import { secretByName, secretsInText } from "../../core/project/secrets";
import { runCommand } from "../../editor/commands";
import { sentenceFor } from "../../editor/errorSentences";
import type { ToolName } from "./toolNames";

/** What a model may say. */
const toolInput = { app: field.text, path: field.text };

interface FoundApp {
  readonly account: Account;
  readonly app: App;
}

/** What the tools read from. */
export interface ToolServices {
  readonly accounts: Accounts;
  readonly loadFiles: () => Promise<FilesOfAccounts>;
}

/** A model cannot use more of a file than this at once. */
const longestFileBytes = 200_000;

/** What the user is shown before a tool runs; a restart is asked for. */
export async function prepareTool(
  name: ToolName,
  input: object,
  accounts: Accounts,
): Promise<vscode.PreparedToolInvocation> {
  const { app: wanted = "", path = "" } = readFields(toolInput, input);
  switch (name) {
    case "hostedApps_listApps":
      return { invocationMessage: vscode.l10n.t("Listing your hosted apps") };
    case "hostedApps_readAppStatus":
      return { invocationMessage: vscode.l10n.t("Reading the status of {0}", wanted) };
    case "hostedApps_readAppFile":
      return { invocationMessage: vscode.l10n.t("Reading {0} of {1}", path, wanted) };
    case "hostedApps_restartApp": {
      // A model may name it by its id, which tells the user nothing.
      await accounts.load();
      const found = findApp(accounts, wanted);
      const name = typeof found === "string" ? wanted : found.app.name;
      return {
        invocationMessage: vscode.l10n.t("Restarting {0}", name),
        confirmationMessages: {
          title: vscode.l10n.t("Restart {0}?", name),
          message: vscode.l10n.t("The app is down for a moment. Nothing of its files or settings changes."),
        },
      };
    }
  }
}

/** The answer for the model. What went wrong is told in a sentence: it may help the user with it. */
export async function callTool(
  name: ToolName,
  input: object,
  services: ToolServices,
  token: vscode.CancellationToken,
): Promise<string> {
  const controller = new AbortController();
  const listener = token.onCancellationRequested(() => controller.abort(new vscode.CancellationError()));
  try {
    const { accounts } = services;
    await accounts.load();
    if (accounts.all.length === 0) {
      return 'The user is not signed in. Ask them to run the command "Hosted Apps: Sign In".';
    }
    return await answerOf(name, input, services, controller.signal);
  } catch (error) {
    controller.signal.throwIfAborted();
    return sentenceFor(error);
  } finally {
    listener.dispose();
  }
}

async function answerOf(
  name: ToolName,
  input: object,
  { accounts, loadFiles }: ToolServices,
  signal: AbortSignal,
): Promise<string> {
  const { app: wanted = "", path = "" } = readFields(toolInput, input);
  await Promise.all(accounts.all.map(({ apps }) => apps.refresh()));
  if (name === "hostedApps_listApps") return listApps(accounts);
  const found = findApp(accounts, wanted);
  if (typeof found === "string") return found;
  const { account, app } = found;
  switch (name) {
    case "hostedApps_readAppStatus":
      return JSON.stringify(statusOf(account, await account.apps.refreshApp(app.id, signal)));
    case "hostedApps_readAppFile":
      return await readFile((await loadFiles()).get({ accountId: account.id, appId: app.id }), path, signal);
    case "hostedApps_restartApp": {
      const outcome = await runCommand("app.restart", { accountId: account.id, appId: app.id });
      return outcome === undefined ? "The app was not restarted." : JSON.stringify(outcome);
    }
  }
}

function listApps(accounts: Accounts): string {
  const apps = accounts.all.flatMap((account) =>
    (account.apps.snapshot.apps ?? []).map((app) => ({
      account: account.label,
      id: app.id,
      name: app.name,
      status: app.status,
      online: app.metrics?.online,
      runtime: app.runtime,
      team: account.apps.teamOf(app)?.name,
      restartRequired: app.restartRequired,
    })),
  );
  const failures = accounts.all.flatMap(({ label, apps: { snapshot } }) =>
    snapshot.error ? [`${label}: ${sentenceFor(snapshot.error)}`] : [],
  );
  const missing = accounts.all.flatMap(({ label, apps: { snapshot } }) =>
    snapshot.missing ? [`${label}: ${snapshot.missing.count ?? "some"} apps could not be listed`] : [],
  );
  return JSON.stringify({
    apps,
    ...(failures.length > 0 && { notUpToDate: failures }),
    ...(missing.length > 0 && { missing }),
  });
}

/** The app that a model named by id or name, or the sentence that says why it is none. */
function findApp(accounts: Accounts, wanted: string): FoundApp | string {
  if (wanted === "") return 'Say which app, by its name or id, as "app".';
  const all = accounts.all.flatMap((account) =>
    (account.apps.snapshot.apps ?? []).map((app) => ({ account, app })),
  );
  const [byId, ...sameId] = all.filter(({ app }) => app.id === wanted);
  if (sameId.length > 0)
    return "Several accounts have an app with this id. Ask the user to do it in the Apps view, where they see whose it is.";
  if (byId) return byId;
  const named = all.filter(({ app }) => app.name.toLowerCase() === wanted.toLowerCase());
  const [only, ...more] = named;
  if (!only) return "No app has this name or id. List the apps to see them.";
  if (more.length === 0) return only;
  return `Several apps have this name; use an id: ${named.map(({ app }) => app.id).join(", ")}.`;
}

function statusOf(account: Account, app: App): object {
  const { environment: _values, team, deployments, ...rest } = app;
  return {
    account: account.label,
    ...rest,
    team: team?.name,
    environmentNames: app.environment?.map(({ key }) => key),
    deployments: deployments.slice(0, 5),
  };
}

async function readFile(files: AppFiles, path: string, signal: AbortSignal): Promise<string> {
  if (path === "") return 'Say which file, as "path", such as "/main.py".';
  const file = normalizeAppPath(path);
  if (secretByName(file.slice(1)) !== undefined) {
    return "This file usually holds secrets, so it is not given to a model. The user can open it in the editor.";
  }
  const { entries } = await files.list(parentOf(file));
  const entry = entries.get(nameOf(file));
  if (!entry) return `There is no such file. The folder holds: ${[...entries.keys()].join(", ")}`;
  if (entry.type === "directory") {
    const inside = await files.list(file);
    return `This is a folder. It holds: ${[...inside.entries.keys()].join(", ")}`;
  }
  if (entry.sizeBytes > longestFileBytes) {
    return `The file has ${entry.sizeBytes} bytes, more than the ${longestFileBytes} that can be read here.`;
  }
  const bytes = await files.read(file, entry, { signal });
  const text = decoded(bytes);
  if (text === undefined) return "The file is not text.";
  const [secret] = secretsInText(text);
  if (!secret) return text;
  return `Line ${secret.line} of this file looks like a secret, so the file is not given to a model. The user can open it in the editor.`;
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
