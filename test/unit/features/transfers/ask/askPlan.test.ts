// The plan of a push on screen: its texts, the question before others' changes are lost, and Cancel, which shows it again.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import type { TransferRow } from "../../../../../src/appFiles/transfer/plan/transferPlan";
import { CancelledError } from "../../../../../src/core/errors/cancelledError";
import { askPlan } from "../../../../../src/features/transfers/ask/askPlan";
import { agreeToSend, confirmLoss } from "../../../../../src/features/transfers/ask/confirmLoss";
import { pickPlan } from "../../../../../src/features/transfers/ask/planPicker";
import { pushWords } from "../../../../../src/features/transfers/commands/push";
import type { TransferPlace } from "../../../../../src/features/transfers/place/transferPlace";
import { type AskedWindow, askedWindow } from "../../../../support/askedWindow";
import { answerNotices, answerPicks } from "../../../../support/vscodeParts";
import { waitUntil } from "../../../../support/waitUntil";

const side = { sizeBytes: 1 };
const row = (path: string, own: object = {}): TransferRow =>
  ({
    ...{ kind: "changed", direction: "toApp", path, localPath: path.slice(1), isChosen: true },
    ...{ local: side, remote: side, ...own },
  }) as unknown as TransferRow;

const names = { folderName: "shop", appName: "Shop" };
const place = { ...names, folder: vscode.Uri.file("/work/shop") } as TransferPlace;
const loss = { place: "the app Shop", why: "Only there." };

describe("the plan of a push", () => {
  let window: AskedWindow;
  let selected: string[][];
  const ask = (rows: readonly TransferRow[], notes: readonly string[] = []) =>
    askPlan(place, { rows, unchanged: 0 }, { ...pushWords(names), notes });

  beforeEach(() => {
    window = askedWindow();
    selected = [];
  });

  /** Presses OK so many times, first with `all` rows selected; then leaves the plan. */
  const confirmPlan = (times: number, all = false) =>
    answerPicks((pick) => {
      if (all && selected.length === 0)
        pick.selectedItems = pick.items.filter(({ kind }) => kind === undefined);
      selected.push(pick.selectedItems.map(({ label }) => label));
      return selected.length > times ? undefined : "";
    });

  it("shows notes above its rows, so that all rows can be selected", async () => {
    let shown: { prompt?: unknown; labels?: string[] } = {};
    answerPicks((pick) => {
      shown = { prompt: (pick as { prompt?: unknown }).prompt, labels: pick.items.map(({ label }) => label) };
      return "";
    });
    await ask([row("/a.txt")], ["main 1a2b3c4 · Fix tea", "Not set in Shop: TOKEN."]);
    assert.deepEqual(shown, {
      prompt: "main 1a2b3c4 · Fix tea. Not set in Shop: TOKEN.",
      labels: ["Changed (1)", "a.txt"],
    });
  });

  it("is shown before its late notes, which come above the others", async () => {
    const prompts: unknown[] = [];
    let know = (_notes: readonly string[]): void => undefined;
    const late = new Promise<readonly string[]>((resolve) => {
      know = resolve;
    });
    let shown: { prompt?: unknown } = {};
    answerPicks((pick) => {
      shown = pick as { prompt?: unknown };
      prompts.push(shown.prompt);
      return "";
    });
    const question = { ...pushWords(names), notes: ["main 1a2b3c4"], late };
    await askPlan(place, { rows: [row("/a.txt")], unchanged: 0 }, question);
    know(["a.py, line 2: invalid syntax"]);
    await late;
    assert.deepEqual(prompts, ["main 1a2b3c4."]);
    assert.equal(shown.prompt, "a.py, line 2: invalid syntax. main 1a2b3c4.");
  });

  it("has no box for files that cannot be pushed, and names and lists them", async () => {
    const prompts: unknown[] = [];
    const labels = (items: readonly vscode.QuickPickItem[]) => items.map(({ label }) => label);
    const listed: string[][] = [];
    Object.assign(vscode.window, {
      showQuickPick: async (items: readonly vscode.QuickPickItem[]) => void listed.push(labels(items)),
    });
    const tooltips: unknown[] = [];
    answerPicks((pick) => {
      prompts.push((pick as { prompt?: unknown }).prompt);
      selected.push(labels(pick.items));
      tooltips.push(...pick.buttons.map(({ tooltip }) => tooltip));
      if (selected.length > 1) return "";
      pick.press(pick.buttons[0]);
      return undefined;
    });
    const chosen = await ask([
      row("/a.txt"),
      row("/b.mp4", { kind: "blocked", isChosen: false, reason: { kind: "link" } }),
    ]);
    assert.deepEqual([chosen.length, tooltips[0]], [1, "Can't be pushed (1)"]);
    assert.match(String(prompts[0]), /^Can't be pushed \(1\): b\.mp4 \(1 B · a symbolic link, .*\)\.$/);
    assert.deepEqual(selected, Array(2).fill(["Changed (1)", "a.txt"]));
    assert.deepEqual(listed, [["Can't be pushed (1)", "b.mp4"]]);
  });

  it("stays open, with the error shown, when a difference cannot be shown", async () => {
    const notices = answerNotices();
    const rows = [
      row("/a.txt"),
      row("/b.mp4", { kind: "blocked", isChosen: false, reason: { kind: "link" } }),
    ];
    const offline = async () => await Promise.reject(new Error("Offline."));
    const question = { ...pushWords(names), compare: offline, compareAll: offline };
    answerPicks(async (pick) => {
      selected.push(pick.selectedItems.map(({ label }) => label));
      pick.pressOn(pick.items.find(({ label }) => label === "a.txt"));
      pick.press(pick.buttons.at(-1));
      await waitUntil(() => notices.length === 2, { what: "the errors" });
      return "";
    });
    const chosen = await pickPlan({ accountId: "me", appId: "shop" }, { rows, unchanged: 0 }, question);
    assert.deepEqual([chosen.length, selected], [1, [["a.txt"]]]);
    assert.deepEqual(
      notices.map(({ kind, text }) => [kind, text]),
      Array(2).fill(["error", "Offline."]),
    );
  });

  it("asks nothing when no teammate's work is lost", async () => {
    confirmPlan(1);
    assert.equal(
      (await ask([row("/a.txt"), row("/own.log", { kind: "onlyInTarget", isChosen: false })])).length,
      1,
    );
    assert.deepEqual(window.asked, []);
  });

  it("names replaced and deleted files, and Cancel leads back to the selection", async () => {
    const rows = [
      row("/a.txt"),
      row("/b.txt", { kind: "changedOnBoth", isChosen: false }),
      row("/app.log", { kind: "onlyInTarget", local: undefined, isChosen: false }),
    ];
    confirmPlan(1, true);
    await assert.rejects(ask(rows), CancelledError);
    assert.deepEqual(selected, Array(2).fill(["a.txt", "b.txt", "app.log"]));
    assert.deepEqual(window.asked, [
      {
        text: "Replace 1 file and delete 1 file in the app Shop?",
        lines: [
          ...["The current content exists only in the app.", "", "Replaced:", "/b.txt", ""],
          ...["Deleted:", "/app.log", "", "You can undo this for a day."],
        ],
        buttons: ["Replace and Delete"],
      },
    ]);
    window.answer = "Replace and Delete";
    selected = [];
    confirmPlan(1, true);
    assert.equal((await ask(rows)).length, 3);
  });

  it("comes back with its selection when the last question is canceled", async () => {
    confirmPlan(2);
    const asked: string[][] = [];
    const agree = async (rows: readonly TransferRow[]): Promise<void> => {
      asked.push(rows.map(({ path }) => path));
      if (asked.length === 1) throw new CancelledError();
    };
    const words = { ...pushWords(names), agree };
    assert.equal((await askPlan(place, { rows: [row("/a.txt")], unchanged: 0 }, words)).length, 1);
    assert.deepEqual([selected, asked], [Array(2).fill(["a.txt"]), Array(2).fill(["/a.txt"])]);
  });

  it("says which files are too large for an undo", async () => {
    const large = { sizeBytes: 30_000_000 };
    const rows = [
      row("/b.bin", { kind: "changedOnBoth", remote: large }),
      row("/c.txt", { kind: "changedOnBoth" }),
    ];
    await assert.rejects(confirmLoss(rows, loss), CancelledError);
    const [asked] = window.asked;
    assert.deepEqual([asked?.text, asked?.buttons], ["Replace 2 files in the app Shop?", ["Replace"]]);
    assert.deepEqual(asked?.lines.slice(-2), ["Larger than 20 MB, so this can't be undone:", "/b.bin"]);
  });

  it("asks before a large archive is sent, and Cancel leads back", async () => {
    const film = (path: string) => row(path, { local: { sizeBytes: 60 * 1024 * 1024 } });
    const rows = [film("/a.mp4"), film("/b.mp4")];
    const asArchive = () =>
      askPlan(place, { rows, unchanged: 0 }, { ...pushWords(names), agree: agreeToSend });
    confirmPlan(1);
    await assert.rejects(asArchive(), CancelledError);
    assert.deepEqual(
      [window.asked.map(({ text }) => text), selected.length],
      [["Send an archive of about 120 MB?"], 2],
    );
    window.answer = "Send";
    confirmPlan(4);
    assert.equal((await asArchive()).length, 2);
    assert.equal((await ask(rows)).length, 2);
    assert.equal(window.asked.length, 2);
  });

  it("offers only Delete when nothing is replaced", async () => {
    await assert.rejects(confirmLoss([row("/b.txt", { local: undefined })], loss), CancelledError);
    assert.equal(window.asked[0]?.text, "Delete 1 file in the app Shop?");
    assert.deepEqual(window.asked[0]?.buttons, ["Delete"]);
  });
});
