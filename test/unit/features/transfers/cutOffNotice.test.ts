// The notice of an operation that a closed window cut off, and the messages when its buttons fail.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { Operation } from "../../../../src/appFiles/backups/operation";
import { ServiceError } from "../../../../src/core/errors/serviceError";
import { notifyCutOff } from "../../../../src/features/transfers/commands/cutOff";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import { someAccount, someAccounts } from "../../../support/someApp";
import { answerNotices } from "../../../support/vscodeParts";

describe("an operation that a closed window interrupted", () => {
  /** What is shown where the notices are answered so, one after the other. */
  async function answered(answers: string, backups: object, kind = "move", end = "done") {
    const left = answers.split(", ");
    const shown = answerNotices(() => left.shift());
    const operation = {
      ...{ id: "1", state: "cutOff" },
      header: {
        ...{ kind, accountId: "account", appId: "shop", appName: "Shop" },
        title: { from: "/a", to: "/b", folder: "file:///work/shop", count: 2 },
      },
      changes: [{ what: "put", path: "/b/1", end }],
    } as unknown as Operation;
    const services = {
      accounts: someAccounts(someAccount()),
      files: { get: () => ({ list: async () => undefined }) },
      backups: { claim: async () => true, operations: async () => [operation], ...backups },
    } as unknown as TransferServices;
    Object.assign(vscode.workspace, { isTrusted: true });
    await notifyCutOff([operation], { onlyOfThisWindow: false }, services);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    return shown.map(({ text, buttons }) => [text, ...buttons]);
  }

  it("shows the failure with Try Again", async () => {
    const offline = new ServiceError("network", "no connection", { problem: "refused" });
    offline.request = { host: "api.example.com", isRead: true };
    offline.app = { accountId: "account", appId: "shop", name: "Shop" };
    let opened = 0;
    const reopen = async () => {
      opened++;
      throw offline;
    };
    const [, first, second, ...more] = await answered("Finish, Try Again", { reopen });
    assert.match(String(first), /^Couldn't finish this operation in Shop\. .*,Try Again,Show Output$/);
    assert.deepEqual([second, more, opened], [first, [], 2]);
    const [, undo] = await answered("Undo", { reopen: async () => undefined, operations: reopen });
    assert.match(String(undo), /^Couldn't restore Shop's files\. .*,Try Again,Show Output$/);
  });

  it("offers a restart when nothing more was sent, since the app may run its earlier files", async () => {
    const reopen = async () => undefined;
    for (const kind of ["push", "rollback"]) {
      const last = (await answered("Compare and Continue", { reopen }, kind)).at(-1);
      assert.deepEqual(last, ["Shop may still run its earlier files.", "Restart Shop"], kind);
      const others = await answered("Compare and Continue", { reopen }, kind, "notDone");
      assert.ok(!others.some(([text]) => text?.includes("earlier files")), kind);
    }
  });

  it("can no longer be finished once its backups are gone", async () => {
    const [, failure] = await answered("Finish", { reopen: async () => undefined });
    assert.equal(failure?.[0], "This operation can no longer be finished. Its files are kept for one day.");
  });
});
