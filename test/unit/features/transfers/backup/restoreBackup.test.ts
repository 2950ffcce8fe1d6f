// A backup back into its app: what would be put, what not, and that nothing is before the plan is confirmed.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import JSZip from "jszip";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { contentsOfArchive } from "../../../../../src/core/archive/readArchive";
import { silentLogger } from "../../../../../src/core/logger";
import { TransferList } from "../../../../../src/core/transfers/transferList";
import { isCancellation } from "../../../../../src/editor/showError";
import { planBackup } from "../../../../../src/features/transfers/backup/planBackup";
import { restoreBackup } from "../../../../../src/features/transfers/backup/restoreBackup";
import type { TransferServices } from "../../../../../src/features/transfers/transferServices";
import { temporaryFolder } from "../../../../support/temporaryFolder";
import { SpelledService } from "../../../api/wire/spelledService";
import { KeptWorld } from "../../../appFiles/kept/keptWorld";

const window = vscode.window as unknown as Record<string, unknown>;
const { showOpenDialog, withProgress, showInformationMessage, createQuickPick } = window;
const bytes = (text: string) => new TextEncoder().encode(text);

/** The disk is real, the time is not. */
async function inTime<T>(service: SpelledService, work: Promise<T>): Promise<T | Error> {
  let end: T | Error | undefined;
  work.then(
    (done) => {
      end = done;
    },
    (error: Error) => {
      end = error;
    },
  );
  for (let turn = 0; end === undefined && turn < 5_000; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    await service.clock.advance(20);
  }
  return end ?? new Error("not in time");
}

describe("restoring an app from a backup", () => {
  afterEach(() =>
    Object.assign(window, { showOpenDialog, withProgress, showInformationMessage, createQuickPick }),
  );

  it("plans what is missing or other in the app, leaves the rest, and takes no name that leads out of it", async () => {
    const service = new SpelledService();
    service.put("/same.py", "print(1)\n");
    service.put("/other.py", "print(2)\n");
    service.put("/own.py", "print(3)\n");
    const contents = new Map([
      ["same.py", bytes("print(1)\n")],
      ["other.py", bytes("print(0)\n")],
      ["lib/new.py", bytes("print(4)\n")],
      ["../out.py", bytes("print(5)\n")],
    ]);
    const { signal } = new AbortController();
    const plan = await inTime(service, planBackup(contents, { app: service.appFiles, signal }));
    assert.ok(!(plan instanceof Error), String(plan));
    assert.deepEqual(
      plan.rows.map((row) => [row.path, row.kind, row.isChosen]),
      [
        ["/../out.py", "blocked", false],
        ["/lib/new.py", "added", true],
        ["/other.py", "changed", true],
      ],
    );
    assert.equal(plan.unchanged, 1);
    const other = plan.rows.find((row) => row.path === "/other.py");
    assert.deepEqual(await other?.kept?.read(), bytes("print(0)\n"));
  });

  it("reads names as the zip has them, and no more bytes than may be held", async () => {
    const zip = await new JSZip().file("../a", "12345").generateAsync({ type: "uint8array" });
    assert.deepEqual([...((await contentsOfArchive(zip, 5)) ?? []).keys()], ["../a"]);
    assert.equal(await contentsOfArchive(zip, 4), undefined);
  });

  /** What the plan shows when it is answered: left, or confirmed as it is. */
  function answerPlan(answer: "leave" | "confirm"): readonly (string | undefined)[] {
    const shown: (string | undefined)[] = [];
    let listen = (): void => undefined;
    const none = () => ({ dispose: () => undefined });
    const heard = (listener: () => void) => {
      listen = listener;
      return none();
    };
    window["createQuickPick"] = () => ({
      ...{ onDidChangeSelection: none, onDidTriggerItemButton: none, onDidTriggerButton: none },
      ...{ dispose: () => undefined, selectedItems: [] },
      onDidAccept: answer === "confirm" ? heard : none,
      onDidHide: answer === "leave" ? heard : none,
      show(this: vscode.QuickPick<vscode.QuickPickItem>) {
        shown.push(this.title, ...this.selectedItems.map(({ label }) => label));
        listen();
      },
    });
    return shown;
  }

  it("puts what was confirmed, leaves what only the app has, and keeps what it replaced", async () => {
    const service = new SpelledService();
    service.put("/main.py", "print(2)\n");
    service.put("/own.py", "print(3)\n");
    answerPlan("confirm");
    const zip = await new JSZip()
      .file("main.py", "print(1)\n")
      .file("lib/new.py", "print(4)\n")
      .generateAsync({ type: "uint8array" });
    const { end, said, kept } = await restore(service, zip);
    assert.ok(!(end instanceof Error), String(end));
    assert.deepEqual([end.restored, end.failed], [["/lib/new.py", "/main.py"], []]);
    assert.deepEqual(service.tree, {
      "/lib/new.py": "print(4)\n",
      "/main.py": "print(1)\n",
      "/own.py": "print(3)\n",
    });
    assert.match(said.at(-1) ?? "", /^Restored 2 files of Shop from Shop\.zip\./);
    const [operation] = await kept.operations();
    assert.equal(operation?.header.kind, "restore");
    assert.ok(JSON.stringify(operation?.changes).includes("/main.py"));
  });

  it("changes nothing when the user leaves the plan", async () => {
    const service = new SpelledService();
    service.put("/main.py", "print(2)\n");
    const shown = answerPlan("leave");
    const zip = await new JSZip().file("main.py", "print(1)\n").generateAsync({ type: "uint8array" });
    const { end } = await restore(service, zip);
    assert.ok(isCancellation(end), String(end));
    assert.deepEqual(shown, ["Restore Shop.zip → Shop", "main.py"]);
  });

  async function restore(service: SpelledService, zip: Uint8Array) {
    const file = path.join(temporaryFolder("restore"), "Shop.zip");
    writeFileSync(file, zip);
    const said: string[] = [];
    Object.assign(window, {
      showOpenDialog: async () => [vscode.Uri.file(file)],
      showInformationMessage: async (text: string) => void said.push(text),
      withProgress: (_options: unknown, task: (progress: unknown, token: unknown) => unknown) =>
        task({ report: () => undefined }, { onCancellationRequested: () => ({ dispose: () => undefined }) }),
    });
    const { appFiles } = service;
    const kept = new KeptWorld().window();
    const services = {
      accounts: { load: async () => undefined, get: () => undefined },
      chooseApp: async () => ({ accountId: "ann", appId: "app1", name: "Shop" }),
      files: { get: () => appFiles },
      ...{ kept, transfers: new TransferList(service.clock), clock: service.clock, logger: silentLogger },
      ...{ nextStartAt: () => undefined, toFileError: (error: Error) => error },
    } as unknown as TransferServices;
    return { end: await inTime(service, restoreBackup(undefined, services)), said, kept };
  }

  it("says of a file that is no zip that nothing was changed", async () => {
    const { end } = await restore(new SpelledService(), new Uint8Array([1, 2, 3]));
    assert.ok(end instanceof Error);
    assert.match(end.message, /^Shop\.zip is damaged, not a zip file, .* Nothing was changed\.$/);
  });

  it("says when the app has everything already", async () => {
    const service = new SpelledService();
    service.put("/main.py", "print(1)\n");
    const zip = await new JSZip().file("main.py", "print(1)\n").generateAsync({ type: "uint8array" });
    const { said } = await restore(service, zip);
    assert.deepEqual(said, ["Shop already has every file of Shop.zip as it is in the backup."]);
  });
});
