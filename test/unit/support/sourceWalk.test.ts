// `npm run structure -- --walk NAME`: files whose functions a contract test runs, not those that are only
// loaded.
import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { inRepository } from "../../support/repository";
import { runOrFail } from "../../support/runCommand";
import { conditionTimeoutMs } from "../../support/waitUntil";

const passed = {
  save: ["api/http/transport.ts", "features/files/mountedApp/mountWrites.ts"],
  push: ["api/http/transport.ts", "appFiles/transfer/runTransfer.ts"],
  create: ["api/http/transport.ts", "features/create/createApp.ts"],
};

describe("a walk through the source", function () {
  this.timeout(conditionTimeoutMs);
  for (const [walk, files] of Object.entries(passed)) {
    it(`of a ${walk} lists the files with a function that ran`, async () => {
      const program = inRepository("out", "test", "support", "printStructure.js");
      const output = await runOrFail("No walk.", process.execPath, [program, "--walk", walk]);
      const listed = [...output.matchAll(/^(\S+\.ts) +[1-9]\d* +[1-9]\d*$/gm)].map(([, file]) => file ?? "");
      assert.match(output, new RegExp(`^${walk}: ${listed.length} files, \\d{4,} lines`, "m"));
      assert.deepEqual(
        files.filter((file) => !listed.includes(file)),
        [],
      );
      // Every test loads it without running its functions.
      assert.ok(!listed.includes("core/settings/settingsTable.ts"));
    });
  }
});
