// A few questions in a row, with Back that keeps what was answered. Each step shows a VS Code input of its own.
import * as vscode from "vscode";
import { CancelledError } from "./showError";

/** What a step's input is shown with. */
export interface StepFrame {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}

/** Asks one thing about `answers` and gives them back with it. */
export type Step<T> = (answers: T, frame: StepFrame) => Promise<T>;

class BackError extends Error {}

/** Runs the steps in order. Rejects with CancelledError when the user leaves. */
export async function askSteps<T>(title: string, steps: readonly Step<T>[], initial: T): Promise<T> {
  let answers = initial;
  let index = 0;
  while (index < steps.length) {
    const step = steps[index];
    if (!step) break;
    try {
      answers = await step(answers, {
        title,
        step: index + 1,
        totalSteps: steps.length,
        canGoBack: index > 0,
      });
      index++;
    } catch (error) {
      if (!(error instanceof BackError)) throw error;
      index--;
    }
  }
  return answers;
}

interface TextQuestion {
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  /** A sentence when the text cannot be taken. */
  readonly validate: (value: string) => string | undefined;
}

/** Asks for a text. */
export async function askText(frame: StepFrame, question: TextQuestion): Promise<string> {
  const box = vscode.window.createInputBox();
  box.prompt = question.prompt;
  box.value = question.value;
  box.placeholder = question.placeholder;
  box.onDidChangeValue((value) => {
    box.validationMessage = question.validate(value);
  });
  return await answerOf(box, frame, () => {
    box.validationMessage = question.validate(box.value);
    return box.validationMessage ? undefined : box.value;
  });
}

/** One answer of a list. */
export interface ChoiceItem<T> extends vscode.QuickPickItem {
  readonly value: T;
}

interface ChoiceQuestion<T> {
  readonly placeholder: string;
  readonly items: readonly ChoiceItem<T>[];
  readonly isActive?: (value: T) => boolean;
  /** Makes an item of what was typed, when that is an answer too. */
  readonly other?: (typed: string) => ChoiceItem<T> | undefined;
}

/** Asks to pick one. */
export async function askChoice<T>(frame: StepFrame, question: ChoiceQuestion<T>): Promise<T> {
  const pick = vscode.window.createQuickPick<ChoiceItem<T>>();
  pick.placeholder = question.placeholder;
  pick.matchOnDescription = true;
  const show = (): void => {
    const other = pick.value === "" ? undefined : question.other?.(pick.value);
    pick.items = other ? [...question.items, other] : question.items;
  };
  show();
  if (question.other) pick.onDidChangeValue(show);
  const active = question.items.find(({ value }) => question.isActive?.(value));
  if (active) pick.activeItems = [active];
  return await answerOf(pick, frame, () => pick.activeItems[0]?.value);
}

async function answerOf<T>(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  frame: StepFrame,
  answer: () => T | undefined,
): Promise<T> {
  input.title = frame.title;
  input.step = frame.step;
  input.totalSteps = frame.totalSteps;
  input.ignoreFocusOut = true;
  input.buttons = frame.canGoBack ? [vscode.QuickInputButtons.Back] : [];
  try {
    return await new Promise((resolve, reject) => {
      input.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) reject(new BackError());
      });
      input.onDidAccept(() => {
        const value = answer();
        if (value !== undefined) resolve(value);
      });
      input.onDidHide(() => reject(new CancelledError()));
      input.show();
    });
  } finally {
    input.dispose();
  }
}
