// Several questions in a row, with Back, which keeps the answers. Each step shows its own VS Code input.
import * as vscode from "vscode";
import { CancelledError } from "../core/errors/cancelledError";
import { createInputBox, createQuickPick } from "./safeUi/inputs";

export interface StepFrame {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  readonly canGoBack: boolean;
}

/** The frame of a question without further steps. */
export function singleStep(title: string): StepFrame {
  return { title, step: 1, totalSteps: 1, canGoBack: false };
}

/** Asks one thing and returns `answers` with it. */
export type Step<T> = (answers: T, frame: StepFrame) => Promise<T>;

class BackError extends Error {
  override readonly name = "BackError";
}

/** Runs the steps in order. Rejects with CancelledError when the user leaves. */
export async function askSteps<T>(title: string, steps: readonly Step<T>[], initial: T): Promise<T> {
  let answers = initial;
  let index = 0;
  while (index < steps.length) {
    const step = steps[index];
    if (!step) break;
    const frame = { title, step: index + 1, totalSteps: steps.length, canGoBack: index > 0 };
    const next = await unlessBack(() => step(answers, frame));
    if (next) answers = next.value;
    index += next ? 1 : -1;
  }
  return answers;
}

/** A question beside the steps; undefined when the user goes Back to the step that asked it. */
export async function askAside<Answer>(
  frame: StepFrame,
  ask: (frame: StepFrame) => Promise<Answer>,
): Promise<Answer | undefined> {
  return (await unlessBack(() => ask({ ...frame, canGoBack: true })))?.value;
}

async function unlessBack<T>(ask: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
  try {
    return { value: await ask() };
  } catch (error) {
    if (error instanceof BackError) return undefined;
    throw error;
  }
}

interface TextQuestion {
  /** Follows the common title. */
  readonly name?: string;
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  /** A sentence when the text is not valid. */
  readonly validate: (value: string) => string | undefined;
}

/** Resolves with a valid text. Rejects with CancelledError when the user leaves; `askSteps` handles Back. */
export async function askText(frame: StepFrame, question: TextQuestion): Promise<string> {
  const box = createInputBox();
  box.prompt = question.prompt;
  box.value = question.value;
  box.placeholder = question.placeholder;
  box.validationMessage = question.value === "" ? undefined : question.validate(question.value);
  box.onDidChangeValue((value) => {
    box.validationMessage = question.validate(value);
  });
  return await answerOf(box, named(frame, question.name), () => {
    box.validationMessage = question.validate(box.value);
    return box.validationMessage ? undefined : box.value;
  });
}

export interface ChoiceItem<T> extends vscode.QuickPickItem {
  readonly value: T;
}

export interface ChoiceSeparator extends vscode.QuickPickItem {
  readonly kind: vscode.QuickPickItemKind.Separator;
}

type Items<T> = readonly (ChoiceItem<T> | ChoiceSeparator)[];

interface ChoiceQuestion<T> {
  /** Follows the common title; names the step, or is the question itself. */
  readonly name?: string;
  /** Describes valid input; a question here would disappear with the first key. */
  readonly placeholder?: string;
  readonly items: Items<T> | (() => Items<T>);
  /** Resolves when `items` returns other items. */
  readonly changed?: Promise<unknown>;
  readonly isActive?: (value: T) => boolean;
  /** Makes an item of the typed text, when that is an answer too. */
  readonly other?: (typed: string) => ChoiceItem<T> | undefined;
}

/** Resolves with the chosen value. Rejects as `askText`. */
export async function askChoice<T>(frame: StepFrame, question: ChoiceQuestion<T>): Promise<T> {
  const pick = createQuickPick<ChoiceItem<T> | ChoiceSeparator>();
  pick.placeholder = question.placeholder;
  pick.matchOnDescription = true;
  const show = (isActive: ChoiceQuestion<T>["isActive"]): void => {
    const items = typeof question.items === "function" ? question.items() : question.items;
    const other = pick.value === "" ? undefined : question.other?.(pick.value);
    pick.items = other ? [...items, other] : items;
    const active = pick.items.find((item) => "value" in item && isActive?.(item.value));
    if (active) pick.activeItems = [active];
  };
  show(question.isActive);
  if (question.other) pick.onDidChangeValue(() => show(undefined));
  void question.changed?.then(() => {
    const [at] = pick.activeItems;
    show((value) => at !== undefined && "value" in at && at.value === value);
  });
  return await answerOf(pick, named(frame, question.name), () => {
    const [item] = pick.activeItems;
    return item && "value" in item ? item.value : undefined;
  });
}

/** "Create App (3/5): Memory", and "Create App: Memory" outside of steps. VS Code itself would put the numbers last. */
export function named(frame: StepFrame, name: string | undefined): StepFrame {
  if (name === undefined) return frame;
  const title =
    frame.totalSteps < 2
      ? vscode.l10n.t("{0}: {1}", frame.title, name)
      : vscode.l10n.t("{0} ({1}/{2}): {3}", frame.title, frame.step, frame.totalSteps, name);
  return { ...frame, title, totalSteps: 1 };
}

/** Shows an input as a step until it is answered. Rejects with CancelledError for Esc; Back leads to the step before. */
export async function answerOf<T>(
  input: vscode.QuickPick<vscode.QuickPickItem> | vscode.InputBox,
  frame: StepFrame,
  answer: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  input.title = frame.title;
  input.step = frame.totalSteps > 1 ? frame.step : undefined;
  input.totalSteps = frame.totalSteps > 1 ? frame.totalSteps : undefined;
  input.ignoreFocusOut = true;
  input.buttons = [...(frame.canGoBack ? [vscode.QuickInputButtons.Back] : []), ...input.buttons];
  try {
    return await new Promise((resolve, reject) => {
      input.onDidTriggerButton((button) => {
        if (button === vscode.QuickInputButtons.Back) reject(new BackError());
      });
      input.onDidAccept(async () => {
        try {
          const value = await answer();
          if (value !== undefined) resolve(value);
        } catch (error) {
          reject(error);
        }
      });
      input.onDidHide(() => reject(new CancelledError()));
      input.show();
    });
  } finally {
    input.dispose();
  }
}
