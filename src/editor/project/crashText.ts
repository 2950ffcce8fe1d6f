// Why an app crashed, in a sentence, and the button that helps.
import * as vscode from "vscode";
import type { AppCondition } from "../../core/metrics/appConditions";
import { type CrashReason, crashReason } from "../../core/metrics/crashReasons";
import type { App, Runtime } from "../../core/model/model";
import { filledTemplate } from "../../core/model/webAddress";
import { withRequirements } from "../../core/project/detect/requirementsText";
import { withPackages } from "../../core/project/projectFile";
import { redactSecrets } from "../../core/project/redactSecrets";
import { hostSettings } from "../../core/settings/hostSettings";
import { asUntrusted } from "../../core/text/untrustedText";
import { appUri } from "../appUris";
import { runCommand } from "../commands/commands";
import { requireTrust } from "../commands/consent";
import { hasChat } from "../host/optionalApis";
import { changeFile, isThere, localDisk } from "../localDisk";
import { confirm } from "../safeUi/questions";
import { settings } from "../settings";
import { showError } from "../showError";
import { folderOf } from "./folderApp";
import { runPreDeployTask } from "./preDeployTask";

export interface CrashExplanation {
  /** Empty for an unknown reason, about which Chat can be asked. */
  readonly sentence: string;
  /** `run` shows what goes wrong itself. */
  readonly fix: { readonly label: string; readonly run: () => Promise<void> } | undefined;
}

type FolderServices = Parameters<typeof folderOf>[1];

interface CrashServices extends FolderServices {
  readonly accounts: {
    get(
      id: string,
    ): { readonly baseUrl: string; readonly client: { getApp(appId: string): Promise<App> } } | undefined;
  } & FolderServices["accounts"];
}

export interface Crash {
  readonly accountId: string;
  readonly app: App;
  readonly conditions?: ReadonlySet<AppCondition>;
  /** The app's folder on this machine, where it is known already. */
  readonly folder?: vscode.Uri | undefined;
}

/** `lines` are the last of the app's log. Undefined where nothing is known, and no model can be asked. Never rejects. */
export async function explainCrash(
  lines: readonly string[],
  crash: Crash,
  services: CrashServices,
): Promise<CrashExplanation | undefined> {
  const { app, conditions } = crash;
  const isNearLimit = conditions?.has("memory") === true || /\bmemory\b/i.test(app.status);
  const runtime = app.runtime === "python" ? "python" : "nodejs";
  const isCrashLoop = conditions?.has("crashLoop");
  const reason = crashReason(lines, { exposedViaWeb: app.exposedViaWeb, runtime, isNearLimit, isCrashLoop });
  if (!reason && (lines.length === 0 || !(await hasChat()))) return undefined;
  const chat: Fix = [vscode.l10n.t("Ask Chat"), () => askChat(lines, crash, services)];
  const [label, work] = (reason ? await fixOf(reason, crash, services).catch(() => undefined) : chat) ?? [];
  const run = async (): Promise<void> => await Promise.resolve(work?.()).then(() => undefined, showError);
  return {
    sentence: reason ? sentenceOf(reason) : "",
    fix: label === undefined ? undefined : { label, run },
  };
}

const runtimes: Readonly<Record<Runtime, string>> = { python: "Python", nodejs: "Node.js" };

function sentenceOf({ kind, name, place, runtime }: CrashReason): string {
  const { l10n } = vscode;
  switch (kind) {
    case "package":
      return l10n.t("The package {0} isn't installed.", name);
    case "file":
      return l10n.t("The code loads {0}, which isn't in the app.", name);
    case "mainFile":
      return l10n.t("{0} can't be started: it's missing, or isn't a program.", nameOf(name));
    case "variable":
      return l10n.t("The variable {0} isn't set.", name);
    case "port":
      return name === ""
        ? l10n.t("The app can't use its port. Listen on the port in PORT.")
        : l10n.t("The app can't use port {0}. Listen on the port in PORT.", name);
    case "loopback":
      return l10n.t(
        "The app accepts requests only from its own machine. Listen on 0.0.0.0 and the port in PORT.",
      );
    case "syntax":
      return place?.line === undefined
        ? l10n.t("The code has a syntax error.")
        : l10n.t("{0} has a syntax error in line {1}.", nameOf(place.path), place.line);
    case "memory":
      return l10n.t("The app ran out of memory.");
    case "version":
      return l10n.t("The code needs another version of {0}.", runtimes[runtime]);
  }
}

type Fix = readonly [label: string, run: () => unknown];

async function fixOf(reason: CrashReason, crash: Crash, services: CrashServices): Promise<Fix | undefined> {
  const { accountId, app } = crash;
  const key = { accountId, appId: app.id };
  const edit = (label: string, field: string): Fix => [
    label,
    () => runCommand("app.editSettings", { ...key, field }),
  ];
  if (reason.kind === "memory") return edit(vscode.l10n.t("Edit Memory"), "memoryMB");
  if (reason.kind === "mainFile") return edit(vscode.l10n.t("Edit Start Command"), "startupCommand");
  const local = crash.folder ?? (await folderOf(key, services).catch(() => undefined))?.folder;
  const root = local ?? appUri({ ...key, path: "/" });
  if (reason.kind === "package") {
    const file = reason.runtime === "python" ? "requirements.txt" : "package.json";
    if (!local) return open(vscode.Uri.joinPath(root, file));
    return [vscode.l10n.t("Add Package and Push"), () => addPackage(reason, root, file, key)];
  }
  const page = reason.kind === "variable" ? settingsPage(services.accounts.get(accountId), app) : undefined;
  if (page) return page;
  const uri = reason.place && (await fileAt(root, reason.place.path));
  return uri && open(uri, reason.place?.line);
}

function open(uri: vscode.Uri, line?: number): Fix {
  const name = line === undefined ? nameOf(uri.path) : `${nameOf(uri.path)}:${line}`;
  const at = Math.max(0, (line ?? 1) - 1);
  const show = () => vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, 0, at, 0) });
  return [vscode.l10n.t("Open {0}", name), show];
}

/** The app's page on the service's own site, where its variables are set. */
export function settingsPage(account: { readonly baseUrl: string } | undefined, app: App): Fix | undefined {
  const { appPage } = account ? hostSettings(settings.hosts(), account.baseUrl) : {};
  const page = filledTemplate(appPage, app);
  if (page === undefined) return undefined;
  return [vscode.l10n.t("Open Settings Page"), () => vscode.env.openExternal(vscode.Uri.parse(page))];
}

/** The file at the longest end of the path: on the app's machine, the app may be in any folder. */
async function fileAt(root: vscode.Uri, path: string): Promise<vscode.Uri | undefined> {
  const names = path.split(/[\\/]/).filter((name) => !/^\.{0,2}$|:$/.test(name));
  for (let first = 0; first < names.length; first++) {
    const end = names.slice(first).join("/");
    if ((await localDisk(root).tryStat(end))?.type === "file") return vscode.Uri.joinPath(root, end);
  }
  return undefined;
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

const locks = ["package-lock.json", "npm-shrinkwrap.json"];

async function addPackage(
  { name, isGuess }: CrashReason,
  folder: vscode.Uri,
  file: string,
  app: { readonly accountId: string; readonly appId: string },
): Promise<void> {
  requireTrust();
  if (isGuess)
    await confirm(
      vscode.l10n.t("Add {0} to {1}?", name, file),
      [
        vscode.l10n.t(
          "The app's log names it. Check the name: a package of another author may have a similar one.",
        ),
      ],
      vscode.l10n.t("Add"),
    );
  await changeFile(folder, file, (text) =>
    file === "package.json"
      ? withPackages(text || "{}\n", { [name]: "latest" })
      : withRequirements(text, name),
  );
  // npm installs nothing where the lock file lacks a package.
  const isLocked = await Promise.all(locks.map((lock) => isThere(vscode.Uri.joinPath(folder, lock))));
  if (file === "package.json" && isLocked.includes(true))
    await runPreDeployTask(folder, "npm: install", true);
  await runCommand("deploy.push", { ...app, folder: folder.toString(), confirm: false });
}

/** The user sends the message. */
async function askChat(
  lines: readonly string[],
  { accountId, app }: Crash,
  { accounts }: CrashServices,
): Promise<void> {
  requireTrust();
  const account = accounts.get(accountId);
  if (!account) return;
  // Its log may repeat the values.
  const { environment } = await account.client.getApp(app.id);
  await confirm(
    vscode.l10n.t("Write the end of {0}'s log into Chat?", app.name),
    [
      environment
        ? vscode.l10n.t("What looks like a secret, and the values of the app's variables, are removed.")
        : vscode.l10n.t(
            "What looks like a secret is removed. The service doesn't report the app's variables: look for their values yourself.",
          ),
      vscode.l10n.t("Nothing is sent to the language model before you send the message."),
    ],
    vscode.l10n.t("Write"),
  );
  const text = redactSecrets(
    lines.join("\n"),
    (environment ?? []).map(({ value }) => value),
  );
  const query = `${vscode.l10n.t("Why did my app crash, and how do I fix it?")}\n\n${asUntrusted("the end of an app's log", text)}`;
  await vscode.commands.executeCommand("workbench.action.chat.open", { query, isPartialQuery: true });
}
