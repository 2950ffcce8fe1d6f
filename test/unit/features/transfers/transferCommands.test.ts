// A window's work for transfers before the first one starts.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { ReleasesUnreadable } from "../../../../src/core/errors/releasesUnreadable";
import { silentLogger } from "../../../../src/core/logger";
import {
  forgetTransfersOf,
  registerTransfers,
  type TransferContext,
} from "../../../../src/features/transfers/transferCommands";
import { FakeClock } from "../../../support/fakeClock";
import { MemoryState } from "../../../support/memoryState";
import { someAccounts } from "../../../support/someApp";
import { workspace } from "../../../support/vscodeParts";

describe("a window that starts", () => {
  function start(isBroken: (look: number) => boolean, state = new MemoryState()) {
    const clock = new FakeClock();
    const errors: string[] = [];
    let looks = 0;
    const operations = async (): Promise<readonly never[]> => {
      if (isBroken(++looks)) throw new Error("the disk is full");
      return [];
    };
    const context = {
      state,
      loadEngine: async () => ({ backups: { operations } }),
      logger: { ...silentLogger, error: (text: string) => void errors.push(text) },
      whenLoaded: () => undefined,
      clock,
    } as unknown as TransferContext;
    return { clock, errors, looks: () => looks, registered: registerTransfers(context) };
  }

  it("looks again for interrupted operations when the first check failed", async () => {
    const { clock, errors, looks, registered } = start((look) => look === 1);
    await clock.advance(200_000);
    assert.deepEqual([looks(), errors.length], [3, 1]);
    registered.dispose();
  });

  it("stops looking once it is closed", async () => {
    const { clock, looks, registered } = start(() => false);
    await clock.advance(1_000);
    registered.dispose();
    await clock.advance(200_000);
    assert.equal(looks(), 1);
  });

  it("pushes what the window before it had not pushed, and each notebook that is saved", async () => {
    const listeners: ((notebook: object) => void)[] = [];
    const asked: string[] = [];
    Object.assign(workspace, {
      getConfiguration: (_: string, file: vscode.Uri) => {
        asked.push(file.path);
        return { get: () => true };
      },
      onDidSaveNotebookDocument: (listener: (notebook: object) => void) => {
        listeners.push(listener);
        return { dispose: () => undefined };
      },
    });
    const state = new MemoryState();
    await state.update("savedFiles", ["file:///work/shop/a.py"]);
    const { registered } = start(() => true, state);
    for (const each of listeners) each({ uri: vscode.Uri.file("/work/shop/b.ipynb") });
    assert.deepEqual(asked, ["/work/shop/a.py", "/work/shop/b.ipynb"]);
    assert.deepEqual(state.get("savedFiles"), ["file:///work/shop/a.py", "file:///work/shop/b.ipynb"]);
    registered.dispose();
  });
});

describe("an app that was deleted", () => {
  it("is no longer linked to a folder, although its releases can't be read", async () => {
    const state = new MemoryState();
    const app = { accountId: "ann", appId: "shop" };
    await state.update("linkedFolders", { "file:///work/shop": app });
    const forget = async () => Promise.reject(new ReleasesUnreadable());
    const context = {
      ...{ state, accounts: someAccounts(), logger: silentLogger },
      loadEngine: async () => ({ releases: { forget } }),
    } as unknown as TransferContext;
    const left = await forgetTransfersOf(app, context);
    assert.deepEqual(left, [{ said: "Its releases couldn't be removed from this machine." }]);
    assert.deepEqual(state.get("linkedFolders"), {});
  });
});
