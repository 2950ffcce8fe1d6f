// Checks before an app's files are read or changed: the account, and the permissions that the change needs.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import type { Permissions } from "../../../../src/core/model/model";
import { withConsent } from "../../../../src/editor/commands/consent";
import { backUpApp } from "../../../../src/features/transfers/commands/backUpApp";
import { compareWithLocal } from "../../../../src/features/transfers/commands/compare";
import { download } from "../../../../src/features/transfers/commands/download";
import { restoreBackup } from "../../../../src/features/transfers/commands/restoreBackup";
import { restoreDeleted, undo } from "../../../../src/features/transfers/commands/undoOrRestore";
import { upload } from "../../../../src/features/transfers/commands/upload";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import { type AskedWindow, askedWindow } from "../../../support/askedWindow";
import { someAccounts, someMember } from "../../../support/someApp";
import { touched, untouchedServices } from "./projectWindow";

const app = { accountId: "account", appId: "shop" };
const backup = { kind: "content", hash: "h", sizeBytes: 1, file: "f" };
const after = { hash: "i", sizeBytes: 1, modifiedAt: 1 };
const made = { side: "app", path: "/new.txt", what: "put", end: "done", before: { kind: "absent" }, after };
const replaced = { ...made, path: "/old.txt", before: backup };

/** Services of a member with these flags, with one operation of these changes and one deleted file. */
function servicesOf(flags: Permissions, changes: readonly object[] = []): TransferServices {
  const operation = { id: "7", header: { kind: "push", ...app }, state: "ended", startedAt: 1, changes };
  const deleted = { side: "app", path: "/a.txt", why: "deleted", lostAt: 1, sizeBytes: 1, hash: "h" };
  return untouchedServices({
    accounts: someAccounts(someMember(flags)),
    backups: {
      operations: async () => [operation],
      list: async () => [deleted],
    } as unknown as TransferServices["backups"],
  });
}

describe("before files of an app are read or changed", () => {
  let window: AskedWindow;
  beforeEach(() => {
    window = askedWindow();
  });

  it("an undo asks about the flags it needs: deleting, editing, or both", async () => {
    const [noDelete, noEdit] = [{ canDeleteApplicationFiles: false }, { canEditApplicationFiles: false }];
    for (const [flags, change, permission] of [
      [noDelete, made, "canDeleteApplicationFiles"],
      [noDelete, replaced, undefined],
      [noEdit, made, undefined],
      [noEdit, replaced, "canEditApplicationFiles"],
    ] as const) {
      const services = servicesOf(flags, [change]);
      const quiet = undo(withConsent({ operationId: "7", confirm: true }), services);
      if (permission === undefined) await assert.rejects(quiet, touched);
      else await assert.rejects(quiet, { kind: "forbidden", request: { ...request, permission } });
      assert.deepEqual(window.asked, []);
    }
    await assert.rejects(undo({ operationId: "7" }, servicesOf(noDelete, [made, replaced])), {
      name: "CancelledError",
    });
    assert.equal(window.asked[0]?.text, "Your permissions may not include this. Try anyway?");
  });

  it("a backup, a download and a comparison ask when the flags forbid seeing files", async () => {
    const services = servicesOf({ canSeeApplicationFiles: false });
    for (const command of [
      () => backUpApp(app, undefined, services),
      () => download(app, undefined, services),
      () => compareWithLocal({ ...app, path: "/a.txt" }, services),
    ]) {
      await assert.rejects(command(), { name: "CancelledError" });
      assert.equal(window.asked.at(-1)?.text, "Your permissions may not include this. Try anyway?");
    }
  });

  it("a restore by our own code asks nothing", async () => {
    const services = servicesOf({ canEditApplicationFiles: false });
    await assert.rejects(restoreDeleted(withConsent({ ...app, all: true }), services), { kind: "forbidden" });
    assert.deepEqual(window.asked, []);
  });

  it("an upload and a restored backup say at once that the account is signed out", async () => {
    const services = untouchedServices({ accounts: someAccounts() });
    for (const command of [upload, restoreBackup])
      await assert.rejects(command(app, services), /This app's account is signed out/);
  });
});

const request = { host: "api.example.com", isRead: false };
