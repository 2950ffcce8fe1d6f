// Tasks of type "hosted-app".
import * as vscode from "vscode";
import { CancelledError, isCancellation } from "../../core/errors/cancelledError";
import type { AppKey } from "../../core/model/appKey";
import { field, readAs, readFields } from "../../core/parse";
import { plainText } from "../../core/text/inertText";
import { appOfArgument, folderOfArgument } from "../../editor/commands/commandArguments";
import { withConsent } from "../../editor/commands/consent";
import { sentenceFor } from "../../editor/errorSentences";
import { chosenLink, type FolderReading, folderApp, readFolderApp } from "../../editor/project/folderApp";
import { unprovedRestartText } from "../../editor/safeUi/unprovedRestartText";
import { endWords, type PushOutcome, push } from "./commands/push";
import { accountHaving, chooseFolderApp } from "./place/chooseFolderApp";
import { chooseFolder } from "./place/transferPlace";
import type { TransferServices } from "./place/transferServices";
import { endSentences } from "./run/notifyEnd";
import type { RunWithProgress } from "./run/syncFolder";

const deployTask = field.object({
  task: field.text,
  folder: field.optional(field.text),
  accountId: field.optional(field.text),
  appId: field.optional(field.text),
  target: field.optional(field.text),
});

type GivenPlace = Omit<ReturnType<typeof deployTask.parse>, "task">;

const taskType = "hosted-app";

/** Offered without a tasks.json. */
export function deployTasks(services: TransferServices): vscode.Task[] {
  return ["deploy", "push", "restart"].map((task) =>
    resolvedTask({ definition: { type: taskType, task }, scope: undefined }, services),
  );
}

export function resolvedTask(
  { definition, scope = vscode.TaskScope.Workspace }: Pick<vscode.Task, "definition" | "scope">,
  services: TransferServices,
): vscode.Task {
  const run = new vscode.CustomExecution(async (resolved) => new DeployTerminal(resolved, services));
  return new vscode.Task(definition, scope, String(definition["task"]), taskType, run);
}

export class DeployTerminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly ended = new vscode.EventEmitter<number>();
  private readonly stop = new AbortController();

  readonly onDidWrite = this.written.event;
  readonly onDidClose = this.ended.event;

  constructor(
    private readonly definition: vscode.TaskDefinition,
    private readonly services: TransferServices,
  ) {}

  open(): void {
    void this.run();
  }

  close(): void {
    this.stop.abort(new CancelledError());
  }

  private async run(): Promise<void> {
    let isDone = false;
    try {
      if (!vscode.workspace.isTrusted) {
        this.say(
          vscode.l10n.t(
            "Nothing is sent in Restricted Mode. Trust the workspace first, then run the task again.",
          ),
        );
      } else isDone = await this.runTask();
    } catch (error) {
      this.say(isCancellation(error) ? vscode.l10n.t("Canceled.") : sentenceFor(error));
    }
    this.ended.fire(isDone ? 0 : 1);
  }

  private async runTask(): Promise<boolean> {
    const definition = readAs(deployTask, this.definition);
    if (!definition) {
      this.say(
        vscode.l10n.t(
          'The task is invalid: "task", "folder", "accountId", "appId", and "target" must be strings.',
        ),
      );
      return false;
    }
    const { task, ...given } = definition;
    switch (task) {
      case "push":
        return await this.push(given);
      case "deploy": {
        // A second run must not create a second app.
        if (await this.hasApp(given)) return await this.push(given);
        this.say(vscode.l10n.t("Creating the app..."));
        const argument = { accountId: given.accountId, folder: given.folder, settings: {} };
        const created = await vscode.commands.executeCommand("hostedApps.deploy.createApp", argument);
        this.say(created ? vscode.l10n.t("The app was created.") : vscode.l10n.t("The app wasn't created."));
        return created !== undefined;
      }
      case "restart": {
        this.say(vscode.l10n.t("Restarting the app..."));
        const app = await this.appOf(given);
        const argument = this.isChosen(app) ? withConsent(app) : app;
        return this.sayRestart(await vscode.commands.executeCommand("hostedApps.app.restart", argument), app);
      }
      default:
        this.say(vscode.l10n.t('There\'s no task "{0}". Use deploy, push, or restart.', task));
        return false;
    }
  }

  private sayRestart(outcome: unknown, app: AppKey): boolean {
    const fields = { result: field.text, saysStart: field.flag, error: field.text };
    const { result, saysStart, error } = readFields(fields, outcome);
    if (result === "restarted") this.say(vscode.l10n.t("It's back online."));
    else if (result === "unproved") this.say(unprovedRestartText(this.nameOf(app), saysStart === true));
    else this.say(error ?? vscode.l10n.t("It didn't come back online."));
    return result === "restarted";
  }

  private async push(given: GivenPlace): Promise<boolean> {
    const pushed = await push({ ...given, confirm: true }, this.services, this.progress);
    if ("accountId" in pushed) return this.notifyPush(pushed);
    const ends = pushed.map((each) => {
      this.say(`${each.target}: ${"error" in each ? each.error : ""}`);
      return !("error" in each) && this.notifyPush(each);
    });
    return ends.every(Boolean);
  }

  /** Whether the task or its folder names an app. */
  private async hasApp(given: GivenPlace): Promise<boolean> {
    const { accounts } = this.services;
    if ((given.appId ?? given.target) !== undefined) return true;
    await accounts.load();
    return folderApp(await this.read(given), accounts).kind !== "none";
  }

  /** Whether the user linked an open folder to the app. A tasks.json is no consent. */
  private isChosen({ accountId, appId }: AppKey): boolean {
    const links = vscode.workspace.workspaceFolders?.map(({ uri }) => chosenLink(uri, this.services));
    return links?.some((link) => link?.accountId === accountId && link.appId === appId) ?? false;
  }

  private async appOf(given: GivenPlace): Promise<AppKey> {
    const { services } = this;
    await services.accounts.load();
    const named = appOfArgument(given);
    if (named) return named;
    if (given.appId !== undefined) return await accountHaving(given.appId, services, true);
    const question = { whichApp: "", isQuiet: true, target: given.target };
    return await chooseFolderApp(await this.read(given), services, question);
  }

  private async read(given: GivenPlace): Promise<FolderReading> {
    return await readFolderApp(folderOfArgument(given) ?? (await chooseFolder("", true)), this.services);
  }

  private notifyPush(outcome: PushOutcome): boolean {
    for (const path of outcome.uploaded) this.say(`  + ${path}`);
    for (const path of outcome.deleted) this.say(`  - ${path}`);
    for (const { path, reason } of outcome.left) this.say(`  ! ${path}: ${reason}`);
    for (const { path, reason } of outcome.failed) this.say(`  x ${path}: ${reason}`);
    const words = endWords({ appName: this.nameOf(outcome) }, outcome.uploaded.length);
    for (const sentence of endSentences(outcome, words)) this.say(sentence);
    const isBack = outcome.restart === undefined || this.sayRestart(outcome.restart, outcome);
    return isBack && outcome.failed.length + outcome.cancelled.length === 0;
  }

  private nameOf({ accountId, appId }: AppKey): string {
    return this.services.accounts.get(accountId)?.apps.find(appId)?.name ?? appId;
  }

  /** Lines in the terminal instead of a notification. */
  private readonly progress: RunWithProgress = async (title, task) => {
    this.say(title);
    let last = "";
    return await task({
      signal: this.stop.signal,
      report: (message) => {
        const line = message.split(" · ")[0] ?? message;
        if (line !== last) this.say(`  ${line}`);
        last = line;
      },
    });
  };

  private say(line: string): void {
    this.written.fire(`${plainText(line).replaceAll("\n", "\r\n")}\r\n`);
  }
}
