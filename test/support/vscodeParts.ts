// Parts of the `vscode` stub that a test replaces until its end.
import * as vscode from "vscode";

type Part = Record<string, unknown>;

export const { window, workspace, commands, tasks, extensions, env } = vscode as unknown as Readonly<
  Record<"window" | "workspace" | "commands" | "tasks" | "extensions" | "env", Part>
>;

/** By path; the map also gets what is written. */
export function workspaceFiles(
  files: Map<string, string> | Readonly<Record<string, string>>,
): Map<string, string> {
  const texts = files instanceof Map ? files : new Map(Object.entries(files));
  const found = ({ path }: vscode.Uri): string => {
    const text = texts.get(path);
    if (text === undefined) throw vscode.FileSystemError.FileNotFound(path);
    return text;
  };
  workspace["fs"] = {
    readFile: async (uri: vscode.Uri) => new TextEncoder().encode(found(uri)),
    readDirectory: async () => [],
    stat: async (uri: vscode.Uri) => ({ type: vscode.FileType.File, size: found(uri).length }),
    writeFile: async ({ path }: vscode.Uri, bytes: Uint8Array) =>
      void texts.set(path, new TextDecoder().decode(bytes)),
  };
  return texts;
}

/** Its folders, files and settings never change, and no setting is set. */
export function quietWorkspace(): void {
  const nothing = () => ({ dispose: () => undefined });
  Object.assign(workspace, {
    createFileSystemWatcher: () => ({
      ...{ onDidCreate: nothing, onDidChange: nothing, onDidDelete: nothing },
      ...nothing(),
    }),
    onDidChangeWorkspaceFolders: nothing,
    onDidChangeConfiguration: nothing,
    getConfiguration: () => ({ inspect: () => undefined, get: () => undefined }),
  });
}

export interface ShownNotice {
  readonly kind: "information" | "warning" | "error";
  readonly text: string;
  readonly options: vscode.MessageOptions;
  readonly buttons: readonly string[];
}

/** Records notices and questions; presses the button that `answer` returns, if there. */
export function answerNotices(
  answer: (notice: ShownNotice) => string | undefined = () => undefined,
): ShownNotice[] {
  const shown: ShownNotice[] = [];
  const showAs =
    (kind: ShownNotice["kind"]) =>
    async (text: string, ...more: readonly (string | vscode.MessageOptions)[]) => {
      const [first] = more;
      const options = typeof first === "object" ? first : {};
      const notice = { kind, text, options, buttons: more.filter((each) => typeof each === "string") };
      shown.push(notice);
      const wanted = answer(notice);
      return notice.buttons.find((button) => button === wanted);
    };
  Object.assign(window, {
    showInformationMessage: showAs("information"),
    showWarningMessage: showAs("warning"),
    showErrorMessage: showAs("error"),
  });
  return shown;
}

export const neverCancelled = {
  onCancellationRequested: () => ({ dispose: () => undefined }),
} as unknown as vscode.CancellationToken;

/** Without showing it. */
export function runProgress(): void {
  window["withProgress"] = (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
    task({ report: () => undefined }, neverCancelled);
}

interface ShownPick extends vscode.QuickPick<vscode.QuickPickItem> {
  press(button: vscode.QuickInputButton | undefined): void;
  /** The button of a row. */
  pressOn(item: vscode.QuickPickItem | undefined): void;
}

/** Answers each list: a label picks that row, "" accepts the selected rows, undefined hides the list. */
export function answerPicks(
  answer: (shown: ShownPick) => string | undefined | Promise<string | undefined>,
): void {
  window["createQuickPick"] = () => {
    const none = () => ({ dispose: () => undefined });
    const nothing = (_pressed?: unknown): void => undefined;
    const listeners = { accept: nothing, hide: nothing, button: nothing, itemButton: nothing };
    const listenAs = (name: keyof typeof listeners) => (listener: typeof nothing) => {
      listeners[name] = listener;
      return none();
    };
    return {
      ...{
        items: [],
        activeItems: [],
        selectedItems: [],
        buttons: [],
        value: "",
        placeholder: "",
        prompt: "",
      },
      ...{ onDidChangeSelection: none, onDidChangeValue: none, onDidChangeActive: none },
      ...{ onDidTriggerButton: listenAs("button"), onDidTriggerItemButton: listenAs("itemButton") },
      ...{ hide: none, dispose: none },
      press: (button: vscode.QuickInputButton) => listeners.button(button),
      pressOn: (item: vscode.QuickPickItem) => listeners.itemButton({ item }),
      ...{ onDidAccept: listenAs("accept"), onDidHide: listenAs("hide") },
      show(this: { activeItems: readonly vscode.QuickPickItem[] } & ShownPick) {
        const end = (label: string | undefined): void => {
          this.activeItems = this.items.filter((item) => item.label === label);
          listeners[label === "" || this.activeItems.length > 0 ? "accept" : "hide"]();
        };
        const label = answer(this);
        if (label instanceof Promise) void label.then(end);
        else end(label);
      },
    };
  };
}
