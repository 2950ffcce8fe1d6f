// Set Up App Log: a program of ours in the app runs its startup command, and also writes the output to logs/app.log.
import * as vscode from "vscode";
import type { Account } from "../../../accounts/accounts";
import { changeSettings } from "../../../accounts/changeSettings";
import { planUpload } from "../../../appFiles/transfer/plan/planUpload";
import type { TransferRow } from "../../../appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../../core/errors/cancelledError";
import { isServiceError } from "../../../core/errors/serviceError";
import { filePermissions } from "../../../core/model/appAccess";
import type { Runtime } from "../../../core/model/model";
import { nodeEntries } from "../../../core/project/detect/nodeProject";
import { pythonEntries } from "../../../core/project/detect/pythonProject";
import { differences, settingsOf } from "../../../core/settings/appSettings";
import { differenceLine } from "../../../editor/appSettings/settingSentences";
import { appUri } from "../../../editor/appUris";
import { runCommand } from "../../../editor/commands/commands";
import { requireTrust } from "../../../editor/commands/consent";
import { requirePermission } from "../../../editor/commands/requirePermission";
import { sentenceFor } from "../../../editor/errorSentences";
import type { AppChoice } from "../../../editor/pickApp";
import { withProgress } from "../../../editor/progress";
import { showDiff } from "../../../editor/safeUi/dialogs";
import { showInputBox } from "../../../editor/safeUi/inputs";
import { notify } from "../../../editor/safeUi/messages";
import { confirm } from "../../../editor/safeUi/questions";
import { textDocument } from "../ask/backupDocuments";
import { agreeToRisks } from "../ask/confirmLoss";
import { pickPlan } from "../ask/planPicker";
import nodeText from "../logFiles/hosted_log.mjs" with { type: "text" };
import pythonText from "../logFiles/hosted_log.py" with { type: "text" };
import { foundFolderOf } from "../place/linkedFolders";
import { requireAccess } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";
import { doTransfer } from "../run/doTransfer";
import { notifyOutcome, offering, restarting } from "../run/notifyEnd";

interface LogProgram {
  readonly name: string;
  readonly text: string;
  readonly mainFiles: readonly string[];
}

const programs: Readonly<Record<Runtime, LogProgram>> = {
  python: { name: "hosted_log.py", text: pythonText, mainFiles: pythonEntries },
  nodejs: { name: "hosted_log.mjs", text: nodeText, mainFiles: nodeEntries },
};

/** Only a shell understands these: operators, and a command that begins with a variable or a word of the shell. */
const needsShell = /[&|;<>()#\n]|^(?:[A-Za-z_]\w*=|(?:\.|cd|exec|export|set|source|ulimit|umask)\s)/;

/** Puts the program before a command. A line for a shell becomes one argument, which the program gives to a shell. */
export function loggingCommand(command: string, runtime: Runtime): string {
  const line = command.trim();
  const python = /^python[\d.]*(?=\s)/.exec(line)?.[0] ?? "python";
  const start = `${runtime === "python" ? python : "node"} ${programs[runtime].name}`;
  if (!needsShell.test(line)) return `${start} ${line}`;
  // Windows knows only double quotes, in which other shells replace some characters.
  return /["$`\\!%]/.test(line) ? `${start} '${line.replaceAll("'", "'\\''")}'` : `${start} "${line}"`;
}

interface LogSetUp {
  readonly uploaded: readonly string[];
  /** As far as is known. */
  readonly startupCommand: string;
}

/** Always asks. Rejects only where nothing was changed. */
export async function setUpLog(argument: unknown, services: TransferServices): Promise<LogSetUp> {
  requireTrust();
  await services.accounts.load();
  const app = await services.chooseApp(argument, vscode.l10n.t("Select an app to set up a log for"));
  const { accountId, appId, name: appName } = app;
  const account = await requireAccess(app, {}, services);
  const permissions = [filePermissions.canEdit, "canUpdateApplicationSettings"] as const;
  await requirePermission(account.permissions, appId, permissions);
  const opened = await account.apps.refreshApp(appId);
  const { startupCommand: before = "", runtime } = opened;
  if (runtime !== "python" && runtime !== "nodejs")
    throw new Error(
      vscode.l10n.t("A log can be set up only for Python and Node.js. Nothing was changed in {0}.", appName),
    );
  const { name } = programs[runtime];
  const isStarted = before.includes(name);
  const after = isStarted
    ? before
    : loggingCommand(before.trim() || (await askCommand(app, runtime, services)), runtime);

  const title = vscode.l10n.t("Setting up the log of {0}", appName);
  const planned = await withProgress(title, ({ signal }) => planFile(app, runtime, services, signal));
  const restart = restarting(app, appName);
  const done = vscode.l10n.t("{0} writes its output to logs/app.log after its next restart.", appName);
  if (isStarted && planned.length === 0) {
    const known = vscode.l10n.t("{0}'s log is set up already.", appName);
    void notify("information", `${known} ${done}`, offering([restart]));
    return { uploaded: [], startupCommand: before };
  }
  const values = settingsOf(opened);
  const changes = differences(values, { startupCommand: after }, values).map(differenceLine);
  const rows = await agreedRows(app, runtime, planned, changes);
  const header = { kind: "upload", accountId, appId, appName, title: { to: "/" } } as const;
  const { outcome } = await withProgress(title, (progress) =>
    doTransfer({ header, plan: { rows }, rows }, services, progress),
  );
  const { put: uploaded, failed, cancelled, operationId } = outcome;
  if (failed.length + cancelled.length > 0) {
    void notifyOutcome(outcome, { done: vscode.l10n.t("{0}'s start command wasn't changed.", appName) });
    return { uploaded, startupCommand: before };
  }
  const undoUpload = async () => await runCommand("files.undo", { operationId });
  try {
    await changeCommand(account, app, before, after);
  } catch (error) {
    const said = vscode.l10n.t(
      "{0} is in {1}, but the change of its start command isn't confirmed.",
      ...[name, appName],
    );
    const again = { button: vscode.l10n.t("Try Again"), run: () => runCommand("app.setUpLog", app) };
    const remove = { button: vscode.l10n.t("Remove {0}", name), run: undoUpload };
    // Without the file, an app whose command may have been changed would not start.
    const mayRemove = operationId !== undefined && !(isServiceError(error) && error.outcomeUnknown);
    void notify("error", `${said} ${sentenceFor(error)}`, offering(mayRemove ? [again, remove] : [again]));
    return { uploaded, startupCommand: before };
  }
  const undo = async (): Promise<void> => {
    await changeCommand(account, app, after, before);
    if (operationId !== undefined) await undoUpload();
  };
  void notify("information", done, offering([restart, { button: vscode.l10n.t("Undo"), run: undo }]));
  return { uploaded, startupCommand: after };
}

/** The service doesn't say which main file it runs. */
async function askCommand(app: AppChoice, runtime: Runtime, services: TransferServices): Promise<string> {
  const { entries } = await services.files.get(app).list("/");
  const named = (await foundFolderOf(app, services))?.file?.mainFile;
  const mainFile = named ?? programs[runtime].mainFiles.find((file) => entries.has(file)) ?? "";
  const command = await showInputBox({
    title: vscode.l10n.t("How {0} Starts", app.name),
    value: `${runtime === "python" ? "python" : "node"} ${mainFile}`,
    prompt: vscode.l10n.t("The service doesn't say which file starts the app. Enter the whole command."),
    ignoreFocusOut: true,
  });
  if (!command?.trim()) throw new CancelledError();
  return command;
}

/** Empty where the app has the file already. Another file of that name is not selected. */
async function planFile(
  app: AppChoice,
  runtime: Runtime,
  services: TransferServices,
  signal: AbortSignal,
): Promise<readonly TransferRow[]> {
  const { name, text } = programs[runtime];
  const bytes = new TextEncoder().encode(text);
  const local = { path: name, sizeBytes: bytes.byteLength, read: async () => bytes };
  const files = services.files.get(app);
  const { rows } = await planUpload({ files: [local], emptyFolders: [], failed: [] }, "/", files, signal);
  const remote = rows[0]?.remote;
  if (remote?.type !== "file") return rows;
  const isSame =
    remote.sizeBytes === bytes.byteLength &&
    (await files.readContent(`/${name}`, remote, { signal })).hash === (await files.hash(bytes));
  return isSame ? [] : rows.map((row) => ({ ...row, isChosen: false }));
}

async function agreedRows(
  app: AppChoice,
  runtime: Runtime,
  planned: readonly TransferRow[],
  changes: readonly string[],
): Promise<readonly TransferRow[]> {
  const { name, text } = programs[runtime];
  const said = vscode.l10n.t(
    "{0} runs the app's own command and also writes its output to logs/app.log, up to 1 MB in each of two files.",
    name,
  );
  if (planned.length === 0) {
    const question = vscode.l10n.t("Set up the log of {0}?", app.name);
    await confirm(question, [said, ...changes], vscode.l10n.t("Set Up Log"));
    return [];
  }
  const rows = await pickPlan(
    app,
    { rows: planned, unchanged: 0 },
    {
      voice: "push",
      title: vscode.l10n.t("Set Up Log of {0}", app.name),
      notes: [said, ...changes],
      compare: async ({ path, remote }) =>
        await showDiff([remote && appUri({ ...app, path }), textDocument(path, text)], name),
      agree: agreeToRisks,
    },
  );
  if (rows.length === 0) throw new CancelledError();
  return rows;
}

/** Rejects as `changeSettings`, and where the command is not `from` any more. */
async function changeCommand(account: Account, app: AppChoice, from: string, to: string): Promise<void> {
  const current = await account.apps.refreshApp(app.appId);
  if ((current.startupCommand ?? "") !== from)
    throw new Error(vscode.l10n.t("Someone else has changed the start command of {0}.", app.name));
  if (from !== to) await changeSettings(account, current, { startupCommand: to });
}
