// The list of Undo or Restore: the last day's operations, and below each one its files that can be restored.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { largestBackupBytes } from "../../../../../src/appFiles/backups/changeLog";
import type { BackupFile, Operation } from "../../../../../src/appFiles/backups/operation";
import { CancelledError } from "../../../../../src/core/errors/cancelledError";
import { silentLogger } from "../../../../../src/core/logger";
import { formatClock } from "../../../../../src/core/text/format";
import { withConsent } from "../../../../../src/editor/commands/consent";
import { backupText } from "../../../../../src/features/transfers/ask/backupDocuments";
import { restoreDeleted, undo } from "../../../../../src/features/transfers/commands/undoOrRestore";
import { patientTurn } from "../../../../../src/features/transfers/place/placeTurns";
import type { TransferServices } from "../../../../../src/features/transfers/place/transferServices";
import { askedWindow } from "../../../../support/askedWindow";
import { temporaryFolder } from "../../../../support/temporaryFolder";
import { answerNotices, answerPicks, commands, workspaceFiles } from "../../../../support/vscodeParts";
import { waitUntil } from "../../../../support/waitUntil";
import { type TransferWorld, transferWorld } from "../../../appFiles/transfer/transferWorld";
import { untouchedServices } from "../projectWindow";

const minute = 60_000;
const startedAt = Date.UTC(2026, 0, 1);
const app = { accountId: "account", appId: "shop" };
const backup: BackupFile = {
  ...{ id: "1", ...app, side: "app", path: "/lib/a.txt", why: "deleted", sizeBytes: 3 },
  ...{ lostAt: startedAt - 12.7 * minute, hash: "h", file: "f" },
};
const change = {
  ...{ id: "1", side: "app", path: "/lib/a.txt", what: "remove", end: "done", at: startedAt },
  ...{ before: { kind: "kept", hash: "h", sizeBytes: 3, file: "f" }, after: {} },
};
const operation = {
  ...{ id: "7", header: { kind: "push", ...app, appName: "Shop" }, state: "ended" },
  ...{ changes: [change], startedAt },
} as unknown as Operation;

type Item = vscode.QuickPickItem & { readonly buttons?: readonly vscode.QuickInputButton[] };

describe("the list of Undo or Restore", () => {
  let world: TransferWorld;
  let ran: unknown[][];
  let items: readonly Item[];
  let title: unknown;

  beforeEach(() => {
    askedWindow();
    world = transferWorld({ "b.txt": "b" });
    [ran, items] = [[], []];
    commands["executeCommand"] = async (...given: unknown[]) => void ran.push(given);
  });

  const services = (operations = [operation], files = [backup], own: Partial<TransferServices> = {}) =>
    untouchedServices({
      ...own,
      backups: {
        operations: async () => operations,
        list: async () => files,
        readContent: async () => new TextEncoder().encode("old"),
        begin: async () => world.moved.log,
      } as unknown as TransferServices["backups"],
      clock: Object.assign(world.clock, { now: () => startedAt }),
      files: { get: () => world.files },
      transfers: world.moved.transfers,
    });
  const pickIn = (...labels: readonly string[]) => {
    let times = 0;
    answerPicks((pick) => {
      if (times === 0) [items, title] = [pick.items, pick.title];
      return labels[times++];
    });
  };

  it("shows operations with size and time first, then files with their age", async () => {
    pickIn();
    for (const command of [undo, restoreDeleted]) {
      await assert.rejects(command(undefined, services()), CancelledError);
      assert.equal(title, "Undo or Restore");
      assert.deepEqual(
        items.map(({ label, description }) => [label, description]),
        [
          ["Undo", undefined],
          ["Push to Shop", `1 file · ${formatClock(startedAt)}`],
          ["Restore One File", undefined],
          ["a.txt", "lib · deleted 13 min ago · 3 B · Shop"],
        ],
      );
    }
    await assert.rejects(undo(app, services()), CancelledError);
  });

  it("stays open, with the error shown, when a difference cannot be shown", async () => {
    const notices = answerNotices();
    commands["executeCommand"] = async () => await Promise.reject(new Error("Offline."));
    let times = 0;
    answerPicks(async (pick) => {
      times++;
      pick.pressOn(pick.items.at(-1));
      await waitUntil(() => notices.length > 0, { what: "the error" });
      return undefined;
    });
    await assert.rejects(undo(undefined, services()), CancelledError);
    assert.deepEqual([times, notices.map(({ text }) => text)], [1, ["Offline."]]);
  });

  it("names no app when it is of one app", async () => {
    pickIn();
    await assert.rejects(undo(app, services()), CancelledError);
    assert.equal(items.at(-1)?.description, "lib · deleted 13 min ago · 3 B");
  });

  it("leads to the plan of an operation", async () => {
    pickIn("Push to Shop");
    await assert.rejects(world.finish(undo(undefined, services())), CancelledError);
  });

  it("asks before an undo deletes a file that is too large to be kept", async () => {
    const dialogs = askedWindow();
    world = transferWorld({ "big.bin": "x".repeat(largestBackupBytes + 1) });
    const after = await world.finish(world.files.find("/big.bin"));
    const put = { ...change, path: "/big.bin", what: "put", before: { kind: "absent" }, after };
    let plans = 0;
    answerPicks((pick) => {
      pick.selectedItems = pick.items.filter(({ kind }) => kind === undefined);
      return plans++ === 0 ? "" : undefined;
    });
    const own = services([{ ...operation, changes: [put] } as unknown as Operation]);
    await assert.rejects(world.finish(undo({ operationId: "7" }, own)), CancelledError);
    assert.equal(dialogs.asked[0]?.text, "Delete 1 file in the app Shop?");
    assert.deepEqual(dialogs.asked[0]?.lines, [
      "Everything else is kept on this machine for a day.",
      ...["", "Deleted:", "/big.bin", "", "Larger than 20 MB, so this can't be undone:", "/big.bin"],
    ]);
    assert.ok("big.bin" in world.texts());
  });

  it("undoes nothing in a folder that cannot be read, and says so", async () => {
    const gone = path.join(temporaryFolder("unmounted"), "shop");
    const header = { kind: "pull", ...app, title: { folder: vscode.Uri.file(gone).toString() } };
    const changes = [{ ...change, side: "local", path: "a.txt" }];
    const own = services([{ ...operation, header, changes } as unknown as Operation]);
    const undoing = undo(withConsent({ operationId: "7", confirm: true }), own);
    await assert.rejects(undoing, {
      message: `Couldn't read the folder ${gone}. Nothing was undone. Make sure that it's there and can be read, then try again.`,
    });
    assert.equal(existsSync(gone), false);
  });

  it("waits for a running push of its folder, which would write back what the undo forgets", async () => {
    answerNotices();
    workspaceFiles({});
    const folder = vscode.Uri.file(temporaryFolder("shop"));
    const header = { ...operation.header, title: { folder: folder.toString() } };
    const [storage, logger] = [vscode.Uri.file("/storage"), silentLogger];
    const own = services([{ ...operation, header } as unknown as Operation], [], { storage, logger });
    let end = (): void => undefined;
    const pushing = patientTurn({ ...app, folder }, () => new Promise<void>((resolve) => (end = resolve)));
    let isUndone = false;
    const undoing = undo(withConsent({ operationId: "7", confirm: true }), own).then(() => (isUndone = true));
    await world.clock.advance(60_000);
    assert.equal(isUndone, false);
    end();
    await world.finish(Promise.all([pushing, undoing]));
  });

  it("says how many files an undo has restored, and where", async () => {
    const shown = answerNotices();
    await world.finish(undo(withConsent({ operationId: "7", confirm: true }), services()));
    assert.deepEqual(
      shown.map(({ text }) => text),
      ["Restored 1 file in Shop."],
    );
  });

  it("restores a file", async () => {
    pickIn("a.txt");
    assert.deepEqual(await world.finish(undo(undefined, services())), { restored: ["/lib/a.txt"] });
    assert.equal(world.texts()["lib/a.txt"], "old");
  });

  it("restores deleted files without a question, and keeps a file that was added since", async () => {
    const shown = answerNotices();
    const older = { ...backup, id: "0", lostAt: 0, file: "older" };
    const own = services([], [backup, { ...backup, id: "2", path: "/b.txt" }, older]);
    own.backups.readContent = async ({ file }) => new TextEncoder().encode(file === "f" ? "old" : "older");
    const { restored } = (await world.finish(restoreDeleted(withConsent({ ...app, all: true }), own))) as {
      restored: readonly string[];
    };
    assert.deepEqual(restored, ["/lib/a.txt"]);
    assert.deepEqual(world.texts(), { "b.txt": "b", "lib/a.txt": "old" });
    assert.match(shown[0]?.text ?? "", /b\.txt.*added in the meantime and was kept/);
  });

  it("shows a lost file beside the remote file, or alone when the app has none", async () => {
    const press = async (file: BackupFile) => {
      let pressed: ((event: { item: Item }) => void) | undefined;
      let hide = (): void => undefined;
      const none = () => ({ dispose: () => undefined });
      (vscode.window as unknown as Record<string, unknown>)["createQuickPick"] = () => ({
        ...{ onDidAccept: none, dispose: none, show: none, items: [] },
        onDidTriggerItemButton: (listener: typeof pressed) => {
          pressed = listener;
        },
        onDidHide: (listener: typeof hide) => {
          hide = listener;
        },
        set items(all: readonly Item[]) {
          items = all;
        },
      });
      const own = services([], [file]);
      const list = assert.rejects(undo(undefined, own), CancelledError);
      await world.clock.advance(1_000);
      const item = items.at(-1);
      assert.ok(item?.buttons?.length === 1);
      pressed?.({ item });
      await world.clock.advance(10_000);
      hide();
      await list;
      const [id, uri, ...more] = ran.at(-1) ?? [];
      assert.equal(await backupText(uri as vscode.Uri, own), "old");
      const named = ({ scheme, path, query }: vscode.Uri) => `${scheme} ${path} ${query}`;
      return [
        id,
        ...[uri, ...more].map((each) => (typeof each === "string" ? each : named(each as vscode.Uri))),
      ];
    };
    const alone = await press(backup);
    assert.deepEqual(alone.slice(0, 2), ["vscode.open", "hosted-app-kept /lib/a.txt 1"]);
    const beside = await press({ ...backup, id: "2", path: "/b.txt", why: "overwritten" });
    assert.deepEqual(beside.slice(0, 4), [
      ...["vscode.diff", "hosted-app-kept /b.txt 2"],
      ...["hosted-app /shop/b.txt ", "b.txt (13 min ago ↔ Shop)"],
    ]);
  });

  it("does not call gone what cannot be read", async () => {
    const own = services([], []);
    own.backups.requireReadable = () => Promise.reject(new Error("EACCES"));
    for (const asked of [
      () => undo(undefined, own),
      () => undo({ operationId: "8" }, own),
      () => restoreDeleted(withConsent({ ...app, all: true }), own),
    ])
      await assert.rejects(asked(), {
        message:
          "Couldn't read all copies of replaced and deleted files on this machine. No app was changed. Check the disk, then try again.",
      });
  });

  it("has no difference button for files that are no text", async () => {
    pickIn();
    await assert.rejects(undo(undefined, services([], [{ ...backup, path: "/a.png" }])), CancelledError);
    assert.deepEqual(items.at(-1)?.buttons, []);
  });
});
