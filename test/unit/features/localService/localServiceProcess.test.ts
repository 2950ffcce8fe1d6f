// Finding and starting the local service by what it writes.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import { silentLogger } from "../../../../src/core/logger";
import { LocalServiceProcess } from "../../../../src/features/localService/localServiceProcess";
import { temporaryFolder } from "../../../support/temporaryFolder";

/** A service whose first line is `line`, over a data folder with that note. */
function serviceThatSays(line: string, note: string): LocalServiceProcess {
  const dataDirectory = temporaryFolder("local-service");
  const program = path.join(dataDirectory, "program.js");
  writeFileSync(program, `console.log(${JSON.stringify(line)});`);
  writeFileSync(path.join(dataDirectory, "service.json"), note);
  writeFileSync(path.join(dataDirectory, "token"), "token");
  return new LocalServiceProcess({ program, dataDirectory, logger: silentLogger }, () => undefined);
}

describe("the local service", () => {
  const address = { url: "http://127.0.0.1:1", token: "token", pid: 1 };

  for (const note of ['{"url":', "null", '{"url":5,"pid":1}']) {
    it(`is started where its note is ${note}`, async () => {
      const service = serviceThatSays(JSON.stringify(address), note);
      assert.deepEqual(await service.ensureRunning(), address);
      service.dispose();
    });
  }

  it("has not started when its first line is no address", async () => {
    for (const line of ["{}", "null", "Hello"])
      await assert.rejects(serviceThatSays(line, "{}").ensureRunning(), /first line could not be read/);
  });
});
