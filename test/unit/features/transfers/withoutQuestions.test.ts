// Pushes and pulls that may ask nothing report the files that they leave for the user to decide.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { silentLogger } from "../../../../src/core/logger";
import { pull } from "../../../../src/features/transfers/commands/pull";
import { push } from "../../../../src/features/transfers/commands/push";
import { pushFile } from "../../../../src/features/transfers/commands/pushFile";
import { setLink } from "../../../../src/features/transfers/place/linkedFolders";
import type { TransferServices } from "../../../../src/features/transfers/place/transferServices";
import { someAccount, someAccounts, someApp } from "../../../support/someApp";
import { temporaryFolder } from "../../../support/temporaryFolder";
import { workspace } from "../../../support/vscodeParts";
import { waitUntil } from "../../../support/waitUntil";
import { transferWorld } from "../../appFiles/transfer/transferWorld";
import { untouchedServices, useProjectWindow } from "./projectWindow";

describe("a transfer that may not ask", () => {
  const shown = useProjectWindow();

  /** In a fresh clone, without a memory of what both sides shared. */
  async function transferred(
    work: typeof push | typeof pull | "file",
    own: Readonly<Record<string, string>>,
    theirs: Readonly<Record<string, string>>,
  ): Promise<string[]> {
    const home = temporaryFolder("without-questions");
    for (const [name, text] of Object.entries(own)) writeFileSync(path.join(home, name), text);
    const uri = vscode.Uri.file(home);
    const ofDisk = <T>(read: () => T): Promise<T> =>
      Promise.resolve()
        .then(read)
        .catch(() => Promise.reject(vscode.FileSystemError.FileNotFound()));
    Object.assign(workspace, {
      workspaceFolders: [{ uri, name: "shop", index: 0 }],
      getWorkspaceFolder: () => ({ uri }),
      getConfiguration: () => ({ get: (_key: string, value: unknown) => value, inspect: () => undefined }),
      fs: {
        readDirectory: ({ fsPath }: vscode.Uri) =>
          ofDisk(() => readdirSync(fsPath).map((name) => [name, vscode.FileType.File])),
        stat: ({ fsPath }: vscode.Uri) =>
          ofDisk(() => {
            const stat = statSync(fsPath);
            const { size, mtimeMs } = stat;
            const type = stat.isDirectory() ? vscode.FileType.Directory : vscode.FileType.File;
            return { type, size, mtime: mtimeMs, ctime: mtimeMs };
          }),
        readFile: ({ fsPath }: vscode.Uri) => ofDisk(() => new Uint8Array(readFileSync(fsPath))),
      },
    });
    const { files, moved, clock } = transferWorld(theirs);
    const account = someAccount({ apps: [someApp()] });
    Object.assign(account.client, { dialect: { get: () => "stored" } });
    const given = untouchedServices({
      ...{ storage: uri, logger: silentLogger, clock, transfers: moved.transfers },
      accounts: someAccounts(account),
      files: { get: () => files } as unknown as TransferServices["files"],
      backups: { begin: async () => moved.log } as unknown as TransferServices["backups"],
    });
    const app = { accountId: "account", appId: "shop" };
    await setLink(uri, app, given);
    const argument = { folder: uri, confirm: true };
    const named = { files: Object.keys(own).map((name) => String(vscode.Uri.joinPath(uri, name))) };
    const working =
      work === "file" ? pushFile({ ...named, confirm: true }, undefined, given) : work(argument, given);
    let isOver = false;
    void working.then(
      () => {
        isOver = true;
      },
      (error: unknown) => {
        isOver = true;
        shown.said.push(String(error));
      },
    );
    const isDone = async () => {
      await clock.advance(1_000);
      return isOver;
    };
    await waitUntil(isDone, { what: "the transfer" });
    return shown.said;
  }

  const own = { "a.py": "mine", "b.py": "mine 2", "c.py": "mine 33", "d.py": "mine 444" };
  const theirs = { "a.py": "theirs", "b.py": "theirs", "c.py": "theirs", "d.py": "theirs" };

  for (const [title, work] of [
    ["push", push],
    ["pull", pull],
    ["push of files", "file"],
  ] as const)
    it(`names the first files that it left, and shows all: ${title}`, async () => {
      const [said, ...others] = await transferred(work, own, theirs);
      assert.deepEqual(others, []);
      const why = "never compared before";
      const names = ["a", "b", "c"].map((name) => `${name}.py (${why})`).join(", ");
      assert.doesNotMatch(said ?? "", /[Ss]kipped/);
      assert.ok(said?.includes(`Left for you to decide: ${names}, and 1 more. | Show`), said);
    });

  it("does not mention files that only the app has", async () => {
    assert.deepEqual(await transferred(push, { "a.py": "same" }, { "a.py": "same", "data.txt": "x" }), []);
  });
});
