import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type * as vscode from "vscode";
import { TextTerminal } from "../../../../src/editor/safeUi/textTerminal";
import { window } from "../../../support/vscodeParts";

describe("the extension's terminal", () => {
  let options: vscode.ExtensionTerminalOptions;
  let shown: string;

  beforeEach(() => {
    shown = "";
    window["createTerminal"] = (given: vscode.ExtensionTerminalOptions) => {
      options = given;
      given.pty.onDidWrite((text) => {
        shown += text;
      });
      return { show: () => undefined, dispose: () => undefined };
    };
  });

  it("is not restored by VS Code, and has a plain name", () => {
    new TextTerminal("a\u001b]0;x\u0007 $(flame)\u202e", () => undefined);
    assert.equal(options.isTransient, true);
    assert.equal(options.name, "a]0;x $\u200b(flame)");
  });

  it("shows output from before VS Code opened it, and the extension's messages on their own lines", () => {
    const terminal = new TextTerminal("log", () => undefined);
    terminal.write("old");
    terminal.clear();
    terminal.write("\u001b[31mone\u001b]8;;https://x.y\u0007 two");
    terminal.note("[x](command:y)\u001b[2J\nis gone");
    assert.equal(shown, "");
    options.pty.open(undefined);
    terminal.write("three\n");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about.
    const [, text = ""] = /^\u001b\[0m\u001b\[H\u001b\[2J\u001b\[3J(.*)$/s.exec(shown) ?? [];
    assert.equal(
      text,
      "\u001b[31mone two\r\n\u001b[0;2m--- [x](command:y)[2J is gone ---\u001b[0m\r\nthree\r\n",
    );
  });

  it("buffers a bounded text for a terminal that is never opened", () => {
    const terminal = new TextTerminal("log", () => undefined);
    for (let line = 0; line < 100_000; line++) terminal.write("line of a log\n");
    options.pty.open(undefined);
    assert.ok(shown.length >= 256 * 1024 && shown.length <= 512 * 1024);
  });
});
