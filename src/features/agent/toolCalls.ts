// The responses of the tools to a language model: without secrets, and marked as untrusted.
import * as vscode from "vscode";
import type { Account, Accounts } from "../../accounts/accounts";
import type { AppFiles } from "../../appFiles/appFiles";
import type { FilesOfAccounts } from "../../appFiles/filesOfAccounts";
import type { App } from "../../core/model/model";
import { readFields } from "../../core/parse";
import { nameOf, normalizeAppPath, parentOf } from "../../core/paths/appPath";
import { redactSecrets } from "../../core/project/redactSecrets";
import { secretByName } from "../../core/project/secrets";
import { asUntrusted } from "../../core/text/untrustedText";
import { runCommand } from "../../editor/commands/commands";
import { requirePermission } from "../../editor/commands/requirePermission";
import { sentenceFor } from "../../editor/errorSentences";
import { guardedTarget } from "../../editor/project/guardedTarget";
import { type AskedCalls, toolInput } from "./askedCalls";
import { longestToolPath, type ToolName } from "./toolNames";

export interface ToolServices {
  readonly accounts: Accounts;
  readonly loadFiles: () => Promise<FilesOfAccounts>;
  readonly asked: AskedCalls;
}

const longestFileBytes = 200_000;

/** The response for the model; a failure is a sentence, with which the model may help the user. */
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
    // The sentence may quote the service.
    return asUntrusted("what went wrong", redactSecrets(sentenceFor(error)));
  } finally {
    listener.dispose();
  }
}

async function answerOf(
  name: ToolName,
  input: object,
  { accounts, loadFiles, asked }: ToolServices,
  signal: AbortSignal,
): Promise<string> {
  const { path = "" } = readFields(toolInput, input);
  const target = asked.take(name, input);
  if (typeof target === "string") return target;
  if ("none" in target) return target.none;
  if (path.length > longestToolPath) return "The path is too long.";
  await Promise.all(accounts.all.map(({ apps }) => apps.refresh()));
  if (name === "hostedApps_listApps" || "accountIds" in target) {
    const ids = new Set("accountIds" in target ? target.accountIds : []);
    return listApps(accounts.all.filter(({ id }) => ids.has(id)));
  }
  const account = accounts.all.find(({ id }) => id === target.app.accountId);
  const app = account?.apps.snapshot.apps?.find(({ id }) => id === target.app.appId);
  if (!account || !app) return "The app that the user was asked about is no longer there.";
  switch (name) {
    case "hostedApps_readAppStatus": {
      const fresh = await account.apps.refreshApp(app.id, { signal });
      return untrustedJson("the state of an app", statusOf(account, fresh), environmentValues(fresh));
    }
    case "hostedApps_readAppFile": {
      await requirePermission(account.permissions, app.id, "canSeeApplicationFiles", true);
      const values = environmentValues(await account.apps.refreshApp(app.id, { signal }));
      const files = (await loadFiles()).get({ accountId: account.id, appId: app.id });
      return await readFile({ files, values, signal }, path);
    }
    case "hostedApps_restartApp": {
      await requirePermission(account.permissions, app.id, "canChangeStatusApplication", true);
      // The tool's question named no deploy target: `app.restart` asks about a guarded one itself.
      const isAgreed = (await guardedTarget(app.id)) === undefined;
      const outcome = await runCommand("app.restart", { ...target.app, ...(isAgreed && { confirm: true }) });
      return outcome === undefined
        ? "The app was not restarted."
        : untrustedJson("how the restart ended", outcome);
    }
  }
}

function listApps(accounts: readonly Account[]): string {
  const apps = accounts.flatMap((account) =>
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
  const failures = accounts.flatMap(({ label, apps: { snapshot } }) =>
    snapshot.error ? [`${label}: ${sentenceFor(snapshot.error)}`] : [],
  );
  const missing = accounts.flatMap(({ label, apps: { snapshot } }) =>
    snapshot.missing ? [`${label}: ${snapshot.missing.count ?? "some"} apps could not be listed`] : [],
  );
  return untrustedJson("a list of apps", {
    apps,
    ...(failures.length > 0 && { notUpToDate: failures }),
    ...(missing.length > 0 && { missing }),
  });
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

function untrustedJson(what: string, value: unknown, values: readonly string[] = []): string {
  // Redacted text by text: the redaction of a header takes the rest of its line, which in JSON is everything.
  const json = JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "string" ? redactSecrets(each, values) : each,
  );
  return asUntrusted(what, json);
}

function environmentValues(app: App): string[] {
  return (app.environment ?? []).map(({ value }) => value);
}

interface FileRead {
  readonly files: AppFiles;
  /** Values of the app's environment variables, which its log may repeat. */
  readonly values: readonly string[];
  readonly signal: AbortSignal;
}

async function readFile({ files, values, signal }: FileRead, path: string): Promise<string> {
  if (path === "") return 'Say which file, as "path", such as "/main.py".';
  const file = normalizeAppPath(path);
  if (file === "/") return await listed(files, file);
  if (secretByName(file.slice(1)) !== undefined) {
    return "This file usually holds secrets, so it is not given to a model. The user can open it in the editor.";
  }
  const { entries } = await files.list(parentOf(file));
  const entry = entries.get(nameOf(file));
  if (!entry) return `There is no such file. ${await listed(files, parentOf(file))}`;
  if (entry.type === "directory") return await listed(files, file);
  if (entry.sizeBytes > longestFileBytes) {
    return `The file has ${entry.sizeBytes} bytes, more than the ${longestFileBytes} that can be read here.`;
  }
  const text = decoded(await files.read(file, entry, { signal }));
  if (text === undefined) return "The file is not text.";
  if (text.length > longestFileBytes) return "The file has grown to more than can be read here.";
  return asUntrusted("a file of an app", redactSecrets(text, values));
}

async function listed(files: AppFiles, folder: string): Promise<string> {
  const { entries } = await files.list(folder);
  const names = [...entries.values()].map(({ name, type }) => (type === "directory" ? `${name}/` : name));
  return names.length === 0 ? "The folder is empty." : untrustedJson("what a folder of an app holds", names);
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
