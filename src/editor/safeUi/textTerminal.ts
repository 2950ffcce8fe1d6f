import * as vscode from "vscode";
import { inertLine, plainText } from "../../core/text/inertText";
import { TerminalText } from "../../core/text/terminalText";

/** Characters that a terminal keeps, at least, until VS Code has opened it. */
const longestWaiting = 256 * 1024;
const clearScreen = "\u001b[0m\u001b[H\u001b[2J\u001b[3J";
const dim = "\u001b[0;2m";
const undim = "\u001b[0m";

/**
 * Shows growing untrusted text in a terminal: with its colors, and nothing else that a terminal would obey. VS Code
 * writes the text of an output channel to its log folder; a terminal's text is nowhere but on screen.
 */
export class TextTerminal {
  private readonly written = new vscode.EventEmitter<string>();
  private readonly terminal: vscode.Terminal;
  private text = new TerminalText();
  /** Text that VS Code would lose until it has opened the terminal. */
  private waiting: string | undefined = "";

  /** `onClose`: the user has closed the terminal. `onInput`: they have pressed a key in it, or pasted text. */
  constructor(name: string, onClose: () => void, onInput: (text: string) => void = () => undefined) {
    this.terminal = vscode.window.createTerminal({
      name: inertLine(name),
      iconPath: new vscode.ThemeIcon("output"),
      isTransient: true,
      pty: {
        onDidWrite: this.written.event,
        open: () => {
          const waiting = this.waiting;
          this.waiting = undefined;
          if (waiting) this.written.fire(waiting);
        },
        close: onClose,
        handleInput: onInput,
      },
    });
  }

  is(terminal: vscode.Terminal): boolean {
    return terminal === this.terminal;
  }

  /** Does not take the focus. */
  show(): void {
    this.terminal.show(true);
  }

  write(text: string): void {
    this.emit(this.text.next(text));
  }

  /** Shows a sentence of ours on a line of its own. */
  note(sentence: string): void {
    const line = plainText(sentence).replaceAll(/[\n\t]+/g, " ");
    this.emit(`${this.text.end()}${dim}--- ${line} ---${undim}\r\n`);
  }

  clear(): void {
    this.text = new TerminalText();
    if (this.waiting !== undefined) this.waiting = "";
    this.emit(clearScreen);
  }

  dispose(): void {
    this.terminal.dispose();
    this.written.dispose();
  }

  private emit(shown: string): void {
    if (shown === "") return;
    if (this.waiting === undefined) {
      this.written.fire(shown);
      return;
    }
    this.waiting += shown;
    // Cutting costs as much as all the text, so it is not done for each piece.
    if (this.waiting.length > 2 * longestWaiting) this.waiting = this.waiting.slice(-longestWaiting);
  }
}
