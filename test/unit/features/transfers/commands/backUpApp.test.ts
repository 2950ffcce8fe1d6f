// The backup of an app in one zip: its files, the message about files that failed, and the check after writing.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import type { Account } from "../../../../../src/accounts/accounts";
import { filesInArchive } from "../../../../../src/core/archive/readArchive";
import { withConsent } from "../../../../../src/editor/commands/consent";
import { deleteApp } from "../../../../../src/features/apps/deleteApp";
import { backUpApp } from "../../../../../src/features/transfers/commands/backUpApp";
import { json } from "../../../../support/simulatedHttp";
import { unrestricted } from "../../../../support/someApp";
import { temporaryFolder } from "../../../../support/temporaryFolder";
import { answerNotices, commands, window, workspace, workspaceFiles } from "../../../../support/vscodeParts";
import { backupWorld } from "./backupWorld";

describe("a backup of an app", () => {
  function backUp(texts: Readonly<Record<string, string>> = { "/main.py": "print(1)\n" }) {
    const parts = backupWorld(texts);
    const run = async (argument: unknown, more?: unknown) =>
      await parts.inTime(backUpApp(argument, more, parts.services));
    return { ...parts, run };
  }

  const place = (): { readonly zip: string; readonly argument: object } => {
    const zip = path.join(temporaryFolder("backup"), "Shop.zip");
    return { zip, argument: withConsent({ accountId: "ann", appId: "app1", target: `file://${zip}` }) };
  };

  it("holds every file with its bytes, also below folders and empty ones", async () => {
    const texts = { "/main.py": "print(1)\n", "/lib/deep/a.txt": "ä".repeat(5_000), "/empty.txt": "" };
    const { zip, argument } = place();
    const { run, said } = backUp(texts);
    assert.deepEqual(await run(argument), [{ zip: `file://${zip}`, files: 3, failed: [] }]);
    const inZip = Object.fromEntries((await filesInArchive(readFileSync(zip))) ?? []);
    assert.deepEqual(inZip, { "empty.txt": 0, "lib/deep/a.txt": 10_000, "main.py": 9 });
    assert.deepEqual(said, ["Backed up 3 files from Shop to Shop.zip."]);
    // It may hold secrets: only its owner can read it.
    if (process.platform !== "win32") assert.equal(statSync(zip).mode & 0o777, 0o600);
  });

  it("contains a Git repository of the app and names it", async () => {
    const { run, said } = backUp({ "/main.py": "print(1)\n", "/lib/.git/config": "[core]\n" });
    const { argument } = place();
    const outcome = await run(argument);
    assert.ok(Array.isArray(outcome));
    assert.deepEqual([outcome[0]?.files, outcome[0]?.repository], [2, "lib/.git"]);
    assert.match(said[0] ?? "", /contains the app's Git repository \(lib\/\.git\)/);
  });

  it("names each file that could not be read, and keeps the others", async () => {
    const { service, run, said } = backUp({ "/main.py": "print(1)\n", "/locked/secret.bin": "\u0000" });
    service.fault = ({ query }) =>
      query["path"]?.startsWith("/locked") ? json({ error: "no" }, 403) : undefined;
    const { zip, argument } = place();
    const outcome = await run(argument);
    assert.ok(Array.isArray(outcome));
    assert.deepEqual(
      [outcome[0]?.files, outcome[0]?.failed.map(({ path: name }: { path: string }) => name)],
      [1, ["/locked"]],
    );
    assert.ok(existsSync(zip));
    assert.match(said[0] ?? "", /Backed up 1 file from Shop to Shop\.zip\. locked: You don't/);
  });

  it("holds the files of a folder that was not found once, and names one that is never found", async () => {
    for (const times of [1, Number.POSITIVE_INFINITY]) {
      const { service, run } = backUp({ "/main.py": "print(1)\n", "/data/users.json": "all" });
      let left = times;
      service.fault = ({ query }) =>
        query["path"] === "/data" && left-- > 0 ? json({ error: "not found" }, 404) : undefined;
      const { zip, argument } = place();
      const outcome = await run(argument);
      assert.ok(Array.isArray(outcome));
      const inZip = [...((await filesInArchive(readFileSync(zip))) ?? new Map()).keys()].sort();
      const failed = outcome[0]?.failed.map(({ path: name }: { path: string }) => name);
      const whole = [["data/users.json", "main.py"], []];
      assert.deepEqual([inZip, failed], times === 1 ? whole : [["main.py"], ["/data"]]);
    }
  });

  it("without a folder that is never found does not let the app be deleted", async () => {
    const { service, services, inTime } = backupWorld({
      "/main.py": "print(1)\n",
      "/data/users.json": "all",
    });
    service.fault = ({ query }) =>
      query["path"] === "/data" ? json({ error: "not found" }, 404) : undefined;
    const { HOME, USERPROFILE } = process.env;
    const home = temporaryFolder("home");
    Object.assign(process.env, { HOME: home, USERPROFILE: home });
    answerNotices(({ buttons }) => buttons[0]);
    workspaceFiles({});
    const createDirectory = async ({ fsPath }: vscode.Uri) => void mkdirSync(fsPath, { recursive: true });
    Object.assign(workspace["fs"] as object, { createDirectory });
    window["showInputBox"] = async () => "Shop";
    commands["executeCommand"] = async (_id: string, argument: unknown) =>
      await backUpApp(argument, undefined, services);
    const deleted: string[] = [];
    const apps = {
      refreshApp: async () => ({ id: "app1", name: "Shop" }),
      removeBy: async (id: string) => void deleted.push(id),
    };
    const account = { id: "ann", apps, permissions: unrestricted } as unknown as Account;
    const deletion = { account, appId: "app1", clock: service.clock, onAppDeleted: async () => [] };
    try {
      const end = await inTime(deleteApp(deletion, undefined));
      assert.match(String(end), /The copy is incomplete, so Shop wasn't deleted\./);
      assert.deepEqual(deleted, []);
    } finally {
      Object.assign(process.env, { HOME, USERPROFILE });
      if (USERPROFILE === undefined) delete process.env["USERPROFILE"];
    }
  });

  it("leaves nothing on the disk when it is canceled in the list of transfers", async () => {
    const texts = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`/${index}.txt`, "text"]));
    const { service, services, run, said } = backUp(texts);
    let reads = 0;
    service.fault = ({ query }) => {
      if (/^\/\d/.test(query["path"] ?? "") && ++reads === 5) services.transfers.cancelAll();
      return undefined;
    };
    const { zip, argument } = place();
    const outcome = await run(argument);
    assert.equal((outcome as Error).name, "CancelledError");
    assert.ok(reads >= 5 && reads < 30, `${reads} files were read`);
    assert.deepEqual([readdirSync(path.dirname(zip)), said], [[], []]);
  });

  it("asks before it writes to the place of an argument, and writes nothing when canceled", async () => {
    const { run, said } = backUp();
    const { zip } = place();
    const outcome = await run({ accountId: "ann", appId: "app1", target: `file://${zip}` });
    assert.ok(outcome instanceof Error);
    assert.deepEqual([said, existsSync(zip)], [["Back up Shop?"], false]);
  });

  it("is offered a place in the documents folder, and not in the open folder", async () => {
    const home = temporaryFolder("home");
    mkdirSync(path.join(home, "Documents"));
    const { HOME, USERPROFILE } = process.env;
    Object.assign(process.env, { HOME: home, USERPROFILE: home });
    let proposed = "";
    window["showSaveDialog"] = async ({ defaultUri }: vscode.SaveDialogOptions) => {
      proposed = defaultUri?.fsPath ?? "";
      return undefined;
    };
    try {
      const { run } = backUp();
      await run({ kind: "app", account: { id: "ann" }, appId: "app1" });
    } finally {
      Object.assign(process.env, { HOME, USERPROFILE });
      if (USERPROFILE === undefined) delete process.env["USERPROFILE"];
    }
    assert.equal(proposed, path.join(home, "Documents", "Shop 2026-11-23.zip"));
  });

  it("of several apps makes one dated zip each in one folder, and overwrites nothing", async () => {
    const { run } = backUp();
    const folder = temporaryFolder("backups");
    window["showOpenDialog"] = async () => [vscode.Uri.file(folder)];
    const row = (appId: string) => ({ kind: "app", account: { id: "ann" }, appId });
    await run(row("a"), [row("a"), row("b")]);
    assert.deepEqual(readdirSync(folder).sort(), ["Shop (2) 2026-11-23.zip", "Shop 2026-11-23.zip"]);
  });

  it("of several apps names the complete ones when a later one fails", async () => {
    const { run, said, services } = backUp({ "/a.txt": "1" });
    const folder = temporaryFolder("backups");
    window["showOpenDialog"] = async () => [vscode.Uri.file(folder)];
    const { get } = services.files;
    let apps = 0;
    Object.assign(services.files, {
      get: (key: Parameters<typeof get>[0]) => {
        if (++apps > 2) throw new Error("Signed out.");
        return get(key);
      },
    });
    const row = (appId: string) => ({ kind: "app", account: { id: "ann" }, appId });
    assert.match(String(await run(row("a"), [row("a"), row("b")])), /Signed out/);
    assert.deepEqual(said, ["Backed up 1 file from Shop to Shop 2026-11-23.zip."]);
  });
});
