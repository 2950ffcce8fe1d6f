// Push File asks before it sends anything: neither an argument nor a file of the folder is consent.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { silentLogger } from "../../../../src/core/logger";
import { chosenLink } from "../../../../src/editor/project/folderApp";
import type { PushOutcome } from "../../../../src/features/transfers/commands/push";
import { pushFile } from "../../../../src/features/transfers/commands/pushFile";
import { setLink } from "../../../../src/features/transfers/place/linkedFolders";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { workspace } from "../../../support/vscodeParts";
import { waitUntil } from "../../../support/waitUntil";
import { transferWorld } from "../../appFiles/transfer/transferWorld";
import { folder, touched, untouchedServices, useProjectWindow } from "./projectWindow";

describe("pushing a file", () => {
  const shown = useProjectWindow();
  beforeEach(() => {
    shown.projectFile = { appId: "shop" };
  });

  const file = { files: ["file:///work/shop/a.py"], confirm: true };

  it("asks about an app that only hosted-app.json names, for every caller", async () => {
    const given = untouchedServices();
    for (const argument of [file, vscode.Uri.file("/work/shop/a.py")])
      await assert.rejects(pushFile(argument, undefined, given), { name: "CancelledError" });
    assert.deepEqual(shown.said, Array(2).fill("Push files from shop to Shop? | Push"));
  });

  it("asks until something was pushed", async () => {
    const home = temporaryFolder("pushed");
    writeFileSync(path.join(home, "a.py"), "print(1)\n");
    const uri = vscode.Uri.file(home);
    Object.assign(workspace, {
      workspaceFolders: [{ uri, name: "shop", index: 0 }],
      getWorkspaceFolder: () => ({ uri }),
      getConfiguration: () => ({ get: (_key: string, value: unknown) => value, inspect: () => undefined }),
    });
    const { files, moved, clock, texts } = transferWorld({});
    const given = untouchedServices({
      ...{ storage: uri, logger: silentLogger, clock, transfers: moved.transfers },
      files: { get: () => files },
      backups: { begin: async () => moved.log } as unknown as TransferServices["backups"],
      chooseApp: async () => ({ accountId: "account", appId: "shop", name: "Shop" }),
    });
    const link = () => chosenLink(uri, given);
    const argument = { files: [vscode.Uri.file(path.join(home, "a.py")).toString()] };
    await assert.rejects(pushFile(argument, undefined, given), { name: "CancelledError" });
    assert.equal(link(), undefined);
    shown.answer = "Push";
    let outcome: readonly PushOutcome[] | undefined;
    void pushFile(argument, undefined, given).then((found) => {
      outcome = found;
    });
    const isPushed = async () => {
      await clock.advance(1_000);
      return outcome !== undefined;
    };
    await waitUntil(isPushed, { what: "the push" });
    assert.deepEqual([outcome?.[0]?.uploaded, texts()], [["/a.py"], { "a.py": "print(1)\n" }]);
    assert.equal(link()?.appId, "shop");
  });

  it("asks nothing when the user has linked the folder", async () => {
    const given = untouchedServices();
    const app = { accountId: "account", appId: "shop" };
    await setLink(folder, app, given);
    await assert.rejects(pushFile(file, undefined, given), touched);
    assert.deepEqual(shown.said, []);
  });

  it("sends no file from outside of an open folder", async () => {
    const outside = vscode.Uri.file("/etc/passwd");
    await assert.rejects(pushFile(outside, undefined, untouchedServices()), /passwd isn't in an open folder/);
    assert.deepEqual(shown.said, []);
  });
});
