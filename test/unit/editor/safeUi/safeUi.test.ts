// Foreign text on every way to VS Code.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type * as vscode from "vscode";
import {
  createInputBox,
  createQuickPick,
  showInputBox,
  showNotes,
  showQuickPick,
} from "../../../../src/editor/safeUi/inputs";
import { markdownTooltip, md, tableRow, webLink } from "../../../../src/editor/safeUi/markdown";
import {
  showInformationMessage,
  showStatusMessage,
  showWarningMessage,
} from "../../../../src/editor/safeUi/messages";
import { showProgress } from "../../../../src/editor/safeUi/progressNotice";
import { createStatusBarItem, withIcon } from "../../../../src/editor/safeUi/statusItem";
import { createTreeView } from "../../../../src/editor/safeUi/treeView";
import { createOutputLogger } from "../../../../src/editor/windowServices";
import { window } from "../../../support/vscodeParts";

const evil = "[run](command:evil) $(flame)\u202e\u001b]8;;x\u0007";
const inert = "[run]\u200b(command:evil) $\u200b(flame)]8;;x";

const plain = "[run](command:evil) $(flame)]8;;x";

/** Texts that VS Code got, newest last. */
const given: unknown[] = [];
function give(answer: (...all: unknown[]) => unknown = () => undefined) {
  return (...all: unknown[]) => {
    given.push(...all);
    return answer(...all);
  };
}

describe("text of others", () => {
  beforeEach(() => {
    given.length = 0;
  });

  for (const [name, show] of Object.entries({ showInformationMessage, showWarningMessage }))
    it(`is no link and no icon in a notice and its buttons: ${name}`, async () => {
      window[name] = give(async (...all) => all[1]);
      given.length = 0;
      assert.equal(await show(evil, evil), evil);
      assert.deepEqual(given, [inert, inert]);
    });

  it("is shortened in the middle, so that a notice keeps its end", async () => {
    window["showWarningMessage"] = give();
    await showWarningMessage(`Delete ${"x".repeat(100_000)} from the app?`);
    const [text] = given as string[];
    assert.equal(text?.length, 1_000);
    assert.match(text ?? "", /^Delete x+…x+ from the app\?$/);
  });

  it("is no icon and no link in rows, titles and hints of a quick pick", async () => {
    const pick = {} as vscode.QuickPick<vscode.QuickPickItem>;
    window["createQuickPick"] = () => pick;
    const item = { label: evil, description: evil, detail: evil };
    Object.assign(createQuickPick(), { title: evil, placeholder: evil, items: [item] });
    const items = [{ label: inert, description: inert, detail: inert }];
    assert.deepEqual(pick, { title: inert, placeholder: inert, items });
    assert.equal(pick.items[0], item);
    window["showQuickPick"] = give();
    await showQuickPick([{ label: evil }], { title: evil });
    assert.deepEqual(given[0], [{ label: inert }]);
    assert.doesNotMatch(JSON.stringify(given[1]), /\u202e/);
  });

  it("is no link in the sentences above a quick pick, which an older VS Code has in the title", () => {
    const [newer, older] = [{ prompt: undefined, title: "Push" }, { title: "Push" }];
    for (const pick of [newer, older]) {
      window["createQuickPick"] = () => pick;
      showNotes(createQuickPick(), ["One.", evil]);
    }
    assert.deepEqual(newer, { prompt: `One. ${inert}.`, title: "Push" });
    assert.equal(older.title, `Push · One. ${inert}.`);
  });

  it("is no link below an input box", async () => {
    const box = {} as vscode.InputBox;
    window["createInputBox"] = () => box;
    const shown = createInputBox();
    Object.assign(shown, { prompt: evil, validationMessage: { message: evil, severity: 3 } });
    assert.deepEqual(box, { prompt: inert, validationMessage: { message: inert, severity: 3 } });
    for (const [message, expected] of [[evil, inert], []]) {
      shown.validationMessage = message;
      assert.equal(box.validationMessage, expected);
    }
    window["showInputBox"] = give();
    await showInputBox({ prompt: evil, validateInput: () => evil });
    const { prompt, validateInput } = given[0] as vscode.InputBoxOptions;
    assert.deepEqual([prompt, await validateInput?.("")], [inert, inert]);
  });

  it("is no link in the title and the steps of a progress", async () => {
    const reported: unknown[] = [];
    window["withProgress"] = async (options: unknown, task: (progress: unknown) => Promise<void>) => {
      given.push(options);
      await task({ report: (value: unknown) => reported.push(value) });
    };
    await showProgress({ location: 15, title: evil }, async (progress) =>
      progress.report({ message: evil, increment: 3 }),
    );
    assert.deepEqual(given, [{ location: 15, title: inert }]);
    assert.deepEqual(reported, [{ message: inert, increment: 3 }]);
  });

  it("has only the extension's icon in the status bar", () => {
    const item = { hide: () => item } as unknown as vscode.StatusBarItem;
    window["createStatusBarItem"] = () => item;
    const shown = createStatusBarItem("id", 1);
    shown.text = withIcon("server", evil);
    assert.equal(item.text, `$(server) ${inert}`);
    shown.text = evil;
    assert.equal(item.text, inert);
    shown.tooltip = evil;
    assert.doesNotMatch(String(item.tooltip), /\u202e/);
    assert.equal(shown.hide(), item);
    window["setStatusBarMessage"] = give();
    showStatusMessage(evil, 10);
    assert.deepEqual(given, [inert, 10]);
  });

  it("is text in the rows of a tree, their hovers, and above them", async () => {
    const view = {} as vscode.TreeView<string>;
    window["createTreeView"] = give(() => view);
    const item = (label: string | vscode.TreeItemLabel): vscode.TreeItem => ({
      ...{ label, description: evil, tooltip: evil, accessibilityInformation: { label: evil } },
    });
    const treeDataProvider: vscode.TreeDataProvider<string> = {
      getChildren: () => ["a"],
      getTreeItem: (node) => item(node === "a" ? evil : { label: evil, highlights: [[0, 3]] }),
      resolveTreeItem: (row) => ({ ...row, tooltip: evil }),
    };
    const shown = createTreeView("id", { treeDataProvider });
    shown.message = evil;
    shown.description = evil;
    assert.deepEqual(view, { message: inert, description: inert });
    const { treeDataProvider: rows } = given[1] as vscode.TreeViewOptions<string>;
    const row = await rows.getTreeItem("a");
    const texts = { label: inert, description: inert, tooltip: plain };
    assert.deepEqual(row, { ...texts, accessibilityInformation: { label: inert } });
    assert.deepEqual((await rows.getTreeItem("b")).label, { label: inert });
    const token = {} as vscode.CancellationToken;
    assert.equal((await rows.resolveTreeItem?.(row, "a", token))?.tooltip, plain);
  });

  it("is in the log without control characters", () => {
    const said: string[] = [];
    const log = (text: string): void => void said.push(text);
    window["createOutputChannel"] = () => ({ trace: log, debug: log, info: log, warn: log, error: log });
    const logger = createOutputLogger();
    for (const level of ["trace", "debug", "info", "warn", "error"] as const) logger[level](evil);
    assert.deepEqual(new Set(said), new Set([plain]));
  });

  it("is no markup in a hover", () => {
    const { value } = markdownTooltip(`${md`**${evil}**`}\n${tableRow(["a|b", "<img src=x>"])}`);
    assert.equal(
      value,
      "**\\[run\\]\\(command\\:evil\\) \\$\\(flame\\)\\]8\\;\\;x**\n| a\\|b | \\<img src\\=x\\> |",
    );
  });

  it("does not end the link of a web address", () => {
    const link = webLink("https://shop.example)*www.evil.com/(a)<b>");
    assert.equal(link.slice(link.indexOf("](") + 2), "https://shop.example%29*www.evil.com/%28a%29%3Cb%3E)");
  });
});
