// Modal questions. All that a question must name is shown whole, one line each, and lists are counted. A question
// that does not fit is refused: without its middle it would ask about something else.
import * as vscode from "vscode";
import { CancelledError } from "../../core/errors/cancelledError";
import { formatCount } from "../../core/text/format";
import { inertLine, plainText, visibleLine } from "../../core/text/inertText";
import { type Severity, showing } from "./messages";

/** The first names are shown, the others counted. */
export interface NameList {
  readonly names: readonly string[];
  /** This many names, from the first on, are always shown. */
  readonly mustShow?: number;
}

/** A sentence or a name; an empty text separates. */
export type QuestionLine = string | NameList;

/** Characters. The dialogs of all systems show this much without scrolling. */
const longestLine = 1_000;
const longestDetail = 5_000;
const mostLines = 30;
const namesShown = 8;
/** No question can show more names. */
export const mostMustShow = 16;
const longestNames = 2_000;

/**
 * Rejects with CancelledError unless the user presses the button, and with an Error for the user when the question
 * does not fit.
 */
export async function confirm(
  question: string,
  lines: readonly QuestionLine[],
  button: string,
): Promise<void> {
  if (!(await agrees(question, lines, button))) throw new CancelledError();
}

/** The user presses the button. Rejects with an Error for the user when the question does not fit. */
export async function agrees(
  question: string,
  lines: readonly QuestionLine[],
  button: string,
): Promise<boolean> {
  return (await ask(question, lines, [button])) === button;
}

/**
 * The button that the user presses; undefined for Cancel. Rejects with an Error for the user when the question does
 * not fit.
 */
export async function ask<T extends string>(
  question: string,
  lines: readonly QuestionLine[],
  buttons: readonly T[],
  severity: Severity = "warning",
): Promise<T | undefined> {
  const detail = lines.flatMap((line) => (typeof line === "string" ? [fitting(line)] : listed(line)));
  const text = detail.join("\n");
  if (detail.length > mostLines || text.length > longestDetail) throw tooLong(question);
  return await show(severity, fitting(question), text, buttons);
}

/** Shows one value of others, which may have several lines. Asks nothing. */
export async function showValue<T extends string>(
  title: string,
  value: string,
  ...buttons: readonly T[]
): Promise<T | undefined> {
  return await show("information", inertLine(title), plainText(value), buttons);
}

/** Sentences with an empty line between them. */
export function paragraphs(sentences: readonly string[]): string[] {
  return sentences.flatMap((sentence, index) => (index === 0 ? [sentence] : ["", sentence]));
}

function fitting(line: string): string {
  const visible = visibleLine(line);
  if (visible.length > longestLine) throw tooLong(line);
  return visible;
}

function listed({ names, mustShow = 0 }: NameList): string[] {
  if (mustShow > mostMustShow) throw tooLong(names[0] ?? "");
  const shown = names.slice(0, mustShow).map(fitting);
  let length = shown.reduce((sum, name) => sum + name.length, 0);
  for (const name of names.slice(mustShow)) {
    if (shown.length >= namesShown) break;
    const visible = visibleLine(name);
    if (visible.length > longestLine || length + visible.length > longestNames) continue;
    shown.push(visible);
    length += visible.length;
  }
  const more = names.length - shown.length;
  if (more === 0) return shown;
  // No name fits: all are only counted.
  if (shown.length === 0)
    return [vscode.l10n.t("{0} whose names are too long to be shown", formatCount(more))];
  return [
    ...shown,
    more === 1 ? vscode.l10n.t("and 1 more") : vscode.l10n.t("and {0} more", formatCount(more)),
  ];
}

function tooLong(line: string): Error {
  return new Error(
    vscode.l10n.t(
      'The question about this is too long to show in full, so nothing was done. It begins with "{0}".',
      visibleLine(line.slice(0, 80)),
    ),
  );
}

async function show<T extends string>(
  severity: Severity,
  text: string,
  detail: string,
  buttons: readonly T[],
): Promise<T | undefined> {
  const shown = buttons.map((button) => inertLine(button, 80));
  const options = { modal: true, ...(detail !== "" && { detail }) };
  const answer: string | undefined = await showing(severity)(text, options, ...shown);
  return answer === undefined ? undefined : buttons[shown.indexOf(answer)];
}
