// The message of an incomplete deletion: deleted files, and undo.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { LeftPath } from "../../../../../src/appFiles/read/knownFiles";
import { FileProblem } from "../../../../../src/core/errors/fileProblem";
import { ServiceError } from "../../../../../src/core/errors/serviceError";
import { withConsent } from "../../../../../src/editor/commands/consent";
import { deleteFiles } from "../../../../../src/features/files/mount/deleteFiles";
import type { HostedFileSystem } from "../../../../../src/features/files/mount/hostedFileSystem";
import type { Mounts } from "../../../../../src/features/files/mount/mounts";
import { deletionFailedNotice } from "../../../../../src/features/files/notices/mountNotices";
import { someAccount, someAccounts, someApp } from "../../../../support/someApp";
import { answerNotices, commands, type ShownNotice, window } from "../../../../support/vscodeParts";

const app = { accountId: "account", appId: "shop" };
const refused = new ServiceError("refused", "x");
const partly = new FileProblem("partlyDeleted", "/lib", "/lib/b.txt", { cause: refused });

describe("an incomplete deletion", () => {
  let shown: ShownNotice[];
  let run: unknown[];

  beforeEach(() => {
    run = [];
    shown = answerNotices(() => "Undo");
    window["withProgress"] = async (_options: unknown, task: () => unknown) => await task();
    commands["executeCommand"] = async (...given: unknown[]) => void run.push(given);
  });

  const said = () => shown.map(({ kind, text, buttons }) => [kind, text, ...buttons]);

  async function deleted(
    left: readonly string[],
    error: unknown,
    paths: readonly string[] = ["/a.txt", "/b.txt", "/lib"],
  ): Promise<void> {
    const fileSystem = {
      deleteAll: async () => ({ left, error, operationId: "7" }),
    } as unknown as HostedFileSystem;
    const chooseApp = async () => ({ ...app, name: "Shop" });
    const accounts = someAccounts(someAccount({ apps: [someApp()] }));
    await deleteFiles(withConsent({ ...app, paths }), undefined, { fileSystem, chooseApp, accounts });
  }

  it("names the deleted ones of several, and offers undo", async () => {
    await deleted(["/lib"], refused);
    assert.deepEqual(said(), [
      [
        "error",
        "Couldn't delete 1 of 3 items. /lib: Deleted: /a.txt, /b.txt. The service refused the rest.",
        "Undo",
      ],
    ]);
    assert.deepEqual(run, [["hostedApps.files.undo", { operationId: "7" }]]);
  });

  it("names the app where all are deleted", async () => {
    await deleted([], undefined, ["/a.txt"]);
    await deleted([], undefined);
    const texts = shown.map(({ text }) => text);
    assert.deepEqual(texts, ["Deleted 1 item from Shop.", "Deleted 3 items from Shop."]);
  });

  it("names the deleted files of a folder, and offers undo", async () => {
    await deleted(["/a.txt", "/b.txt", "/lib"], partly);
    const [notice] = shown;
    assert.match(
      notice?.text ?? "",
      /3 of 3 items\. \/lib: Couldn't delete all of \/lib\. Deleted: \/lib\/b\.txt\./,
    );
    assert.deepEqual(notice?.buttons, ["Undo"]);
  });

  it("gives only the reason where nothing was deleted", async () => {
    await deleted(["/a.txt", "/b.txt", "/lib"], new FileProblem("changedOnService", "/a.txt"));
    assert.match(shown[0]?.text ?? "", /3 of 3 items\. \/a\.txt: Someone else changed \/a\.txt in the app/);
    assert.deepEqual(shown[0]?.buttons, []);
  });

  it("does not count where it was one", async () => {
    await deleted(["/lib"], new FileProblem("changedOnService", "/lib"), ["/lib"]);
    assert.match(shown[0]?.text ?? "", /^Couldn't delete 1 item\. \/lib: Someone else changed/);
  });

  it("includes deletions that were answered before", async () => {
    let fail: (failed: object) => void = () => undefined;
    const onDidFailToDelete = (listener: typeof fail) => {
      fail = listener;
      return { dispose: () => undefined };
    };
    deletionFailedNotice({ onDidFailToDelete } as unknown as Mounts);
    const left: LeftPath[] = [{ path: "/c.txt", error: refused }];
    fail({ key: app, left, gone: ["/a.txt", "/b.txt"] });
    fail({ key: app, left: [...left, { path: "/lib", error: partly }], gone: [] });
    fail({ key: app, left, gone: [] });
    assert.match(
      shown[0]?.text ?? "",
      /^Couldn't delete "c\.txt"\. .* Deleted: \/a\.txt, \/b\.txt\. The service refused the rest/,
    );
    assert.match(
      shown[1]?.text ?? "",
      /including "lib"\. They're shown again\. Couldn't delete all of \/lib\. Deleted: \/lib\/b\.txt/,
    );
    assert.deepEqual(
      shown.map(({ buttons }) => buttons.includes("Undo or Restore")),
      [true, true, false],
    );
  });
});
