// Records a window's modal questions and answers them.
import * as vscode from "vscode";

export interface AskedQuestion {
  readonly text: string;
  readonly lines: readonly string[];
  readonly buttons: readonly string[];
}

export interface AskedWindow {
  readonly asked: readonly AskedQuestion[];
  /** The button to press, if the question has it. */
  answer: string | undefined;
}

/** Replaces dialogs and progress of the stub until the end of the test. */
export function askedWindow(): AskedWindow {
  const window = vscode.window as unknown as Record<string, unknown>;
  const asked: AskedQuestion[] = [];
  const dialog = async (text: string, ...rest: readonly unknown[]): Promise<string | undefined> => {
    const [options, ...buttons] = rest;
    if (typeof options !== "object") return undefined;
    const { detail = "" } = options as { readonly detail?: string };
    asked.push({ text, lines: detail.split("\n"), buttons: buttons as string[] });
    return buttons.find((button) => button === own.answer) as string | undefined;
  };
  const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
  const own: AskedWindow = {
    asked,
    answer: undefined,
  };
  Object.assign(window, {
    showInformationMessage: dialog,
    showWarningMessage: dialog,
    showErrorMessage: dialog,
    setStatusBarMessage: () => ({ dispose: () => undefined }),
    withProgress: async (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
      await task({ report: () => undefined }, token),
  });
  return own;
}
