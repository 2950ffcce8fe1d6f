// Downloads from several apps at once: a failure in one app hides no result of the others.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { silentLogger } from "../../../../../src/core/logger";
import type { AppKey } from "../../../../../src/core/model/appKey";
import { appUri } from "../../../../../src/editor/appUris";
import { download } from "../../../../../src/features/transfers/commands/download";
import type { TransferServices } from "../../../../../src/features/transfers/place/transferServices";
import type { FakeClock } from "../../../../support/fakeClock";
import { someAccount, someAccounts, someApp } from "../../../../support/someApp";
import { temporaryFolder } from "../../../../support/temporaryFolder";
import { runProgress, window } from "../../../../support/vscodeParts";
import { waitUntil } from "../../../../support/waitUntil";
import { transferWorld } from "../../../appFiles/transfer/transferWorld";
import { untouchedServices, useProjectWindow } from "../projectWindow";

async function completed<T>(working: Promise<T>, clocks: readonly FakeClock[]): Promise<T> {
  let isOver = false;
  const ending = working.finally(() => {
    isOver = true;
  });
  const isDone = async () => {
    for (const clock of clocks) await clock.advance(1_000);
    return isOver;
  };
  await waitUntil(isDone, { what: "the download" });
  return await ending;
}

describe("a download of two apps with one name", () => {
  useProjectWindow();

  it("writes each into a folder of its own", async () => {
    runProgress();
    const folder = temporaryFolder("download");
    window["showOpenDialog"] = async () => [vscode.Uri.file(folder)];
    const one = transferWorld({ "a.txt": "1" });
    const two = transferWorld({ "a.txt": "2" });
    const apps = [someApp({ id: "1", name: "Shop" }), someApp({ id: "2", name: "shop" })];
    const services = untouchedServices({
      accounts: someAccounts(someAccount({ apps })),
      ...{ logger: silentLogger, clock: one.clock, transfers: one.moved.transfers },
      chooseApp: async (argument) => {
        const { appId } = argument as AppKey;
        return { accountId: "account", appId, name: apps.find(({ id }) => id === appId)?.name ?? "" };
      },
      files: { get: ({ appId }) => (appId === "1" ? one : two).files } as TransferServices["files"],
      backups: { begin: async () => one.moved.log } as unknown as TransferServices["backups"],
    });
    const roots = apps.map(({ id }) => appUri({ accountId: "account", appId: id, path: "/" }));
    await completed(download(roots[0], roots, services), [one.clock, two.clock]);
    const read = (name: string) => readFileSync(join(folder, name, "a.txt"), "utf8");
    assert.deepEqual(readdirSync(folder).sort(), ["Shop 1", "shop 2"]);
    assert.deepEqual(["Shop 1", "shop 2"].map(read), ["1", "2"]);
  });
});

describe("a download from two apps", () => {
  const shown = useProjectWindow();

  /** Of a text of one app and an agent's file of another, which cannot be listed, or whose question the user cancels. */
  async function downloaded(isCanceled: boolean, first: "shop" | "mail" = "shop") {
    runProgress();
    const folder = temporaryFolder("download");
    window["showOpenDialog"] = async () => [vscode.Uri.file(folder)];
    const { files, moved, clock } = transferWorld({ "a.txt": "1" });
    const fail = async () => await Promise.reject(new Error("Offline."));
    const mail = transferWorld({ "AGENTS.md": "Be nice." });
    const services = untouchedServices({
      accounts: someAccounts(someAccount({ apps: [someApp(), someApp({ id: "mail", name: "Mail" })] })),
      ...{ logger: silentLogger, clock, transfers: moved.transfers },
      files: {
        get: ({ appId }) => (appId === "shop" ? files : isCanceled ? mail.files : { list: fail, find: fail }),
      } as TransferServices["files"],
      backups: { begin: async () => moved.log } as unknown as TransferServices["backups"],
    });
    const at = (appId: string, path: string) => appUri({ accountId: "account", appId, path });
    const selected = [at("shop", "/a.txt"), at("mail", "/AGENTS.md")];
    if (first === "mail") selected.reverse();
    const working = download(selected[0], selected, services);
    const { failed, cancelled } = await completed(working, [clock, mail.clock]);
    assert.deepEqual(readdirSync(folder), ["a.txt"]);
    return { failed, cancelled };
  }

  it("names the file of the app that failed", async () => {
    const { failed, cancelled } = await downloaded(false);
    assert.deepEqual([failed.map(({ path }) => path), cancelled], [["/AGENTS.md"], []]);
    assert.match(shown.said.join(), /^Downloaded a\.txt to .*\. AGENTS\.md: Offline\./);
  });

  it("goes on with the second app when the first one fails", async () => {
    const { failed } = await downloaded(false, "mail");
    assert.deepEqual(
      failed.map(({ path }) => path),
      ["/AGENTS.md"],
    );
    assert.match(shown.said.join(), /^Downloaded a\.txt to .*\. AGENTS\.md: Offline\./);
  });

  it("says what was downloaded when the user cancels the question about the second app", async () => {
    const { failed, cancelled } = await downloaded(true);
    assert.deepEqual([failed, cancelled], [[], ["/AGENTS.md"]]);
    assert.match(shown.said.join(), /Downloaded a\.txt to .*\. Canceled: 1 not downloaded\./);
  });
});
