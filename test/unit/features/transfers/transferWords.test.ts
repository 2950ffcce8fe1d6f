// Texts of transfers: titles, selections, and the reason for each file that is left out.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import type { Operation, OperationHeader } from "../../../../src/appFiles/backups/operation";
import type { TransferRow } from "../../../../src/appFiles/transfer/plan/transferPlan";
import { FileProblem } from "../../../../src/core/errors/fileProblem";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import {
  operationTitle,
  operationTitleWithSize,
  undoTitle,
} from "../../../../src/features/transfers/ask/operationText";
import { choiceText, leftRow, planGroups, timeLeft } from "../../../../src/features/transfers/ask/planText";
import { errorSentence, failedEnds } from "../../../../src/features/transfers/ask/problemText";
import { summaryText } from "../../../../src/features/transfers/list/transfersText";

const header = (kind: OperationHeader["kind"], title?: OperationHeader["title"]): OperationHeader => ({
  kind,
  accountId: "account",
  appId: "shop",
  appName: "Shop",
  title,
});

const operation = (of: OperationHeader, paths: readonly string[]): Operation =>
  ({
    header: of,
    changes: paths.map((path) => ({ side: "app", path })),
    startedAt: Date.UTC(2026, 0, 1),
  }) as unknown as Operation;

const row = (own: Partial<TransferRow>): TransferRow =>
  ({ kind: "changed", direction: "toApp", path: "/a.txt", ...own }) as TransferRow;

const reasonOf = (of: Partial<TransferRow>, voice: "push" | "pull" | "undo" = "push") =>
  leftRow(row(of), voice, (error) => error as Error).reason;

const local = { sizeBytes: 10 } as NonNullable<TransferRow["local"]>;

describe("the name of an operation", () => {
  it("names what the operation does and its app, by the id when the name is unknown", () => {
    assert.equal(operationTitle(header("push")), "Push to Shop");
    assert.equal(operationTitle({ kind: "pull", accountId: "account", appId: "x1" }), "Pull from x1");
    assert.equal(operationTitle(header("undo", { from: "push" })), "Undo Push to Shop");
  });

  it("counts each changed file once", () => {
    assert.match(
      operationTitleWithSize(operation(header("push"), ["/a", "/a", "/b"])),
      /^Push to Shop \(2 files, /,
    );
    assert.match(operationTitleWithSize(operation(header("pull"), ["/a"])), /\(1 file, /);
  });

  it("is Redo for the undo of an undo", () => {
    assert.match(undoTitle(operation(header("push"), ["/a"])), /^Undo Push to Shop/);
    assert.match(undoTitle(operation(header("undo", { from: "push" }), ["/a"])), /^Redo Push to Shop/);
  });
});

describe("a plan in words", () => {
  const filled = (rows: readonly TransferRow[], voice: "push" | "undo") =>
    planGroups(rows, voice).filter(({ items }) => items.length > 0);

  it("selects no logs, and in a push no hosted-app.json", () => {
    const chosen = (path: string, voice: "push" | "pull" | "undo") =>
      planGroups([row({ path, kind: "added", isChosen: true })], voice)
        .flatMap(({ items }) => items)
        .map(({ isChosen }) => isChosen)[0];
    assert.equal(chosen("/hosted-app.json", "push"), false);
    assert.equal(chosen("/logs/app.log", "push"), false);
    assert.equal(chosen("/sub/hosted-app.json", "push"), true);
    assert.equal(chosen("/main.py", "push"), true);
    assert.equal(chosen("/logs/app.log", "pull"), false);
    assert.equal(chosen("/hosted-app.json", "pull"), true);
    assert.equal(chosen("/logs/app.log", "undo"), true);
  });

  it("says of each file what an undo does to it", () => {
    const rows = (["changed", "added", "deleted", "changedOnBoth"] as const).map((kind) =>
      row({ path: `/${kind}.txt`, kind }),
    );
    assert.deepEqual(
      filled(rows, "undo").map(({ title }) => title),
      ["To be reverted", "To be restored", "To be removed", "Changed since then (select to revert anyway)"],
    );
  });

  it("sorts its groups in one order", () => {
    const rows = [row({ kind: "blocked", path: "/z" }), row({ kind: "added", path: "/b" }), row({})];
    assert.deepEqual(
      filled(rows, "push").map(({ items }) => items.map(({ row: { path } }) => path)),
      [["/a.txt"], ["/b"], ["/z"]],
    );
  });

  it("says what Enter does, and about how long it takes", () => {
    const rows = Array.from({ length: 6 }, (_, index) => row({ path: `/${index}`, local }));
    assert.match(choiceText(rows, 3, 3_000), /^6 files to send.*about.*3 unchanged/);
    assert.match(choiceText([], 0, 3_000), /^Nothing is selected/);
    const brought = row({ direction: "toLocal", remote: { sizeBytes: 10 } as TransferRow["remote"] });
    assert.equal(choiceText([brought], 0, 3_000), "1 file to write");
    assert.equal(choiceText([brought, brought], 0, 3_000), "2 files to write");
    assert.match(timeLeft(60_000), /^about .* left$/);
  });

  it("says which side changed a left file, or that it was not selected", () => {
    assert.equal(reasonOf({ kind: "changedOnBoth" }), "changed on both sides");
    assert.equal(reasonOf({ kind: "onlyInTarget" }), "only in the app, never pushed from here");
    const ofPull = ["changed", "changedInTarget", "onlyInTarget", "deletedInTarget", "deleted"] as const;
    assert.deepEqual(
      ofPull.map((kind) => reasonOf({ kind }, "pull")),
      [
        ...["not selected", "changed locally only", "changed locally only", "deleted locally"],
        "deleted in the app",
      ],
    );
    assert.equal(reasonOf({ kind: "added" }, "undo"), "not selected");
  });
});

describe("the reason for a failed file", () => {
  it("is a sentence, also for errors of VS Code that only name the file", () => {
    const sentences = ["FileNotFound", "FileExists", "FileIsADirectory", "FileNotADirectory"].map((code) =>
      errorSentence(Object.assign(new FileProblem("special", "/a"), { code })),
    );
    assert.ok(sentences.every((sentence) => sentence.length > 0));
    assert.match(
      errorSentence(new ServiceError("forbidden", "no")),
      /^You don't have permission to do this\.$/,
    );
  });

  it("is the problem of a row, or that the row was not selected", () => {
    assert.equal(reasonOf({}), "not selected");
    const unread = { kind: "unreadable", error: undefined } as const;
    assert.equal(reasonOf({ kind: "blocked", reason: unread }), "couldn't be read on this machine");
    const hook = { kind: "localName", name: ".git", problem: "repository" } as const;
    assert.equal(
      reasonOf({ kind: "blocked", reason: hook }),
      'Git would treat ".git" as a repository; only a zip backup includes it',
    );
  });
});

describe("the reason for a file that may have changed since the plan", () => {
  const problemOf = (of: Partial<TransferRow>) =>
    failedEnds(
      [{ row: row(of), end: "failed", problem: { kind: "maybeChangedInApp" } }],
      (error) => error as Error,
    )[0]?.reason;

  it("says to delete the file first when it was to be replaced", () => {
    assert.match(problemOf({ local }) ?? "", /too large to compare; delete it in the app first$/);
  });

  it("says that the file was kept when it was to be deleted", () => {
    assert.match(problemOf({}) ?? "", /too large to compare, so it was kept; delete it in the app's files$/);
  });
});

describe("the transfers in the status bar", () => {
  const transfer = (id: string, state: "waiting" | "running" | "failed") =>
    ({ id, kind: "upload", accountId: "account", appId: "shop", path: `/${id}`, state }) as never;

  it("show waiting and failed transfers, and are read aloud without the countdown", () => {
    const summary = {
      waiting: [transfer("a", "waiting")],
      running: [],
      failed: [transfer("b", "failed")],
      nextInSeconds: 3,
    };
    const { text, spoken, lines } = summaryText(summary as never);
    assert.match(text, /1 failed/);
    assert.equal(spoken, "Hosted Apps, 1 transfer waiting, 1 transfer failed");
    assert.equal(lines.length, 2);
  });

  it("name five transfers and count the others", () => {
    const waiting = Array.from({ length: 7 }, (_, index) => transfer(String(index), "waiting"));
    const { lines } = summaryText({ waiting, running: [], failed: [], nextInSeconds: undefined } as never);
    assert.deepEqual([lines.length, lines.at(-1)], [6, "and 2 more"]);
  });
});
