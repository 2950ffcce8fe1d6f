// The lines of a followed file that are shown: by text and level, while it grows, and paused.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { filteredText, LogView } from "../../../../../src/features/find/follow/logView";
import { answerNotices, window, workspace, workspaceFiles } from "../../../../support/vscodeParts";

const log = `10:00 INFO started
10:01 WARNING slow request
Traceback (most recent call last):
  File "/app/x.py", line 1
    run()
shop.OutOfStock: none left
10:02 INFO one visitor
TypeError: x is not a function
    at f (/app/x.js:1:2)
{"level":50,"msg":"refused"}
{"level":30,"msg":"fine"}
`;
const linesOf = (filter: Partial<Parameters<typeof filteredText>[1]>, text = log) =>
  filteredText(text, { text: "", level: "all", ...filter }).split("\n");

describe("the lines of a log", () => {
  it("are all without a filter, byte for byte", () => {
    for (const text of [log, "", "no end", "\r\n\r\n"])
      assert.equal(filteredText(text, { text: "", level: "all" }), text);
  });

  it("are errors with their whole stack traces", () => {
    assert.deepEqual(linesOf({ level: "errors" }), [
      "Traceback (most recent call last):",
      '  File "/app/x.py", line 1',
      "    run()",
      "shop.OutOfStock: none left",
      "TypeError: x is not a function",
      "    at f (/app/x.js:1:2)",
      '{"level":50,"msg":"refused"}',
      "",
    ]);
  });

  it("include warnings", () => {
    assert.equal(linesOf({ level: "warnings" })[0], "10:01 WARNING slow request");
    assert.equal(linesOf({ level: "warnings" }).length, 9);
  });

  it("contain a text in any letter case, whatever their colors", () => {
    const colored = "one \u001b[31mVis\u001b[0mitor\ntwo\n";
    assert.deepEqual(linesOf({ text: "visitor" }, colored), ["one \u001b[31mVis\u001b[0mitor", ""]);
    assert.deepEqual(linesOf({ text: "ONE", level: "errors" }, colored), [""]);
  });

  it("are found in hostile text in bounded steps", () => {
    for (const part of ["error", "\u001b[", '"level":', " ", "warn\u001b[0;", "at \n"])
      filteredText(part.repeat(100_000), { text: "x", level: "errors" });
  });
});

describe("the view of a log", () => {
  const place = { accountId: "me", appId: "shop", appName: "Shop", path: "/logs/app.log" };
  const clearScreen = "\u001b[0m\u001b[H\u001b[2J\u001b[3J";
  let shown: string;
  let press: (key: string) => Promise<void>;
  let view: LogView;
  let others: number;

  beforeEach(() => {
    shown = "";
    others = 0;
    let pty: vscode.Pseudoterminal | undefined;
    window["createTerminal"] = (options: vscode.ExtensionTerminalOptions) => {
      pty = options.pty;
      pty.onDidWrite((text) => {
        shown += text;
      });
      pty.open(undefined);
      return { show: () => undefined, dispose: () => undefined };
    };
    view = new LogView(
      place,
      () => undefined,
      async () => void others++,
    );
    press = async (key) => {
      pty?.handleInput?.(key);
      await new Promise(setImmediate);
    };
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  const colors = /\u001b\[[0-9;]*m/g;
  /** Since the screen was cleared. */
  const screen = () => shown.slice(shown.lastIndexOf(clearScreen) + clearScreen.length);
  const plain = () => screen().replaceAll(colors, "").split("\r\n");

  it("shows the end of a long file first, and then what is added", () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join("");
    view.update(lines);
    assert.ok(shown.length > 60 * 1024 && shown.length < 80 * 1024);
    assert.match(shown, /--- The first \S+ \S+ of the file aren't shown\. ---/);
    shown = "";
    view.update(`${lines}added\n`);
    assert.equal(shown, "added\r\n");
  });

  it("shows errors only, also of what is added, and all lines again", async () => {
    view.update("fine\nbad error\n");
    await press("e");
    assert.deepEqual(plain().slice(0, 1), ["bad error"]);
    assert.match(plain()[1] ?? "", /^--- Only errors are shown\. Press Enter/);
    shown = "";
    view.update("fine\nbad error\nfine too\nerror two\n");
    assert.equal(shown, "error two\r\n");
    await press("a");
    assert.deepEqual(plain().slice(0, 4), ["fine", "bad error", "fine too", "error two"]);
  });

  it("completes a line that arrived in part while it is filtered", async () => {
    view.update("one\n");
    await press("e");
    shown = "";
    view.update("one\nan err");
    view.update("one\nan error\n");
    assert.equal(shown.replaceAll("\r\n", "|"), "an error|");
  });

  it("shows no line twice when a filtered log loses its beginning, and ends a part that is left out", async () => {
    const fine = "fine\n".repeat(500);
    view.update(`old error\n${fine}an error\n`);
    await press("e");
    shown = "";
    view.update(`${fine}an error\nerror two\nan err`);
    assert.equal(shown, "error two\r\nan err");
    shown = "";
    view.update(`${fine}an error\nerror two\nan errand\nerror three\n`);
    assert.equal(shown, "\r\nerror three\r\n");
  });

  it("shows lines with a text that is typed, and changes nothing on Cancel", async () => {
    let typed: string | undefined = "VISITOR";
    window["showInputBox"] = async () => typed;
    view.update("one visitor\ntwo\n");
    await press("/");
    assert.equal(plain()[0], "one visitor");
    assert.match(plain()[1] ?? "", /Only lines with "VISITOR" are shown/);
    typed = undefined;
    shown = "";
    await press("/");
    assert.equal(shown, "");
  });

  it("shows nothing while it is paused, and then everything that was added", async () => {
    view.update("one\n");
    await press(" ");
    shown = "";
    view.update("one\ntwo\n");
    view.update("one\ntwo\nthree\n");
    assert.equal(shown, "");
    await press(" ");
    assert.match(shown, /^two\r\nthree\r\n/);
  });

  it("offers all actions on Enter, with their keys", async () => {
    let labels: string[] = [];
    window["showQuickPick"] = async (
      items: readonly { readonly label: string; readonly description: string }[],
    ) => {
      labels = items.map(({ label, description }) => `${description} ${label}`);
      return items.at(-1);
    };
    await press("\r");
    assert.deepEqual(labels, [
      ...["/ Filter by Text...", "E Show Errors", "W Show Errors and Warnings", "A Show All Lines"],
      ...["Space Pause", "S Save As...", "O Show Another Log..."],
    ]);
    assert.equal(others, 1);
  });

  it("ignores other keys and pasted text", async () => {
    view.update("one\n");
    shown = "";
    for (const text of ["\u001b[A", "x", "see", "\r\r", ""]) await press(text);
    assert.equal(shown, "");
  });

  it("saves the lines that the filter lets through, without colors, but not into a repository", async () => {
    const files = workspaceFiles({});
    const notices = answerNotices();
    Object.assign(workspace, { isTrusted: true });
    let target = "/home/me/app.log";
    window["showSaveDialog"] = async () => vscode.Uri.file(target);
    view.update("fine\n\u001b[31man error\u001b[0m\n");
    await press("e");
    await press("s");
    assert.deepEqual([...files], [["/home/me/app.log", "an error\n"]]);
    target = "/home/me/shop/.git/hooks/post-commit";
    await press("s");
    assert.equal(files.size, 1);
    assert.match(notices[0]?.text ?? "", /inside a \.git folder/);
  });

  it("writes nothing in Restricted Mode", async () => {
    const notices = answerNotices();
    Object.assign(workspace, { isTrusted: false });
    await press("s");
    Object.assign(workspace, { isTrusted: true });
    assert.match(notices[0]?.text ?? "", /Restricted Mode/);
  });

  it("keeps nothing of an account that is signed out", async () => {
    view.update("secret error\n");
    view.clear();
    await press("e");
    assert.equal(screen().includes("secret"), false);
  });
});
