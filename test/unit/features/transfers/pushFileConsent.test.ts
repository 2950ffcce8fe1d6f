// Whom Push File to App asks before it sends anything: an argument is no consent, nor is what a file of the folder says.
import assert from "node:assert/strict";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { pushFile } from "../../../../src/features/transfers/files/pushFile";
import { FolderLinks } from "../../../../src/features/transfers/folders/linkedFolders";
import { folder, touched, untouchedServices, useProjectWindow } from "./projectWindow";

describe("pushing a file", () => {
  const shown = useProjectWindow();
  beforeEach(() => {
    shown.projectFile = { appId: "shop" };
  });

  const file = { files: ["file:///work/shop/a.py"], confirm: true };

  it("asks once about an app that only the folder's own file names, whatever called it", async () => {
    const given = untouchedServices();
    for (const argument of [file, vscode.Uri.file("/work/shop/a.py")])
      await assert.rejects(pushFile(argument, undefined, given), { name: "CancelledError" });
    assert.deepEqual(shown.said, Array(2).fill("Push files of shop to Shop? | Push"));
    shown.answer = "Push";
    await assert.rejects(pushFile(file, undefined, given), touched);
    await assert.rejects(pushFile(file, undefined, given), touched);
    assert.equal(shown.said.length, 3);
  });

  it("asks nothing where the user has linked the folder", async () => {
    const given = untouchedServices();
    const app = { accountId: "account", appId: "shop" };
    await new FolderLinks(given.state, given.accounts).set(folder, app);
    await assert.rejects(pushFile(file, undefined, given), touched);
    assert.deepEqual(shown.said, []);
  });

  it("sends nothing that lies in no open folder", async () => {
    const outside = vscode.Uri.file("/etc/passwd");
    await assert.rejects(
      pushFile(outside, undefined, untouchedServices()),
      /passwd is not in an open folder/,
    );
    assert.deepEqual(shown.said, []);
  });
});
