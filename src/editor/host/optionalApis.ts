// The only calls of APIs that an editor built on VS Code may lack or refuse: a failure is logged, and the rest works.
import * as vscode from "vscode";
import type { Logger } from "../../core/logger";

let logger: Pick<Logger, "warn"> | undefined;

/** Call it once, before anything is registered. */
export function logMissing(to: Pick<Logger, "warn">): void {
  logger = to;
}

/** Registers one part of the extension. */
export function attempt(register: () => vscode.Disposable): vscode.Disposable {
  try {
    return register();
  } catch (error) {
    logger?.warn(`Missing in this editor: ${error}`);
    return vscode.Disposable.from();
  }
}

interface TextTool {
  readonly prepareInvocation: NonNullable<vscode.LanguageModelTool<object>["prepareInvocation"]>;
  readonly answer: (input: object, token: vscode.CancellationToken) => Promise<string>;
}

export function registerTool(name: string, { prepareInvocation, answer }: TextTool): vscode.Disposable {
  return attempt(() =>
    vscode.lm.registerTool<object>(name, {
      prepareInvocation,
      invoke: async ({ input }, token) =>
        new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(await answer(input, token))]),
    }),
  );
}

export function registerAuthenticationProvider(
  ...provider: Parameters<typeof vscode.authentication.registerAuthenticationProvider>
): vscode.Disposable {
  return attempt(() => vscode.authentication.registerAuthenticationProvider(...provider));
}

export function registerUriHandler(handleUri: vscode.UriHandler["handleUri"]): vscode.Disposable {
  return attempt(() => vscode.window.registerUriHandler({ handleUri }));
}

export function registerPanelSerializer(
  viewType: string,
  deserializeWebviewPanel: vscode.WebviewPanelSerializer["deserializeWebviewPanel"],
): vscode.Disposable {
  return attempt(() => vscode.window.registerWebviewPanelSerializer(viewType, { deserializeWebviewPanel }));
}

export function registerTaskProvider(type: string, provider: vscode.TaskProvider): vscode.Disposable {
  return attempt(() => vscode.tasks.registerTaskProvider(type, provider));
}

/** Undefined when that extension is not installed. */
export function extensionOf(id: string): vscode.Extension<unknown> | undefined {
  return vscode.extensions.getExtension<unknown>(id);
}

/** A language model can be asked in the chat of this editor. */
export async function hasChat(): Promise<boolean> {
  try {
    const ids = await vscode.commands.getCommands(true);
    return ids.includes("workbench.action.chat.open") && (await vscode.lm.selectChatModels()).length > 0;
  } catch {
    return false;
  }
}
