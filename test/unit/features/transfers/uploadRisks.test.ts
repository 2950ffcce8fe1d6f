// Questions that an upload asks even if its argument says to replace files: losses without a backup, similar names.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { largestBackupBytes } from "../../../../src/appFiles/backups/changeLog";
import { CancelledError } from "../../../../src/core/errors/cancelledError";
import { TransferList } from "../../../../src/core/transfers/transferList";
import { withConsent } from "../../../../src/editor/commands/consent";
import { upload } from "../../../../src/features/transfers/commands/upload";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import { RememberedChanges } from "../../../support/appFilesHarness";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { answerNotices, type ShownNotice } from "../../../support/vscodeParts";
import { waitUntil } from "../../../support/waitUntil";
import { transferWorld } from "../../appFiles/transfer/transferWorld";
import { untouchedServices, useProjectWindow } from "./projectWindow";

const large = "x".repeat(largestBackupBytes + 1);

describe("an upload that replaces existing files", () => {
  useProjectWindow();
  let shown: ShownNotice[];
  /** The button of the second question; the first is whether to upload at all. */
  let answer: string | undefined;

  beforeEach(() => {
    answer = undefined;
    shown = answerNotices(({ buttons }) => (buttons[0] === "Upload" ? "Upload" : answer));
    const token = { onCancellationRequested: () => ({ dispose: () => undefined }) };
    Object.assign(vscode.window, {
      withProgress: async (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
        await task({ report: () => undefined }, token),
    });
  });

  /** Uploads "new" under these names to an app with these files; resolves with the texts of the app, cut off. */
  async function uploaded(
    names: readonly string[],
    inApp: Readonly<Record<string, string>>,
    prepare: <T>(argument: T) => T = (argument) => argument,
  ) {
    const home = temporaryFolder("home");
    for (const name of names) {
      mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
      writeFileSync(path.join(home, name), "new");
    }
    const { files, clock, texts } = transferWorld(inApp);
    await clock.advance(10_000);
    const services = untouchedServices({
      files: { get: () => files } as unknown as TransferServices["files"],
      backups: { begin: async () => new RememberedChanges() } as unknown as TransferServices["backups"],
      transfers: new TransferList(clock),
      clock,
    });
    const tops = [...new Set(names.map((name) => name.split("/")[0] ?? ""))];
    const sources = tops.map((name) => vscode.Uri.file(path.join(home, name)).toString());
    let isOver = false;
    const work = upload(
      prepare({ accountId: "account", appId: "shop", sources, overwrite: true }),
      services,
    ).finally(() => {
      isOver = true;
    });
    work.catch(() => undefined);
    // The files are read from the real disk, which no clock of a test waits for.
    const isDone = async () => {
      await clock.advance(1_000);
      return isOver;
    };
    await waitUntil(isDone, { what: "the end of the upload" });
    const outcome = await work.catch((error: unknown) => {
      assert.ok(error instanceof CancelledError, String(error));
    });
    const stored = Object.entries(texts()).map(([name, text]) => [name, text.slice(0, 3)]);
    return { outcome, stored: Object.fromEntries(stored), questions: questions().slice(1) };
  }

  const questions = () =>
    shown
      .filter(({ options }) => options.modal)
      .map(({ text, options }) => [text, ...(options.detail ?? "").split("\n").slice(0, -2)]);

  for (const isAgreed of [true, false])
    it(`asks about one that is too large to be kept: ${isAgreed ? "yes" : "no"}`, async () => {
      if (isAgreed) answer = "Replace Permanently";
      const { stored, questions } = await uploaded(["a.bin", "b.txt"], { "a.bin": large, "b.txt": "old" });
      const text = isAgreed ? "new" : undefined;
      assert.deepEqual(stored, { "a.bin": text ?? "xxx", "b.txt": text ?? "old" });
      const question = ["a.bin can't be restored after you replace it.", "/a.bin (larger than 20 MB)"];
      assert.deepEqual(questions, [question]);
    });

  for (const isAgreed of [true, false])
    it(`asks about a name that is nearly one of the app: ${isAgreed ? "yes" : "no"}`, async () => {
      if (isAgreed) answer = "Create";
      const inApp = { "Readme.md": "old", "Lib/a.txt": "old" };
      const { stored, questions } = await uploaded(["README.md", "lib/b.txt"], inApp);
      assert.deepEqual(stored, isAgreed ? { ...inApp, "README.md": "new", "lib/b.txt": "new" } : inApp);
      assert.deepEqual(questions, [
        [
          "The app already has files with nearly the same names as 2 of these.",
          "/README.md (the app has /Readme.md)",
          "/lib/b.txt (the app has /Lib)",
        ],
      ]);
    });

  it("leaves and names both when no question may be asked", async () => {
    const inApp = { "a.bin": large, "Readme.md": "old", "b.txt": "old" };
    const { outcome, stored, questions } = await uploaded(
      ["a.bin", "README.md", "b.txt"],
      inApp,
      withConsent,
    );
    assert.deepEqual(questions, []);
    assert.deepEqual(stored, { "a.bin": "xxx", "Readme.md": "old", "b.txt": "new" });
    assert.deepEqual(outcome?.failed, [
      { path: "/a.bin", reason: "too large to keep; can't be undone" },
      { path: "/README.md", reason: "the app has /Readme.md, which differs only in letter case or accents" },
    ]);
    assert.deepEqual([outcome?.uploaded, outcome?.skipped], [["/b.txt"], []]);
  });
});
