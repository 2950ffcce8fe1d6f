// Restoring a backup into its app: the plan, the files that it skips, and no change before it is confirmed.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import JSZip from "jszip";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { largestBackupBytes } from "../../../../../src/appFiles/backups/changeLog";
import { isCancellation } from "../../../../../src/core/errors/cancelledError";
import { planBackup, restoreBackup } from "../../../../../src/features/transfers/commands/restoreBackup";
import type { SimulatedHttp } from "../../../../support/simulatedHttp";
import { temporaryFolder } from "../../../../support/temporaryFolder";
import { answerPicks, window } from "../../../../support/vscodeParts";
import { backupWorld } from "./backupWorld";

const bytes = (text: string) => new TextEncoder().encode(text);
const texts = ({ files }: SimulatedHttp) =>
  Object.fromEntries([...files].map(([name, file]) => [name, new TextDecoder().decode(file.bytes)]).sort());

async function zipOf(texts: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const zip = new JSZip();
  for (const [name, text] of Object.entries(texts)) zip.file(name, text);
  return await zip.generateAsync({ type: "uint8array" });
}

describe("restoring an app from a backup", () => {
  /** An app with these texts, restored from a zip; the plan is canceled, or confirmed with its rows or with all of them. */
  async function restore(
    texts: Readonly<Record<string, string>>,
    zip: Uint8Array,
    answer: "leave" | "confirm" | "all" = "leave",
  ) {
    const file = path.join(temporaryFolder("restore"), "Shop.zip");
    writeFileSync(file, zip);
    const parts = backupWorld(texts);
    const shown: (string | undefined)[] = [];
    window["showOpenDialog"] = async () => [vscode.Uri.file(file)];
    answerPicks((pick) => {
      const isFirst = shown.length === 0;
      shown.push(pick.title, ...pick.selectedItems.map(({ label }) => label));
      if (answer === "all") pick.selectedItems = pick.items.filter(({ kind }) => kind === undefined);
      return answer === "confirm" || (answer === "all" && isFirst) ? "" : undefined;
    });
    const end = await parts.inTime(restoreBackup(undefined, parts.services));
    return { ...parts, shown, end };
  }

  it("plans missing and changed files, and blocks names that lead out of the app", async () => {
    const { service, inTime } = backupWorld({
      ...{ "/same.py": "print(1)\n", "/other.py": "print(2)\n", "/own.py": "print(3)\n" },
    });
    const contents = new Map([
      ["same.py", bytes("print(1)\n")],
      ["other.py", bytes("print(0)\n")],
      ["lib/new.py", bytes("print(4)\n")],
      ["../out.py", bytes("print(5)\n")],
    ]);
    const { signal } = new AbortController();
    const plan = await inTime(planBackup(contents, { app: service.appFiles, signal }));
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
    assert.deepEqual(await other?.backup?.read(), bytes("print(0)\n"));
  });

  it("puts the confirmed files, leaves other remote files, and backs up replaced ones", async () => {
    const inApp = { "/main.py": "print(2)\n", "/own.py": "print(3)\n" };
    const zip = await zipOf({ "main.py": "print(1)\n", "lib/new.py": "print(4)\n" });
    const { service, end, said, backups } = await restore(inApp, zip, "confirm");
    assert.ok(!(end instanceof Error), String(end));
    assert.deepEqual([end.restored, end.failed], [["/lib/new.py", "/main.py"], []]);
    assert.deepEqual(texts(service), {
      "/lib/new.py": "print(4)\n",
      "/main.py": "print(1)\n",
      "/own.py": "print(3)\n",
    });
    assert.match(said.at(-1) ?? "", /^Restored 2 files in Shop from Shop\.zip\./);
    const [operation] = await backups.operations();
    assert.equal(operation?.header.kind, "restore");
    assert.ok(JSON.stringify(operation?.changes).includes("/main.py"));
  });

  it("asks before it replaces a file that is too large to be kept", async () => {
    const zip = await zipOf({ "main.bin": "new" });
    const large = "x".repeat(largestBackupBytes + 1);
    const { service, said, end } = await restore({ "/main.bin": large }, zip, "all");
    assert.ok(isCancellation(end), String(end));
    assert.deepEqual(said, ["main.bin can't be restored after you replace it."]);
    assert.equal(service.files.get("/main.bin")?.bytes.byteLength, large.length);
  });

  it("changes nothing when the user leaves the plan", async () => {
    const zip = await zipOf({ "main.py": "print(1)\n" });
    const { service, shown, end } = await restore({ "/main.py": "print(2)\n" }, zip);
    assert.ok(isCancellation(end), String(end));
    assert.deepEqual(shown, ["Restore Shop.zip → Shop", "main.py"]);
    assert.deepEqual(texts(service), { "/main.py": "print(2)\n" });
  });

  it("rejects a file that is no zip and changes nothing", async () => {
    const { end } = await restore({}, new Uint8Array([1, 2, 3]));
    assert.ok(end instanceof Error);
    assert.match(end.message, /^Shop\.zip is damaged, isn't a zip file, .* Nothing was changed\.$/);
  });

  it("says when the app already has every file", async () => {
    const zip = await zipOf({ "main.py": "print(1)\n" });
    const { said } = await restore({ "/main.py": "print(1)\n" }, zip);
    assert.deepEqual(said, ["Every file in Shop.zip is already the same in Shop."]);
  });
});
