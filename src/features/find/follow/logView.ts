// A followed file in its terminal, with the lines that the user wants to see. Keys of the terminal filter, pause and save.
import * as vscode from "vscode";
import { CancelledError } from "../../../core/errors/cancelledError";
import { nameOf } from "../../../core/paths/appPath";
import { formatBytes } from "../../../core/text/format";
import type { MountChoice } from "../../../editor/commands/chooseMount";
import { requireTrust } from "../../../editor/commands/consent";
import { requireNoRepository } from "../../../editor/localDisk";
import { homeFolder } from "../../../editor/project/chooseLocalFolder";
import { showSaveDialog } from "../../../editor/safeUi/dialogs";
import { choose, showInputBox } from "../../../editor/safeUi/inputs";
import { TextTerminal } from "../../../editor/safeUi/textTerminal";
import { orShowError } from "../../../editor/showError";
import { endOf, tailChange } from "./tail";

/** `text`: in any letter case. "warnings" includes errors. */
interface LineFilter {
  readonly text: string;
  readonly level: "all" | "warnings" | "errors";
}

const allLines: LineFilter = { text: "", level: "all" };

// The numbers are levels of loggers that write JSON.
const errorWord =
  /\b(?:err(?:or)?|fatal|crit(?:ical)?|panic|traceback|uncaught|unhandled)\b|(?:error|exception)\b|"level":[56]0\b/i;
const warningWord = /\bwarn(?:ing)?\b|"level":40\b/i;
/** Goes with the line before, such as a stack trace. */
const continuation = /^(?:\s|at |Caused by|The above exception|During handling)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the words of a line are searched without its colors.
const colors = /\u001b\[[0-9;:]{0,64}m/g;
/** Characters of a line that are searched for its level. */
const longestHead = 500;

export function filteredText(text: string, { text: wanted, level }: LineFilter): string {
  if (wanted === "" && level === "all") return text;
  const folded = wanted.toLowerCase();
  let rank = 0;
  let isInTrace = false;
  const lines = text.split(/(?<=\n)/).filter((line) => {
    const plain = line.replaceAll(colors, "");
    const head = plain.slice(0, longestHead);
    if (!continuation.test(head)) {
      // The first line below a trace of Python names its error.
      rank = isInTrace || errorWord.test(head) ? 2 : Number(warningWord.test(head));
      isInTrace = head.startsWith("Traceback ");
    }
    const isOfLevel = level === "all" || rank === 2 || (level === "warnings" && rank === 1);
    return isOfLevel && plain.toLowerCase().includes(folded);
  });
  return lines.join("");
}

/** In characters: the part of a text's end that is shown at once. */
const shownLength = 64 * 1024;

export class LogView {
  readonly terminal: TextTerminal;
  private readonly title: string;
  private filter = allLines;
  private isPaused = false;
  private content = "";
  /** The content whose lines are shown. */
  private drawn = "";

  constructor(
    private readonly place: MountChoice,
    onClose: () => void,
    private readonly showOther: () => Promise<unknown>,
  ) {
    this.title = vscode.l10n.t("{0} in {1}", place.path.slice(1), place.appName);
    this.terminal = new TextTerminal(this.title, onClose, (key) => void this.press(key));
  }

  /** `content`: all of the file. `isNew`: it does not continue the one before. */
  update(content: string, isNew = false): void {
    this.content = content;
    if (isNew) this.drawn = "";
    if (this.isPaused) return;
    const { text } = tailChange(this.drawn, content);
    const before = filteredText(content.slice(0, content.length - text.length), this.filter);
    const next = filteredText(content, this.filter);
    // The filter may leave out a complete line of which it let the first part through: that part is ended.
    const rest = next.startsWith(before)
      ? next.slice(before.length)
      : `\n${next.slice(before.lastIndexOf("\n") + 1)}`;
    const added = endOf(rest, shownLength);
    this.drawn = content;
    if (added.hiddenLength > 0)
      this.terminal.note(
        vscode.l10n.t("The first {0} of the file aren't shown.", formatBytes(added.hiddenLength)),
      );
    this.terminal.write(added.text);
  }

  clear(): void {
    this.update("", true);
    this.terminal.clear();
  }

  /** `key`: as the terminal gets it, such as "\r" for Enter. */
  async press(key: string): Promise<void> {
    const actions = this.actions();
    const run = actions.find((each) => each.key === key.toLowerCase())?.run;
    if (run) await orShowError(run);
    else if (key === "\r")
      await orShowError(async () => (await choose(actions, { title: this.title })).run());
  }

  noteState(): void {
    const { text, level } = this.filter;
    const sentences = [
      level === "errors" ? vscode.l10n.t("Only errors are shown.") : "",
      level === "warnings" ? vscode.l10n.t("Only errors and warnings are shown.") : "",
      text === "" ? "" : vscode.l10n.t('Only lines with "{0}" are shown.', text),
      this.isPaused ? vscode.l10n.t("Paused.") : "",
      vscode.l10n.t("Press Enter here to filter, pause, save, or show another log."),
    ];
    this.terminal.note(sentences.filter(Boolean).join(" "));
  }

  private actions() {
    const named = (key: string, icon: string, label: string, run: () => unknown) => ({
      ...{ key, label, run, iconPath: new vscode.ThemeIcon(icon) },
      description: key === " " ? vscode.l10n.t("Space") : key.toUpperCase(),
    });
    const show = (filter: Partial<LineFilter>) => () => this.change({ ...this.filter, ...filter }, false);
    const pause = () => this.change(this.filter, !this.isPaused);
    return [
      named("/", "filter", vscode.l10n.t("Filter by Text..."), () => this.askText()),
      named("e", "error", vscode.l10n.t("Show Errors"), show({ level: "errors" })),
      named("w", "warning", vscode.l10n.t("Show Errors and Warnings"), show({ level: "warnings" })),
      named("a", "list-flat", vscode.l10n.t("Show All Lines"), show(allLines)),
      this.isPaused
        ? named(" ", "debug-continue", vscode.l10n.t("Resume"), pause)
        : named(" ", "debug-pause", vscode.l10n.t("Pause"), pause),
      named("s", "save", vscode.l10n.t("Save As..."), () => this.save()),
      named("o", "output", vscode.l10n.t("Show Another Log..."), this.showOther),
    ];
  }

  private change(filter: LineFilter, isPaused: boolean): void {
    const isOther = filter.text !== this.filter.text || filter.level !== this.filter.level;
    Object.assign(this, { filter, isPaused });
    if (isOther) this.terminal.clear();
    this.update(this.content, isOther);
    if (isOther || isPaused) this.noteState();
  }

  private async askText(): Promise<void> {
    const text = await showInputBox({
      title: vscode.l10n.t("Show Lines That Contain"),
      value: this.filter.text,
      prompt: vscode.l10n.t("If empty, all lines are shown."),
    });
    if (text !== undefined) this.change({ ...this.filter, text }, false);
  }

  /** Writes the lines that the filter lets through, also earlier ones than the terminal has. */
  private async save(): Promise<void> {
    requireTrust();
    const name = nameOf(this.place.path);
    const home = homeFolder();
    const file = await showSaveDialog({
      title: vscode.l10n.t("Save {0}", name),
      ...(home && { defaultUri: vscode.Uri.joinPath(home, name) }),
    });
    if (!file) throw new CancelledError();
    requireNoRepository(file);
    const text = filteredText(this.content, this.filter).replaceAll(colors, "");
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    this.terminal.note(vscode.l10n.t("Saved as {0}.", nameOf(file.path)));
  }
}
