// Copies of local runs whose window was killed.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { silentLogger } from "../../../src/core/logger";
import type { WindowServices } from "../../../src/editor/windowServices";
import { clearKilledRuns, runFolder } from "../../../src/emulator/runFolder";
import { clearKilledRuns as clearByProgram } from "../../../src/features/localService/folderRunProcess";
import { LocalService } from "../../../src/features/localService/registerLocalService";
import { FakeClock } from "../../support/fakeClock";
import { inRepository } from "../../support/repository";
import { someAccounts } from "../../support/someApp";
import { temporaryFolder } from "../../support/temporaryFolder";
import { waitUntil } from "../../support/waitUntil";

const program = inRepository("dist", "emulator.js");

/** Its keeper's note names a process that never existed. */
function killedRun(root: string, name: string, keeper = "999999999 0"): string {
  const copy = join(root, name, "apps", "000000000000000000000001");
  mkdirSync(join(copy, "node_modules"), { recursive: true });
  writeFileSync(join(copy, ".env"), "KEY=canary");
  writeFileSync(join(root, name, "run.json"), keeper);
  return copy;
}

describe("copies of killed local runs", () => {
  it("are deleted, except for those of a running one", async () => {
    const root = temporaryFolder("runs");
    const killed = [killedRun(root, "a"), killedRun(root, "b")];
    const dataDir = join(root, "alive");
    mkdirSync(dataDir);
    let end = (): void => undefined;
    const folder = await new Promise<string>((resolve) => {
      const input = (async function* () {
        await new Promise<void>((stop) => {
          end = stop;
        });
        yield* [];
      })();
      void runFolder(dataDir, input, (news) => "folder" in news && resolve(news.folder));
    });
    writeFileSync(join(folder, "main.py"), "");
    await clearKilledRuns(root);
    assert.deepEqual(
      killed.map((copy) => readdirSync(copy)),
      [["node_modules"], ["node_modules"]],
    );
    assert.ok(existsSync(join(folder, "main.py")));
    end();
  });

  it("are kept where the system does not report start times and a process has the id", async () => {
    const root = temporaryFolder("runs");
    const copies = [process.pid, 999_999_999].map((pid) => killedRun(root, String(pid), `${pid} `));
    await clearKilledRuns(root);
    assert.deepEqual(
      copies.map((copy) => existsSync(join(copy, ".env"))),
      [true, false],
    );
  });

  it("are deleted by the program when a window starts, which starts only if needed", async () => {
    const root = temporaryFolder("runs");
    const copy = killedRun(root, "a");
    await clearByProgram(program, root);
    assert.deepEqual(readdirSync(copy), ["node_modules"]);
    assert.equal(readFileSync(join(root, "a", "run.json"), "utf8"), "");
    await clearByProgram("no such program", root);
    await clearByProgram("no such program", join(root, "none"));
  });

  it("are deleted some time after a window has started", async () => {
    const [storage, clock] = [temporaryFolder("storage"), new FakeClock()];
    const copy = killedRun(join(storage, "local-runs"), "a");
    const at = (folder: string) => vscode.Uri.file(folder);
    const context = { extensionUri: at(inRepository()), globalStorageUri: at(storage) };
    const service = new LocalService({ context, clock, logger: silentLogger } as unknown as WindowServices);
    const { dispose } = service.register(someAccounts());
    await clock.advance(20_000);
    const left = () => readdirSync(copy).join();
    await waitUntil(() => left() === "node_modules", { what: "the copy of .env to go", saw: left });
    dispose();
  });
});
