// Quick picks and input boxes. VS Code renders icons in rows, and links in the texts below an input box.
import * as vscode from "vscode";
import { CancelledError } from "../../core/errors/cancelledError";
import { inertLine, inertText, plainText } from "../../core/text/inertText";
import { guarded, optional } from "./guarded";

/** `iconPath` alone may show an icon. */
function makeInert<T extends vscode.QuickPickItem>(item: T): T {
  item.label = inertLine(item.label);
  if (item.description !== undefined) item.description = inertLine(item.description);
  if (item.detail !== undefined) item.detail = inertLine(item.detail, 500);
  return item;
}

const line = optional<string | undefined>(inertLine);
const sentence = optional<string | undefined>((text) => inertText(text, 500));

/** Like `vscode.window.createQuickPick`. */
export function createQuickPick<T extends vscode.QuickPickItem>(): vscode.QuickPick<T> {
  return guarded(vscode.window.createQuickPick<T>(), {
    items: (items) => items.map(makeInert),
    title: line,
    placeholder: line,
  });
}

/** Like `vscode.window.createInputBox`. */
export function createInputBox(): vscode.InputBox {
  return guarded(vscode.window.createInputBox(), {
    title: line,
    placeholder: line,
    prompt: sentence,
    validationMessage: (text) =>
      text === undefined || typeof text === "string"
        ? sentence(text)
        : { ...text, message: inertText(text.message, 500) },
  });
}

/** Shows sentences above the rows; in the title where VS Code has no place for them (before 1.108). */
export function showNotes(pick: vscode.QuickPick<vscode.QuickPickItem>, notes: readonly string[]): void {
  const said = notes.map((note) => (note.endsWith(".") ? note : `${note}.`)).join(" ");
  if (said === "") return;
  if ("prompt" in pick) pick.prompt = inertText(said, 1_000);
  else pick.title = `${pick.title ?? ""} · ${said}`;
}

export type PickOptions = Omit<vscode.QuickPickOptions, "canPickMany">;

/** Like `vscode.window.showQuickPick` for one item. */
export async function showQuickPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: PickOptions = {},
): Promise<T | undefined> {
  return await vscode.window.showQuickPick(items.map(makeInert), inertOptions(options));
}

/** The item that the user picks. Rejects with CancelledError when the user picks none. */
export async function choose<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: PickOptions,
): Promise<T> {
  const picked = await showQuickPick(items, options);
  if (!picked) throw new CancelledError();
  return picked;
}

/** The items that the user selects, which may be none. Rejects with CancelledError when the user cancels. */
export async function chooseSome<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: PickOptions,
): Promise<readonly T[]> {
  const shown = { ...inertOptions(options), canPickMany: true } as const;
  const picked = await vscode.window.showQuickPick(items.map(makeInert), shown);
  if (!picked) throw new CancelledError();
  return picked;
}

/** Like `vscode.window.showInputBox`. */
export async function showInputBox(options: vscode.InputBoxOptions): Promise<string | undefined> {
  const { prompt, validateInput } = options;
  return await vscode.window.showInputBox({
    ...inertOptions(options),
    ...(prompt !== undefined && { prompt: inertText(prompt, 500) }),
    ...(validateInput && {
      validateInput: async (value: string) => {
        const problem = await validateInput(value);
        return typeof problem === "string" ? inertText(problem, 500) : problem;
      },
    }),
  });
}

function inertOptions<T extends { title?: string; placeHolder?: string }>(options: T): T {
  const { title, placeHolder } = options;
  return {
    ...options,
    ...(title !== undefined && { title: plainText(title, 300) }),
    ...(placeHolder !== undefined && { placeHolder: plainText(placeHolder, 300) }),
  };
}
