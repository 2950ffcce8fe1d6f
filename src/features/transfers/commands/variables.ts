// Pull Variables: an app's environment variables into the .env of its folder. Compare Variables: what differs between
// the two. Values are written to .env and shown on demand; they go nowhere else.
import * as vscode from "vscode";
import type { LocalFolder } from "../../../core/disk/localFolder";
import type { AppKey } from "../../../core/model/appKey";
import { valuesInEnv, withEnvValues } from "../../../core/project/envText";
import { excludesFile } from "../../../core/project/ignoreRules";
import { isPreapproved, requireTrust } from "../../../editor/commands/consent";
import { localDisk } from "../../../editor/localDisk";
import { fileInGit } from "../../../editor/project/gitState";
import { choose, chooseSome } from "../../../editor/safeUi/inputs";
import { endedBy, notify } from "../../../editor/safeUi/messages";
import { confirm, showValue } from "../../../editor/safeUi/questions";
import { someNames } from "../../../editor/safeUi/someNames";
import { orShowError } from "../../../editor/showError";
import { choosePlace, readPlaceArgument, type TransferPlace } from "../place/transferPlace";
import type { TransferServices } from "../place/transferServices";

const envName = ".env";
const ignoreName = ".gitignore";
const longestBytes = 256 * 1024;

interface Compared {
  readonly place: TransferPlace;
  /** Undefined where the folder has no .env. */
  readonly text: string | undefined;
  /** Values by name. */
  readonly inApp: ReadonlyMap<string, string>;
  readonly inFolder: ReadonlyMap<string, string>;
  readonly names: Readonly<Record<"onlyInApp" | "onlyInFolder" | "different", readonly string[]>>;
}

/** Names of variables. `kept`: .env has another value. `left`: no .env file can hold the value. */
type VariablesPulled = AppKey & Readonly<Record<"written" | "kept" | "left", readonly string[]>>;

/** Asks always, except with consent: then values in .env stay. */
export async function pullVariables(argument: unknown, services: TransferServices): Promise<VariablesPulled> {
  requireTrust();
  const { place, text, inApp, names } = await compare(argument, services);
  const { folder, appName, account, accountId, appId } = place;
  const isAsked = !isPreapproved(argument);
  const taken = isAsked && names.different.length > 0 ? await askWhichToTake(names.different, appName) : [];
  const kept = names.different.filter((name) => !taken.includes(name));
  const wanted = [...inApp].filter(([name]) => names.onlyInApp.includes(name) || taken.includes(name));
  const { text: next, left } = withEnvValues(text ?? "", wanted);
  const written = wanted.map(([name]) => name).filter((name) => !left.includes(name));
  const said =
    left.length > 0 ? [vscode.l10n.t("No .env file can hold the value of {0}.", someNames(left))] : [];
  const outcome = { accountId, appId, written, kept, left };
  if (written.length === 0) {
    void notify("information", [vscode.l10n.t("Nothing was written to .env."), ...said].join(" "));
    return outcome;
  }
  const disk = localDisk(folder);
  const file = vscode.Uri.joinPath(folder, envName);
  const rules = await textOf(disk, ignoreName);
  const { isTracked, isIgnored } = await fileInGit(file, services.clock);
  const hasRule = isIgnored || excludesFile(rules ?? "", envName);
  if (isAsked || isTracked)
    await confirm(
      vscode.l10n.t("Write variables of {0} to .env?", appName),
      [
        vscode.l10n.t("{0} in the account {1}", appName, account.label),
        vscode.l10n.t("Into {0}", file.fsPath),
        ...(isTracked ? [vscode.l10n.t("Git tracks this file: your next commit will have its values.")] : []),
        ...(isTracked === undefined ? [vscode.l10n.t("Couldn't check whether git tracks this file.")] : []),
        ...(hasRule ? [] : [vscode.l10n.t(".env is added to .gitignore first.")]),
        ...(taken.length > 0 ? [vscode.l10n.t("Replaces: {0}", someNames(taken))] : []),
        ...said,
        { names: written },
      ],
      vscode.l10n.t("Write"),
    );
  const changes: FileChange[] = [{ name: envName, before: text, after: next }];
  if (!hasRule) changes.unshift({ name: ignoreName, before: rules, after: withRule(rules ?? "") });
  await write(disk, changes);
  const undo = changes
    .toReversed()
    .map(({ name, before, after }) => ({ name, before: after, after: before }));
  void notify("information", [vscode.l10n.t("Wrote {0} to .env.", someNames(written)), ...said].join(" "), {
    [vscode.l10n.t("Undo")]: () => orShowError(() => write(disk, undo)),
  });
  return outcome;
}

/** Answers with names alone. */
export async function compareVariables(
  argument: unknown,
  services: TransferServices,
): Promise<AppKey & Compared["names"]> {
  const found = await compare(argument, services);
  void orShowError(() => showCompared(found));
  return { accountId: found.place.accountId, appId: found.place.appId, ...found.names };
}

async function compare(argument: unknown, services: TransferServices): Promise<Compared> {
  const place = await choosePlace(readPlaceArgument(argument), services, {
    whichFolder: vscode.l10n.t("Select the folder of the .env file"),
    whichApp: (name) => vscode.l10n.t("Select the app of {0}", name),
    goOn: vscode.l10n.t("Continue"),
  });
  // Lists omit variables (docs/interface.md#application).
  const { environment } = await place.account.client.getApp(place.appId);
  if (!environment)
    throw endedBy(vscode.l10n.t("The service doesn't report the variables of {0}.", place.appName));
  const inApp = new Map(environment.map(({ key, value }) => [key, value] as const));
  const text = await textOf(localDisk(place.folder), envName);
  const inFolder = valuesInEnv(text ?? "");
  const names = {
    onlyInApp: [...inApp.keys()].filter((name) => !inFolder.has(name)),
    onlyInFolder: [...inFolder.keys()].filter((name) => !inApp.has(name)),
    different: [...inApp.keys()].filter(
      (name) => (inFolder.get(name) ?? inApp.get(name)) !== inApp.get(name),
    ),
  };
  return { place, text, inApp, inFolder, names };
}

async function askWhichToTake(names: readonly string[], appName: string): Promise<readonly string[]> {
  const title = vscode.l10n.t("Select variables to replace with the values of {0}", appName);
  const placeHolder = vscode.l10n.t("The others keep their values in .env");
  const options = { title, placeHolder, ignoreFocusOut: true };
  return (
    await chooseSome(
      names.map((label) => ({ label })),
      options,
    )
  ).map(({ label }) => label);
}

/** Undefined where the folder lacks the file. */
async function textOf(disk: LocalFolder, name: string): Promise<string | undefined> {
  const stat = await disk.tryStat(name);
  if (!stat) return undefined;
  const isText =
    stat.type === "file" && !stat.isLink && stat.sizeBytes <= longestBytes && !disk.isUnsaved(name);
  const text = isText
    ? new TextDecoder("utf-8", { ignoreBOM: true }).decode(await disk.read(name))
    : "\ufffd";
  if (!text.includes("\ufffd")) return text;
  throw new Error(
    vscode.l10n.t("{0} has unsaved changes, is a link, or isn't UTF-8 text. Nothing was written.", name),
  );
}

interface FileChange {
  readonly name: string;
  /** Undefined: no file. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** In this order. Rejects before the first one where a file has changed since it was read. */
async function write(disk: LocalFolder, changes: readonly FileChange[]): Promise<void> {
  for (const { name, before } of changes)
    if ((await textOf(disk, name)) !== before)
      throw new Error(vscode.l10n.t("{0} changed in the meantime. Nothing was written.", name));
  for (const { name, before, after } of changes) {
    if (after === undefined) await disk.delete(name);
    else {
      const file = await disk.open(name, { isPrivate: name === envName && before === undefined });
      try {
        await file.append(new TextEncoder().encode(after));
        await file.commit();
      } finally {
        await file.abort();
      }
    }
  }
}

function withRule(rules: string): string {
  const eol = rules.includes("\r\n") ? "\r\n" : "\n";
  return `${rules}${rules === "" || rules.endsWith("\n") ? "" : eol}${envName}${eol}`;
}

/** Names; the values of one that differs where the user selects it. */
async function showCompared({ place: { appName }, inApp, inFolder, names }: Compared): Promise<void> {
  const { Separator } = vscode.QuickPickItemKind;
  const rows = (label: string, of: readonly string[]): vscode.QuickPickItem[] =>
    of.length > 0 ? [{ label, kind: Separator }, ...of.map((name) => ({ label: name }))] : [];
  const items = [
    ...rows(vscode.l10n.t("different: select one to show its values"), names.different),
    ...rows(vscode.l10n.t("missing in .env"), names.onlyInApp),
    ...rows(vscode.l10n.t("missing in {0}", appName), names.onlyInFolder),
  ];
  if (items.length === 0)
    return await notify("information", vscode.l10n.t("{0} and .env have the same variables.", appName));
  for (;;) {
    const title = vscode.l10n.t("Variables: {0} ↔ .env", appName);
    const { label } = await choose(items, { title, ignoreFocusOut: true });
    if (!names.different.includes(label)) continue;
    await showValue(label, `${appName}: ${inApp.get(label)}\n\n.env: ${inFolder.get(label)}`);
  }
}
