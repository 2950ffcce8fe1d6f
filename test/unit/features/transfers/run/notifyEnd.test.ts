// The message after a transfer with failures, and the messages when its buttons fail.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { notifyEnd } from "../../../../../src/features/transfers/run/notifyEnd";
import { notifySynced, type Synced } from "../../../../../src/features/transfers/run/syncFolder";
import { answerNotices, commands, window } from "../../../../support/vscodeParts";

describe("the end of a transfer", () => {
  it("names a failed file with the reason, and offers Try Again", async () => {
    const said = ["Pushed 2 files to Shop."];
    const retry = { run: async (): Promise<void> => undefined, command: "files.upload" } as const;
    const shown = answerNotices();
    const failed = [{ path: "/lib/notes", reason: "is nested too deeply" }];
    await notifyEnd({ said, failed, retry });
    await notifyEnd({ said, failed: [...failed, { path: "/b", reason: "no longer exists" }] });
    assert.deepEqual(
      shown.map(({ text, buttons }) => [text, ...buttons]),
      [
        ["Pushed 2 files to Shop. notes: is nested too deeply.", "Show", "Try Again"],
        ["Pushed 2 files to Shop. 2 files failed. notes: is nested too deeply.", "Show"],
      ],
    );
  });

  it("names skipped files once, or the first and the count of the others", async () => {
    const said = ["Pulled 1 file into shop."];
    const shown = answerNotices();
    const skipped = [
      { path: "/lib/a.txt", reason: "not selected" },
      { path: "/b.txt", reason: "already exists" },
    ];
    const notify = (end: object) => notifyEnd({ said, failed: [], ...end });
    await notify({ skipped: skipped.slice(0, 1) });
    await notify({ skipped });
    await notify({ skipped, left: skipped.slice(1) });
    assert.deepEqual(
      shown.map(({ text }) => text.replace("Pulled 1 file into shop. ", "")),
      [
        "Skipped: lib/a.txt (not selected).",
        "Skipped: lib/a.txt (not selected), and 1 more.",
        "Skipped: lib/a.txt (not selected). Left for you to decide: b.txt (already exists).",
      ],
    );
  });

  it("names no skipped log after a push or pull", async () => {
    const shown = answerNotices();
    const reason = "only in the app, never pushed from here";
    const left = [{ path: "/app.log", reason }];
    const outcome = { put: ["/a.py"], removed: [], failed: [], cancelled: [], unchanged: 0, left };
    const synced = { outcome, undecided: [] } as unknown as Synced;
    const words = { done: "Pushed 1 file to Shop." };
    await notifySynced(synced, words);
    await notifySynced(
      { ...synced, outcome: { ...outcome, left: [...left, { path: "/b", reason }] } },
      words,
    );
    assert.deepEqual(
      shown.map(({ text }) => text),
      ["Pushed 1 file to Shop.", `Pushed 1 file to Shop. Skipped: b (${reason}).`],
    );
  });

  it("has an Undo button that runs the command with its plan", async () => {
    const ran: unknown[][] = [];
    commands["executeCommand"] = async (...given: unknown[]) => void ran.push(given);
    answerNotices(() => "Undo");
    await notifyEnd({ said: ["Uploaded."], failed: [], operationId: "7" });
    assert.deepEqual(ran, [["hostedApps.files.undo", { operationId: "7" }]]);
  });

  it("opens the failed file that the user selects, whatever its name", async () => {
    const opened: string[] = [];
    commands["executeCommand"] = async (_id: string, uri: vscode.Uri) => void opened.push(uri.path);
    window["showQuickPick"] = async ([row]: readonly object[]) => row;
    answerNotices(() => "Show");
    const app = { accountId: "account", appId: "shop" };
    const paths = ["/photos/cat[1](2).png", "/$(1).txt", `/${"long/".repeat(80)}a.txt`];
    for (const path of paths) await notifyEnd({ said: [], failed: [{ path, reason: "failed" }], app });
    assert.deepEqual(
      opened,
      paths.map((path) => `/shop${path}`),
    );
  });

  it("shows the failure of a button with Try Again", async () => {
    const offline = new ServiceError("network", "no connection", { problem: "refused" });
    offline.request = { host: "api.example.com", isRead: true };
    offline.app = { accountId: "account", appId: "shop", name: "Shop" };
    const shown = answerNotices(() => "Try Again");
    let runs = 0;
    const run = async () => {
      runs++;
      if (runs === 1) throw offline;
    };
    await notifyEnd({ said: ["Uploaded."], failed: [], retry: { run, command: "files.upload" } });
    const [, failure] = shown;
    assert.ok(failure?.text.startsWith("Couldn't upload to Shop."), failure?.text);
    assert.deepEqual(failure?.buttons, ["Try Again", "Show Output"]);
    assert.deepEqual([runs, shown.length], [2, 2]);
  });
});
